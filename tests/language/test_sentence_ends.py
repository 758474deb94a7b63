"""Where a text truly begins and ends."""

import pytest

from mohs.language.sentence_ends import end_of, end_of_last_sentence, spaced, start_of


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("a great movie .", "a great movie"),
        ("a great movie . ", "a great movie"),
        ("He came. He saw!", "He came. He saw"),
        ("no mark", "no mark"),
        ("no mark  ", "no mark"),
        ("it goes on ... ", "it goes on"),
        ("what?!", "what"),
        ('He said "it was good."', 'He said "it was good'),
        ("(it was good.)", "(it was good"),
        ("good (really).", "good (really)"),
        ("a word, ", "a word"),
        ("he had to fight for attention :", "he had to fight for attention"),
        ("( always . -RRB-", "( always"),
        (", ,", ""),
        ("We met Mr. Gray at 3.5 Main St.", "We met Mr. Gray at 3.5 Main St."),
        ("He lives in the U.S.", "He lives in the U.S."),
        ("He lives in the U.S. .", "He lives in the U.S."),
        ("at 10 p.m.", "at 10 p.m."),
        ("cats, dogs, etc.", "cats, dogs, etc."),
        ("It cost $1.8.", "It cost $1.8"),
        ("good.<br />", "good.<br />"),
        ("good 😍 !", "good 😍"),
        ("Dr.", "Dr."),
    ],
)
def test_the_last_sentence_ends_before_its_mark_and_after_the_dot_of_a_word(text, before):
    assert text[: end_of_last_sentence(text)] == before


def test_outer_blanks_are_outside():
    assert (start_of(" \n a b \t"), end_of(" \n a b \t")) == (3, 6)


def test_tokenised_text_has_blanks_before_its_marks():
    assert spaced("a great movie .") and spaced("well , good")
    assert not spaced("A great movie, really.") and not spaced("He batted .280 in 1945.")


def test_a_long_text_without_a_mark_is_looked_at_from_its_end_alone():
    assert end_of_last_sentence("word " * 200_000) == 999_999
