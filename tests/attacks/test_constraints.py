"""What each constraint lets through."""

import dataclasses
import math

import numpy as np
import pytest

from fakes import Cosines, answer, target
from mohs.attacks.constraints import (
    MaximumModifiedRate,
    SamePartOfSpeech,
    SentenceSimilarity,
    Words,
    WordSimilarity,
)
from mohs.engine.oracles import AnsweredBy
from mohs.language.inflection import kit_inflections
from mohs.language.words import WHOLE, Text


def allows(constraint, known, index, candidates, encoder=None, text=None):
    asking = constraint.allows(known, text or known.text, index, candidates)
    return answer(asking, similarity=AnsweredBy((encoder or Cosines({})).encode))


def test_words_leaves_stop_words_short_words_and_no_words_alone():
    known = target("The good U.S. film of 1999 is <b> ok", stop_words={"the", "of", "is"})
    assert Words().positions(known) == [1, 3, 8]
    assert Words(minimum_length=3).positions(known) == [1, 3]
    assert Words(stop_words=False).positions(known) == [0, 1, 3, 4, 6, 8]


def test_parts_of_compounds_are_words_unless_they_are_to_be_left_alone():
    known = target("a well-made film")
    assert Words().positions(known) == [0, 1, 2, 3]
    alone = Words(compounds=False)
    assert alone.positions(known) == [0, 3]
    assert [allows(alone, known, k, ["good"]) for k in (2, 3)] == [[False], [True]]


def test_no_word_is_changed_twice():
    text = Text("a good film").replace(1, "fine", "synonym")
    known = target("a good film")
    assert allows(Words(), known, 1, ["great"], text=text) == [False]
    assert allows(Words(), known, 2, ["movie"], text=text) == [True]
    assert Words().positions(known.at(text, known.probabilities)) == [0, 2]


@pytest.mark.parametrize(
    ("noun_for_verb", "right"), [(True, [True, True, False]), (False, [True, False, False])]
)
def test_same_part_of_speech(noun_for_verb, right):
    known = target("a film", tags={"film": "NOUN", "movie": "NOUN", "shoot": "VERB", "great": "ADJ"})
    constraint = SamePartOfSpeech(noun_for_verb=noun_for_verb)
    assert allows(constraint, known, 1, ["movie", "shoot", "great"]) == right


def test_other_tags_stand_for_nothing_else():
    known = target("good", tags={"good": "ADJ", "well": "ADV"})
    known.english = dataclasses.replace(known.english, inflections=kit_inflections())
    for same_form in (False, True):
        assert allows(SamePartOfSpeech(same_form=same_form), known, 0, ["well"]) == [False]


@pytest.mark.parametrize(
    ("word", "tag", "right", "wrong"),
    [
        (
            "loved",
            "VERB",
            {"adored": "VERB", "seen": "VERB"},
            {"feel": "VERB", "feeling": "VERB", "loves": "VERB"},
        ),
        ("movie", "NOUN", {"film": "NOUN", "shoot": "VERB"}, {"films": "NOUN", "shooting": "VERB"}),
        ("good", "ADJ", {"fine": "ADJ", "zorgish": "ADJ"}, {"better": "ADJ", "finest": "ADJ"}),
        ("movie's", "NOUN", {"film's": "NOUN"}, {"films's": "NOUN"}),
        ("zorgs", "NOUN", {"film": "NOUN", "films": "NOUN"}, {}),
        ("under", "ADP", {"over": "ADP"}, {}),
    ],
)
def test_the_form_of_a_word_is_kept_where_it_is_known_and_that_is_wished(word, tag, right, wrong):
    known = target(f"a {word} !", tags={word: tag, **right, **wrong})
    known.english = dataclasses.replace(known.english, inflections=kit_inflections())
    candidates = [*right, *wrong]
    assert all(allows(SamePartOfSpeech(), known, 1, candidates))
    kept = allows(SamePartOfSpeech(same_form=True), known, 1, candidates)
    assert kept == [True] * len(right) + [False] * len(wrong)


