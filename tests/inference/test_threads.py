import os

import pytest

from mohs.errors import MohsError
from mohs.inference.threads import cores, thread_count


def test_what_is_asked_for_goes_before_the_environment(monkeypatch):
    monkeypatch.setenv("MOHS_THREADS", "3")
    assert thread_count(2) == 2
    assert thread_count() == 3
    monkeypatch.setenv("MOHS_THREADS", "")
    assert thread_count() is None


@pytest.mark.parametrize("value", ["0", "-1", "two", "1.5"])
def test_a_senseless_environment_is_named(monkeypatch, value):
    monkeypatch.setenv("MOHS_THREADS", value)
    with pytest.raises(MohsError, match="MOHS_THREADS"):
        thread_count()


def test_a_senseless_number_is_named():
    with pytest.raises(MohsError, match="threads"):
        thread_count(0)


def test_more_threads_than_the_machine_can_run_are_refused(monkeypatch):
    monkeypatch.setattr("mohs.inference.threads.cores", lambda: 3)
    assert thread_count(12) == 12
    for count in (13, 100_000, 10**30):
        with pytest.raises(MohsError, match=r"threads asks for more .*(.|\n)*at most 12 here \(3 cores\)"):
            thread_count(count)
    monkeypatch.setenv("MOHS_THREADS", "100000")
    with pytest.raises(MohsError, match="MOHS_THREADS asks for more"):
        thread_count()


def test_the_cores_are_those_that_this_process_may_use():
    assert 1 <= cores() <= (os.cpu_count() or 1)
