"""What a unit is does not depend on how quickly it is seen (what units are: test_words.py)."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mohs.language.units import _KINDS, Kind, _pattern, apart, is_joined, units

LETTERS = "aab'’   .XYZ…“”-*;bcXYZ   ..''’@#&<>/:1234_-+é\u0301\u0627\u064e\u0915\u093f\u200b\n\t,;!?()\"www.http://C++ C#"


@given(st.text(LETTERS, max_size=40))
@example("The U.S. film, by a.b@c.de, isn't <b>bad</b> &amp; C++ is no C#.")
@example("A film (it isn't \"bad\"). A. B. 'tis rock'n'roll... so-so ")
@example("(a)")
def test_what_is_quick_finds_what_the_slow_pattern_finds(string):
    slow = [(match.span(), _KINDS[match.lastgroup]) for match in _pattern(quick=False).finditer(string)]
    # A letter in brackets is marked afterwards.
    found = [
        (span, Kind.WORD if kind is Kind.PART else kind) for span, kind in zip(*units(string), strict=True)
    ]
    assert found == [(span, Kind.WORD if kind is Kind.PART else kind) for span, kind in slow]


@given(st.text("aB1'_- .,\t\n\x00\x7f"))
def test_what_stands_apart_stands_where_it_stood(string):
    assert all(one in (other, " ") for one, other in zip(apart(string), string, strict=True))


def test_units_are_places_and_kinds():
    assert units("A 3rd www.a.org") == (
        [(0, 1), (2, 5), (6, 15)],
        [Kind.WORD, Kind.NUMBER, Kind.PROTECTED],
    )


def test_brackets_of_the_penn_treebank_and_letters_in_brackets_are_no_words():
    text = "-LRB- see B-sides (a) -rrb- , put ( s ) film(s) LRB -lrb-x (ab)"
    spans, kinds = units(text)
    found = {text[start:end]: kind for (start, end), kind in zip(spans, kinds, strict=True)}
    assert {word for word, kind in found.items() if kind is Kind.PROTECTED} == {"rrb", "lrb"}
    assert {word for word, kind in found.items() if kind is Kind.PART} == {"a", "s"}
    assert kinds[0] is Kind.PROTECTED and text[spans[0][0] : spans[0][1]] == "LRB"
    assert all(found[word] is Kind.WORD for word in ("see", "B", "sides", "put", "film", "LRB", "x", "ab"))


def test_a_word_that_is_one_with_the_preposition_behind_it_is_left_alone():
    text = "Instead  of it , according to him instead it fell apart from prior to owing ; thanks to"
    spans, kinds = units(text)
    parts = [text[start:end] for (start, end), kind in zip(spans, kinds, strict=True) if kind is Kind.PART]
    assert parts == ["Instead", "according", "apart", "prior", "thanks"]
    assert units("instead")[1] == [Kind.WORD]


def test_capitals_alone_are_seen_too_and_a_hyphen_may_come_first():
    assert units("a -LRB- b")[1] == [Kind.WORD, Kind.PROTECTED, Kind.WORD]
    assert units("INSTEAD OF it")[1] == [Kind.PART, Kind.WORD, Kind.WORD]
    assert units("- a co-op")[1] == [Kind.WORD, Kind.PART, Kind.PART]


def test_a_blank_that_is_no_ascii_separates_words():
    assert units("good\u00a0film") == ([(0, 4), (5, 9)], [Kind.WORD, Kind.WORD])


def test_neither_half_of_a_prefixed_word_is_a_word():
    """What a hyphen joins are words, but where the first is a prefix; a prefix that joins nothing is a word."""
    text = "Co-opted by a non-narrative , well-made anti-war film , re : self and ex - wife"
    spans, kinds = units(text)
    halves = [text[start:end] for (start, end), kind in zip(spans, kinds, strict=True) if kind is Kind.PART]
    assert halves == ["Co", "opted", "non", "narrative", "anti", "war"]
    assert [kind for kind in kinds if kind is not Kind.PART] == [Kind.WORD] * 10
    assert units("pre-9/11 semi--sweet x-re-do http://a.org/co-op")[1] == [
        *(Kind.WORD, Kind.NUMBER, Kind.WORD, Kind.WORD, Kind.WORD, Kind.WORD, Kind.WORD, Kind.PROTECTED)
    ]


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("a well-made film", ["well", "made"]),
        ("a well\u2011made film", ["well", "made"]),
        ("a three-act-long film", ["three", "act", "long"]),
        ("a 90-minute film", ["90", "minute"]),
        ("a film - good--or bad- or -", []),
        ("-film", []),
        ("film-", []),
    ],
)
def test_a_hyphen_joins_words_between_letters_or_digits(text, joined):
    spans, _ = units(text)
    assert [text[start:end] for start, end in spans if is_joined(text, start, end)] == joined
