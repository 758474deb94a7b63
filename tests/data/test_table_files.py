"""Tables from files: what is read, and what is wrong with a file, named by line and column."""

import contextlib
import gzip

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from mohs.data.table_files import read_table
from mohs.errors import DataError

CSV = "width,height,class\n1,2,a\n3,4.5,b\n-1e2,0,a\n"


def test_a_csv_with_a_label_column(write):
    table = read_table(write("data.csv", CSV))
    assert table.X.tolist() == [[1, 2], [3, 4.5], [-100, 0]]
    assert table.labels == ("a", "b")
    assert table.y.tolist() == [0, 1, 0]
    assert table.columns == ("width", "height")
    assert len(table.sha256) == 64


def test_features_and_label_are_chosen_by_name(write):
    table = read_table(write("data.csv", CSV), label="width", features=["height"])
    assert table.columns == ("height",)
    assert table.labels == ("-1e2", "1", "3")


def test_integer_labels_are_ordered_as_numbers(write):
    table = read_table(write("data.csv", "x,label\n1,10\n2,9\n3,10.0\n"))
    assert table.labels == ("9", "10")
    assert table.y.tolist() == [1, 0, 1]


def test_columns_that_name_rows_are_left_out_and_told(write):
    path = write("data.csv", ";x;y;label\nrow_1;1;2;a\nrow_2;3;4;b\n")
    table = read_table(path)
    assert table.columns == ("x", "y")
    assert any("column '' is left out" in note for note in table.notes)
    assert read_table(write("id.csv", "id,x,label\n5,1,a\n6,2,b\n"), features=["id", "x"]).columns == (
        "id",
        "x",
    )


def test_npz_and_csv_and_parquet_give_the_same_table(write, tmp_path):
    X, y = np.array([[0.1, 2.0], [3.0, 1 / 3]]), np.array([3, 7])
    np.savez(tmp_path / "data.npz", x=X, Y=y)
    frame = pyarrow.table({"a": X[:, 0], "b": X[:, 1], "label": y})
    pyarrow.parquet.write_table(frame, tmp_path / "data.parquet")
    text = "a,b,label\n" + "\n".join(f"{a!r},{b!r},{c}" for (a, b), c in zip(X.tolist(), y, strict=True))
    paths = [tmp_path / "data.npz", tmp_path / "data.parquet", write("data.csv", text)]
    tables = [read_table(path) for path in paths]
    assert all(table.X.tolist() == X.tolist() for table in tables)
    assert all(table.labels == ("3", "7") for table in tables)


def test_images_in_an_npz_keep_their_bytes_and_shape(tmp_path):
    X = np.arange(24, dtype=np.uint8).reshape(2, 3, 4)
    np.savez(tmp_path / "data.npz", X=X, y=["a", "b"])
    table = read_table(tmp_path / "data.npz")
    assert (table.X.dtype, table.shape) == (np.uint8, (3, 4))


@pytest.mark.parametrize(
    ("content", "places"),
    [
        ("a,b,label\n1,x,0\n2,3,1\n", ["line 2, column 'b': x"]),
        ("a,b,label\n1,2,0\n,3,1\n", ["line 3, column 'a': nothing"]),
        ("a,b,label\n1,?,0\n2,n/a,1\n", ["line 2, column 'b': ?", "line 3, column 'b': n/a"]),
        ("a,b,label\n1,2,0\n2,nan,1\n", ["line 3, column 'b': nan"]),
        ("a,b,label\n1,2,0\n2,1_3,1\n", ["line 3, column 'b': 1_3"]),
        ("a,b,label\n1,2,0\ninf,1,1\n", ["line 3, column 'a': inf"]),
        ("a,b,label\n1,2,0\n\n\n1,nan,1\n", ["line 5, column 'b': nan"]),
    ],
)
def test_what_is_no_number_is_named_by_line_and_column(write, content, places):
    with pytest.raises(DataError) as caught:
        read_table(write("data.csv", content))
    assert all(place in str(caught.value) for place in places)


def test_a_column_of_texts_is_left_out_by_naming_the_others(write):
    path = write("t.csv", "a,city,b,label\n1,Bonn,2,x\n,Ulm,3,y\n")
    with pytest.raises(DataError) as caught:
        read_table(path)
    assert "leave out column 'city' (--features a,b), where no value is a number" in caught.value.at_prompt()
    with pytest.raises(DataError, match="leave the rows or columns out"):
        read_table(path, features=["a", "b"])


def test_a_gap_in_parquet_is_named_by_row_and_column(tmp_path):
    frame = pyarrow.table({"a": [1.0, None], "b": [1, 2], "label": ["x", "y"]})
    pyarrow.parquet.write_table(frame, tmp_path / "data.parquet")
    with pytest.raises(DataError, match="row 1, column 'a': nothing"):
        read_table(tmp_path / "data.parquet")


def test_a_table_of_many_blocks_is_whole(write):
    n = 40_000
    text = "a,label\n" + "".join(f"{row},{row % 3}\n" for row in range(n))
    table = read_table(write("data.csv", text))
    assert table.X[:, 0].tolist() == list(range(n))
    assert table.y.tolist() == [row % 3 for row in range(n)]


