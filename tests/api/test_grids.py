"""mohs.grid: from arrays and estimators to numbers, in memory."""

import numpy as np
import pytest
from jsonschema import validate

import mohs
from grids import MODELS, Nearest, X, Y
from mohs.errors import DataError, MohsError
from mohs.runs.schema import results_schema

OPTIONS = {
    "eps_train": (0, "eps_min"),
    "eps_test": (0, "eps_min", 0.1),
    "runs": 3,
    "copies": 2,
    "copies_train": 2,
}


def test_a_grid_in_memory_has_every_number():
    done = mohs.grid(MODELS, X, Y, bounds=(0, 1), **OPTIONS)
    validate(done.document, results_schema())
    assert done.folder is None
    assert (done.document["kind"], done.document["status"]) == ("grid", "complete")
    assert done.eps_min == mohs.separation(X, Y).eps_min
    assert len(done.cells) == 3 * 2 * 2
    table = done.accuracy("near")
    assert table.shape == (3, 2)
    row = next(
        row
        for row in done.rows
        if row["metric"] == "accuracy"
        and row["model"] == "near"
        and row["training"] == "plain"
        and row["eps_test"] == 0.1
    )
    assert table[2, 0] == pytest.approx(row["value"])


def test_the_same_seed_gives_the_same_document_and_another_does_not():
    one, two, other = (
        mohs.grid(MODELS, X, Y, random_state=seed, **OPTIONS).document["results"] for seed in (1, 1, 2)
    )
    assert one == two != other


def test_test_rows_of_ones_own_replace_the_splits():
    done = mohs.grid({"near": Nearest()}, X[:40], Y[:40], X_test=X[40:], y_test=Y[40:], **OPTIONS)
    assert {row["estimand"] for row in done.rows} == {"seeds"}
    assert done.document["data"]["test"]["rows"] == 20
    assert {line["rows_test"] for line in done.cells.values()} == {20}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"X_test": X[:, :1], "y_test": Y}, "do not fit"),
        ({"X_test": X, "y_test": Y + 1}, "do not fit"),
        ({"models": {"near": 3}}, "no model"),
        ({"models": {}}, "at least one model"),
        ({"eps_test": ("eps_max",)}, "no radius"),
        ({"norm": "l0"}, "no such norm"),
        ({"training": "loud"}, "training is not known"),
        ({"X": np.full((4, 2), np.nan), "y": [0, 1, 0, 1]}, "no finite number"),
        ({"X": [["a", 1.0], [0.0, 1.0]], "y": [0, 1]}, "row 0, column 0: a"),
        ({"y": np.zeros(len(Y))}, "one class only"),
        ({"eps_test": (-0.1,)}, "out of range"),
        ({"eps_train": (0, 50)}, "less than the box"),
        ({"confidence": 2}, "confidence is out of range"),
        ({"jobs": 0}, "jobs is no whole number"),
        ({"models": None}, "models are names"),
        ({"X_test": X}, "the labels of X_test are missing"),
    ],
)
def test_a_mistake_gets_one_message(change, said):
    with pytest.raises((MohsError, DataError), match=said):
        mohs.grid(**{"models": MODELS, "X": X, "y": Y, **OPTIONS, **change})


def test_one_radius_needs_no_brackets():
    done = mohs.grid({"near": Nearest()}, X, Y, **{**OPTIONS, "eps_train": 0.1, "eps_test": "eps_min"})
    assert done.experiment.eps_train == (0.1,)
    assert done.experiment.eps_test == (done.eps_min,)


def test_conflicts_leave_no_eps_min_and_are_told():
    rows = np.concatenate([X, X[:1]])
    labels = np.append(Y, 1 - Y[0])
    with pytest.raises(MohsError, match="2r is 0"):
        mohs.grid(MODELS, rows, labels, **OPTIONS)
    done = mohs.grid({"near": Nearest()}, rows, labels, **{**OPTIONS, "eps_train": (0,), "eps_test": (0.1,)})
    assert done.eps_min is None
    assert any("2r is 0" in warning for warning in done.document["warnings"])
