"""One process at a time."""

import errno
import os
import sys
import threading
from types import SimpleNamespace

import pytest

from mohs.errors import RunError, RunFailed
from mohs.runs import lock
from mohs.runs.lock import LOCK, alone, alone_in, locked


def test_one_thread_waits_for_the_other(tmp_path):
    order = []
    inside, told = threading.Event(), threading.Event()

    def first():
        with locked(tmp_path / "lock"):
            inside.set()
            told.wait(10)
            order.append("first")

    def second():
        inside.wait(10)
        told.set()
        with locked(tmp_path / "lock"):
            order.append("second")

    threads = [threading.Thread(target=one) for one in (first, second)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert order == ["first", "second"]


def test_a_lock_is_given_back_where_something_raises(tmp_path):
    with pytest.raises(ValueError, match="inside"), locked(tmp_path / "lock"):
        raise ValueError("inside")
    with locked(tmp_path / "lock"):
        pass


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    with pytest.raises(RunFailed, match="cannot be written"), locked(tmp_path / "none" / "lock"):
        pass


def test_the_journal_of_a_run_has_one_writer_and_nobody_waits(tmp_path):
    journal = tmp_path / "run" / "journal.jsonl"
    journal.parent.mkdir()
    with (
        alone(journal),
        pytest.raises(RunError, match=f"another process writes into {journal.parent}"),
        alone(journal),
    ):
        pass
    with alone(journal):
        assert journal.read_bytes() == b""


def test_a_file_system_without_locks_is_no_reason_to_stop(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("mohs.runs.lock._lock", refuse)
    with alone(tmp_path / "journal.jsonl"):
        (tmp_path / "journal.jsonl").write_bytes(b"a line")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_that_outlives_its_parent_holds_nothing(tmp_path):
    reading, writing = os.pipe()
    told, tell = os.pipe()
    with alone(tmp_path / "journal.jsonl"):
        child = os.fork()
        if child == 0:
            os.close(writing)
            os.write(tell, b"!")
            os.read(reading, 1)  # lives as long as the other end is open
            os._exit(0)
        os.read(told, 1)
    with alone(tmp_path / "journal.jsonl"):
        pass
    os.close(writing)
    os.waitpid(child, 0)
    for end in (reading, told, tell):
        os.close(end)


def test_a_folder_has_one_writer_and_nothing_of_that_is_left(tmp_path):
    with alone_in(tmp_path):
        with pytest.raises(RunError, match="another process writes into"), alone_in(tmp_path):
            pass
        assert [path.name for path in tmp_path.iterdir()] == [LOCK]
    assert not list(tmp_path.iterdir())
    with pytest.raises(ZeroDivisionError), alone_in(tmp_path):
        raise ZeroDivisionError
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("hold", "how"), [(alone, "at once"), (locked, "in turn")])
def test_on_windows_one_byte_far_behind_the_end_is_locked(tmp_path, monkeypatch, hold, how):
    """Nobody there can read what is locked, and the journal is read while it is held."""
    asked = []

    def locking(number, mode, count):
        asked.append((os.lseek(number, 0, os.SEEK_CUR), mode, count))

    fake = SimpleNamespace(LK_LOCK="in turn", LK_NBLCK="at once", locking=locking)
    monkeypatch.setitem(sys.modules, "msvcrt", fake)
    monkeypatch.setattr(lock, "sys", SimpleNamespace(platform="win32"))
    with hold(tmp_path / "journal.jsonl"):
        assert asked == [(2**31 - 2, how, 1)]


def test_what_is_given_back_is_not_remembered(tmp_path):
    with alone(tmp_path / "journal.jsonl"):
        assert len(lock._HELD) == 1
    assert set() == lock._HELD