def test_antonyms_have_another_cosine_and_unknown_words_none():
    known = target(
        "Good film's end",
        synonyms={"good": [("fine", 0.9), ("fair", 0.4), ("bad", 0.1)], "film": [("war", 0.2)]},
    )
    assert allows(WordSimilarity(), known, 0, ["Fine", "FAIR", "bad", "zig"]) == [True, True, False, True]
    assert allows(WordSimilarity(minimum_cosine=0.95), known, 0, ["fine", "zig"]) == [False, True]
    assert allows(WordSimilarity(), known, 1, ["war's", "movie's"]) == [False, True]


def test_antonyms_may_be_looked_for_in_sentiment_alone():
    constraint, synonyms = WordSimilarity(sentiment_only=True), {"good": [("bad", 0.1)]}
    assert allows(constraint, target("good", synonyms=synonyms), 0, ["bad"]) == [False]
    assert allows(constraint, target("good", synonyms=synonyms, subject=""), 0, ["bad"]) == [True]
    assert allows(WordSimilarity(), target("good", synonyms=synonyms, subject=""), 0, ["bad"]) == [False]


@pytest.mark.parametrize(
    ("words", "most"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (9, 3), (10, 4), (35, 14)]
)
def test_the_modified_rate_is_never_rounded_up(words, most):
    known = target(" ".join(f"w{'x' * k}" for k in range(words)))
    assert MaximumModifiedRate().room(known, known.text) == most
    text = known.text
    for index in range(most):
        assert allows(MaximumModifiedRate(), known, index, ["new"], text=text) == [True]
        text = text.replace(index, "new", "context")
    assert allows(MaximumModifiedRate(), known, words - 1, ["new", "newer"], text=text) == [False, False]


def test_a_mended_article_is_a_changed_word():
    """Three words, one may be changed: awful would change "a" too."""
    known = target("a good film")
    assert allows(MaximumModifiedRate(), known, 1, ["bad", "awful"]) == [True, False]
    assert allows(MaximumModifiedRate(rate=0.7), known, 1, ["bad", "awful"]) == [True, True]


@pytest.mark.parametrize("rate", [0.07, 0.1, 0.29, 0.3, 0.57, 0.7, 1.0])
def test_a_share_of_a_hundred_words_is_that_many(rate):
    known = target(" ".join("abcdefghij" * 10))
    assert MaximumModifiedRate(rate=rate).room(known, known.text) == round(100 * rate)
    assert MaximumModifiedRate(rate=rate, rounding="up").room(known, known.text) == round(100 * rate)


def test_hardly_less_or_more_than_a_whole_number_of_words_is_not_that_number():
    known = target(" ".join("abcdefghij" * 5))
    assert MaximumModifiedRate(rate=0.1999).room(known, known.text) == 9
    assert MaximumModifiedRate(rate=0.1801, rounding="up").room(known, known.text) == 10


def test_the_modified_rate_may_be_rounded_up_as_in_textattack():
    known = target("a good little film")
    assert [MaximumModifiedRate(rounding=way).room(known, known.text) for way in ("down", "up")] == [1, 2]


def test_cosine_to_the_original():
    known, encoder = target("a good film"), Cosines({"fine": 0.85, "bad": 0.75})
    assert allows(SentenceSimilarity(threshold=0.8), known, 1, ["fine", "bad"], encoder) == [True, False]


def test_the_default_threshold_is_stricter_for_sentiment():
    encoder = Cosines({"bad": 0.75})
    assert allows(SentenceSimilarity(), target("a good film"), 1, ["bad"], encoder) == [False]
    assert allows(SentenceSimilarity(), target("a good film", subject=""), 1, ["bad"], encoder) == [True]


