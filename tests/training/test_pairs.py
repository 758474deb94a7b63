"""Pairs of texts that say the same are read from two columns; nothing is dropped or guessed in silence."""

import json

import pytest

from mohs.errors import DataError
from mohs.training.pairs import read_pairs

ROWS = "question1,question2,dup\nHow?,In what way?,1\nWhy?,When?,0\nHow?,In what way?,1\nSame,Same,1\n,What?,1\nWho?,Whom?,1\n"


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text(ROWS, encoding="utf-8")
    return str(path)


def test_rows_with_the_wanted_value_are_pairs_each_once(table):
    pairs, (source,) = read_pairs([table], where={"dup": "1"})
    assert pairs == [("How?", "In what way?"), ("Who?", "Whom?")]
    assert (source.rows, source.pairs, source.columns) == (6, 2, ("question1", "question2"))
    assert len(source.sha256) == 64


def test_without_a_condition_every_row_is_a_pair(table):
    assert len(read_pairs([table])[0]) == 3


def test_numbers_are_compared_as_they_are_written(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text(
        "".join(json.dumps({"a": "x", "b": f"y {k}", "n": k}) + "\n" for k in (0, 1)), encoding="utf-8"
    )
    assert read_pairs([str(path)], ("a", "b"), {"n": "1"})[0] == [("x", "y 1")]


def test_a_second_source_adds_what_is_new(table):
    pairs, sources = read_pairs([table, table])
    assert len(pairs) == 3 and [one.pairs for one in sources] == [3, 0]


@pytest.mark.parametrize(
    ("columns", "where", "why"),
    [
        (("question1",), {}, "two columns"),
        (("question1", "answer"), {}, "no two columns of texts"),
        ((), {"label": "1"}, "no column 'label'"),
        ((), {"dup": "2"}, "no pair to train on"),
    ],
    ids=["one column", "other columns", "no such value column", "no such value"],
)
def test_what_cannot_be_read_is_said(table, columns, where, why):
    with pytest.raises(DataError, match=why):
        read_pairs([table], columns, where)


def test_columns_without_usual_names_have_to_be_named(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("a,b\nx,y\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"usual names(.|\n)*text=FIRST text=SECOND"):
        read_pairs([str(path)])
    assert read_pairs([str(path)], ("b", "a"))[0] == [("y", "x")]
