"""A problem says its place; shards are one table."""

import pytest

from mohs.data.rows import Problem, Rows, concatenate
from mohs.errors import DataError


def table(path, columns, *rows):
    def read(names):
        for line, row in enumerate(rows, 2):
            yield path, line, [row[columns.index(name)] for name in names]
        if path == "noted":
            made.notes.append("odd")

    made = Rows(path, columns, read)
    return made


def test_a_problem_says_its_line_as_editors_do_or_its_row():
    assert str(Problem("a.csv", 7, "no label")) == "a.csv:7: no label"
    assert str(Problem("a.parquet", 7, "no label", "row")) == "a.parquet, row 7: no label"


def test_shards_are_read_one_after_the_other_each_with_its_own_lines():
    parts = [table("one", ("a", "b"), (1, 2), (3, 4)), table("two", ("b", "a"), (6, 5))]
    joined = concatenate("both", parts, sha256="0", name="x")
    assert list(joined.read(["b"])) == [("one", 2, [2]), ("one", 3, [4]), ("two", 2, [6])]


def test_notes_of_shards_name_their_file():
    joined = concatenate("both", [table("noted", ("a",), (1,)), table("two", ("a",))], sha256="0", name="x")
    assert len(list(joined.read(["a"]))) == 1
    assert joined.notes == ["noted: odd"]


def test_shards_have_the_same_columns():
    with pytest.raises(DataError, match="two has other columns than one"):
        concatenate("both", [table("one", ("a",)), table("two", ("b",))], sha256="0", name="x")


def test_shards_name_their_labels_alike():
    one, two = table("one", ("label",)), table("two", ("label",))
    one.label_names, two.label_names = (
        {"label": ("negative", "positive")},
        {"label": ("positive", "negative")},
    )
    with pytest.raises(DataError, match="two names the integers of its labels otherwise than one") as caught:
        concatenate("both", [one, two], sha256="0", name="x")
    assert "label: positive, negative" in str(caught.value) and "label: negative, positive" in str(
        caught.value
    )
    one.label_names = {}
    with pytest.raises(DataError, match="no names"):
        concatenate("both", [one, two], sha256="0", name="x")
