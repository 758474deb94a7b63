"""Scaling is explicit, and can be undone."""

import numpy as np
import pytest

from mohs.data.table import as_table
from mohs.errors import MohsError
from mohs.noise.scaling import Scaling, remark_on_units, scaling_of

TABLE = as_table([[1.0, 7.0, 0.0], [3.0, 7.0, 10.0]], [0, 1])


def test_min_max_goes_from_0_to_1_and_leaves_constant_columns_in_place():
    scaling = scaling_of(TABLE, "min-max")
    assert scaling.apply(TABLE.X).tolist() == [[0, 0, 0], [1, 0, 1]]
    assert scaling.undo(scaling.apply(TABLE.X)).tolist() == TABLE.X.tolist()
    assert scaling.width.tolist() == [2, 1, 10]


def test_narrow_columns_go_from_0_to_1_too():
    table = as_table([[0.1, 0.0], [0.5, 1.0], [0.2, 1e-3]], [0, 1, 1])
    assert scaling_of(table, "min-max").apply(table.X) == pytest.approx(
        np.array([[0, 0], [1, 1], [0.25, 1e-3]])
    )


def test_min_max_goes_by_the_stated_box():
    table = as_table([[1.0], [3.0]], [0, 1], bounds=(0, 4))
    assert scaling_of(table, "min-max").apply(table.X).tolist() == [[0.25], [0.75]]


def test_none_scales_nothing_and_a_given_scaling_is_kept():
    assert scaling_of(TABLE, "none") is None
    own = Scaling(np.zeros(3), np.array([1.0, 2.0, 4.0]))
    assert scaling_of(TABLE, own) is own


@pytest.mark.parametrize(
    "scale", ["standard", Scaling(np.zeros(3), np.array([1.0, 0.0, 1.0])), Scaling(np.zeros(2), np.ones(2))]
)
def test_what_is_no_scaling_is_refused(scale):
    with pytest.raises(MohsError):
        scaling_of(TABLE, scale)


def test_columns_in_unlike_units_are_told_where_nothing_is_scaled():
    X, y = np.array([[0.1, 300.0, 5.0], [0.9, 1700.0, 5.0], [0.4, 400.0, 5.0]]), [0, 1, 1]
    (said,) = remark_on_units(as_table(X, y), "none")
    assert "column 1 span 1400, those of column 0 0.8" in said
    assert list(remark_on_units(as_table(X, y), None)) == [said]
    assert not list(remark_on_units(as_table(X, y), "min-max"))
    assert not list(remark_on_units(as_table(X, y, bounds=(0, 1700)), "none"))
    assert not list(remark_on_units(as_table(X / [1, 100, 1], y), "none"))


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
@pytest.mark.parametrize(("times", "told"), [(99.0, False), (100.0, True), (101.0, True)])
def test_a_hundred_times_as_wide_is_unlike_in_any_unit(unit, times, told):
    X = np.array([[0.0, 0.0], [1.0, times]]) * unit
    assert bool(list(remark_on_units(as_table(X, [0, 1]), "none"))) == told


def test_columns_that_do_not_vary_are_not_compared():
    for X in ([[1.0, 2.0], [1.0, 2.0]], [[1.0, 2.0], [1.0, 3.0]]):
        assert not list(remark_on_units(as_table(X, [0, 1]), "none"))
