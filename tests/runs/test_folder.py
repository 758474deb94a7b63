"""A run folder is resumed with the same configuration or not at all; files are whole or not there."""

import hashlib
import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest

from fakes import journaled
from mohs.errors import RunError, RunFailed
from mohs.runs.folder import (
    RunFolder,
    filling,
    now,
    replacing,
    sha256_of,
    write_json,
)
from mohs.runs.journal import Journal

SAME = {"seed": 0, "attacks": ["textfooler"]}


def begun(path, fingerprint=SAME, ids=("1", "2")):
    folder = RunFolder(path)
    assert folder.open(fingerprint, resume=False) == set()
    folder.write_record({"status": "running", "fingerprint": fingerprint})
    with Journal(folder.journal) as journal:
        for name in ids:
            journal.append(journaled(name))
    return folder


def test_a_folder_that_is_not_there_starts_afresh(tmp_path):
    assert RunFolder(tmp_path / "a" / "b").open(SAME, resume=True) == set()


def test_a_resumed_run_knows_what_is_done_and_drops_a_torn_line(tmp_path):
    folder = begun(tmp_path / "run")
    with folder.journal.open("a", encoding="utf-8") as file:
        file.write('{"id": "3", "att')
    assert folder.open(SAME, resume=True) == {("m", "textfooler", "1"), ("m", "textfooler", "2")}
    assert folder.journal.read_bytes().endswith(b"}\n")  # so that the next line begins a line


def test_a_run_that_was_stopped_before_its_first_outcome_is_resumed(tmp_path):
    folder = RunFolder(tmp_path)
    folder.write_record({"status": "running", "fingerprint": SAME})
    assert folder.enter(SAME, resume=True)
    assert folder.open(SAME, resume=True) == set()


@pytest.mark.parametrize("resume", [False, True])
def test_a_file_is_no_run_folder(tmp_path, resume):
    (tmp_path / "file").touch()
    with pytest.raises(RunError, match=r"file cannot be made a run folder(.|\n)*Not a directory"):
        RunFolder(tmp_path / "file").enter(SAME, resume=resume)


def test_what_a_kill_leaves_of_a_run_before_its_record_is_written_stands_in_nobodys_way(tmp_path):
    (tmp_path / ".run.json.x7k2").write_text("{", encoding="utf-8")
    (tmp_path / "journal.jsonl").touch()
    assert not RunFolder(tmp_path).enter(SAME, resume=True)
    assert not RunFolder(tmp_path).enter(SAME, resume=False)
    (tmp_path / "journal.jsonl").write_bytes(b"{}\n")
    with pytest.raises(RunError, match="no run folder"):
        RunFolder(tmp_path).enter(SAME, resume=True)


def test_a_home_is_a_home_in_a_file_of_options_too(monkeypatch):
    monkeypatch.setenv("HOME", "/somewhere")
    assert RunFolder(Path("~/run")).path == Path("/somewhere/run")


def test_what_a_kill_has_left_of_files_goes_when_a_run_is_resumed(tmp_path):
    folder = begun(tmp_path / "run")
    for name in (".report.html.x7k2", ".results.json.abc", ".mine"):
        (folder.path / name).touch()
    folder.open(SAME, resume=True)
    assert {path.name for path in folder.path.iterdir()} == {"run.json", "journal.jsonl", ".mine"}


def test_a_run_is_not_written_over(tmp_path):
    folder = begun(tmp_path / "run")
    with pytest.raises(RunError, match="resume"):
        folder.open(SAME, resume=False)


def test_another_configuration_is_refused_and_the_difference_named(tmp_path):
    folder = begun(tmp_path / "run")
    with pytest.raises(RunError) as problem:
        folder.open({**SAME, "seed": 7}, resume=True)
    assert "seed: 7" in str(problem.value) and "seed: 0" in str(problem.value)
    assert "attacks" not in str(problem.value)


def test_a_difference_is_named_down_to_the_option_and_never_fills_the_screen(tmp_path):
    def attacks(**options):
        known = {"synonyms": 50, "similarity": {"threshold": 0.8, "window": 15}, **options}
        return [{"name": "textfooler", "parts": [{"name": "textfooler", "options": known}]}]

    folder = RunFolder(tmp_path / "run")
    folder.open({"attacks": attacks()}, resume=False)
    folder.write_record({"kind": "other", "fingerprint": {"attacks": attacks()}})

    def refused(other):
        with pytest.raises(RunError, match="another configuration") as problem:
            folder.open(other, resume=True)
        return problem.value

    problem = refused(
        {"attacks": attacks(similarity={"threshold": 0.9, "window": 15}, keep=None), "target": None}
    )
    place = "attacks.textfooler.parts.textfooler.options"
    assert problem.got == f"{place}.keep: null; {place}.similarity.threshold: 0.9"
    assert problem.expected == f"{place}.keep: not there; {place}.similarity.threshold: 0.8"
    assert refused({"attacks": [*attacks(), *attacks()]}).got == "attacks: textfooler, textfooler"
    problem = refused({"attacks": attacks(**{f"option{k}": "x" * 500 for k in range(40)})})
    assert problem.got.endswith("and 35 more: ...") and len(problem.got) < 1000


