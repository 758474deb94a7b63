"""Morphology: the forms of verbs and pronouns that a rewritten sentence needs."""

from functools import cache
from typing import Literal

from mohs.errors import MissingExtra
from mohs.kit.manifest import FOLDER
from mohs.language.inflection import OF, Inflections
from mohs.language.sememe_files import read_npz

Number = Literal["singular", "plural", "first"]
"""What a verb agrees with; "first" is "I"."""

Tense = Literal["past", "present", "modal"]

_BE = {
    ("present", "singular"): "is",
    ("present", "plural"): "are",
    ("present", "first"): "am",
    ("past", "singular"): "was",
    ("past", "plural"): "were",
    ("past", "first"): "was",
}
_OBJECTS = {"i": "me", "he": "him", "she": "her", "we": "us", "they": "them", "you": "you", "it": "it"}
_SUBJECTS = {"me": "I", "him": "he", "her": "she", "us": "we", "them": "they", "you": "you", "it": "it"}


def be(tense: Tense, number: Number) -> str:
    """The form of "be"."""
    return _BE[tense, number]


def present(lemma: str, number: Number) -> str:
    """The present tense of a verb."""
    if lemma == "be":
        return be("present", number)
    return inflected(lemma, "VBZ") if number == "singular" else lemma


def past(lemma: str, number: Number) -> str:
    """The past tense of a verb."""
    return be("past", number) if lemma == "be" else inflected(lemma, "VBD")


def object_case(pronoun: str) -> str | None:
    """A personal pronoun as an object; None for other words."""
    return _OBJECTS.get(pronoun)


def subject_case(pronoun: str) -> str | None:
    """A personal pronoun as a subject; None for other words."""
    return _SUBJECTS.get(pronoun)


def inflected(lemma: str, tag: str, like: str = "") -> str:
    """A verb's form by its Penn Treebank tag ("VBD", "VBN", "VBG", "VBZ").

    Args:
        lemma: The verb.
        tag: Which form.
        like: Another form of the author's: where it is one of several spellings, it is the one that is taken.

    Raises:
        MissingExtra: lemminflect is not installed.
    """
    made = _forms(lemma, tag)
    return like if like in made else made[0]


def lemma_of(form: str, tag: str, guess: str) -> str | None:
    """The verb that a form is of, where one has this form; parsers' guesses ("hat" of "hates") are checked.

    Args:
        form: In lower case.
        tag: Its Penn Treebank tag.
        guess: What a parser says.
    """
    known = _lemmas(form)
    if tag in ("VB", "VBP"):
        return form if form in known or not known else None
    found = [one for one in known if form in _forms(one, tag)]
    if guess + "e" in found:
        return guess + "e"  # "paled" is of "pale" rather than of "pal"
    if guess in found or not found:
        return guess if form in _forms(guess, tag) else None
    return found[0]


@cache
def is_common(word: str) -> bool:
    """Whether it is a common word of WordNet, or a form of one; names are mostly not."""
    inflections, common = _wordnet()
    return any(row < common for part in OF for row, _ in inflections.readings(word.lower(), part))


@cache
def _wordnet() -> tuple[Inflections, int]:
    table = read_npz(FOLDER / "words" / "sememes.npz")
    return Inflections(table.words, table.rules, table.inflections, table.extra), table.common


@cache
def _forms(lemma: str, tag: str) -> tuple[str, ...]:
    try:
        from lemminflect import getInflection
    except ImportError:
        raise MissingExtra("rewriting sentences", package="lemminflect", extra="nlp") from None
    return tuple(getInflection(lemma, tag)) or (lemma,)


@cache
def _lemmas(form: str) -> tuple[str, ...]:
    from lemminflect import getLemma

    return tuple(getLemma(form, "VERB"))


@cache
def is_verb(form: str) -> bool:
    """Whether some verb has this form; parsers take names for verbs ("going to Auntie")."""
    from lemminflect import getAllLemmas

    return bool(getAllLemmas(form, "VERB"))


def number_of_verb(tag: str) -> Number:
    """What a verb in the present tense agrees with, by its tag."""
    return "singular" if tag == "VBZ" else "plural"
