"""A sample is balanced, depends on seed and ids alone, and keeps the order of its supply."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.data.example import Example
from mohs.data.sample import sample
from mohs.errors import DataError

SUPPLY = st.lists(st.integers(0, 3), min_size=1, max_size=60).map(
    lambda labels: [Example(f"row{row}", "", {"text": ""}, label) for row, label in enumerate(labels)]
)
LIMIT, SEED = st.integers(1, 70), st.integers(0, 2**40)


def ids(examples):
    return [example.id for example in examples]


@given(SUPPLY, LIMIT, SEED)
def test_a_sample_is_as_large_as_asked_for_and_keeps_the_order(supply, limit, seed):
    drawn = sample(supply, limit, seed)
    assert len(drawn) == min(limit, len(supply))
    assert drawn == [example for example in supply if example in drawn]


@given(SUPPLY, LIMIT, SEED)
def test_labels_are_as_equal_as_the_supply_allows(supply, limit, seed):
    drawn = Counter(example.label for example in sample(supply, limit, seed))
    there = Counter(example.label for example in supply)
    # A label of which some are left has at most one fewer than any other.
    for label in there:
        if drawn[label] < there[label]:
            assert max(drawn.values()) <= drawn[label] + 1


@given(SUPPLY, LIMIT, SEED, st.randoms(use_true_random=False))
def test_the_order_of_the_supply_changes_nothing(supply, limit, seed, random):
    shuffled = random.sample(supply, len(supply))
    assert set(ids(sample(shuffled, limit, seed))) == set(ids(sample(supply, limit, seed)))


@given(SUPPLY, LIMIT, SEED)
def test_a_smaller_sample_is_part_of_a_larger_one(supply, limit, seed):
    assert set(ids(sample(supply, limit, seed))) <= set(ids(sample(supply, limit + 5, seed)))


def test_another_seed_draws_others():
    supply = [Example(str(row), "", {"text": ""}, row % 2) for row in range(1000)]
    first, second = set(ids(sample(supply, 100, 0))), set(ids(sample(supply, 100, 1)))
    assert 0 < len(first & second) < 40  # ten are expected by chance


def test_every_part_of_a_sorted_file_is_drawn_from():
    supply = [Example(str(row), "", {"text": ""}, int(row >= 500)) for row in range(1000)]
    drawn = sample(supply, 100, 7)
    assert Counter(example.label for example in drawn) == {0: 50, 1: 50}
    assert Counter(int(example.id) // 250 for example in drawn).keys() == {0, 1, 2, 3}


def test_labels_that_are_all_drawn_leave_the_rest_to_the_others():
    labels = [0] * 1 + [1] * 3 + [2] * 60
    supply = [Example(str(row), "", {"text": ""}, label) for row, label in enumerate(labels)]
    assert Counter(example.label for example in sample(supply, 60, 0)) == {0: 1, 1: 3, 2: 56}


def test_the_draw_of_a_seed_never_changes():
    supply = [Example(str(row), "", {"text": ""}, row % 3) for row in range(30)]
    assert ids(sample(supply, 7, 0)) == ["1", "3", "6", "8", "12", "17", "25"]


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_under_one_is_a_mistake(limit):
    with pytest.raises(DataError, match="limit must be"):
        sample([Example("a", "a", {}, 0)], limit, 0)
