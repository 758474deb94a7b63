"""eps_min is half of 2r or refused with the rows to blame; a stated eps must make sense in the data's box."""

import math

import numpy as np
import pytest

from mohs.data.table import as_table
from mohs.errors import DataError, MohsError
from mohs.noise.norm import as_norm
from mohs.noise.radius import eps_min, measured, stated
from mohs.noise.scaling import scaling_of

LINF = as_norm("linf")
ROWS = as_table([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]], list("aba"))


def test_eps_min_is_half_the_smallest_distance():
    assert eps_min(measured(ROWS, None, LINF, None, 0), "rows") == 2.0
    assert eps_min(measured(ROWS, None, as_norm("l2"), None, 0), "rows") == 2.5
    assert eps_min(measured(ROWS, None, LINF, scaling_of(ROWS, "min-max"), 0), "rows") == 0.25


def test_training_rows_count_too_and_come_first():
    train = as_table([[0.0, 1.0], [9.0, 9.0]], list("ba"))
    found = measured(ROWS, train, LINF, None, 0)
    assert eps_min(found, "rows") == 0.5
    assert found.nearest[-3:].tolist() == [1.0, 4.0, 4.0]


@pytest.mark.parametrize(
    ("norm", "scaled", "expected"), [("l2", False, 2.5), ("linf", False, 2.0), ("linf", True, 0.25)]
)
def test_with_training_rows_norm_and_scaling_are_the_same(norm, scaled, expected):
    train = as_table([[0.0, 0.0], [3.0, 4.0], [6.0, 10.0]], list("aba"))
    scaling = scaling_of(train, "min-max") if scaled else None
    assert eps_min(measured(ROWS, train, as_norm(norm), scaling, 0), "rows") == pytest.approx(
        expected, rel=0.3
    )
    alone = measured(train, None, as_norm(norm), scaling, 0)
    assert measured(train, train, as_norm(norm), scaling, 0).two_r == alone.two_r


def test_training_rows_that_share_no_label_are_refused():
    with pytest.raises(DataError, match="no label in common"):
        measured(ROWS, as_table([[0.0, 1.0], [9.0, 9.0]], [0, 1]), LINF, None, 0)


def test_equal_rows_of_other_labels_are_named_and_what_is_left_without_them():
    table = as_table([[0.0], [0.0], [3.0], [7.0]], list("abab"))
    with pytest.raises(MohsError, match=r"(?s)2r is 0.*rows 0, 1.*2r is 4 and eps_min 2"):
        eps_min(measured(table, None, LINF, None, 0), "data.csv")


@pytest.mark.parametrize("eps", [-0.1, math.nan, math.inf, 8.0, "wide", True, 10**400], ids=range(7))
def test_an_eps_that_is_negative_no_number_or_larger_than_the_box_is_refused(eps):
    with pytest.raises(MohsError, match=r"(?s)out of range.*the data's box, 8"):
        stated(eps, ROWS, LINF, None)


def test_an_eps_inside_the_box_is_taken_in_its_units():
    assert stated(7.9, ROWS, LINF, None) == 7.9
    assert stated(0, ROWS, LINF, None) == 0.0
    assert stated("0.5", ROWS, LINF, None) == 0.5
    with pytest.raises(MohsError, match="box, 1"):
        stated(7.9, ROWS, LINF, scaling_of(ROWS, "min-max"))


def test_the_box_is_as_large_as_the_rows_lie_apart_wherever_that_is():
    table = as_table([[10.0, -5.0], [12.0, -2.0]], [0, 1])
    with pytest.raises(MohsError, match="box, 3"):
        stated(3.0, table, LINF, None)
    with pytest.raises(MohsError, match="box, 1"):
        stated(3.0, table, LINF, scaling_of(table, "min-max"))
    assert stated(2.9, table, LINF, None) == 2.9


def test_the_seed_decides_the_halves():
    table = as_table(np.random.default_rng(0).random((40, 2)), [0, 1] * 20)
    train = as_table(np.random.default_rng(1).random((40, 2)), [0, 1] * 20)
    for more in (None, train):
        halves = [measured(table, more, LINF, None, seed).halves for seed in (0, 1, 1)]
        assert halves[0] != halves[1] == halves[2]
