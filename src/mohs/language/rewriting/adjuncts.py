"""Adjuncts: phrases that say when, where or how, and do not belong to the verb."""

from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.sentence import Sentence

_TIMES = frozenset(("DATE", "TIME"))
_PLACES = frozenset(("GPE", "LOC", "FAC"))


def is_adjunct(sentence: Sentence, verb: int, k: int) -> bool:
    """Whether a phrase with a preposition is an adjunct of this verb.

    Args:
        sentence: The sentence.
        verb: The verb that it hangs on.
        k: The preposition.
    """
    preposition, target = sentence.lower(k), sentence.child(k, "pobj", "pcomp")
    if target is None:
        return False
    if sentence.lemma(verb) == "be" and not sentence.children(verb, "attr", "acomp", "expl"):
        return False
    if preposition in listed("adjunct-prepositions"):
        return preposition != "after" or sentence.lemma(verb) not in listed("with-after")
    if is_time(sentence, k):
        return preposition != "for" or sentence.lemma(verb) not in listed("takes-for")
    if sentence.lemma(verb) in listed("settled") or preposition not in listed("with-places"):
        return False
    return is_place(sentence, target) or (preposition == "in" and _is_complete(sentence, verb, k))


def is_time(sentence: Sentence, k: int) -> bool:
    """Whether a phrase with this preposition says when."""
    target = sentence.child(k, "pobj")
    if target is None or sentence.lower(k) not in listed("with-times"):
        return False
    if sentence.tag(k - 1) == "RB" and k > sentence.first:
        return False  # "back in March" is one
    token = sentence.parsed.tokens[target]
    dated = sentence.parsed.kind_at(token.start, token.end) in _TIMES
    if sentence.tag(target) == "NNS" and not sentence.children(target):
        return False  # "in hours" is a measure
    return dated or sentence.lemma(target) in listed("times")


def is_place(sentence: Sentence, k: int) -> bool:
    """Whether a noun names a place."""
    token = sentence.parsed.tokens[k]
    named = sentence.parsed.kind_at(token.start, token.end) in _PLACES
    return named or sentence.lemma(k) in listed("places")


def _is_complete(sentence: Sentence, verb: int, k: int) -> bool:
    """Whether a verb has all that it needs without this phrase: an object before it, or a passive subject."""
    if sentence.lemma(verb) in listed("takes-in") or sentence.children(verb, "neg"):
        return False  # "I did not mean it in a bad way" denies the way
    target = sentence.child(k, "pobj")
    known = target is not None and (
        sentence.children(target, "det", "poss") or sentence.lower(k + 1) == "addition"
    )
    return bool(known) and any(one < k for one in sentence.children(verb, "dobj", "acomp", "attr"))
