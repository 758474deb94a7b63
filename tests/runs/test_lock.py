"""One process at a time."""

import threading

import pytest

from mohs.errors import RunFailed
from mohs.runs.lock import locked


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
    with pytest.raises(RunFailed, match="cannot be locked"), locked(tmp_path / "none" / "lock"):
        pass
