"""Objects: their order, and the place of a verb's particle."""

from collections.abc import Iterator

from mohs.language.rewriting.compose import Piece, kept, new
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.nouns import NOUNS, is_movable
from mohs.language.rewriting.sentence import Sentence

_LONGEST = 5
"""Tokens of an object that a particle, or another object, is put behind."""


def dative_with_to(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put the receiver behind: "She gave me a book" -> "She gave a book to me"."""
    low, high = sentence.core
    for verb in range(low, high):
        receiver, thing = sentence.child(verb, "dative"), sentence.child(verb, "dobj")
        if receiver is None or thing is None or sentence.lemma(verb) not in listed("dative-to"):
            continue
        one, other = sentence.phrase(receiver), sentence.phrase(thing)
        if one is None or other is None or one != (verb + 1, one[1]) or other[0] != one[1] or other[1] > high:
            continue
        if sentence.tag(receiver) not in (*NOUNS, "PRP") or sentence.tag(thing) not in NOUNS:
            continue
        followed = sentence.relation(other[1]) == "cc" if other[1] < high else False
        if (
            is_movable(sentence, thing, other)
            and not followed
            and not sentence.children(thing, "relcl", "acl")
        ):
            yield [*kept((low, verb + 1), other), new("to"), *kept(one, (other[1], high))]


def dative_without_to(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put the receiver first: "She gave a book to me" -> "She gave me a book"."""
    low, high = sentence.core
    for verb in range(low, high):
        to, thing = sentence.child(verb, "dative"), sentence.child(verb, "dobj")
        if (
            to is None
            or thing is None
            or sentence.lower(to) != "to"
            or sentence.lemma(verb) not in listed("dative-to")
        ):
            continue
        receiver, one, other = sentence.child(to, "pobj"), sentence.phrase(thing), sentence.phrase(to)
        if (
            receiver is None
            or one is None
            or other is None
            or other != (one[1], other[1])
            or one[0] != verb + 1
        ):
            continue
        if sentence.tag(receiver) not in (*NOUNS, "PRP"):
            continue
        if other[1] > high or other[1] - other[0] > _LONGEST or sentence.tag(thing) not in NOUNS:
            continue
        yield kept((low, verb + 1), (to + 1, other[1]), one, (other[1], high))


def particle_behind(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put a particle behind the object: "She turned off the light" -> "She turned the light off"."""
    low, high = sentence.core
    for verb in range(low, high):
        particle, thing = sentence.child(verb, "prt"), sentence.child(verb, "dobj")
        place = None if thing is None else sentence.phrase(thing)
        if (
            particle != verb + 1
            or sentence.kind(verb) != "VERB"
            or thing is None
            or place is None
            or place[0] != verb + 2
            or place[1] > high
        ):
            continue
        short = place[1] - place[0] <= _LONGEST and is_movable(sentence, thing, place)
        plain = sentence.tag(thing) in NOUNS and not sentence.children(thing, "relcl", "acl", "prep", "conj")
        if short and plain:
            yield kept((low, verb + 1), place, (verb + 1, verb + 2), (place[1], high))


def particle_before(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put a particle before the object: "She turned the light off" -> "She turned off the light"."""
    low, high = sentence.core
    for verb in range(low, high):
        particle, thing = sentence.child(verb, "prt"), sentence.child(verb, "dobj")
        place = None if thing is None else sentence.phrase(thing)
        if particle is None or thing is None or place is None or place != (verb + 1, particle):
            continue
        if (
            sentence.lemma(verb) == "take"
            or sentence.children(thing, "poss")
            or _is_followed(sentence, particle + 1)
        ):
            continue
        if sentence.tag(thing) in NOUNS and particle < high:
            yield kept((low, verb + 1), (particle, particle + 1), place, (particle + 1, high))


def _is_followed(sentence: Sentence, k: int) -> bool:
    """Whether a phrase follows that the particle may belong to."""
    return k < sentence.core[1] and sentence.kind(k) in ("ADP", "DET", "NOUN", "PROPN", "ADJ", "NUM", "PRON")