@pytest.mark.parametrize(
    ("old", "new", "expected", "got"),
    [
        ({"a": 1}, 3, 'x: {"a": 1}', "x: 3"),
        (3, {"a": 1}, "x: 3", 'x: {"a": 1}'),
        ([1], 3, "x: [1]", "x: 3"),
        (3, [1], "x: 3", "x: [1]"),
        ([1], [1, 2], "x: [1]", "x: [1, 2]"),
        ([1, 2], [1, 3], "x.1: 2", "x.1: 3"),
        ([{"name": "a"}], [{"name": "b"}, {"name": "c"}], "x: a", "x: b, c"),
        ([{"name": "a"}, 3], [], 'x: [{"name": "a"}, 3]', "x: "),
        ([{"nom": "a"}], 3, 'x: [{"nom": "a"}]', "x: 3"),
        (
            {"c": 1, "b": 1, "a": 1},
            {"b": 2, "c": 2, "a": 2},
            "x.a: 1; x.b: 1; x.c: 1",
            "x.a: 2; x.b: 2; x.c: 2",
        ),
        ("y" * 98, "z" * 99, f'x: "{"y" * 98}"', f'x: "{"z" * 99}...'),
    ],
    ids=range(11),
)
def test_what_differs_is_shown_as_it_is(tmp_path, old, new, expected, got):
    folder = begun(tmp_path / "run", {"x": old})
    with pytest.raises(RunError) as problem:
        folder.enter({"x": new}, resume=True)
    assert (problem.value.expected, problem.value.got) == (expected, got)


def test_a_foreign_folder_is_not_touched(tmp_path):
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(RunError, match="no run folder"):
        RunFolder(tmp_path).open(SAME, resume=True)
    with pytest.raises(RunError):
        RunFolder(tmp_path / "letter.txt").open(SAME, resume=False)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").touch()
    with pytest.raises(RunError, match="is there already"):
        RunFolder(tmp_path / "other").open(SAME, resume=False)


@pytest.mark.parametrize("content", ["{", "[]", '{"schema": "other/1"}'])
def test_a_record_that_is_none_of_ours_is_refused(tmp_path, content):
    (tmp_path / "run.json").write_text(content, encoding="utf-8")
    with pytest.raises(RunError):
        RunFolder(tmp_path).record()


def test_a_file_is_replaced_as_a_whole_or_not_at_all(tmp_path):
    path = tmp_path / "file"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(ZeroDivisionError), replacing(path) as temporary:
        temporary.write_text("half", encoding="utf-8")
        raise ZeroDivisionError
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
    with replacing(path) as temporary:
        temporary.write_text("new", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(path.stat().st_mode) & 0o044 == 0o044


def test_a_file_is_written_beside_its_place_and_flushed_and_nothing_stays_open(tmp_path, monkeypatch):
    synced, sync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino) or sync(handle))
    before = os.umask(0o022)
    try:
        with replacing(tmp_path / "file") as temporary:
            assert temporary.parent == tmp_path  # moved, not copied
            temporary.write_text("new", encoding="utf-8")
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)
    written = (tmp_path / "file").stat()
    assert synced == [written.st_ino]
    assert stat.S_IMODE(written.st_mode) == 0o644
    handles = Path("/proc/self/fd")
    if handles.is_dir():
        before = len(list(handles.iterdir()))
        with replacing(tmp_path / "file"):
            assert len(list(handles.iterdir())) == before


