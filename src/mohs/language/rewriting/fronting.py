"""Fronting: adverbials, phrases and clauses from the end of a sentence to its start, and the other way."""

from collections.abc import Iterator

from mohs.language.rewriting.adjuncts import is_adjunct, is_place, is_time
from mohs.language.rewriting.clause import Clause
from mohs.language.rewriting.compose import COMMA, Piece, kept
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.nouns import NOUNS, is_movable
from mohs.language.rewriting.sentence import Sentence

_SHORT = 16
"""Tokens of a clause that something is put behind."""


def fronted_phrase(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put a phrase first: "She sang in 1999" -> "In 1999, she sang"."""
    for k in sentence.children(sentence.root, "prep"):
        phrase = sentence.phrase(k)
        if phrase is None or phrase[0] != k or sentence.children(sentence.root, "conj"):
            continue
        if is_adjunct(sentence, sentence.root, k) and is_movable(sentence, k, phrase):
            yield from _fronted(sentence, k)


def fronted_clause(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put a clause first: "She left because it rained" -> "Because it rained, she left"."""
    for k in sentence.children(sentence.root, "advcl"):
        phrase = sentence.phrase(k)
        begins = phrase is not None and sentence.lower(phrase[0]) in listed("subordinators")
        if begins and sentence.subject(k) is not None:
            yield from _fronted(sentence, k)


def fronted_participle(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put a participle first: "She looked up, smiling at me" -> "Smiling at me, she looked up"."""
    for k in sentence.children(sentence.root, "advcl"):
        phrase = sentence.phrase(k)
        if phrase is None or phrase[0] != k or sentence.tag(k) != "VBG" or phrase[1] - k < 2:
            continue
        finite = any(sentence.tag(one) != "VBG" for one in sentence.children(k, "conj"))
        if sentence.lemma(k) in listed("results") or finite:
            continue
        if sentence.word(k - 1) == "," and not sentence.children(sentence.root, "conj"):
            yield from _fronted(sentence, k)


def fronted_purpose(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put a purpose first: "She left to sleep" -> "To sleep, she left"."""
    root = sentence.root
    if sentence.lemma(root) in listed("takes-to") or sentence.children(root, "neg"):
        return
    for k in sentence.children(root, "advcl"):
        phrase = sentence.phrase(k)
        if phrase is None or phrase[0] != k - 1 or sentence.tag(k) != "VB" or sentence.lower(k - 1) != "to":
            continue
        before = k - 2
        agreeing = sentence.kind(before) in ("NOUN", "PROPN", "VERB") and sentence.kind(root) == "VERB"
        if agreeing and phrase[1] - phrase[0] > 2:
            yield from _fronted(sentence, k)


def clause_at_end(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put a clause last: "Because it rained, she left" -> "She left because it rained"."""
    low, high = sentence.core
    for k in sentence.children(sentence.root, "advcl"):
        phrase = sentence.phrase(k)
        if not phrase or phrase[0] != low or sentence.word(phrase[1]) != ",":
            continue
        begins = sentence.lower(low) in listed("subordinators")
        purpose = sentence.lower(low) == "to" and k == low + 1
        if not (begins or purpose) or (sentence.subject(k) is None and not purpose):
            continue
        if _is_short(sentence, phrase[1] + 1) and _is_plain(sentence, phrase[1] + 1):
            yield kept((phrase[1] + 1, high), phrase)


def phrase_at_end(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put a phrase last: "In 1999, she sang" -> "She sang in 1999"."""
    low, high = sentence.core
    for k in sentence.children(sentence.root, "prep"):
        phrase = sentence.phrase(k)
        if not phrase or phrase[0] != low or k != low or not sentence.children(k, "pobj"):
            continue
        behind = phrase[1] + 1 if sentence.word(phrase[1]) == "," else phrase[1]
        if not is_adjunct(sentence, sentence.root, k) or "," in sentence.words(phrase):
            continue
        if not listed("scoped").isdisjoint(sentence.words((behind, high))):
            continue
        if not is_time(sentence, k) and (high - behind > _SHORT // 2 or sentence.lower(low) == "in"):
            continue
        if _is_short(sentence, behind) and _is_plain(sentence, behind):
            yield kept((behind, high), phrase)


def place_first(clause: Clause) -> Iterator[list[Piece]]:
    """Turn a sentence of place round: "The inn is on the hill" -> "On the hill is the inn"."""
    sentence, verb = clause.sentence, clause.verb
    if not clause.is_whole or sentence.lemma(verb) not in listed("stands") or clause.auxiliaries:
        return
    if (
        clause.negation is not None
        or sentence.tag(clause.subject) not in NOUNS
        or clause.before[0] < clause.before[1]
    ):
        return
    places = [k for k in sentence.children(verb) if verb < k < clause.stop]
    if len(places) != 1 or sentence.relation(places[0]) != "prep" or clause.subject_phrase[1] != verb:
        return
    phrase, target = sentence.phrase(places[0]), sentence.child(places[0], "pobj")
    if phrase is None or phrase != (verb + 1, clause.stop) or target is None:
        return
    if sentence.lower(places[0]) == "from":
        return
    if sentence.lower(places[0]) in listed("where") and is_place(sentence, target):
        yield kept(phrase, (verb, verb + 1), clause.subject_phrase)


def _fronted(sentence: Sentence, k: int) -> Iterator[list[Piece]]:
    """A phrase at the end of the core put before it."""
    low, high = sentence.core
    phrase = sentence.phrase(k)
    if not phrase or phrase[1] != high or sentence.lower(phrase[0]) in listed("no-start"):
        return
    if k > sentence.root and _is_plain(sentence, low):
        yield [*kept(phrase), COMMA, *kept((low, phrase[0]))]


def _is_plain(sentence: Sentence, low: int) -> bool:
    """Whether a statement begins here with its subject, so that something may stand before it."""
    subject = sentence.subject(sentence.root)
    phrase = None if subject is None else sentence.phrase(subject)
    if subject is None or phrase is None or "?" in sentence.words((sentence.core[1], sentence.stop)):
        return False
    return phrase[0] == low and phrase[1] <= sentence.root and sentence.tag(subject) not in ("WP", "WDT")


def _is_short(sentence: Sentence, low: int) -> bool:
    """Whether a clause that begins here is short and simple enough for something to be put behind it."""
    high = sentence.core[1]
    if high - low > _SHORT or "," in sentence.words((low, high)):
        return False
    clauses = ("relcl", "conj", "ccomp", "advcl")
    return not any(
        sentence.relation(k) in clauses and sentence.kind(k) in ("VERB", "AUX") for k in range(low, high)
    )
