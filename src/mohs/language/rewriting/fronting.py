"""Fronting: adverbials, phrases and clauses from the end of a sentence to its start, and the other way."""

from collections.abc import Iterator

from mohs.language.rewriting.compose import COMMA, Piece, kept
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.sentence import Sentence

_TIMES = frozenset(("DATE", "TIME"))
_PLACES = frozenset(("GPE", "LOC"))


def fronted_phrase(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put a phrase first: "She sang in 1999" -> "In 1999, she sang"."""
    for k in sentence.children(sentence.root, "prep"):
        if _is_adjunct(sentence, k):
            yield from _fronted(sentence, k)


def fronted_clause(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put a clause first: "She left because it rained" -> "Because it rained, she left"."""
    for k in sentence.children(sentence.root, "advcl"):
        phrase = sentence.phrase(k)
        if (
            phrase
            and sentence.lower(phrase[0]) in listed("subordinators")
            and sentence.subject(k) is not None
        ):
            yield from _fronted(sentence, k)


def clause_at_end(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put a clause last: "Because it rained, she left" -> "She left because it rained"."""
    low, high = sentence.core
    for k in sentence.children(sentence.root, "advcl"):
        phrase = sentence.phrase(k)
        if not phrase or phrase[0] != low or sentence.lower(low) not in listed("subordinators"):
            continue
        comma = phrase[1]
        if (
            sentence.lower(comma) == ","
            and sentence.subject(k) is not None
            and _is_plain(sentence, comma + 1)
        ):
            yield kept((comma + 1, high), phrase)


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
    return (
        phrase is not None
        and phrase[0] == low
        and phrase[1] <= sentence.root
        and sentence.tag(subject or 0) not in ("WP", "WDT")
        and "?" not in sentence.words((sentence.core[1], sentence.stop))
    )


def _is_adjunct(sentence: Sentence, k: int) -> bool:
    """Whether a phrase with a preposition says when, where or how, and does not belong to the verb."""
    preposition, target = sentence.lower(k), sentence.child(k, "pobj", "pcomp")
    if target is None:
        return False
    token = sentence.parsed.tokens[target]
    kind = sentence.parsed.kind_at(token.start, token.end)
    if preposition in listed("adjunct-prepositions"):
        return True
    if kind in _TIMES:
        return preposition in listed("with-times")
    return (
        kind in _PLACES
        and preposition in listed("with-places")
        and sentence.lemma(sentence.root) not in listed("settled")
    )
