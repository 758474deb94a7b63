"""What somebody has edited in a journal or a record is found by its name."""

import pytest

from fakes import journaled
from mohs.runs.shapes import RECORDED, wrong_in


def test_a_whole_outcome_fits_whatever_its_status():
    assert wrong_in(journaled(0)) is None
    assert wrong_in(journaled(0, status="skipped", similarity=None, edits=[])) is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("id", 3),
        ("status", ["success"]),
        ("original", {"sentence": None}),
        ("original", ["sentence"]),
        ("original", None),
        ("asked", {"classify": True}),
        ("modified", {"words": 1}),
        ("modified", {"words": "1", "rate": 0.1}),
        ("asked", {"classify": 2**53}),
        ("similarity", "1"),
        ("edits", [1]),
        ("perturbed", {}),
    ],
)
def test_what_cannot_be_is_named(name, value):
    assert wrong_in(journaled(0) | {name: value}) == name


def test_of_a_record_texts_and_names_are_looked_at_too():
    assert RECORDED["task"]({"name": "t", "fields": ["a"], "labels": ["b"]})
    assert not RECORDED["task"]({"name": "t", "fields": ["a"], "labels": "b"})
    assert RECORDED["attacks"]([]) and not RECORDED["attacks"]([{"name": 1}])
