"""What is true of every file: it is there, it ends, it is not empty, it is UTF-8, and it has a sha256."""

import gzip
import hashlib
import os
from itertools import product

import pytest

from mohs.data import files
from mohs.data.files import scan
from mohs.data.readers import read
from mohs.data.table_files import read_table
from mohs.errors import DataError


@pytest.mark.parametrize("name", ["none.csv", "none.jsonl", "none.parquet", "none.json", "none.tsv"])
def test_a_file_that_is_not_there_is_named(tmp_path, name):
    with pytest.raises(DataError, match=f"there is no file or folder .*{name}"):
        read(tmp_path / name, "sst2")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("https://example.org/a.csv", "download what is there"),
        ("s3://bucket/a.parquet", "download what is there"),
        ("data/*.csv", "name one file, or the folder"),
        ("a[0-9].csv", "name one file, or the folder"),
        ("data/a.csv", "check the path"),
    ],
)
@pytest.mark.parametrize("reader", [lambda path: read(path, "sst2"), read_table], ids=["texts", "table"])
def test_what_is_not_there_because_it_is_no_path_is_told(path, said, reader):
    with pytest.raises(DataError, match=said):
        reader(path)


@pytest.mark.parametrize("reader", [lambda path: read(path, "sst2"), read_table], ids=["texts", "table"])
def test_a_spreadsheet_is_not_to_be_renamed(write, reader):
    with pytest.raises(DataError, match="save the sheet as CSV"):
        reader(write("a.xlsx", "PK"))


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


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl", "a.json", "a.parquet", "a.csv.gz"])
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_may_have_no_end_is_refused_before_it_is_opened(tmp_path, name, kind):
    """A pipe that nobody writes to would block whoever opens it, and /dev/zero has bytes for ever."""
    path = tmp_path / name
    os.mkfifo(path) if kind == "pipe" else path.symlink_to("/dev/zero")
    with pytest.raises(DataError, match=rf"{name} is a {kind}(.|\n)*into a file"):
        read(path, "sst2")


ROWS = {
    "a.csv": 'sentence,label\n"good, é",1\nbad,0\n',
    "a.tsv": 'sentence\tlabel\n"good" é\t1\nbad\t0\n',
    "a.jsonl": '{"sentence": "good é", "label": 1}\n\n{"sentence": "bad", "label": 0}\n',
    "a.ndjson": '{"sentence": "good é", "label": 1}\r\n{"sentence": "bad", "label": 0}\n',
    "a.json": '[{"sentence": "good é", "label": 1},\n {"sentence": "bad", "label": 0}]',
    "dev.json": '{"sst2": [{"idx": 0, "sentence": "good é", "label": 1}, {"idx": 1, "sentence": "bad", "label": 0}]}',
}


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("ending", [".gz", ".GZ"])
def test_a_packed_file_is_read_as_the_file_in_it(write, name, ending):
    plain = read(write(name, ROWS[name]), "sst2")
    path = write(name + ending, gzip.compress(("\ufeff" + ROWS[name]).encode()))
    packed = read(path, "sst2")
    assert packed.examples == plain.examples and len(packed.examples) == 2
    assert packed.notes == plain.notes
    assert packed.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_task_is_called_as_its_file_without_the_endings(write):
    assert read(write("mine.csv.gz", gzip.compress(ROWS["a.csv"].encode()))).task.name == "mine"


def test_a_bad_row_of_a_packed_file_has_its_line(write):
    path = write("a.csv.gz", gzip.compress(b"sentence,label\ngood,1\nb\xe9d,0\n"))
    with pytest.raises(DataError, match=r"a\.csv\.gz:3: "):
        read(path, "sst2")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"sentence,label\ngood,1\n", "without .gz"),
        (gzip.compress(b"sentence,label\ngood,1\n" * 99)[:-9], "cannot be unpacked"),
        (gzip.compress(b"sentence,label\ngood,1\n")[:12] + b"\xff" * 20, "cannot be unpacked"),
        (gzip.compress(b""), "is empty"),
    ],
    ids=["not packed", "cut short", "broken", "empty"],
)
def test_a_packed_file_that_is_broken_is_said_to_be(write, content, said):
    path = write("a.csv.gz", content)
    with pytest.raises(DataError, match=said):
        read(path, "sst2")
    assert path.exists()


def test_a_device_is_told_whatever_it_is_called(tmp_path):
    for opened in (lambda: read("/dev/zero", "sst2"), lambda: read_table("/dev/zero")):
        with pytest.raises(DataError, match="/dev/zero is a device"):
            opened()


def test_what_is_packed_and_holds_no_text_is_not_read(write):
    for name in ("a.parquet.gz", "a.gz"):
        with pytest.raises(DataError, match=r"the ending does not say(.|\n)*\.csv\.gz"):
            read(write(name, gzip.compress(b"")), "sst2")


def test_a_file_that_is_larger_than_may_be_is_read_no_further_packed_or_not(write, monkeypatch):
    monkeypatch.setattr(files, "MOST_BYTES", 3 << 20)
    monkeypatch.setattr(files, "MOST_BYTES_WHOLE", 1 << 20)
    bomb = gzip.compress(b"sentence,label\n" + b"good,1\n" * 2_000_000)
    assert len(bomb) < 1 << 20
    with pytest.raises(DataError, match=r"too large(.|\n)*over 3,145,728 bytes, unpacked(.|\n)*Parquet"):
        read(write("a.csv.gz", bomb), "sst2")
    with pytest.raises(DataError, match=r"too large(.|\n)*over 1,048,576 bytes\n(.|\n)*JSON Lines"):
        scan(write("a.json", b" " * (2 << 20)), whole=True)


def test_a_line_without_an_end_is_refused_where_lines_are_read(write, monkeypatch):
    monkeypatch.setattr(files, "_LONGEST_LINE", 2 << 20)
    path = write("a.jsonl", b"\n" + b"\0" * (4 << 20))
    with pytest.raises(DataError, match="a line has no end"):
        read(path, "sst2")
    assert scan(path, whole=True).utf8
    assert scan(write("b.jsonl", (b"\0" * (1 << 20) + b"\n") * 4)).utf8
