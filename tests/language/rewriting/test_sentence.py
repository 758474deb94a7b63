"""Where a sentence's core begins and ends, and which sentences can be trusted."""

import pytest

from mohs.language.rewriting.sentence import sentences


def only(grammar, text):
    (sentence,) = sentences(grammar.parse([text])[0])
    return sentence


@pytest.mark.parametrize(
    ("text", "core"),
    [
        ("She sang .", "She sang"),
        ("But she sang!?", "she sang"),
        ('"She sang."', "She sang"),
        ("` She sang . '", "She sang"),
        ('"No" is what she sang.', '"No" is what she sang'),
        ("- she sang ( twice ) .", "she sang ( twice )"),
    ],
)
def test_the_core_is_the_sentence_without_what_stands_around_it(grammar, text, core):
    sentence = only(grammar, text)
    low, high = sentence.core
    tokens = sentence.parsed.tokens
    assert text[tokens[low].start : tokens[high - 1].end] == core


def test_a_sentence_s_tokens_are_a_tree(grammar):
    sentence = only(grammar, "The old man and his dog slept .")
    assert sentence.word(sentence.root) == "slept"
    subject = sentence.subject(sentence.root)
    assert subject is not None and sentence.phrase(subject) == (0, 6)
    assert sorted(sentence.descendants(subject)) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "text",
    ["Too Big To Fail Says New York Report", "A list: milk, eggs and more", "word " * 100],
)
def test_headlines_lists_and_very_long_sentences_are_left_alone(grammar, text):
    assert not [one for one in sentences(grammar.parse([text])[0]) if one.usable]
