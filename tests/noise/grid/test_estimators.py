"""Models are made anew for every fit, with the run's seed in every random_state."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from grids import Nearest
from mohs.errors import MissingExtra, ModelError, MohsError
from mohs.noise.grid.estimators import described, read_model, seeded


def test_a_model_of_scikit_learn_by_its_path():
    pytest.importorskip("sklearn")
    model = read_model("forest", {"sklearn": "ensemble.RandomForestClassifier", "n_estimators": 3})
    one, two = model.make(7), model.make(8)
    assert (one.n_estimators, one.random_state, two.random_state) == (3, 7, 8)
    assert (
        type(read_model("a", {"sklearn": "sklearn.dummy.DummyClassifier"}).make(0)).__name__
        == "DummyClassifier"
    )


def test_every_part_of_a_pipeline_gets_the_seed():
    pipeline = pytest.importorskip("sklearn.pipeline")
    from sklearn.decomposition import PCA
    from sklearn.linear_model import LogisticRegression

    made = seeded(pipeline.make_pipeline(PCA(), LogisticRegression()), 5)
    assert [made[0].random_state, made[1].random_state] == [5, 5]


def test_a_class_in_the_place_of_an_estimator_is_told():
    with pytest.raises(MohsError, match=r"model 'own' is a class(.|\n)*Nearest\(\), with its parameters"):
        read_model("own", Nearest)


def test_an_open_estimator_is_copied_for_every_fit():
    own = Nearest()
    model = read_model("own", own)
    first = model.make(3).fit(np.zeros((1, 2)), [0])
    assert first is not own
    assert not hasattr(own, "X")
    assert first.random_state == 3
    assert model.spec == {"object": described(own)}


def test_the_description_of_an_estimator_tells_its_parameters():
    pytest.importorskip("sklearn")
    from sklearn.linear_model import LogisticRegression

    one, two = described(LogisticRegression(C=2)), described(LogisticRegression(C=3))
    assert one != two
    assert '"C": 2' in one


def test_the_order_of_parameters_changes_no_description():
    class Ordered(Nearest):
        def __init__(self, *names):
            super().__init__()
            self.names = names

        def get_params(self, deep=True):
            return {name: getattr(Ordered, name, name) for name in self.names}

    assert described(Ordered("a", "b")) == described(Ordered("b", "a"))
    assert described(Ordered("a", "b")).endswith('Ordered {"a": "a", "b": "b"}')
    assert '{"fit": "builtins.function"}' in described(Ordered("fit"))


def test_without_scikit_learn_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(MissingExtra, match=r"scikit-learn(.|\n)*mohs\[noise\]"):
        read_model("m", {"sklearn": "ensemble.RandomForestClassifier"}).make(0)


def test_a_function_of_ones_own(tmp_path, monkeypatch):
    (tmp_path / "grid_models_of_a_test.py").write_text(
        "class M:\n"
        "    def __init__(self, k): self.k = k\n"
        "    def fit(self, X, y): return self\n"
        "    def predict(self, X): return [0] * len(X)\n"
        "def make(k=1): return M(k)\n"
        "def bad(): return 3\n"
        "VALUE = 3\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    where = "grid_models_of_a_test"
    assert read_model("m", {"python": f"{where}:make", "k": 4}).make(0).k == 4
    for spec, said in (
        ({"python": f"{where}:make", "j": 4}, "does not take these options"),
        ({"python": f"{where}:bad"}, "cannot be trained"),
        ({"python": f"{where}:VALUE"}, "makes no estimator"),
        ({"python": f"{where}:mak"}, "did you mean"),
    ):
        with pytest.raises(ModelError, match=said):
            read_model("m", spec).make(0)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({"sklearn": "ensemble.RandomForestClasifier"}, "did you mean"),
        ({"sklearn": "forests.Random"}, "no module"),
        ({"sklearn": "ensemble.RandomForestClassifier", "trees": 3}, "does not take"),
    ],
)
def test_a_misspelt_model_is_named(spec, said):
    pytest.importorskip("sklearn")
    with pytest.raises(ModelError, match=said):
        read_model("m", spec).make(0)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (3, "is no model"),
        (SimpleNamespace(fit=len), "is no model"),
        (SimpleNamespace(predict=len), "is no model"),
        ({}, "does not say what it is"),
        ({"n_estimators": 3}, "does not say what it is"),
        ({"sklearn": "a.B", "python": "a:b"}, "does not say what it is"),
    ],
    ids=["number", "fit alone", "predict alone", "nothing", "no kind", "two kinds"],
)
def test_what_is_no_model_is_refused(given, said):
    with pytest.raises(MohsError, match=said):
        read_model("m", given)
