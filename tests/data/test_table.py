"""A table is checked once: finite numbers, labels of two classes, a box; what is wrong is named by place."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from mohs.data.table import as_table
from mohs.errors import DataError

TWO = [[0.0, 1.0], [2.0, 5.0]]


def test_labels_are_numbered_in_the_order_of_their_values_and_keep_their_names():
    table = as_table([[1.0], [2.0], [3.0]], [10, 9, 10])
    assert table.labels == ("9", "10")
    assert table.y.tolist() == [1, 0, 1]
    assert as_table([[1.0], [2.0]], ["cat", "ant"]).labels == ("ant", "cat")
    assert as_table([[1.0], [2.0]], [1.0, 0.0]).labels == ("0", "1")
    assert as_table([[1.0], [2.0]], [True, False]).labels == ("False", "True")
    assert as_table([[1.0], [2.0]], np.array([7, "a"], dtype=object)).labels == ("7", "a")
    assert as_table([[1.0], [2.0]], [[3], [4]]).labels == ("3", "4")


def test_a_table_is_written_in_one_line():
    assert repr(as_table(TWO, [0, 1], name="a.csv")) == "Table(a.csv: 2 rows, 2 columns, 2 labels)"


def test_the_box_of_a_table_is_its_own_column_by_column_and_that_of_images_is_one():
    table = as_table(TWO, [0, 1])
    assert (table.low.tolist(), table.high.tolist(), table.stated) == ([0, 1], [2, 5], False)
    image = as_table(np.array([[[0, 9]], [[3, 255]]], dtype=np.uint8), [0, 1])
    assert (image.low.tolist(), image.high.tolist()) == ([0, 0], [255, 255])
    assert image.shape == (1, 2)
    assert image.X.shape == (2, 2)
    stated = as_table(TWO, [0, 1], bounds=(-1, 6))
    assert (stated.low.tolist(), stated.high.tolist(), stated.stated) == ([-1, -1], [6, 6], True)


@pytest.mark.parametrize(("n", "d"), [(30, 1), (2_100, 1), (30, 16), (1_000, 17), (2, 40), (55, 2_000)])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_the_box_of_few_columns_and_of_many_is_that_of_their_sorted_values(n, d, kind):
    X = np.random.default_rng(d).normal(size=(n, d)).astype(kind)
    table = as_table(X, np.arange(n) % 2)
    ends = np.sort(X.astype(np.float64), axis=0)[[0, -1]]
    assert np.array_equal([table.low, table.high], ends)


@pytest.mark.parametrize("kind", ["uint8", "float32", "float64"])
def test_bytes_and_floats_stay_as_they_are(kind):
    assert as_table(np.array(TWO, dtype=kind), [0, 1]).X.dtype == kind


@pytest.mark.parametrize("kind", ["int8", "int64", "float16", "bool"])
def test_other_numbers_become_float64(kind):
    table = as_table(np.array(TWO).astype(kind), [0, 1])
    assert table.X.dtype == np.float64
    assert table.X.tolist() == np.array(TWO).astype(kind).astype(float).tolist()


@given(
    st.lists(st.integers(0, 1), min_size=2, max_size=20).filter(lambda y: len(set(y)) == 2),
    st.data(),
)
def test_taking_rows_keeps_labels_and_box(y, data):
    table = as_table(np.arange(2.0 * len(y)).reshape(-1, 2), y)
    rows = np.array(data.draw(st.lists(st.integers(0, len(y) - 1), min_size=1)))
    part = table.take(rows)
    assert part.labels == table.labels
    assert part.high.tolist() == table.high.tolist()
    assert part.X.tolist() == table.X[rows].tolist()
    assert len(part) == len(rows)


def test_texts_that_are_numbers_are_numbers():
    assert as_table([["1", "2.5"], ["-1e3", "0"]], [0, 1]).X.tolist() == [[1, 2.5], [-1000, 0]]


@pytest.mark.parametrize(
    ("X", "place"),
    [
        ([[1.0, 2.0], [np.nan, 4.0]], "row 1, column 0: nan"),
        ([[1.0, 2.0], [3.0, -np.inf]], "row 1, column 1: -inf"),
        ([["1", "2"], ["three", "4"]], "row 1, column 0: three"),
        ([["1", ""], ["3", "4"]], "row 0, column 1: ''"),
        (np.array([[1, None], [3, 4]], dtype=object), "row 0, column 1"),
    ],
)
def test_what_is_no_finite_number_is_named_by_row_and_column(X, place):
    with pytest.raises(DataError) as caught:
        as_table(X, [0, 1])
    assert place in str(caught.value)


def test_a_column_without_a_number_is_said_to_be_left_out_and_one_with_gaps_is_not():
    X = np.array([["1", "Bonn"], ["", "Ulm"], ["3", "Bonn"]], dtype=object)
    with pytest.raises(DataError) as caught:
        as_table(X, [0, 1, 0])
    assert "4 values" in str(caught.value)
    assert "to mend: leave out column 1, where no value is a number" in str(caught.value)


def test_many_bad_values_are_counted_and_ten_shown():
    X = np.full((30, 2), np.nan)
    with pytest.raises(DataError) as caught:
        as_table(X, [0, 1] * 15)
    assert "60 values" in str(caught.value)
    assert "and 50 more" in str(caught.value)
    assert str(caught.value).count("row ") == 10


def test_a_column_with_a_name_is_called_by_it():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"width": [1.0, 2.0], "height": [3.0, np.nan]})
    with pytest.raises(DataError, match="row 1, column 'height': nan"):
        as_table(frame, [0, 1])


def test_a_data_set_of_hugging_face_is_taken():
    datasets = pytest.importorskip("datasets")
    rows = datasets.Dataset.from_dict({"width": [1.0, 2.0], "height": [3.0, 5.0], "kind": ["a", "b"]})
    table = as_table(rows.remove_columns("kind"), rows["kind"])
    assert table.X.tolist() == [[1.0, 3.0], [2.0, 5.0]]
    assert table.columns == ("width", "height") and table.labels == ("a", "b")


def test_values_whose_differences_would_overflow_are_refused():
    assert as_table([[1e300], [-1e300]], [0, 1]).X[0, 0] == 1e300
    with pytest.raises(DataError, match="row 1, column 0: 1e\\+308"):
        as_table([[1.0], [1e308]], [0, 1])
    assert len(as_table(np.array([[1.7e38], [-1.7e38]], dtype=np.float32), [0, 1])) == 2
    with pytest.raises(DataError, match="row 1, column 0"):
        as_table(np.array([[1.7e38], [-2e38]], dtype=np.float32), [0, 1])
    with pytest.raises(DataError, match="row 1, column 0: inf"):
        as_table(np.array([[1], ["1e400"]], dtype=np.longdouble), [0, 1])


@pytest.mark.parametrize(
    ("X", "y", "said"),
    [
        (TWO, [1, 1], "one class only"),
        (TWO, [1, 2, 3], "differ in length"),
        ([1.0, 2.0], [0, 1], "one dimension"),
        ([], [], "no values"),
        (np.empty((2, 0)), [0, 1], "no values"),
        (TWO, ["a", ""], "no label"),
        (TWO, np.array(["a", None], dtype=object), "no label"),
        (TWO, [0.0, np.nan], "no label"),
        (TWO, [[0, 1], [1, 0]], "one label for each row"),
        ([[1, 2], [3]], [0, 1], "no array of numbers"),
        ([[1j], [2j]], [0, 1], "no real numbers"),
        ([[2**53 + 2], [0]], [0, 1], "too large to be compared exactly"),
        (np.arange(60.0).reshape(30, 2), np.linspace(0, 1, 30), "looks like a measured number"),
    ],
)
def test_what_cannot_be_used_is_refused(X, y, said):
    with pytest.raises(DataError, match=said):
        as_table(X, y)


@pytest.mark.parametrize(
    "bounds", [(1, 0), (0, 0), (0, np.inf), (np.nan, 1), (0,), (0, 1, 2), (0, None), 5], ids=str
)
def test_bounds_are_two_numbers_the_lower_first(bounds):
    with pytest.raises(DataError, match="lower one first"):
        as_table(TWO, [0, 1], bounds=bounds)


def test_data_outside_the_stated_bounds_are_named():
    with pytest.raises(DataError) as caught:
        as_table(TWO, [0, 1], bounds=(0, 1))
    assert "row 1, column 1: 5" in str(caught.value)
    with pytest.raises(DataError, match="row 0, column 0: 0"):
        as_table(TWO, [0, 1], bounds=(0.5, 9))


def test_masked_values_sparse_rows_and_columns_of_one_name_are_refused():
    with pytest.raises(DataError, match="masked"):
        as_table(np.ma.masked_array(TWO, mask=[[True, False], [False, False]]), [0, 1])
    with pytest.raises(DataError, match=r"a csr_array(.|\n)*X.toarray\(\)"):
        as_table(csr_array(np.eye(2)), [0, 1])
    with pytest.raises(DataError, match="got: a dict"):
        as_table({"a": [1.0, 2.0]}, [0, 1])
    with pytest.raises(DataError, match="got: a set"):
        as_table(TWO, {0, 1})
    pandas = pytest.importorskip("pandas")
    with pytest.raises(DataError, match="column 'a' is there twice"):
        as_table(pandas.DataFrame(TWO, columns=["a", "a"]), [0, 1])


def test_missing_labels_of_pandas_are_named():
    pandas = pytest.importorskip("pandas")
    for kind, labels in (("string", ["a", None, "b"]), ("Int64", [1, None, 2])):
        with pytest.raises(DataError, match=r"1 row has no label(.|\n)*row 1"):
            as_table(np.eye(3), pandas.Series(labels, dtype=kind))


def test_tensors_with_gradients_are_numbers():
    torch = pytest.importorskip("torch")
    table = as_table(torch.eye(2, requires_grad=True), torch.tensor([3.0, 4.0], requires_grad=True))
    assert (table.X.tolist(), table.labels) == (np.eye(2).tolist(), ("3", "4"))


def test_labels_that_look_alike_are_told():
    table = as_table(np.arange(10.0).reshape(5, 2), ["a", "b", "A", " a", "c"])
    assert table.labels == (" a", "A", "a", "b", "c")
    assert table.notes[-1] == "labels that look alike are different labels: ' a', 'A', 'a'"
    table = as_table(np.arange(10.0).reshape(5, 2), ["01", "1", "1.0", "2", "nan"])
    assert table.notes[-1] == "labels that look alike are different labels: '01', '1', '1.0'"
    table = as_table(np.arange(6.0).reshape(3, 2), ["caf\u00e9", "cafe\u0301", "tea"])
    assert table.notes[-1].startswith("labels that look alike are different labels: ")


def test_constant_columns_and_labels_of_one_row_are_told():
    notes = as_table([[1.0, 1.0], [1.0, 2.0], [1.0, 3.0]], ["a", "a", "b"]).notes
    assert notes == ("constant columns, which tell no classes apart: 0", "labels with one row only: b")


@pytest.mark.parametrize(
    "X",
    [
        [[10**30, 1], [10**30 + 1, 2]],
        [[10**400, 1], [1, 2]],
        np.array([[2**53 + 1, "1"], [0, 1]], dtype=object),
        [["9007199254740993", "1"], ["0", "1"]],
    ],
    ids=range(4),
)
def test_a_whole_number_that_float64_does_not_hold_is_refused_however_it_comes(X):
    with pytest.raises(DataError, match="too large to be compared exactly"):
        as_table(X, [0, 1])


@pytest.mark.parametrize("shape", [(3,), (3, 1)])
def test_masked_labels_are_missing(shape):
    y = np.ma.masked_array([0, 1, 1], [False, True, False]).reshape(shape)
    with pytest.raises(DataError, match=r"1 row has no label(.|\n)*row 1"):
        as_table(np.eye(3), y)
    assert as_table(np.eye(2), np.ma.masked_array([0, 1], False)).labels == ("0", "1")


def test_whole_numbers_that_float64_holds_are_numbers_however_large():
    assert as_table([[2**53, 1], [10**22, 2]], [0, 1]).X[1, 0] == 1e22
