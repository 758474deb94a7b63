"""What is in the journal survives a kill, a torn line and a full disk."""

import errno
import json
import os
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import journaled as line
from mohs.errors import RunError, RunFailed
from mohs.runs.journal import GROUP, Journal, mend, read_journal, read_lines


@given(st.lists(st.text(max_size=20), max_size=5))
def test_what_is_written_is_read(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("run") / "journal.jsonl"
    with Journal(path) as journal:
        for number, text in enumerate(texts):
            journal.append(line(number, original={"sentence": text}))
    assert [row["original"]["sentence"] for row in read_journal(path)] == texts


def test_a_lone_surrogate_is_kept(tmp_path):
    path = tmp_path / "journal.jsonl"
    with Journal(path) as journal:
        journal.append(line(0, original={"sentence": "\ud800 good"}))
    assert next(read_journal(path))["original"]["sentence"] == "\ud800 good"


def test_nan_is_never_written(tmp_path):
    with Journal(tmp_path / "journal.jsonl") as journal, pytest.raises(ValueError):
        journal.append(line(0, similarity=float("nan")))
    with Journal(tmp_path / "journal.jsonl") as journal, pytest.raises(ValueError):
        journal.append(line(0, similarity=float("nan"), original={"sentence": "\ud800"}))


def test_a_torn_last_line_is_dropped(tmp_path):
    path = tmp_path / "journal.jsonl"
    whole = json.dumps(line(0)) + "\n"
    path.write_text(whole + json.dumps(line(1))[:-5], encoding="utf-8")
    assert mend(path) == len(json.dumps(line(1))) - 5
    assert path.read_text(encoding="utf-8") == whole


@pytest.mark.parametrize("content", ["", "torn", "\n", "\ntorn", '{"id": "0"}\n', '{"id": "0"}\ntorn'])
def test_mending_keeps_whole_lines_and_nothing_else(tmp_path, content):
    path = tmp_path / "journal.jsonl"
    path.write_text(content, encoding="utf-8")
    whole = content[: content.rfind("\n") + 1]
    assert mend(path) == len(content) - len(whole)
    assert path.read_text(encoding="utf-8") == whole


def test_a_torn_line_longer_than_a_block_is_dropped(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_text(json.dumps(line(0)) + "\n" + "x" * 200_000, encoding="utf-8")
    assert mend(path) == 200_000


def test_new_lines_go_behind_the_old_ones(tmp_path):
    path = tmp_path / "journal.jsonl"
    for number in range(3):
        with Journal(path) as journal:
            journal.append(line(number))
    assert [row["id"] for row in read_journal(path)] == ["0", "1", "2"]


def test_lines_are_written_in_groups(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(1))
    monkeypatch.setattr("mohs.runs.journal.SECONDS", 1e9)
    with Journal(tmp_path / "journal.jsonl") as journal:
        for number in range(3 * GROUP):
            journal.append(line(number))
    assert len(synced) == 3


def test_lines_that_come_slowly_are_written_after_a_second(tmp_path, monkeypatch):
    path, now = tmp_path / "journal.jsonl", 100.0
    monkeypatch.setattr("mohs.runs.journal.time.monotonic", lambda: now)
    with Journal(path) as journal:
        written = []
        for number, then in enumerate([100.0, 100.9, 101.0, 101.1, 101.9, 102.1]):
            now = then
            journal.append(line(number))
            written.append(path.read_bytes().count(b"\n"))
    assert written == [0, 0, 3, 3, 3, 6]


def test_a_full_disk_keeps_every_whole_line(tmp_path, monkeypatch):
    """The file takes a line and a half more, then no byte: the half is cut off, and the error says what to do."""
    path = tmp_path / "journal.jsonl"
    journal = Journal(path)
    journal.append(line(0))
    journal.flush()
    room = len(json.dumps(line(1))) + 1 + 10

    class Full:
        def __init__(self, file):
            self._file, self.left = file, room

        def write(self, view):
            if not self.left:
                raise OSError(errno.ENOSPC, "No space left on device")
            taken = self._file.write(view[: self.left])
            self.left -= taken
            return taken

        def __getattr__(self, name):
            return getattr(self._file, name)

    journal._file = Full(journal._file)
    journal.append(line(1))
    journal.append(line(2))
    with pytest.raises(RunFailed, match=r"2 of its lines are safe.*resume"):
        journal.flush()
    journal.close()
    assert [row["id"] for row in read_journal(path)] == ["0", "1"]
    assert path.read_bytes().endswith(b"}\n")


def test_a_real_full_disk(tmp_path):
    """A small tmpfs, where the system lets us mount one: nothing that was journaled is lost."""
    import subprocess

    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("needs the right to mount a tmpfs")
    try:
        journal = Journal(disk / "journal.jsonl")
        written = 0
        with pytest.raises(RunFailed):
            for number in range(10_000):
                journal.append(line(number, original={"sentence": "x" * 500}))
                written = number
        rows = list(read_journal(disk / "journal.jsonl"))
        assert len(rows) > 50 and [row["id"] for row in rows] == [str(k) for k in range(len(rows))]
        assert written >= len(rows) - 1
        with pytest.raises(RunFailed):
            journal.append(line(0, original={"sentence": "x" * 70_000}))
            journal.flush()
    finally:
        journal._file.close()
        subprocess.run(["umount", str(disk)], check=True)


WRONG = {
    "no JSON": b"not json",
    "no object": b"[1]",
    "half of one": b'{"id": "1"}',
    "no UTF-8": b"\xff\xfe garbage",
    "deep": b"[" * 100_000,
    "a status that there is not": json.dumps(line(1, status="weird")).encode(),
    "a list for a text": json.dumps(line(1, attack=["textfooler"])).encode(),
    "a number for an object": json.dumps(line(1, modified=3)).encode(),
    "a number for a text of a field": json.dumps(line(1, original={"sentence": 3})).encode(),
    "a text for a count": json.dumps(line(1, asked={"classify": "9"})).encode(),
    "a text for a number": json.dumps(line(1, similarity="high")).encode(),
    "a truth for a number": json.dumps(line(1, probability_after=True)).encode(),
    "no list of edits": json.dumps(line(1, edits={"word": 1})).encode(),
    "no rate of words": json.dumps(line(1, modified={"words": 2})).encode(),
    "broken without a broken text": json.dumps(line(1, perturbed=None)).encode(),
    "broken in another field": json.dumps(line(1, perturbed={"text": "a bad film"})).encode(),
    "a number of no size": json.dumps(line(1, asked={"classify": 10**30})).encode(),
    "no number": json.dumps(line(1, similarity=float("nan"))).encode(),
    "broken without a change": json.dumps(line(1, modified=None)).encode(),
    "twice": json.dumps(line(0)).encode(),
}


@pytest.mark.parametrize("bad", WRONG.values(), ids=WRONG.keys())
def test_a_line_that_is_no_outcome_is_named(tmp_path, bad):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(json.dumps(line(0)).encode() + b"\n" + bad + b"\n")
    with pytest.raises(RunError, match=r"journal.jsonl:2"):
        list(read_journal(path))


def test_a_torn_last_line_is_passed_over_by_a_reader(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(json.dumps(line(0)).encode() + b"\n" + json.dumps(line(1)).encode()[:-9])
    assert [row["id"] for row in read_journal(path)] == ["0"]


def test_a_journal_that_is_a_folder_cannot_be_read(tmp_path):
    with pytest.raises(RunError, match="cannot be read"):
        list(read_journal(tmp_path))


def test_lines_of_any_kind_are_read_with_their_numbers_and_a_torn_one_is_not(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"a": 1}\n{"b": [2]}\n{"c"')
    assert list(read_lines(path)) == [(1, {"a": 1}), (2, {"b": [2]})]
    path.write_bytes(b'{"a": 1}\n[2]\n')
    with pytest.raises(RunError, match=":2: not a line"):
        list(read_lines(path))


def test_of_each_line_that_was_read_its_id_alone_is_remembered(tmp_path):
    path, lines = tmp_path / "journal.jsonl", 5_000
    with Journal(path) as journal:
        for number in range(lines):
            journal.append(line(number))
    outcomes = read_journal(path)
    next(outcomes)
    tracemalloc.start()
    try:
        for _ in zip(range(lines - 2), outcomes, strict=False):
            pass
        assert tracemalloc.get_traced_memory()[0] < 200 * lines  # a gigabyte holds some 2,000,000
    finally:
        tracemalloc.stop()
