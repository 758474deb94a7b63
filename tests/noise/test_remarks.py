"""What is said of the numbers, and when."""

import numpy as np
import pytest

from mohs import separation
from mohs.data.table import as_table
from mohs.noise.ball import Noise
from mohs.noise.counting import Counts, Setting
from mohs.noise.norm import as_norm
from mohs.noise.reference import ReferenceNoise
from mohs.noise.remarks import estimand, remarks
from mohs.noise.scaling import scaling_of

TABLE = as_table([[0.0], [0.5], [1.0]], list("aba"))
L2 = as_norm("l2")


def setting(noise=None, table=TABLE, **options):
    return Setting(table, lambda rows: np.zeros(len(rows), int), noise or Noise(1, 0.1, L2, 0), **options)


def counts(**changes):
    made = Counts(np.zeros(3, int), repeated=3, changed=changes.pop("changed", 0))
    made.copies = 2
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def said(*, labels=("a", "b"), eps=0.1, found=None, counted=None, **options):
    return list(remarks(setting(**options), counted or counts(), labels, eps, found))


def test_nothing_is_said_where_there_is_nothing_to_say():
    assert said() == ["labels with one row only: b"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"labels": ("a", "b", "c")}, "the data do not have: c"),
        ({"noise": ReferenceNoise(1, 0.1, L2, 0, 5)}, "intervals are too narrow"),
        ({"found": separation(TABLE), "eps": 0.3}, "larger than eps_min 0.25"),
        ({"found": separation(TABLE), "eps": 0.25}, "of the training rows as well (--train) it is no larger"),
        ({"counted": counts(changed=2)}, "not deterministic: asked again about 3 rows"),
        (
            {"table": as_table(TABLE.X, list("aba"), bounds=(0, 1)), "counted": counts(affected=3)},
            "50 % of the noisy values lie outside the bounds",
        ),
    ],
    ids=["labels", "reference", "overlap", "alone", "fickle", "outside"],
)
def test_what_should_be_known_is_said(options, words):
    assert any(words in remark for remark in said(**options))


@pytest.mark.parametrize(
    ("kind", "size", "scale", "told"),
    [
        (np.float64, 1e16, "none", True),
        (np.float64, 1e9, "none", False),
        (np.float32, 1e9, "none", True),
        (np.float32, 1e9, "min-max", False),
        (np.float32, 1.0, "none", False),
    ],
)
def test_noise_that_is_rounded_away_is_told(kind, size, scale, told):
    table = as_table(np.array([[1.0, 0], [2, 1], [3, 0]], kind) * np.array([size, 1], kind), list("aba"))
    found = said(table=table, noise=Noise(2, 0.1, L2, 0), scaling=scaling_of(table, scale))
    assert any("noise is rounded" in remark and "column 0," in remark for remark in found) == told


def test_the_farther_of_both_bounds_decides_what_is_rounded():
    table = as_table([[-1e16], [-2.0], [1.0]], list("aba"))
    assert any("numbers near 1e+16 are 2 apart" in remark for remark in said(table=table))


def test_columns_in_unlike_units_are_told_unless_they_are_scaled():
    table = as_table([[0.1, 300.0], [0.9, 1700.0], [0.4, 400.0]], list("aba"))
    for scale, told in (("none", True), ("min-max", False)):
        found = said(table=table, noise=Noise(2, 0.1, L2, 0), scaling=scaling_of(table, scale))
        assert any("column 1 span 1400" in remark for remark in found) == told


def test_noise_of_no_size_is_not_rounded():
    table = as_table([[1e16], [2.0], [1.0]], list("aba"))
    assert not any("rounded" in remark for remark in said(table=table, eps=0.0))


def test_copies_that_the_papers_code_drops_are_told():
    noise = ReferenceNoise(2, 0.1, L2, 3, 40)
    table = as_table(np.eye(2), [0, 1])
    told = said(noise=noise, table=table)
    assert any(f"{noise.copies} lay in the ball" in remark for remark in told)


def test_own_extremes_of_the_data_are_no_bounds_to_be_outside_of():
    assert not any("outside" in remark for remark in said(counted=counts(affected=3)))


def test_the_estimand_names_classifier_rows_and_noise():
    words = estimand(setting(), 0.1, L2)
    assert "this one trained classifier" in words
    assert "rows like these 3" in words
    assert "uniform in the ball (l2, eps = 0.1)" in words
    assert "on the sphere" in estimand(setting(Noise(1, 0.1, L2, 0, where="sphere")), 0.1, L2)
    assert "4 offsets that all rows share" in estimand(
        setting(ReferenceNoise(1, 0.1, as_norm("linf"), 0, 4)), 0.1, L2
    )


def test_with_training_rows_eps_min_is_not_that_of_the_rows_alone():
    both = separation(TABLE, X_test=TABLE)
    assert not any("--train" in remark for remark in said(found=both, eps=both.eps_min))
