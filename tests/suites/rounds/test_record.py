"""The folder of rounds."""

import json

import pytest

from mohs.data.task import Task
from mohs.errors import DataError, RunError, RunFailed
from mohs.suites.rounds.record import open_record
from mohs.suites.rounds.service import open_rounds
from written_rounds import CONTEXTS, Shouted, confirmed, fool


@pytest.fixture
def folder(tmp_path):
    with open_rounds(tmp_path / "rounds", "mnli") as rounds:
        rounds.begin(Shouted(), CONTEXTS)
        confirmed(rounds, "ann")
        fool(rounds, "bo")
    return tmp_path / "rounds"


def test_a_folder_without_rounds_needs_a_task_and_a_folder_of_something_else_is_left_alone(tmp_path):
    with pytest.raises(RunError, match="holds no rounds"):
        open_record(tmp_path / "new")
    assert not (tmp_path / "new").exists()
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(RunError, match="holds something else"):
        open_record(tmp_path, "mnli")
    with pytest.raises(RunError, match="cannot be made"):
        open_record(tmp_path / "mine.txt", "mnli")


def test_rounds_are_for_one_built_in_task(folder, tmp_path):
    with pytest.raises(RunError, match="another task"):
        open_record(folder, "rte")
    with pytest.raises(RunError, match="built-in"):
        open_record(tmp_path / "new", Task("mine", ("text",), ("a", "b")))
    with pytest.raises(DataError, match="no task"):
        open_record(tmp_path / "new", "mnlli")


@pytest.mark.parametrize(
    "line",
    [
        "no JSON", "[]", "{}", '{"event": "moved"}', '{"event": "try", "id": "r1-000009"}',
        '{"event": "given", "id": "x", "round": 7, "context": 0, "writer": "a", "label": "neutral"}',
        '{"event": "given", "id": "x", "round": 1, "context": 0, "writer": "a", "label": "maybe"}',
        '{"event": "round", "round": 9, "contexts": null}', "[" * 100_000,
        '{"event": "given", "id": "x", "round": 0, "context": 0, "writer": "a", "label": "neutral"}',
        '{"event": "given", "id": "x", "round": 1, "context": -1, "writer": "a", "label": "neutral"}',
        '{"event": "given", "id": "x", "round": 1, "context": 0, "writer": 5, "label": "neutral"}',
        '{"event": "try", "id": "r1-000001", "number": 2, "text": 5, "adversary": "a", "prediction": "b", '
        '"probabilities": {}, "fooled": true, "at": ""}',
        '{"event": "try", "id": "r1-000001", "number": 2, "text": "a", "adversary": "a", "prediction": "b", '
        '"probabilities": {}, "fooled": "no", "at": ""}',
        '{"event": "verdict", "id": "r1-000001", "verifier": "bo", "label": "maybe", "at": ""}',
    ],
    ids=[
        "text", "list", "empty", "event", "id", "round", "label", "order", "deep", "round-0", "context",
        "writer", "number", "fooled", "verdict",
    ],
)  # fmt: skip
def test_a_journal_that_somebody_changed_is_refused_with_its_line(folder, line):
    journal = folder / "journal.jsonl"
    lines = len(journal.read_bytes().splitlines())
    with journal.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(RunError, match=f"journal.jsonl:{lines + 1}: not a line"):
        open_record(folder)


def test_contexts_that_somebody_changed_are_refused(folder):
    with (folder / "contexts-1.jsonl").open("a", encoding="utf-8") as file:
        file.write("\n")
    with pytest.raises(RunError, match="not what round 1 began with"):
        open_record(folder)


@pytest.mark.parametrize(("schema", "task"), [("mohs/rounds/2", "mnli"), ("mohs/rounds/1", ["mnli"])])
def test_a_newer_folder_is_refused(folder, schema, task):
    (folder / "rounds.json").write_text(json.dumps({"schema": schema, "task": task}), encoding="utf-8")
    with pytest.raises(RunError, match="unknown schema"):
        open_record(folder)


def test_who_only_reads_changes_nothing_and_passes_over_a_torn_line(folder):
    journal = folder / "journal.jsonl"
    known = open_record(folder).writings
    with journal.open("ab") as file:
        file.write(b'{"event": "ver')
    (folder / ".lock").unlink()
    before = journal.read_bytes()
    assert open_record(folder, only_reading=True).writings == known
    assert journal.read_bytes() == before
    assert not (folder / ".lock").exists()


def test_a_folder_that_somebody_died_over_while_it_was_made_can_be_made_again(tmp_path):
    (tmp_path / ".lock").touch()
    (tmp_path / ".rounds.json.x7f_3").touch()
    assert open_record(tmp_path, "mnli").task.name == "mnli"


def test_a_name_that_no_folder_can_have_is_refused(tmp_path):
    with pytest.raises(RunError, match="cannot be a folder"):
        open_record(tmp_path / ("x" * 300))


def test_an_event_that_is_not_written_has_not_happened_whatever_stopped_it(folder, monkeypatch):
    record = open_record(folder)
    before = dict(record.writings)

    def stopped(*_):
        raise KeyboardInterrupt

    with record.current():
        monkeypatch.setattr("mohs.runs.journal.os.fsync", stopped)
        with pytest.raises(KeyboardInterrupt):
            record.add("given up", id="r1-000002", why="stopped behind the writing of the line")
        monkeypatch.undo()
        written = dict(record.writings)
        with pytest.raises(TypeError):
            record.add("given up", id="r1-000001", why=object())
        assert record.writings["r1-000001"] == before["r1-000001"]
    record.close()
    assert open_record(folder).writings == written


def test_what_cannot_be_written_is_told_without_a_word_of_runs(folder, monkeypatch):
    record = open_record(folder)

    def full(*_):
        raise OSError(28, "No space left on device")

    with record.current():
        monkeypatch.setattr("mohs.runs.journal.os.fsync", full)
        with pytest.raises(RunFailed, match=r"\(No space left on device\).*do the same again") as told:
            record.add("given up", id="r1-000001")
    record.close()
    assert "resume" not in str(told.value)


def test_who_only_reads_is_told_of_the_folder_and_not_of_a_task(folder, tmp_path):
    with pytest.raises(RunError) as caught:
        open_record(folder / "rounds.json", only_reading=True)
    assert caught.value.mend == f"name the folder that it is in: {folder}"
    with pytest.raises(RunError, match="holds no rounds") as caught:
        open_record(tmp_path, only_reading=True)
    assert caught.value.mend is None
