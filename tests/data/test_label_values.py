import datetime
from decimal import Decimal

import numpy as np
import pytest

from mohs.data.label_values import label_values
from mohs.data.table import as_table
from mohs.errors import DataError


def objects(*values):
    made = np.empty(len(values), dtype=object)
    made[:] = values
    return made


@pytest.mark.parametrize(
    ("given", "kind", "values"),
    [
        ((True, False), "b", [True, False]),
        ((np.bool_(1), False), "b", [True, False]),
        ((3, 2**60 + 1), "i", [3, 2**60 + 1]),
        ((3, 2.5), "f", [3.0, 2.5]),
        ((10**30, 10**30 + 1), "U", [str(10**30), str(10**30 + 1)]),
        ((2**60, 2.5), "U", [str(2**60), "2.5"]),
        ((1, "a"), "U", ["1", "a"]),
        ((True, "a"), "U", ["True", "a"]),
        ((Decimal("1.5"), 2), "U", ["1.5", "2"]),
        ((b"a", b"\xc3\xa9"), "U", ["a", "é"]),
        ((datetime.date(2020, 1, 2), datetime.date(2021, 1, 2)), "U", ["2020-01-02", "2021-01-02"]),
    ],
    ids=str,
)
def test_labels_are_of_the_narrowest_type_that_holds_them_all(given, kind, values):
    found = label_values(objects(*given), "data")
    assert (found.dtype.kind, found.tolist()) == (kind, values)


@pytest.mark.parametrize("bad", [[1], {"a": 1}, b"\xff", 1j, (0, 1)], ids=str)
def test_a_label_that_is_no_single_value_is_refused(bad):
    with pytest.raises(DataError, match="no single value"):
        label_values(objects("a", bad), "data")


def test_bytes_are_called_by_what_they_spell_and_truth_values_by_their_names():
    assert as_table(np.eye(2), np.array([b"yes", b"no"])).labels == ("no", "yes")
    assert as_table(np.eye(2), objects(True, False)).labels == ("False", "True")
    with pytest.raises(DataError, match="no single value"):
        as_table(np.eye(2), np.array([1j, 2j]))
    with pytest.raises(DataError, match="no single value"):
        as_table(np.eye(2), np.array([(1, 2), (3, 4)], dtype=[("a", "i8"), ("b", "i8")]))


@pytest.mark.parametrize(
    "y",
    [
        [10**30, 10**30 + 1],
        [-1, 2**63],
        [2**60, 2**60 + 1, 0.5],
        [10**400, 1],
        np.array([2**63, 2**63 + 1], "u8"),
    ],
    ids=range(5),
)
def test_whole_numbers_of_any_size_stay_different_labels(y):
    assert sorted(as_table(np.eye(len(y)), y).labels) == sorted(map(str, y))


@pytest.mark.parametrize("y", [["a", "a\0"], ("a", "b\0", "b"), objects("a", "a\0"), objects("b", b"a\0")])
def test_a_label_that_an_array_would_cut_is_refused(y):
    with pytest.raises(DataError, match="ends in a NUL"):
        as_table(np.eye(len(y)), y)
