"""Estimators that were fitted to frames get frames, of the columns that they know."""

import numpy as np
import pytest

import mohs
from mohs.data.task import Task
from mohs.errors import ModelError
from mohs.models.frames import handing, handing_texts

pandas = pytest.importorskip("pandas")
pytest.importorskip("sklearn")
from sklearn.compose import ColumnTransformer  # noqa: E402
from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402

RNG = np.random.default_rng(0)
FRAME = pandas.DataFrame({"width": RNG.random(60), "height": RNG.random(60) / 9})
LABELS = np.where(FRAME["width"] > 0.5, "wide", "narrow")


class Known:
    def __init__(self, *names):
        self.feature_names_in_ = np.array(names, dtype=object)


def test_what_was_fitted_to_a_frame_gets_a_frame():
    rows = FRAME.to_numpy()
    given = handing(Known("width", "height"), ("width", "height"), "object:x")(rows)
    assert list(given.columns) == ["width", "height"]
    assert (given.to_numpy() == rows).all()


def test_rows_stay_rows_where_nobody_knows_names():
    rows = FRAME.to_numpy()
    for estimator, columns in (
        (Known("width", "height"), ()),
        (object(), ("width", "height")),
        (Known("Column_0", "Column_1"), ("width", "height")),
    ):
        assert handing(estimator, columns, "object:x")(rows) is rows


@pytest.mark.parametrize(
    ("known", "said", "mend"),
    [
        (("height", "width"), "these columns in another order", "features height,width"),
        (("width",), "other columns", "features width"),
        (("width", "depth"), "other columns", None),
    ],
)
def test_other_columns_and_another_order_are_refused(known, said, mend):
    with pytest.raises(ModelError, match=said) as refused:
        handing(Known(*known), ("width", "height"), "object:x")
    assert (str(mend) in str(refused.value)) == (mend is not None)


def test_every_measure_checks_the_columns_and_a_model_of_named_columns_is_measured():
    model = make_pipeline(
        ColumnTransformer([("scaled", StandardScaler(), ["height", "width"])]), LogisticRegression()
    ).fit(FRAME, LABELS)
    swapped = FRAME[["height", "width"]]
    for measure in (
        lambda X: mohs.mscr(model, X, LABELS, eps=0.01, copies=2).accuracy_clean.value,
        lambda X: mohs.certify(model, X, LABELS, eps=0.01, copies=2).right.mean(),
        lambda X: (
            mohs.noise_cost(model, X, LABELS, noise=mohs.GaussianNoise(0), copies=1).accuracy_clean.value
        ),
        lambda X: 1 - mohs.cell_reliability(model, X, LABELS, side=0.02, bounds=(0, 1), draws=1).pmi.value,
    ):
        assert measure(FRAME) > 0.9
        with pytest.raises(ModelError, match="another order"):
            measure(swapped)


def test_the_command_line_checks_them_too(tmp_path, monkeypatch, capsys):
    skops = pytest.importorskip("skops.io")
    from mohs.cli.main import main

    monkeypatch.chdir(tmp_path)
    skops.dump(LogisticRegression().fit(FRAME[["height", "width"]], LABELS), "model.skops")
    FRAME.assign(label=LABELS).to_csv("data.csv", index=False)
    ask = ["mscr", "--model", "sklearn:model.skops", "--data", "data.csv", "--json", "--copies", "2"]
    assert main(ask) == 2
    assert "--features height,width" in capsys.readouterr().err
    assert main([*ask, "--features", "height,width"]) == 0


def test_texts_are_an_array_for_what_was_fitted_to_none():
    assert handing_texts(object(), ("a", "b"), "object:x")([("x", "y")]).tolist() == [["x", "y"]]
    assert handing_texts(object(), None, "object:x")(["x", "y"]).tolist() == ["x", "y"]


def test_the_column_of_a_single_field_may_have_any_name():
    for fields in (("sentence",), None):
        given = handing_texts(Known("review"), fields, "object:x")(["one", "two"])
        assert given.to_dict("list") == {"review": ["one", "two"]}


def test_several_fields_go_by_their_names_and_not_by_their_order():
    given = handing_texts(Known("hypothesis", "premise"), ("premise", "hypothesis"), "object:x")([("p", "h")])
    assert given.to_dict("list") == {"hypothesis": ["h"], "premise": ["p"]}


@pytest.mark.parametrize(
    ("known", "fields", "mend"),
    [
        (("q", "a"), ("premise", "hypothesis"), "column q=... --column a=..."),
        (("q", "age"), ("sentence",), None),
        (("review",), ("premise", "hypothesis"), None),
        (("q", "a"), None, None),
    ],
)
def test_columns_that_are_no_fields_are_refused(known, fields, mend):
    with pytest.raises(ModelError, match="other columns than the task's fields") as refused:
        handing_texts(Known(*known), fields, "object:x")
    assert ("to mend" in str(refused.value)) == (mend is not None)
    assert mend is None or mend in refused.value.at_prompt()


def test_a_pipeline_over_named_columns_of_texts_is_attacked_with_a_task_and_without():
    pairs = [
        {"ask": f"is it {word}", "reply": reply, "label": label}
        for word in ("good", "fine", "big", "warm")
        for reply, label in (("yes indeed", "agrees"), ("never at all", "denies"))
    ]
    frame = pandas.DataFrame(pairs)
    columns = ColumnTransformer([(name, TfidfVectorizer(), name) for name in ("reply", "ask")])
    model = make_pipeline(columns, LogisticRegression(C=100)).fit(frame[["ask", "reply"]], frame["label"])
    named = mohs.attack(model, pairs, "textbugger", columns={"ask": "ask", "reply": "reply"})
    assert next(row for row in named.rows if row["metric"] == "accuracy")["value"] == 1
    task = Task("replies", ("ask", "reply"), ("agrees", "denies"))
    assert mohs.open_classifier(model, task).probabilities([("is it good", "never at all")]).argmax() == 1
