import pytest

from mohs.errors import MohsError
from mohs.inference.threads import thread_count


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
    with pytest.raises(MohsError, match="--threads"):
        thread_count(0)
