"""Inversions: what is said put before the one that it is said of."""

from collections.abc import Iterator

from mohs.language.rewriting.clause import Clause
from mohs.language.rewriting.compose import Piece, kept, new
from mohs.language.rewriting.it_clefts import LONGEST_FOCUS, may_be_cleft, points_ahead
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.morphology import be
from mohs.language.rewriting.nouns import (
    NOUNS,
    is_definite,
    is_measure,
    is_movable,
    is_quantified,
    may_be_person,
    number,
)
from mohs.language.rewriting.sentence import Range
from mohs.language.rewriting.what_clefts import may_leave, says_little

_LONGEST_PREDICATE = 14
"""Tokens of what is said of the subject, to stand before it."""


def object_first(clause: Clause) -> Iterator[list[Piece]]:
    """Put the object first: "They ordered a van" -> "A van is what they ordered"."""
    sentence, verb = clause.sentence, clause.verb
    k = sentence.child(verb, "dobj")
    phrase = None if k is None else sentence.phrase(k)
    if k is None or phrase is None or not _may_be_turned(clause, phrase) or clause.negation is not None:
        return
    if is_quantified(sentence, phrase) or may_be_person(sentence, k) or phrase[1] - phrase[0] > LONGEST_FOCUS:
        return
    bare = phrase[1] - phrase[0] == 1 and sentence.tag(k) == "NN"
    scoped = not listed("scoped").isdisjoint(sentence.words((clause.subject_phrase[1], phrase[0])))
    if bare or scoped or points_ahead(clause, phrase) or not is_movable(sentence, k, phrase):
        return
    if says_little(clause, k) or is_measure(sentence, k):
        return
    agreed = number(sentence, k)
    if agreed is not None:
        yield _turned(clause, phrase, be("past" if clause.tense == "past" else "present", agreed), "what")


def predicate_first(clause: Clause) -> Iterator[list[Piece]]:
    """Put what is said of the subject first: "She was proud" -> "Proud was what she was"."""
    sentence, verb = clause.sentence, clause.verb
    k = sentence.child(verb, "attr", "acomp")
    phrase = None if k is None else sentence.phrase(k)
    if k is None or phrase is None or sentence.lemma(verb) != "be" or not _may_be_turned(clause, phrase):
        return
    if phrase[1] != clause.stop or points_ahead(clause, phrase):
        return
    if phrase[1] - phrase[0] > _LONGEST_PREDICATE or not is_movable(sentence, k, phrase):
        return
    between = range(clause.subject_phrase[1], phrase[0])
    if any(sentence.kind(one) not in ("VERB", "AUX") and one != clause.negation for one in between):
        return
    if sentence.lower(clause.subject) == "following" or sentence.children(clause.subject, "relcl", "acl"):
        return
    quality = sentence.relation(k) == "acomp"
    if clause.negation is not None and is_quantified(sentence, phrase):
        return
    word = _quality(clause, k) if quality else _thing(clause, k, phrase)
    agreed = "singular" if quality else number(sentence, k)
    if word is not None and agreed is not None:
        yield _turned(clause, phrase, be("past" if clause.tense == "past" else "present", agreed), word)


def copula_turned(clause: Clause) -> Iterator[list[Piece]]:
    """Turn an equation round: "The star is Mary" -> "Mary is the star"."""
    sentence, verb, subject = clause.sentence, clause.verb, clause.subject
    if sentence.lemma(verb) != "be" or clause.negation is not None or clause.auxiliaries:
        return
    k = sentence.child(verb, "attr")
    phrase = None if k is None else sentence.phrase(k)
    if k is None or phrase is None or phrase != (verb + 1, clause.stop) or sentence.tag(subject) not in NOUNS:
        return
    if not _is_unique(clause, k, phrase) or not _is_unique(clause, subject, clause.subject_phrase):
        return
    numbers = {number(sentence, k), number(sentence, subject)}
    if len(numbers) == 1 and None not in numbers and not sentence.children(verb, "conj"):
        yield kept(clause.before, phrase, (verb, verb + 1), clause.subject_phrase)


def _turned(clause: Clause, phrase: Range, form: str, word: str) -> list[Piece]:
    rest = kept((clause.subject_phrase[0], phrase[0]), (phrase[1], clause.stop))
    return [*kept(clause.before, phrase), new(form), new(word), *rest]


def _may_be_turned(clause: Clause, phrase: Range) -> bool:
    sentence = clause.sentence
    others = sentence.children(clause.verb, "dative", "xcomp", "ccomp", "oprd", "advcl", "conj", "auxpass")
    if others or clause.shares_its_subject or not may_leave(clause, phrase):
        return False
    return may_be_cleft(clause, empty=("there", "this", "that"))


def _quality(clause: Clause, k: int) -> str | None:
    sentence = clause.sentence
    whole = not sentence.children(k, "advcl") and sentence.tag(k)[:2] in ("JJ", "VB")
    said = whole and sentence.lemma(k) not in listed("raising") and sentence.lower(clause.subject) != "it"
    return "what" if said else None


def _thing(clause: Clause, k: int, phrase: Range) -> str | None:
    sentence = clause.sentence
    if sentence.tag(k) not in NOUNS or sentence.lower(clause.subject) == "it":
        return None
    if is_quantified(sentence, (phrase[0], k)):
        return None
    token = sentence.parsed.tokens[k]
    if sentence.parsed.kind_at(token.start, token.end) == "ORG":
        return None  # neither "who" nor "what" is sure to be right
    if may_be_person(sentence, k) and is_definite(sentence, k):
        return "who"
    return "what" if sentence.tag(k) in ("NN", "NNS") else None


def _is_unique(clause: Clause, k: int, phrase: Range) -> bool:
    """Whether a phrase names one thing alone: "the film", "my film", "Rome"; not "a film"."""
    sentence = clause.sentence
    if not is_definite(sentence, k) or is_quantified(sentence, phrase):
        return False
    return is_movable(sentence, k, phrase) and phrase[1] - phrase[0] <= LONGEST_FOCUS
