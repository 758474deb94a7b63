"""A row is found again by its item, whatever block it came in."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mohs.engine.cache import SMALL, Answers, stretches, take


@given(st.lists(st.lists(st.text("abc", max_size=2), max_size=4, unique=True), max_size=6))
def test_the_last_row_that_was_kept_for_an_item_is_found(blocks):
    """A plain dictionary is the oracle."""
    answers, plain, number = Answers(), {}, 0
    for items in blocks:
        rows = np.arange(number, number + len(items), dtype=float)[:, None]
        number += len(items)
        answers.add(items, rows)
        plain.update(zip(items, rows[:, 0], strict=True))
    assert len(answers) == len(plain)
    assert [row[0] for row in answers.rows(list(plain))] == list(plain.values())
    assert [answers.row(item)[0] for item in plain] == list(plain.values())
    assert answers.row("unknown") is None


def test_missing_names_each_unknown_item_once_in_order():
    answers = Answers()
    assert answers.missing(["b", "a", "b"]) == ["b", "a"]
    answers.add(["a"], [[1.0]])
    assert answers.missing(["c", "a", "b", "c"]) == ["c", "b"]
    assert answers.missing(["c", "a", "c"], again=True) == ["c", "a"]


def test_what_is_forgotten_is_missing_again():
    answers = Answers()
    answers.add(["a", "b"], [[1.0], [2.0]])
    answers.forget(["a", "unknown"])
    assert answers.missing(["a", "b"]) == ["a"] and answers.rows(["b"]) == [[2.0]]


def test_what_is_taken_does_not_keep_its_batch_alive():
    batch = np.ones((SMALL, 4))
    for rows in (*stretches(batch, [2, 2]), take(batch, [7, 3])):
        assert rows.shape == (2, 4) and rows.base is None


def test_lists_are_taken_from_too():
    assert list(stretches(["a", "b", "c"], [1, 2])) == [["a"], ["b", "c"]]
    assert take(["a", "b", "c"], [2, 0]) == ["c", "a"]
