"""A run that names no folder gets one of its own, whoever begins beside it."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from threading import Barrier

import pytest

from mohs.errors import RunError
from mohs.runs.own_folder import new_folder, out_or_new


class Noon(datetime):
    @classmethod
    def now(cls, tz=None):
        return cls(2026, 5, 4, 12, 0, 9, tzinfo=tz)


@pytest.fixture
def noon(tmp_path, monkeypatch):
    """One second that does not end, in a folder of its own."""
    monkeypatch.setattr("mohs.runs.own_folder.datetime", Noon)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_folders_of_one_second_are_numbered(noon):
    with ExitStack() as open_:
        for end in ("", "-2", "-3"):
            made = open_.enter_context(new_folder("a", "b"))
            assert made == Path("runs") / f"a-b-20260504-120009{end}" and made.is_dir()


def test_runs_that_begin_at_one_moment_have_one_each(noon):
    together = Barrier(8)

    def begin(number):
        together.wait()
        with new_folder("a") as folder:
            (folder / "run.json").write_text(str(number), encoding="utf-8")
            return folder

    with ThreadPoolExecutor(8) as pool:
        folders = list(pool.map(begin, range(8)))
    assert len(set(folders)) == 8
    assert [(folder / "run.json").read_text(encoding="utf-8") for folder in folders] == list("01234567")


def test_one_that_holds_nothing_in_the_end_goes_again(noon):
    with pytest.raises(ZeroDivisionError), new_folder("a"):
        raise ZeroDivisionError
    assert not list(noon.iterdir())
    (noon / "runs").mkdir()
    with pytest.raises(ZeroDivisionError), new_folder("a"):
        raise ZeroDivisionError
    assert list(noon.iterdir()) == [noon / "runs"]  # which was there before


def test_one_that_holds_anything_stays(noon):
    with pytest.raises(ZeroDivisionError), new_folder("a") as folder:
        (folder / "journal.jsonl").touch()
        raise ZeroDivisionError
    assert (folder / "journal.jsonl").exists()


def test_names_are_of_letters_that_a_file_system_takes(noon):
    with new_folder("my data", "grid") as folder:
        assert folder.name.startswith("my-data-grid-")
    with new_folder("\u6570" * 300, "x" * 300) as folder:
        assert folder.is_dir()


def test_where_none_can_be_made_that_is_said(noon):
    (noon / "runs").touch()
    with pytest.raises(RunError, match="cannot be made a run folder"), new_folder("a"):
        pass


def test_one_that_is_named_is_taken_as_it_is_and_none_is_made_where_none_is_wanted(noon):
    with out_or_new(noon / "mine", "a") as named, out_or_new(None, "a", keep=False) as none:
        assert named == noon / "mine" and none is None
    assert not list(noon.iterdir())
    with out_or_new(None, "a") as folder:
        assert folder.name.startswith("a-")
