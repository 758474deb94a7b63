"""Texts are read from any file, each once; what cannot be used is named with its place."""

import hashlib
import json

import pytest

from mohs.errors import DataError
from mohs.training.texts import Source, read_texts


def write(path, content):
    path.write_text(content, encoding="utf-8", newline="")
    return str(path)


def test_a_plain_text_file_has_one_text_a_line(tmp_path):
    path = write(tmp_path / "a.txt", "\ufeffone\r\n\n  two \r\none\n")
    texts, (source,) = read_texts([path])
    assert texts == ["one", "  two "]
    digest = hashlib.sha256((tmp_path / "a.txt").read_bytes()).hexdigest()
    assert source == Source(path, digest, (), 4, 2)


def test_tables_give_their_columns_with_a_usual_name_and_a_text_counts_once(tmp_path):
    rows = [
        {"premise": "p", "hypothesis": "h", "label": "x"},
        {"premise": "q", "hypothesis": "p", "label": ""},
    ]
    pairs = write(tmp_path / "pairs.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    csv = write(tmp_path / "one.csv", 'text,label\nq,1\n"r, s",0\n')
    texts, sources = read_texts([pairs, csv])
    assert texts == ["p", "h", "q", "r, s"]
    assert [(s.columns, s.rows, s.texts) for s in sources] == [
        (("premise", "hypothesis"), 2, 3),
        (("text",), 2, 1),
    ]
    assert sources[0].to_json()["path"] == pairs


def test_other_columns_are_named(tmp_path):
    path = write(tmp_path / "a.csv", "body,title\nB,T\n")
    assert read_texts([path], ("title",))[0] == ["T"]
    with pytest.raises(DataError, match="no column of texts with a usual name"):
        read_texts([path])
    with pytest.raises(DataError, match="no column 'texte'"):
        read_texts([path], ("title", "texte"))


@pytest.mark.parametrize("name", ["kit:sst2", "kit:mnli"])
def test_samples_of_the_kit_are_texts(name):
    texts, (source,) = read_texts([name])
    assert len(texts) == source.texts > 50


@pytest.mark.parametrize(
    ("content", "place"),
    [(b"good\nbad \xff\n", "a.txt:2"), (b"good\n\0\n", "a.txt:2")],
)
def test_a_line_that_is_no_text_is_named(tmp_path, content, place):
    (tmp_path / "a.txt").write_bytes(content)
    with pytest.raises(DataError, match=place):
        read_texts([str(tmp_path / "a.txt")])


def test_a_cell_that_is_no_text_is_named_with_its_row(tmp_path):
    path = write(tmp_path / "a.jsonl", '{"text": "fine"}\n{"text": 3}\n')
    with pytest.raises(DataError, match=r"a\.jsonl:2: int where a text is expected"):
        read_texts([path])
    assert read_texts([write(tmp_path / "b.jsonl", '{"text": "fine"}\n{"text": null}\n')])[0] == ["fine"]


def test_no_file_and_no_text_are_said(tmp_path):
    with pytest.raises(DataError, match=r"there is no file or folder .*none\.txt"):
        read_texts([str(tmp_path / "none.txt")])
    with pytest.raises(DataError, match="there is no file or folder"):
        read_texts([str(tmp_path / "none.csv")])
    with pytest.raises(DataError, match="empty"):
        read_texts([write(tmp_path / "empty.txt", "")])
    blank = write(tmp_path / "blank.csv", 'text\n  \n""\n')
    with pytest.raises(DataError, match="no text to train on"):
        read_texts([blank])
