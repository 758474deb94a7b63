"""The folder of rounds."""

import json

import pytest

from mohs.data.task import Task
from mohs.errors import DataError, RunError
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
    ],
    ids=["text", "list", "empty", "event", "id", "round", "label", "order", "deep"],
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


def test_a_newer_folder_is_refused(folder):
    (folder / "rounds.json").write_text(
        json.dumps({"schema": "mohs/rounds/2", "task": "mnli"}), encoding="utf-8"
    )
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
