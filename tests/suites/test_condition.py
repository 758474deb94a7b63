"""Conditions on slots."""

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.errors import DataError
from mohs.suites.condition import holds, slots_in, value_of

SLOTS = {"n1": {"word": "9"}, "n2": {"word": "10"}, "who": {"word": "Anna", "kind": "woman"}}
OPERATORS = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


@given(st.integers(-99, 99), st.integers(-99, 99), st.sampled_from(sorted(OPERATORS)))
def test_numbers_are_compared_as_numbers(left, right, sign):
    filling = {"a": {"word": str(left)}, "b": {"word": str(right)}}
    assert holds(f"a {sign} b", filling) is OPERATORS[sign](left, right)
    assert holds(f"a {sign} {right}", filling) is OPERATORS[sign](left, right)


def test_nine_is_less_than_ten():
    assert holds("n1 < n2", SLOTS)


def test_texts_are_equal_or_not():
    assert holds("who.kind == who.kind", SLOTS)
    assert holds("who != n1", SLOTS)
    assert holds("who == 'Anna'", SLOTS)
    assert slots_in("who.kind == 'a woman'") == ["who"]
    assert slots_in("n1 > 3") == ["n1"]


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("who < n1", "orders texts"),
        ("n1 = n2", "is no condition"),
        ("__import__('os') == n1", "no lexicon for the slot"),
        ("n3 > n1", "no lexicon for the slot 'n3'"),
        ("who.age > n1", "has no form 'age'"),
    ],
)
def test_a_condition_that_cannot_be_held_is_refused_with_its_place(rule, message):
    with pytest.raises(DataError, match=message) as raised:
        holds(rule, SLOTS, "f.yaml: template 't'")
    assert "f.yaml: template 't'" in str(raised.value)


def test_a_slot_shows_its_word_or_a_form():
    assert value_of("who", SLOTS) == "Anna"
    assert value_of("who.kind", SLOTS) == "woman"