@pytest.mark.parametrize(
    ("name", "content", "given", "said"),
    [
        ("data.csv", "a,b\n1,2\n", {}, "no column looks like the label"),
        ("data.csv", "label,target\n1,2\n", {"label": "targt"}, "did you mean target"),
        ("data.csv", "class,target\n1,2\n", {}, "more than one column looks like the label"),
        ("data.csv", "a,label\n1,x\n", {"features": ["b"]}, "no column 'b'"),
        ("data.csv", "a,label\n1,x\n", {"features": ["label"]}, "cannot be a feature"),
        ("data.csv", "id,label\n1,x\n", {}, "no columns of numbers"),
        ("data.csv", "a,a,label\n1,1,x\n", {}, "there twice"),
        ("data.csv", "a,label,label\n1,x,y\n2,y,x\n", {}, "'label' is there twice"),
        ("data.csv", "a,label\n1,x\n2,y\n", {"features": ["a", "a"]}, "'a' is named twice"),
        ("data.csv", "a,label\n1,x\n2, \n", {}, "no label(.|\n)*line 3"),
        (
            "data.csv",
            f"a,b,label\n1,{2**53},x\n2,{2**53 + 1},y\n",
            {},
            f"too large to be compared exactly(.|\n)*line 3, column 'b': {2**53 + 1}",
        ),
        (
            "data.csv",
            "a,label\n" + "".join(f"1,{place / 7}\n" for place in range(30)),
            {},
            "looks like a measured number",
        ),
        ("data.csv", "a,label\n", {}, "no rows"),
        ("data.csv", "a,label\n1,x\n2,x\n", {}, r"'label' has one class only(.|\n)*with label$"),
        ("data.csv", "a,label\n1,x\n2\n", {}, "data.csv:3"),
        ("data.csv", "a,label\n1,x\n\n2,\n", {}, "line 4"),
        ("data.xlsx", "a", {}, "no table that mohs reads"),
        ("data.npz", "no zip", {}, "no readable .npz"),
        ("data.npz", "PK\x03\x04", {}, "no readable .npz"),
        ("data.parquet", "PAR1", {}, "no readable Parquet"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(write, name, content, given, said):
    with pytest.raises(DataError, match=said):
        read_table(write(name, content), **given)


def test_whole_numbers_that_float64_holds_are_numbers_and_those_of_labels_may_be_any(write):
    table = read_table(write("data.csv", f"a,label\n{2**53},{10**20}\n{2**60},{10**20 + 1}\n"))
    assert table.X.tolist() == [[2.0**53], [2.0**60]]
    assert table.labels == (str(10**20), str(10**20 + 1))


def test_a_file_that_is_not_there_is_named(tmp_path):
    for name in ("none.csv", "none.npz", "none.parquet", "none"):
        with pytest.raises(DataError, match="there is no file"):
            read_table(tmp_path / name)
    with pytest.raises(DataError, match="a folder"):
        read_table(tmp_path)


def test_an_npz_of_other_arrays_or_of_pickles_is_refused(tmp_path):
    np.savez(tmp_path / "other.npz", features=np.eye(2))
    with pytest.raises(DataError, match="arrays features"):
        read_table(tmp_path / "other.npz")
    np.savez(tmp_path / "pickle.npz", X=np.array([[1], [None]], dtype=object), y=[0, 1])
    with pytest.raises(DataError, match="no readable"):
        read_table(tmp_path / "pickle.npz")
    np.savez(tmp_path / "fine.npz", X=np.eye(2), y=[0, 1])
    with pytest.raises(DataError, match="has arrays"):
        read_table(tmp_path / "fine.npz", label="y")


def test_what_an_npz_has_beside_its_arrays_is_told_and_two_of_one_name_are_refused(tmp_path):
    np.savez(tmp_path / "more.npz", X=np.eye(2), y=[0, 1], X_test=np.eye(2), z=[1])
    assert read_table(tmp_path / "more.npz").notes[0] == "arrays beside X and y are left out: X_test, z"
    np.savez(tmp_path / "twice.npz", X=np.eye(2), x=np.ones((2, 2)), y=[0, 1])
    with pytest.raises(DataError, match="two arrays of one name"):
        read_table(tmp_path / "twice.npz")


def test_a_damaged_npz_and_another_file_by_its_name_are_refused(tmp_path):
    np.save(tmp_path / "array.npy", np.eye(2))
    (tmp_path / "array.npy").rename(tmp_path / "array.npz")
    with pytest.raises(DataError, match="no readable"):
        read_table(tmp_path / "array.npz")
    np.savez_compressed(
        tmp_path / "whole.npz", X=np.random.default_rng(0).random((30, 3)), y=np.arange(30) % 2
    )
    whole = (tmp_path / "whole.npz").read_bytes()
    for place in range(0, len(whole), 7):
        (tmp_path / "damaged.npz").write_bytes(
            whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]
        )
        with contextlib.suppress(DataError):
            read_table(tmp_path / "damaged.npz")


def test_an_npz_of_one_class_is_not_sent_to_an_option_that_npz_has_not(tmp_path):
    np.savez(tmp_path / "one.npz", X=np.eye(2), y=[1, 1])
    with pytest.raises(DataError, match="one class only") as caught:
        read_table(tmp_path / "one.npz")
    assert caught.value.mend is None


def test_a_packed_table_is_read_as_the_file_in_it(write):
    content = b"a,b,label\n1,2,x\n3,4,y\n"
    plain = read_table(write("data.csv", content))
    packed = read_table(write("data.csv.gz", gzip.compress(content)), label="label")
    assert (packed.X == plain.X).all() and packed.columns == plain.columns
    with pytest.raises(DataError, match=r"no table that mohs reads(.|\n)*\.csv\.gz"):
        read_table(write("data.npz.gz", gzip.compress(content)))


def test_the_two_dimensional_set_of_the_paper_opens(shared):
    table = read_table(shared / "data" / "mscr2d" / "B_sep.npz")
    assert table.X.shape == (4674, 2)
    original = read_table(shared / "data" / "mscr2d" / "B_original.csv", label="l_i")
    assert original.columns == ("x_i1", "x_i2")
    assert len(original) == 5000
