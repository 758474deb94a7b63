"""What is known of noun phrases: number, kind, and whether they may stand elsewhere."""

import pytest

from mohs.language.rewriting.nouns import (
    is_definite,
    is_measure,
    is_movable,
    is_quantified,
    may_be_person,
    number,
)
from mohs.language.rewriting.sentence import sentences


def subject(grammar, text):
    (sentence,) = sentences(grammar.parse([text])[0])
    k = sentence.subject(sentence.root)
    assert k is not None
    return sentence, k


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The dog slept.", "singular"),
        ("The dogs slept.", "plural"),
        ("The cat and the dog slept.", "plural"),
        ("The cat or the dog slept.", None),
        ("I slept.", "first"),
        ("They slept.", "plural"),
        ("A lot of dogs slept.", "plural"),
        ("The number of dogs fell.", None),
        ("The police slept.", None),
        ("The news came.", None),
        ("Somebody slept.", "singular"),
    ],
)
def test_the_number_of_a_phrase_is_told_where_it_can_be(grammar, text, expected):
    assert number(*subject(grammar, text)) == expected


@pytest.mark.parametrize(("text", "expected"), [("The lawyer slept.", True), ("The table fell.", False), ("The river rose.", False)])  # fmt: skip
def test_who_may_be_a_person(grammar, text, expected):
    assert may_be_person(*subject(grammar, text)) is expected


def test_what_is_definite(grammar):
    assert is_definite(*subject(grammar, "My dog slept."))
    assert is_definite(*subject(grammar, "Paris slept."))
    assert not is_definite(*subject(grammar, "A dog slept."))


def test_what_says_how_many_or_when(grammar):
    sentence, k = subject(grammar, "No dogs slept.")
    assert is_quantified(sentence, sentence.phrase(k))
    assert is_measure(*subject(grammar, "Two hours passed."))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The old dog slept.", True),
        ("Cats, dogs and birds slept.", True),
        ("The dog, which was old, slept.", False),
    ],
)
def test_a_phrase_with_parts_set_off_by_commas_stays(grammar, text, expected):
    sentence, k = subject(grammar, text)
    assert is_movable(sentence, k, sentence.phrase(k)) is expected
