import pickle

import numpy as np
import pytest

from mohs.data.task import Task
from mohs.errors import MissingExtra, ModelError
from mohs.models.adapter import Opening

pytest.importorskip("sklearn")
pytest.importorskip("skops")

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.svm import LinearSVC
from skops import io

from mohs.models.sklearn import EstimatorClassifier, open_sklearn

SST2 = Task("sst2", ("sentence",), ("negative", "positive"))
PAIR = Task("qqp", ("question1", "question2"), ("negative", "positive"))
TEXTS = ["good film", "bad film", "very good", "very bad"]
NAMES = ["positive", "negative"] * 2


def lower(texts):
    """A step of one's own, which a skops file holds by name."""
    return [text.lower() for text in texts]


def trained(model=None, names=NAMES, first=None):
    steps = [first] if first else []
    return make_pipeline(*steps, CountVectorizer(), model or LogisticRegression()).fit(TEXTS, names)


def test_a_skops_file(tmp_path):
    io.dump(trained(), tmp_path / "m.skops")
    classifier = open_sklearn(str(tmp_path / "m.skops"), Opening(task=SST2))
    assert classifier.probabilities(["good", "bad"]).argmax(axis=1).tolist() == [1, 0]
    identity = classifier.identity()
    assert set(identity["files"]) == {"m.skops"}
    assert "scikit-learn" in identity["versions"]


def test_an_option_for_another_kind_of_file_is_refused(tmp_path):
    path = tmp_path / "model.skops"
    path.write_bytes(b"")
    with pytest.raises(ModelError, match=r"model.skops is no pickle\n  got: allow_pickle"):
        open_sklearn(str(path), Opening(allow_pickle=True))
    path = path.rename(tmp_path / "model.joblib")
    with pytest.raises(ModelError, match=r"trust is for \.skops files"):
        open_sklearn(str(path), Opening(allow_pickle=True, trust=("a.B",)))


def test_types_that_are_not_trusted_are_listed_with_the_flag(tmp_path):
    io.dump(trained(first=FunctionTransformer(lower)), tmp_path / "m.skops")
    path = str(tmp_path / "m.skops")
    with pytest.raises(ModelError, match="trust ") as caught:
        open_sklearn(path, Opening())
    flag = str(caught.value).rpartition("trust ")[2]
    assert "lower" in flag
    assert open_sklearn(path, Opening(trust=tuple(flag.split(",")))).labels == ("negative", "positive")


def test_a_pickle_is_opened_only_where_it_is_allowed(tmp_path):
    path = tmp_path / "m.pkl"
    path.write_bytes(pickle.dumps(trained()))
    with pytest.raises(ModelError, match="allow_pickle") as caught:
        open_sklearn(str(path), Opening())
    assert "can run any program" in str(caught.value)
    assert open_sklearn(str(path), Opening(allow_pickle=True)).labels == ("negative", "positive")


@pytest.mark.parametrize("name", ["m.skops", "m.joblib"])
def test_a_damaged_file(tmp_path, name):
    (tmp_path / name).write_bytes(b"no model")
    with pytest.raises(ModelError, match="cannot be opened"):
        open_sklearn(str(tmp_path / name), Opening(allow_pickle=name == "m.joblib"))


def test_a_file_that_is_not_there_or_of_another_kind(tmp_path):
    with pytest.raises(ModelError, match="there is no file"):
        open_sklearn(str(tmp_path / "m.skops"), Opening())
    with pytest.raises(ModelError, match="a folder"):
        open_sklearn(str(tmp_path), Opening())
    (tmp_path / "m.h5").write_bytes(b"x")
    with pytest.raises(ModelError, match="of no known kind"):
        open_sklearn(str(tmp_path / "m.h5"), Opening())


def test_packages_that_are_not_installed(tmp_path, monkeypatch):
    io.dump(trained(), tmp_path / "m.skops")
    monkeypatch.setitem(__import__("sys").modules, "skops", None)
    with pytest.raises(MissingExtra, match=r'pip install "mohs\[sklearn\]"'):
        open_sklearn(str(tmp_path / "m.skops"), Opening())


def wrapped(estimator, **options):
    return EstimatorClassifier(estimator, Opening(**{"task": SST2, **options}), address="object:e")


def test_classes_that_are_numbers_need_names():
    numbered = trained(names=[1, 0, 1, 0])
    with pytest.raises(ModelError, match="label_map 0="):
        wrapped(numbered)
    named = wrapped(numbered, label_map={"0": "negative", "1": "positive"})
    assert named.probabilities(["good", "bad"]).argmax(axis=1).tolist() == [1, 0]


def test_predictions_alone_are_enough_where_labels_are_said():
    machine = trained(LinearSVC())
    with pytest.raises(ModelError, match="scores labels"):
        wrapped(machine)
    assert wrapped(machine, scores="labels").probabilities(["good", "bad"]).tolist() == [[0, 1], [1, 0]]
    with pytest.raises(ModelError, match="gives no logits"):
        wrapped(machine, scores="logits")


def test_a_pipeline_that_takes_numbers_is_refused_at_once():
    numbers = LogisticRegression().fit(np.eye(4), NAMES)
    with pytest.raises(ModelError, match="does not take texts"):
        wrapped(numbers)


def test_a_pipeline_of_single_texts_is_refused_for_pairs():
    with pytest.raises(ModelError, match="does not take texts in 2 columns"):
        wrapped(trained(), task=PAIR)


def test_what_was_not_fitted_or_has_no_classes():
    with pytest.raises(ModelError, match="does not say what its classes are"):
        wrapped(make_pipeline(CountVectorizer(), LogisticRegression()))


def test_several_outputs_are_refused():
    class Several:
        classes_ = [np.array(["a", "b"]), np.array(["c", "d"])]
        predict_proba = None

    with pytest.raises(ModelError, match="several outputs"):
        wrapped(Several())


def test_a_pickle_that_leaves_is_told_and_does_not_pass(tmp_path):
    (tmp_path / "m.pkl").write_bytes(b"cbuiltins\nexit\n(I0\ntR.")
    with pytest.raises(ModelError, match="SystemExit"):
        open_sklearn(str(tmp_path / "m.pkl"), Opening(allow_pickle=True))
