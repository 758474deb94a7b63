"""What is true of every file: it is there, it is not empty, it is UTF-8, and it has a sha256."""

import hashlib
from itertools import product

import pytest

from mohs.data.files import scan
from mohs.data.readers import read
from mohs.errors import DataError


@pytest.mark.parametrize("name", ["none.csv", "none.jsonl", "none.parquet", "none.json", "none.tsv"])
def test_a_file_that_is_not_there_is_named(tmp_path, name):
    with pytest.raises(DataError, match=f"there is no file or folder .*{name}"):
        read(tmp_path / name, "sst2")


@pytest.mark.parametrize(
    ("name", "content"),
    [*product(("a.csv", "a.tsv", "a.jsonl", "a.json"), ("", "\ufeff", "\n\n")), ("a.parquet", "")],
)
def test_an_empty_file_is_said_to_be_empty(write, name, content):
    with pytest.raises(DataError, match="is empty"):
        read(write(name, content), "sst2")


def test_utf16_is_recognised(write):
    with pytest.raises(DataError, match=r"UTF-16(.|\n)*save it as UTF-8"):
        scan(write("a.csv", "sentence,label\na,1\n".encode("utf-16")))


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(DataError, match=r"is a folder"):
        scan(tmp_path)


@pytest.mark.parametrize(
    ("content", "utf8"),
    [("a" * (2**20 - 1) + "é", True), ("a" * 2**21 + "é", True), (b"a\xe9b", False), (b"a\xc3", False)],
    ids=["character across two chunks", "three chunks", "one byte", "half a character at the end"],
)
def test_the_encoding_is_known_wherever_chunks_are_cut(write, content, utf8):
    path = write("a.csv", content)
    assert scan(path).utf8 is utf8
    assert scan(path).sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("content", "opens"),
    [
        ('a\t"b"', True),
        ('a\n"b"', True),
        ('"a"', True),
        ('a "b"\tc', False),
        ("a" * (2**20 - 1) + '\t"', True),
    ],
    ids=["field", "line", "file", "inside", "across two chunks"],
)
def test_a_quotation_mark_that_begins_a_field_is_seen(write, content, opens):
    assert scan(write("a.tsv", content)).opens_quote is opens
