"""Released files with one object a line."""

import pytest

from mohs.errors import DataError
from mohs.suites.released_lines import BadLine, files_of, read_lines, text_of


def test_every_line_that_cannot_be_used_is_named(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": "x"}\n{"a": 1}\nnot json\n{"b": "x"}\n', encoding="utf-8")
    with pytest.raises(DataError) as raised:
        read_lines(path, lambda row: text_of(row, "a"))
    said = str(raised.value)
    assert "3 lines cannot be used" in said
    assert "line 2: a is no text" in said
    assert "line 3: not JSON" in said
    assert "line 4: a is missing" in said


def test_all_rows_are_made_or_none(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": "x"}\n{"a": "y"}\n', encoding="utf-8")
    assert read_lines(path, lambda row: text_of(row, "a")) == ["x", "y"]
    path.write_text("\n\n", encoding="utf-8")
    with pytest.raises(DataError):
        read_lines(path, lambda row: text_of(row, "a"))


def test_the_first_name_that_is_there_counts():
    assert text_of({"context": "c"}, "premise", "context") == "c"
    assert text_of({"context": "c", "premise": "p"}, "premise", "context") == "p"
    for bad in ({}, {"premise": " "}, {"premise": None}, {"premise": "\0"}):
        with pytest.raises(BadLine):
            text_of(bad, "premise")


def test_a_folder_gives_its_files_in_order(tmp_path):
    for name in ("b.jsonl", "a.jsonl", "notes.txt"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    assert [one.name for one in files_of(tmp_path, (".jsonl",))] == ["a.jsonl", "b.jsonl"]
    assert list(files_of(tmp_path / "a.jsonl", (".json",))) == [tmp_path / "a.jsonl"]
    with pytest.raises(DataError, match="holds no file that ends in"):
        list(files_of(tmp_path, (".csv",)))
