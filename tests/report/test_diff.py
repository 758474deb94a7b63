"""Words that changed, marked."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.report import diff
from mohs.report.diff import _CONTEXT, _SHORT, _opcodes, marked, plain, shortened, visible

TAGS = re.compile(r"<[^>]*>")
words = st.lists(
    st.sampled_from(["a", "film", "is", "bad", ",", "not", "''", "<b>", "&", '"', "don't", "\n", "", "x1"]),
    max_size=30,
)


def text_of(html):
    """What a reader sees."""
    return unescape(TAGS.sub("", str(html)))


def marks(html):
    """The marked stretches."""
    return [text_of(found) for found in re.findall(r"<mark[^>]*>(.*?)</mark>", str(html), re.DOTALL)]


@pytest.mark.parametrize(
    ("original", "perturbed", "was", "now"),
    [
        ("A quiet, lovely film.", "A silent, lovely film.", ["quiet"], ["silent"]),
        ("A quiet film", "A qui et film", ["quiet"], ["qui et"]),
        ("I don't know", "I do not know", ["don't"], ["do not"]),
        ("so good", "SO good", ["so"], ["SO"]),
        ("so good", "so good !", [], [" !"]),
        ("so  good", "so good", ["  "], [" "]),
        ("the very same", "the very same", [], []),
        ("", "now", [], ["now"]),
        ("one two three", "one three", ["two "], []),
    ],
)
def test_marks_the_words_that_differ_and_nothing_else(original, perturbed, was, now):
    before, after = marked(original, perturbed)
    assert (marks(before), marks(after)) == (was, now)


@given(words, words)
def test_every_letter_and_blank_is_kept(first, second):
    original, perturbed = " ".join(first), " ".join(second)
    before, after = marked(original, perturbed)
    assert (text_of(before), text_of(after)) == (original, perturbed)
    # What is not marked is the same on both sides.
    unmarked = [re.sub(r"<mark[^>]*>.*?</mark>", "", str(html), flags=re.DOTALL) for html in (before, after)]
    assert unmarked[0] == unmarked[1]


def test_a_look_alike_is_named():
    _, after = marked("a movie", "a m\u043evie")
    named = "\u043e = U+043E CYRILLIC SMALL LETTER O"
    assert str(after) == f'a <mark class="now" title="{named}">m\u043evie</mark>'


def test_what_cannot_be_seen_is_spelt_out_in_a_change():
    _, after = marked("a good film", "a go\u200bod film")
    assert "U+200B" in after
    assert "U+200D" not in shortened("\U0001f469\u200d\U0001f680")


@pytest.mark.parametrize(
    "character", ["\u202e", "\u2066", "\x00", "\x1b", "\r", "\u2028", "\ud800", "\ufffe"]
)
def test_what_steers_or_breaks_the_page_is_spelt_out_everywhere(character):
    assert character not in visible(f"a{character}b")
    assert f"U+{ord(character):04X}" in visible(f"a{character}b")
    assert plain(f"a{character}b") == "a\ufffdb"
    for html in marked(f"same {character} x", f"same {character} y"):
        assert character not in html


def test_markup_is_escaped():
    for html in (visible("<b>&\"'"), shortened("<b>&\"'"), *marked("<i> <b>&\"'", "<u> <b>&\"'")):
        assert not re.search(r"<(?!/?(mark|span)\b)|&(?!lt;|gt;|amp;|#34;|#39;)", str(html))


def test_long_unchanged_text_is_left_out_around_a_change():
    text = "word " * 4_000
    before, after = marked(f"{text}old {text}", f"{text}new {text}")
    assert (marks(before), marks(after)) == (["old"], ["new"])
    assert len(after) < 1_000
    assert "characters unchanged" in after
    assert len(shortened(text)) < 1_000


def test_a_long_text_with_many_changes_is_cut():
    before, after = marked("old word " * 4_000, "new word " * 4_000)
    for html in (before, after):
        assert len(text_of(html)) < 4_300
        assert "more characters" in html


@pytest.mark.parametrize("changes", [1, 30])
def test_long_texts_are_aligned_as_well(changes):
    rare = [f"w{number % 97}" for number in range(3 * _SHORT)]
    new = list(rare)
    for number in range(changes):
        new[number * 20] = f"n{number}"
    before, after = marked(" ".join(rare), " ".join(new))
    assert marks(after) == [f"n{number}" for number in range(changes)]
    assert marks(before) == [rare[number * 20] for number in range(changes)]


def test_long_texts_that_have_nothing_in_common_are_one_change():
    before, after = marked("a b " * 2 * _SHORT, "c d " * 2 * _SHORT)
    assert "more characters" in before
    assert "more characters" in after


@given(st.lists(st.sampled_from("abcd"), max_size=30), st.lists(st.sampled_from("abcd"), max_size=30))
def test_however_long_texts_are_each_token_is_aligned_once_and_equal_ones_are_equal(before, after):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(diff, "_SHORT", -1)
        patch.setattr(diff, "_IN_COMMON", 2)
        codes = _opcodes(before, after)
    i = j = 0
    for code, a, b, c, d in codes:
        assert (a, c) == (i, j)
        assert (b, d) != (a, c)
        assert code in ("equal", "replace")
        assert code == "replace" or before[a:b] == after[c:d]
        i, j = b, d
    assert (i, j) == (len(before), len(after))


@pytest.mark.parametrize("gone", ["before", "after"])
def test_a_long_text_that_goes_on_where_the_other_has_ended_is_marked_to_its_end(gone):
    words = [f"w{number}" for number in range(2 * _SHORT)]
    short, long = ["x", *words], ["y", *words, "and", "more"]
    was, now = (" ".join(side) for side in ((long, short) if gone == "after" else (short, long)))
    before, after = marked(was, now)
    more, less = (before, after) if gone == "after" else (after, before)
    assert marks(more) == ["y", " and more"]
    assert marks(less) == ["x"]


def test_many_small_changes_are_cut_too():
    before, after = marked("same old " * 4_000, "same new " * 4_000)
    for html in (before, after):
        assert len(text_of(html)) < 4_300
        assert "more characters" in html


@pytest.mark.parametrize(("extra", "whole"), [(0, True), (1, False)])
def test_between_two_changes_four_contexts_are_shown_whole(extra, whole):
    middle = "x" * (4 * _CONTEXT - 2 + extra)
    _, after = marked(f"old {middle} old", f"new {middle} new")
    assert (middle in after) == whole
    assert ("characters unchanged" in after) != whole


def test_each_side_has_marks_of_its_own_and_only_letters_of_other_scripts_are_named():
    before, after = marked("a good movie", "a fine movie")
    assert str(before) == 'a <mark class="was">good</mark> movie'
    assert str(after) == 'a <mark class="now">fine</mark> movie'
    _, digits = marked("a good movie", "a \u0669 movie")
    assert str(digits) == 'a <mark class="now">\u0669</mark> movie'


def test_line_ends_and_tabs_are_seen_and_places_that_hold_no_character_are_not():
    assert visible("a\n\tb") == plain("a\n\tb") == "a\n\tb"
    assert plain("\U0001ffff \U0010fffe \ufdd0 \uffff") == "\ufffd \ufffd \ufffd \ufffd"
    assert plain("\U00010000 \U0001fffd \ufdcf") == "\U00010000 \U0001fffd \ufdcf"
