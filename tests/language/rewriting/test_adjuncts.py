"""Which phrases say when and where, and which belong to their verb."""

import pytest

from mohs.language.rewriting.adjuncts import is_adjunct, is_time
from mohs.language.rewriting.sentence import sentences


def phrase(grammar, text):
    (sentence,) = sentences(grammar.parse([text])[0])
    return sentence, sentence.root, sentence.children(sentence.root, "prep")[-1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She sang on Monday.", True),
        ("She sang in Paris.", True),
        ("She sang during the war.", True),
        ("She lives in Paris.", False),
        ("She is in Paris.", False),
        ("She believes in him.", False),
        ("They named her after the queen.", False),
        ("She waited for two hours.", False),
    ],
)
def test_an_adjunct_may_stand_elsewhere(grammar, text, expected):
    assert is_adjunct(*phrase(grammar, text)) is expected


def test_a_time_is_told_from_a_place(grammar):
    sentence, _, k = phrase(grammar, "She sang in 1999.")
    assert is_time(sentence, k)
    sentence, _, k = phrase(grammar, "She sang in Paris.")
    assert not is_time(sentence, k)
