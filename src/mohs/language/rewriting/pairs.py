"""Two of a kind joined otherwise: "fish and meat", "fish as well as meat", "both fish and meat"."""

from collections.abc import Iterator

from mohs.language.rewriting.compose import Piece, instead, kept, new
from mohs.language.rewriting.coordination import pair
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.morphology import is_verb
from mohs.language.rewriting.nouns import NOUNS, is_measure
from mohs.language.rewriting.sentence import Range, Sentence

_NAMED = frozenset(("PERSON", "GPE", "LOC", "NORP"))
_OWN = ("det", "poss", "nummod", "amod", "compound")
_GOES_ON = ("NN", "JJ", "VB", "MD", "DT", "CD", "PR")
"""How the tags begin of what may belong to a second noun that seems to end before it."""
_TOGETHER = frozenset(("between", "among", "of", "like", "as", "from", "than"))
"""Prepositions that may have two things for one object."""


def as_well_as(sentence: Sentence) -> Iterator[list[Piece]]:
    """Join two by "as well as": "They sell fish and meat" -> "They sell fish as well as meat"."""
    low, high = sentence.core
    for k, join in _pairs(sentence):
        if sentence.relation(k) not in ("nsubj", "nsubjpass"):  # else the verb may have to agree with one
            yield [*kept((low, join)), instead(join, "as well as"), *kept((join + 1, high))]


def both_and(sentence: Sentence) -> Iterator[list[Piece]]:
    """Say that it is both: "They sell fish and meat" -> "They sell both fish and meat"."""
    low, high = sentence.core
    for k, join in _pairs(sentence):
        found = pair(sentence, k)
        if found is None or found[0][1] != join or sentence.tag(found[0][0]) in ("CD", "PDT"):
            continue
        start = found[0][0]
        if start > low:
            yield [*kept((low, start)), new("both"), *kept((start, high))]


def _pairs(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """The first of two nouns or adjectives, each of which the sentence says the same of, and their "and"."""
    low, high = sentence.core
    words = sentence.words((low, high))
    if "?" in sentence.words((high, sentence.stop)) or not listed("no-second").isdisjoint(words):
        return
    for k in range(low, high):
        other, join = sentence.child(k, "conj"), sentence.child(k, "cc")
        if other is None or join is None or sentence.lower(join) != "and" or not k < join < other < high:
            continue
        second = sentence.phrase(other)
        if second is None or second[0] != join + 1 or sentence.children(other, "conj"):
            continue
        if _is_of_two(sentence, k, other) and _ends(sentence, second) and not _is_together(sentence, k):
            yield k, join


def _is_of_two(sentence: Sentence, k: int, other: int) -> bool:
    """Whether they are two things of one kind, and no name, list or set phrase."""
    if sentence.relation(k) not in ("dobj", "pobj", "attr", "acomp", "nsubj", "nsubjpass"):
        return False
    tags, words = (sentence.tag(k), sentence.tag(other)), {sentence.lower(k), sentence.lower(other)}
    every = sentence.children(k, "det")
    if every and sentence.lower(every[0]) in listed("every"):
        return False  # "every nook and cranny"
    if len(words) < 2 or listed("fixed-pairs") >= words or not listed("no-pair").isdisjoint(words):
        return False
    low = min([k, *(sentence._extent(one)[0] for one in sentence.children(k) if one < k)])
    if sentence.children(k, "preconj", "predet") or "," in sentence.words((low - 1, other)):
        return False
    if tags == ("JJ", "JJ"):
        return sentence.relation(k) == "acomp" and sentence.phrase(other) == (other, other + 1)
    if not set(tags) <= set(NOUNS) or tags[0].startswith("NNP") != tags[1].startswith("NNP"):
        return False
    tokens = sentence.parsed.tokens
    named = sentence.parsed.kind_at(tokens[k].start, tokens[other].end)
    if tags[0].startswith("NNP"):
        kinds = {sentence.parsed.kind_at(tokens[one].start, tokens[one].end) for one in (k, other)}
        if len(kinds) > 1 or not kinds <= _NAMED:
            return False
    led = [bool(sentence.children(one, *_OWN)) for one in (k, other)]
    verbal = led == [True, False] and is_verb(sentence.lower(other))  # "want real talk and work for it"
    return not (named or verbal or is_measure(sentence, k) or is_measure(sentence, other))


def _ends(sentence: Sentence, second: Range) -> bool:
    """Whether the second of the two ends there, and is no part of a longer name, or the subject of more."""
    stop = second[1]
    return stop >= sentence.core[1] or not (
        sentence.tag(stop)[:2] in _GOES_ON or sentence.tag(stop) in ("POS", "TO")
    )


def _is_together(sentence: Sentence, k: int) -> bool:
    """Whether what is said may be true of the two together alone ("between A and B", "mixed A and B")."""
    head = sentence.head(k)
    if sentence.relation(k) == "pobj":
        if sentence.lower(head) in _TOGETHER:
            return True
        head = sentence.head(head)
    if sentence.relation(k) in ("nsubj", "nsubjpass") and (
        sentence.children(head, "attr", "acomp") or sentence.tag(head) == "VBZ"
    ):
        return True
    return sentence.lemma(head) in listed("together")
