"""What every run records; a folder that was made for nothing goes again."""

import math
from contextlib import contextmanager

import numpy as np
import pytest

from mohs.api import record as recording
from mohs.api.record import (
    as_read,
    digest,
    made,
    measured,
    notes_of,
    of_rows,
    of_table,
    recorded,
    versions,
    written,
)
from mohs.data.table import as_table
from mohs.errors import RunError, RunFailed
from mohs.runs.folder import RunFolder, write_json


def test_a_record_names_its_folder_its_seed_and_what_it_was_made_with(tmp_path):
    record = measured("mscr", RunFolder(tmp_path / "run"), command="mohs mscr", seed=3, model=None, data={})
    assert (record["name"], record["kind"], record["seeds"]) == ("run", "mscr", {"run": 3})
    assert {"mohs", "numpy", "python"} <= set(record["versions"]) and record["versions"] == versions()
    assert measured("mscr", None, command=None, seed=0)["name"] == "in memory"


def test_rows_are_recorded_with_their_number_and_bounds():
    table = as_table(np.array([[0.0, 2.0], [1.0, 3.0]]), ["a", "b"], bounds=(0, 4))
    found = of_table(table, "data.csv")
    assert found | of_rows(table, "data.csv") == found
    assert (found["rows"], found["used"], found["columns"]) == (2, 2, 2)
    assert found["bounds"] == {"low": 0.0, "high": 4.0, "stated": True}


def test_notes_of_a_second_table_say_of_which_rows_they_are_and_repeat_none():
    table = as_table([[1.0, 2.0], [3.0, 2.0], [4.0, 2.0]], [0, 0, 1])
    constant, alone = table.notes
    assert notes_of("test rows", table, [constant]) == [f"test rows: {alone}"]
    assert notes_of("test rows", None, []) == []


def test_a_document_is_as_its_reader_sees_it_and_holds_no_nan():
    assert as_read({"a": (1, 2), 3: None}) == {"a": [1, 2], "3": None}
    with pytest.raises(ValueError, match="not JSON compliant"):
        as_read({"a": math.nan})


def test_a_folder_goes_again_where_nothing_came_of_it_and_stays_where_something_did(tmp_path):
    with pytest.raises(ZeroDivisionError), made(RunFolder(tmp_path / "runs" / "a")):
        raise ZeroDivisionError
    assert not (tmp_path / "runs").exists()
    with pytest.raises(ZeroDivisionError), made(folder := RunFolder(tmp_path / "b")):
        folder.write_record({})
        raise ZeroDivisionError
    assert (tmp_path / "b" / "run.json").exists()
    with (
        pytest.raises(RunError, match=r"is there already\n  to mend: choose"),
        made(RunFolder(tmp_path / "b")),
    ):
        pass
    with made(None):
        pass


def test_a_digest_is_that_of_the_value_and_not_of_the_order_of_its_keys():
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1}) != digest({"a": 1, "b": 3})
    assert len(digest([])) == 64


@pytest.mark.parametrize(
    ("problem", "status", "said"),
    [(KeyboardInterrupt(), "partial", r"stopped: 3 of 9 lines are in .*journal.jsonl; .* resume"),
     (RunFailed("no room"), "failed", "no room")],
)  # fmt: skip
def test_a_run_that_is_stopped_or_fails_is_written_down_as_such(tmp_path, problem, status, said):
    folder = RunFolder(tmp_path)
    with pytest.raises(type(problem), match=said), recorded(folder, {"kind": "grid"}, 9, "lines", lambda: 3):
        raise problem
    assert folder.record()["status"] == status and "finished" in folder.record()


def test_what_cannot_be_written_down_hides_no_failure(tmp_path):
    lost = RunFolder(tmp_path / "taken-away")
    with pytest.raises(RunFailed, match="the first"), recorded(lost, {}, 9, "lines", lambda: 0):
        raise RunFailed("the first")


def test_what_came_of_a_run_is_recorded_once_all_of_it_is_there(tmp_path):
    folder = RunFolder(tmp_path)

    def draw(folder, document):
        assert folder.results() == document == {"n": 3}
        assert not (folder.path / "run.json").exists()

    assert written(folder, {"status": "complete"}, {"n": np.int64(3)}, draw) == (tmp_path, {"n": 3})
    assert folder.record()["status"] == "complete"
    assert written(None, {}, {"n": 3}, draw) == (None, {"n": 3})


def test_a_folder_is_held_from_before_the_measuring_until_all_is_written(tmp_path):
    """Of two runs that begin at one moment with one folder, the second does not write into the first one's."""
    folder = RunFolder(tmp_path / "a")
    with made(folder):
        with pytest.raises(RunError, match="another process writes into"), made(RunFolder(folder.path)):
            raise AssertionError("measured into a folder that is another run's")
        written(folder, {"kind": "mscr"}, {"results": []}, lambda folder, document: None)
    assert {path.name for path in folder.path.iterdir()} == {"results.json", "run.json"}
    with pytest.raises(RunError, match="is there already"), made(RunFolder(folder.path)):
        raise AssertionError("measured into a folder that holds a run")


def test_who_waited_for_the_lock_of_a_folder_sees_what_was_written_meanwhile(tmp_path, monkeypatch):
    folder = RunFolder(tmp_path / "a")

    @contextmanager
    def late(path):
        write_json(folder.path / "results.json", {})
        yield

    monkeypatch.setattr(recording, "alone_in", late)
    with pytest.raises(RunError, match="is there already"), made(folder):
        raise AssertionError("measured into a folder that holds a run")