def test_a_save_that_fails_is_said(tmp_path):
    (tmp_path / "taken").mkdir()
    with (
        pytest.raises(RunFailed, match="taken: cannot be written"),
        replacing(tmp_path / "taken") as temporary,
    ):
        temporary.write_text("new", encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
    with pytest.raises(RunFailed), replacing(tmp_path / "no" / "such" / "folder"):
        pass


def test_json_has_no_nan_and_keeps_every_text(tmp_path):
    with pytest.raises(ValueError):
        write_json(tmp_path / "x.json", {"value": float("nan")})
    write_json(tmp_path / "x.json", {"text": "é\ud800 😍"})
    assert json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["text"] == "é\ud800 😍"


def test_the_sha256_of_a_folder_depends_on_names_and_contents(tmp_path):
    first = tmp_path / "a"
    first.mkdir()
    (first / "x").write_text("1", encoding="utf-8")
    before = sha256_of(first)
    (first / "x").rename(first / "y")
    assert sha256_of(first) != before
    (first / "sub").mkdir()
    for name in ("z", "sub/b", "a"):
        (first / name).write_text(name, encoding="utf-8")
    files = [("a", "a"), ("sub/b", "sub/b"), ("y", "1"), ("z", "z")]
    whole = b"".join(name.encode() + b"\0" + text.encode() for name, text in files)
    assert sha256_of(first) == hashlib.sha256(whole).hexdigest()
    assert sha256_of(first / "y") == "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"


def test_an_outcome_of_another_run_is_named(tmp_path):
    folder = begun(tmp_path / "run")
    with pytest.raises(RunError, match=r"journal.jsonl:2.*not an outcome of this run"):
        folder.open(
            SAME, resume=True, foreign=lambda outcome: "another seed" if outcome["id"] == "2" else None
        )


@pytest.mark.parametrize("place", ["/dev/null/x", "a" * 300], ids=["device", "long"])
def test_a_folder_that_cannot_be_made_is_a_mistake_and_no_fault(tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RunError, match="cannot be made"):
        RunFolder(Path(place)).open(SAME, resume=False)


def test_a_record_that_was_edited_is_refused(tmp_path):
    folder = begun(tmp_path / "run")
    whole = {
        "kind": "attack", "fingerprint": {}, "task": {"name": "t", "fields": ["text"], "labels": ["a", "b"]},
        "data": {}, "attacks": [{"name": "textfooler"}], "warnings": [], "planned": 3,
    }  # fmt: skip
    folder.write_record(whole)
    assert folder.record()["planned"] == 3
    odd = {
        "fingerprint": 3,
        "task": {"name": "t", "fields": 5, "labels": []},
        "attacks": [5],
        "warnings": [None],
    }
    for name, value in odd.items():
        folder.write_record(whole | {name: value})
        with pytest.raises(RunError, match=name):
            folder.record()


def test_results_are_what_was_written(tmp_path):
    write_json(tmp_path / "results.json", {"kind": "attack", "results": []})
    assert RunFolder(tmp_path).results() == {"kind": "attack", "results": []}


@pytest.mark.parametrize("content", [None, "{", "[]", "[" * 100_000])
def test_results_that_cannot_be_read_are_a_mistake(tmp_path, content):
    if content is not None:
        (tmp_path / "results.json").write_text(content, encoding="utf-8")
    with pytest.raises(RunError, match=r"results\.json"):
        RunFolder(tmp_path).results()


def test_the_time_is_told_to_the_second_in_utc():
    told = datetime.fromisoformat(now())
    assert told.utcoffset() == timedelta(0) and told.microsecond == 0
    assert abs(datetime.now(UTC) - told) < timedelta(hours=1)


def test_an_empty_folder_is_made_or_taken_and_nothing_else(tmp_path):
    for _ in range(2):
        with filling(tmp_path / "a" / "b"):
            pass
        assert not list((tmp_path / "a" / "b").iterdir())
    with pytest.raises(RunError, match="is there already"), filling(tmp_path / "a"):
        pass
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(RunError, match="cannot be made"), filling(tmp_path / "file"):
        pass


def test_of_several_that_fill_one_folder_at_once_one_wins_and_the_others_are_refused(tmp_path):
    together, said = Barrier(6), []

    def fill(number):
        together.wait()
        try:
            with filling(tmp_path / "out"):
                (tmp_path / "out" / "a").write_text(str(number), encoding="utf-8")
                (tmp_path / "out" / "b").write_text(str(number), encoding="utf-8")
        except RunError as refused:
            said.append(str(refused))
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        won = list(pool.map(fill, range(6)))
    assert sum(won) == 1 and len(said) == 5
    assert all("is there already" in one or "another process writes into" in one for one in said)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a", "b"]
    assert {path.read_text(encoding="utf-8") for path in (tmp_path / "out").iterdir()} == {
        str(won.index(True))
    }


def test_a_folder_that_a_killed_process_held_is_taken(tmp_path):
    (tmp_path / ".lock").touch()
    with filling(tmp_path):
        pass


def test_a_folder_that_is_filled_is_refused_while_that_lasts(tmp_path):
    with filling(tmp_path / "out"):
        with pytest.raises(RunError, match="another process writes into"), filling(tmp_path / "out"):
            pass
        (tmp_path / "out" / "a").touch()
        with pytest.raises(RunError, match="is there already"), filling(tmp_path / "out"):
            pass
