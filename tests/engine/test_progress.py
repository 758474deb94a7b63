"""Whoever wants to know how far a run is hears it as a function or as an object."""

import pytest

from mohs.engine.progress import as_progress
from mohs.errors import MohsError


class Shown:
    def start(self, total, kept=0):
        pass

    def outcome(self, status, texts):
        pass

    def __call__(self, done, total):
        raise AssertionError("an object that hears all is no function of two numbers")


def test_a_function_hears_how_many_of_how_many_with_those_that_were_kept():
    heard = []
    progress = as_progress(lambda done, total: heard.append((done, total)))
    progress.start(5, 2)
    for _ in range(3):
        progress.outcome("success", 7)
    assert heard == [(2, 5), (3, 5), (4, 5), (5, 5)]


def test_an_object_that_hears_all_is_taken_as_it_is_and_none_is_nobody():
    shown = Shown()
    assert as_progress(shown) is shown and as_progress(None) is None


@pytest.mark.parametrize("given", [3, "a bar", [print]])
def test_what_hears_nothing_is_a_mistake(given):
    with pytest.raises(MohsError, match="progress hears nothing"):
        as_progress(given)
