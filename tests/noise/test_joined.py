"""Training and test rows as one table: by columns and by the names of labels."""

import numpy as np
import pytest

from mohs.data.table import as_table
from mohs.errors import DataError
from mohs.noise.joined import joined, labelled

ROWS = np.array([[1.0, 2.0], [3.0, 4.0]])


def table(labels, columns=(), X=ROWS):
    return as_table(X, labels, columns=columns, name="rows")


TABLE = table([0, 1])


def test_labels_are_matched_by_name_and_ordered_as_numbers_before_texts():
    both, n_test = joined(table(["9", "nan"]), None, table(["10", "nan"]), None, None)
    assert (both.labels, both.y.tolist(), n_test) == (("9", "10", "nan"), [0, 2, 1, 2], 2)
    assert both.X.tolist() == [*ROWS.tolist(), *ROWS.tolist()]


def test_rows_of_two_types_become_float64_and_bytes_stay_bytes():
    images = ROWS.astype(np.uint8)
    assert joined(table([0, 1], X=images), None, table([0, 1], X=images), None, None)[0].X.dtype == np.uint8
    assert joined(table([0, 1], X=images), None, table([0, 1]), None, None)[0].X.dtype == np.float64


def test_columns_of_other_names_or_in_another_order_are_refused():
    one = table([0, 1], ("width", "height"))
    assert joined(one, None, table([0, 1], ("width", "height")), None, None)[1] == 2
    assert joined(one, None, table([0, 1]), None, None)[1] == 2, "an array has no names"
    assert joined(table([0, 1]), None, one, None, None)[1] == 2
    with pytest.raises(DataError, match="column 0 is 'width' in one and 'height' in the other"):
        joined(one, None, table([0, 1], ("height", "width")), None, None)
    with pytest.raises(DataError, match="another number of columns"):
        joined(one, None, table([0, 1], X=ROWS[:, :1]), None, None)


def test_tables_of_other_bounds_are_refused():
    bytes_, shares = as_table(ROWS, [0, 1], bounds=(0, 255)), as_table(ROWS / 255, [0, 1], bounds=(0, 1))
    for one, other in ((bytes_, shares), (shares, bytes_), (shares, table([0, 1]))):
        with pytest.raises(DataError, match="differ in their bounds"):
            joined(one, None, other, None, None)
    for below_or_above in (ROWS - 2, ROWS + 253):
        with pytest.raises(DataError, match="differ in their bounds"):
            joined(bytes_, None, table([0, 1], X=below_or_above), None, None)
    full = np.array([[0.0, 255.0], [3.0, 4.0]])  # as far as the bounds reach
    assert joined(bytes_, None, table([0, 1], X=full), None, None)[1] == 2
    assert joined(bytes_, None, table([0, 1]), None, None)[1] == 2
    assert joined(table([0, 1]), None, bytes_, None, None)[1] == 2


def test_labels_are_needed():
    with pytest.raises(DataError, match="the labels of X are missing"):
        joined(ROWS, None, None, None, None)
    with pytest.raises(DataError, match="the labels of X_test are missing"):
        joined(ROWS, [0, 1], ROWS, None, None)


def test_rows_that_are_no_table_yet_get_the_stated_bounds():
    both, n_test = joined(ROWS, [0, 1], None, None, (0, 9))
    assert n_test == 0
    assert (both.low.tolist(), both.high.tolist(), both.stated) == ([0, 0], [9, 9], True)


def test_labels_are_needed_and_a_table_has_them():
    assert labelled(TABLE, None, None, "X") is TABLE
    assert labelled(np.eye(2), [0, 1], (0, 1), "X").stated
    for more in (([0, 1], None), (None, (0.0, 9.0))):
        with pytest.raises(DataError, match="X is a Table"):
            labelled(TABLE, *more, "X")
    with pytest.raises(DataError, match="labels of X are missing"):
        labelled(np.eye(2), None, None, "X")