def test_angular_similarity_is_textattacks():
    """1 - arccos(c) / pi: 0.840845 is a cosine of 0.8778 (TextAttack's constant for a code threshold of 0.5)."""
    constraint = SentenceSimilarity(threshold=0.840845, metric="angular")
    edge = math.cos((1 - 0.840845) * math.pi)
    assert edge == pytest.approx(0.8776, abs=1e-4)
    assert constraint.good(target("x"), Text("x"), np.array([edge + 1e-4, edge - 1e-4])) == [True, False]
    # The same text, whose cosine may come out a little over 1, and the opposite one.
    assert constraint.good(target("x"), Text("x"), np.array([1 + 1e-5, 1.0, -1 - 1e-5])) == [
        True,
        True,
        False,
    ]
    whole = SentenceSimilarity(threshold=1.0, metric="angular")
    assert whole.good(target("x"), Text("x"), np.array([1.0, 0.9999])) == [True, False]


@pytest.mark.parametrize(
    ("short", "right"), [("check", [False, False]), ("relax", [True, False]), ("skip", [True, True])]
)
def test_texts_shorter_than_the_window(short, right):
    encoder = Cosines({"bad": 0.5, "awful": 0.05})
    constraint = SentenceSimilarity(threshold=0.8, short=short)
    assert allows(constraint, target("a good film"), 1, ["bad", "awful"], encoder) == right
    assert (encoder.seen == []) == (short == "skip")


@pytest.mark.parametrize("short", ["skip", "relax"])
def test_a_text_as_long_as_the_window_is_not_short_and_without_a_window_none_is(short):
    for window in (3, None):
        constraint = SentenceSimilarity(threshold=0.8, short=short, window=window)
        assert allows(constraint, target("a good film"), 1, ["bad"], Cosines({"bad": 0.5})) == [False]


def test_of_a_text_written_anew_all_is_compared():
    known = target(" ".join(f"w{k}" for k in range(20)))
    constraint = SentenceSimilarity(threshold=0.8, window=5)
    assert constraint.pair(known, known.text, WHOLE, "another text") == (known.text.string, "another text")


def test_long_texts_are_checked_all_the_same():
    known = target(" ".join(f"w{k}" for k in range(20)))
    constraint = SentenceSimilarity(threshold=0.8, short="skip")
    assert allows(constraint, known, 1, ["bad"], Cosines({"bad": 0.5})) == [False]


def test_the_window_is_compared_and_not_the_whole_text():
    known, encoder = target(" ".join(f"w{k}" for k in range(20))), Cosines({})
    allows(SentenceSimilarity(threshold=0.8, window=5), known, 10, ["x"], encoder)
    assert encoder.seen == ["w8 w9 w10 w11 w12", "w8 w9 x w11 w12"]
    allows(SentenceSimilarity(threshold=0.8, window=None), known, 10, ["x"], encoder)
    assert encoder.seen[-2] == known.text.string


def test_compared_with_the_original_or_with_the_current_text():
    known = target("one good film")
    later = known.text.replace(0, "two", "synonym")
    for compared_with, reference in (("original", "one good film"), ("current", "two good film")):
        constraint = SentenceSimilarity(threshold=0.8, compared_with=compared_with)
        assert constraint.pair(known, later, 1, "bad") == (reference, "two bad film")


def test_no_candidates_ask_nothing():
    encoder = Cosines({})
    assert allows(SentenceSimilarity(), target("a good film"), 1, [], encoder) == []
    assert encoder.seen == []


def test_a_run_of_letters_that_is_no_word_is_left_alone():
    assert Words().positions(target("x" * 64 + " " + "y" * 65)) == [0]
    assert Words().positions(target("x" * 100_000)) == []


def test_a_tagger_is_shown_the_words_around_and_not_the_whole_text():
    shown = []

    class Watching:
        def tags_in_place(self, words, index, candidates):
            shown.append((list(words), index))
            return ["NOUN"] * len(candidates)

    known = target(" ".join(f"w{k}x" for k in range(100)))
    object.__setattr__(known.english, "parts_of_speech", Watching())
    for index in (0, 50, 99):
        allows(SamePartOfSpeech(), known, index, ["y"])
        words, place = shown[-1]
        around = range(max(0, index - SamePartOfSpeech.AROUND), min(100, index + SamePartOfSpeech.AROUND + 1))
        assert words[place] == known.text.word(index) and words == [known.text.word(k) for k in around]
