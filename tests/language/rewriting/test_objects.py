"""The order of objects and the place of particles."""

import pytest

PAIRS = [
    ("dative-with-to", "I am giving you a choice.", "I am giving a choice to you."),
    ("dative-without-to", "She showed the room to the man.", "She showed the man the room."),
    ("particle-behind", "He put down his gun.", "He put his gun down."),
    ("particle-before", "The man calmed the horse down.", "The man calmed down the horse."),
]  # fmt: skip

REFUSED = [
    ("dative-with-to", "She gave him it."),
    ("particle-behind", "He put it down."),
    ("particle-before", "He put it down."),
    ("particle-before", "Take the evening off."),
]


@pytest.mark.parametrize(("form", "text", "expected"), PAIRS)
def test_a_form_says_the_same(rewritten, form, text, expected):
    assert rewritten(text, form) == [expected]


@pytest.mark.parametrize(("form", "text"), REFUSED)
def test_a_form_leaves_alone_what_it_would_make_wrong(rewritten, form, text):
    assert rewritten(text, form) == []
