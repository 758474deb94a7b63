"""How pieces become a sentence: blanks, commas, case, articles and marks in the style of the text."""

import pytest

from mohs.language.rewriting.compose import COMMA, compose, instead, kept, new
from mohs.language.rewriting.sentence import sentences


def only(grammar, text):
    (sentence,) = sentences(grammar.parse([text])[0])
    return sentence


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She slept in Rome.", "In Rome, she slept."),
        ("she slept in rome .", "in rome , she slept ."),
        ("John slept  in Rome!", "In Rome, John slept!"),
        ("I slept in Rome", "In Rome, I slept"),
    ],
)
def test_pieces_that_change_places_carry_the_style_of_the_text(grammar, text, expected):
    assert compose(only(grammar, text), [*kept((2, 4)), COMMA, *kept((0, 2))]) == expected


def test_what_stays_together_keeps_its_own_blanks(grammar):
    sentence = only(grammar, "She  slept in   Rome .")
    assert compose(sentence, kept((2, 4), (0, 2))) == "In   Rome she  slept ."


def test_a_replaced_token_keeps_the_blanks_around_it(grammar):
    sentence = only(grammar, "They don't sleep.")
    assert compose(sentence, [*kept((0, 1)), instead(1, "would"), *kept((2, 4))]) == "They wouldn't sleep."


def test_an_article_fits_the_word_that_has_come_behind_it(grammar):
    sentence = only(grammar, "She saw a big owl.")
    assert compose(sentence, kept((0, 3), (4, 5))) == "She saw an owl."
    assert compose(sentence, [*kept((0, 2)), new("an"), *kept((3, 5))]) == "She saw a big owl."


def test_commas_are_never_doubled_and_never_at_an_end(grammar):
    sentence = only(grammar, "She slept, he woke.")
    assert (
        compose(sentence, [COMMA, *kept((3, 5)), COMMA, *kept((2, 3), (0, 2)), COMMA])
        == "He woke, she slept."
    )


@pytest.mark.parametrize(
    ("text", "cut", "expected"),
    [
        ("They're late.", 1, "Late they are."),
        ("It's late.", 1, "Late it is."),
        ("I'd sing.", 1, None),
    ],
)
def test_a_short_form_that_loses_its_word_is_written_out_where_it_stands_for_one_verb(
    grammar, text, cut, expected
):
    sentence = only(grammar, text)
    assert compose(sentence, [*kept((2, 3), (0, 1)), new("now"), *kept((1, 2))]) == (
        None if expected is None else expected.replace(" are", " now are").replace(" is", " now is")
    )


def test_before_a_number_a_new_first_word_has_the_capital_of_the_text(grammar):
    assert (
        compose(only(grammar, "12 jets left Rome ."), [new("so"), *kept((0, 4))]) == "So 12 jets left Rome ."
    )
    assert compose(only(grammar, "12 jets left ."), [new("so"), *kept((0, 3))]) == "so 12 jets left ."


def test_quotations_and_brackets_are_never_cut_through(grammar):
    sentence = only(grammar, 'She said "no way" to him.')
    assert compose(sentence, kept((4, 8), (0, 4))) is None


def test_an_abbreviation_s_dot_never_meets_the_mark_at_the_end(grammar):
    sentence = only(grammar, "In the U.S. they slept.")
    assert compose(sentence, kept((3, 5), (0, 3))) is None
