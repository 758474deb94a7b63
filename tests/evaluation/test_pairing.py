"""Rows are paired by what tells them apart, whatever their order, and fall into cells."""

import numpy as np
import pytest

from mohs.errors import MohsError
from mohs.evaluation.pairing import pair_up
from mohs.evaluation.sides import OVERALL, Answered


def answered(rows, **columns):
    """Rows of (id, right, source)."""
    return Answered(
        "robust_accuracy",
        (OVERALL,),
        [(own,) for own, _, _ in rows],
        np.asarray([right for _, right, _ in rows], np.bool_),
        [(source,) for _, _, source in rows],
        [hash(own) for own, _, _ in rows],
        columns,
    )


def test_rows_come_in_the_order_of_the_first_and_what_one_side_lacks_is_told():
    first = answered([("a", True, "s"), ("b", False, "s"), ("c", True, "t")], task=["x", "y", "x"])
    second = answered([("c", False, "t"), ("a", True, "s"), ("d", True, "u")], task=["x", "x", "x"])
    pair = pair_up("one", first, "two", second)
    assert pair.first.tolist() == [True, True]
    assert pair.second.tolist() == [True, False]
    assert pair.sources.tolist() == [0, 1]
    assert pair.coordinates == {"task": ["x", "x"]}
    assert pair.notes == [
        "one has 1 rows that two has not (robust_accuracy); they are left out",
        "two has 1 rows that one has not (robust_accuracy); they are left out",
    ]


def test_a_table_whose_cells_are_those_of_an_earlier_one_says_nothing_new():
    rows = [(str(i), True, str(i)) for i in range(4)]
    side = answered(rows, task=["x"] * 4, level=["w", "w", "h", ""])
    pair = pair_up("one", side, "two", side)
    assert pair.cells(("level",)) == {("w",): [0, 1], ("h",): [2]}
    tables = [OVERALL, ("task",), ("level",), ("task", "level")]
    assert list(pair.distinct(tables)) == [OVERALL, ("level",)]


def test_sides_without_a_row_in_common_are_refused():
    with pytest.raises(MohsError, match=r"no row in common(.|\n)*1 rows such as a and no rows"):
        pair_up("one", answered([("a", True, "s")]), "two", answered([]))
