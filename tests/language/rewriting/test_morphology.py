"""The forms of verbs and pronouns, by hand."""

import pytest

from mohs.errors import MissingExtra
from mohs.language.rewriting import morphology
from mohs.language.rewriting.morphology import (
    be,
    inflected,
    is_common,
    lemma_of,
    number_of_verb,
    object_case,
    past,
    present,
    subject_case,
)


def test_be_agrees():
    found = [be(tense, number) for tense in ("present", "past") for number in ("first", "singular", "plural")]
    assert found == ["am", "is", "are", "was", "was", "were"]


def test_other_verbs_agree():
    pytest.importorskip("lemminflect")
    assert [present("go", "singular"), present("go", "plural"), present("be", "first")] == [
        "goes",
        "go",
        "am",
    ]
    assert [past("go", "plural"), past("be", "plural"), present("have", "singular")] == [
        "went",
        "were",
        "has",
    ]
    assert number_of_verb("VBZ") == "singular" and number_of_verb("VBP") == "plural"


def test_of_two_spellings_the_author_s_is_taken():
    pytest.importorskip("lemminflect")
    assert inflected("travel", "VBN", like="travelled") == "travelled"
    assert inflected("travel", "VBN") == "traveled"
    assert inflected("show", "VBN", like="showed") in ("shown", "showed")


@pytest.mark.parametrize(
    ("form", "tag", "guess", "lemma"),
    [
        ("hates", "VBZ", "hat", "hate"),
        ("impressed", "VBN", "impressed", "impress"),
        ("ran", "VBD", "run", "run"),
        ("sing", "VBP", "", "sing"),
    ],
)
def test_a_parser_s_guess_at_a_lemma_is_checked(form, tag, guess, lemma):
    pytest.importorskip("lemminflect")
    assert lemma_of(form, tag, guess) == lemma


def test_a_past_tense_is_no_present_tense():
    pytest.importorskip("lemminflect")
    assert lemma_of("misunderstood", "VBP", "") is None and lemma_of("want", "VBP", "") == "want"


def test_pronouns_change_their_case():
    assert [object_case(word) for word in ("i", "she", "they", "it", "who")] == [
        "me",
        "her",
        "them",
        "it",
        None,
    ]
    assert [subject_case(word) for word in ("me", "her", "us", "you", "him")] == [
        "I",
        "she",
        "we",
        "you",
        "he",
    ]


def test_names_are_no_common_words():
    assert is_common("Dirt") and is_common("houses") and not is_common("Poirot") and not is_common("Hollings")


def test_without_lemminflect_the_extra_is_named(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "lemminflect", None)
    morphology._forms.cache_clear()
    with pytest.raises(MissingExtra, match=r"mohs\[nlp\]"):
        inflected("sing", "VBD")
    morphology._forms.cache_clear()
