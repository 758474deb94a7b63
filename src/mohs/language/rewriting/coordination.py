"""Coordination: two of a kind that change places."""

from collections.abc import Iterator
from itertools import pairwise

from mohs.language.rewriting.clause import statements
from mohs.language.rewriting.compose import COMMA, Piece, kept, new
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.nouns import NOUNS
from mohs.language.rewriting.sentence import Range, Sentence

_ADJECTIVES = ("JJ", "JJR", "JJS")
_NAMED = frozenset(("PERSON", "GPE", "LOC", "NORP"))
_STEADY = frozenset(("be", "have", "seem", "contain", "need", "like", "love", "hate", "want", "know", "cost"))
"""Verbs of states: what they say has no order in time."""


def conjuncts_swapped(sentence: Sentence) -> Iterator[list[Piece]]:
    """Swap two nouns, two adjectives or two adverbs: "the man and the dog" -> "the dog and the man"."""
    low, high = sentence.core
    if sentence.lemma(sentence.root) == "do" and "?" in sentence.words((high, sentence.stop)):
        return  # the verb was taken for a part of the subject
    for k in range(low, high):
        found = pair(sentence, k)
        if found is not None and found[0][0] >= low and found[1][1] <= high:
            one, other = found
            yield kept((low, one[0]), other, (one[1], other[0]), one, (other[1], high))


def clauses_swapped(sentence: Sentence) -> Iterator[list[Piece]]:
    """Swap two statements of states: "A is red, and B is blue" -> "B is blue, and A is red"."""
    low, high = sentence.core
    found = list(statements(sentence))
    if len(found) < 2 or found[0].verb != sentence.root:
        return
    one, other = found[0], found[1]
    if one.before[0] < one.before[1] or other.before[0] < other.before[1]:
        return
    joined = sentence.children(one.verb, "conj") == [other.verb] and other.stop == high and one.start == low
    if not joined or sentence.words_of(sentence.children(one.verb, "cc")) != ["and"]:
        return
    if any(
        clause.sentence.lemma(clause.verb) not in _STEADY or clause.auxiliaries for clause in (one, other)
    ):
        return
    if _points_back(sentence, (other.start, other.stop)) or one.tense != other.tense:
        return
    yield kept((other.start, other.stop), (one.stop, other.start), (one.start, one.stop))


def semicolon(sentence: Sentence) -> Iterator[list[Piece]]:
    """Set two statements side by side: "A, and B" -> "A; B", "A, but B" -> "A; however, B"."""
    low, high = sentence.core
    found = list(statements(sentence))
    for one, other in pairwise(found):
        between = [word for word in sentence.words((one.stop, other.start)) if word != ","]
        whole = one.verb == sentence.root and other.stop == high and one.start == low
        if between not in (["and"], ["but"]) or not whole:
            continue
        joined = sentence.children(one.verb, "conj") == [other.verb] and not sentence.children(
            one.verb, "advcl"
        )
        if joined and "," not in sentence.words((low, one.stop)):
            however = [new("however"), COMMA] if between == ["but"] else []
            yield [*kept((low, one.stop)), new(";"), *however, *kept((other.start, high))]


def although(sentence: Sentence) -> Iterator[list[Piece]]:
    """Subordinate the first of two: "A, but B" -> "Although A, B"."""
    low, high = sentence.core
    found = list(statements(sentence))
    if len(found) < 2 or found[0].verb != sentence.root or low != sentence.first_word:
        return
    one, other = found[0], found[1]
    between = [word for word in sentence.words((one.stop, other.start)) if word != ","]
    if between != ["but"] or sentence.children(one.verb, "conj") != [other.verb] or other.stop != high:
        return
    if listed("merely") & set(sentence.words((one.start, one.stop))):
        return
    if one.start != low or sentence.lower(other.start) in listed("subordinators"):
        return
    if sentence.relation(low) == "advmod" and sentence.word(low + 1) == ",":
        return  # "Meanwhile, ..."
    yield [new("although"), *kept((one.start, one.stop)), COMMA, *kept((other.start, other.stop))]


def pair(sentence: Sentence, k: int) -> tuple[Range, Range] | None:
    """The two parts that "and" or "or" joins, where nothing before or behind may belong to both."""
    other, join = sentence.child(k, "conj"), sentence.child(k, "cc")
    if (
        other is None
        or join is None
        or sentence.lower(join) not in ("and", "or")
        or sentence.children(other, "conj")
    ):
        return None
    if sentence.relation(k) == "conj" or sentence.children(k, "preconj") or not k < join < other:
        return None
    second = sentence.phrase(other)
    if second is None or second[0] != join + 1 or any(sentence.word(one) == "," for one in range(k, other)):
        return None
    if listed("fixed-pairs") >= {sentence.lower(k), sentence.lower(other)} or _runs_on(
        sentence, k, second[1]
    ):
        return None
    own = [one for one in sentence.children(k) if one not in (other, join)]
    if sentence.tag(k) in NOUNS and sentence.tag(other) in NOUNS:
        return _noun_pair(sentence, k, other, own, second)
    both = sentence.tag(k) == sentence.tag(other) and sentence.tag(k) in (*_ADJECTIVES, "RB")
    bare = not [one for one in own if one < join and sentence.relation(one) != "punct"] and second == (
        other,
        other + 1,
    )
    if both and bare and join == k + 1 and not _is_led(sentence, k):
        return (k, k + 1), second
    return None


def _is_led(sentence: Sentence, k: int) -> bool:
    """Whether the word before may belong to this one alone, or to both ("very old and tired")."""
    before = sentence.lower(k - 1)
    noun = k > sentence.first and sentence.tag(k - 1) in (*NOUNS, "CD")
    return noun or before in listed("leaders") or sentence.word(k)[0].isdigit()


def _runs_on(sentence: Sentence, k: int, stop: int) -> bool:
    """Whether a verb follows that the two are not the subject of: then they are no pair."""
    if stop >= sentence.stop or sentence.tag(stop) not in ("VBD", "VBZ", "VBP", "MD"):
        return False
    while sentence.relation(k) not in ("nsubj", "nsubjpass") and sentence.head(k) != k:
        k = sentence.head(k)
    return sentence.head(k) == k


def _noun_pair(
    sentence: Sentence, k: int, other: int, own: list[int], second: Range
) -> tuple[Range, Range] | None:
    join = second[0] - 1
    left = [one for one in own if one < k]
    right = [one for one in own if k < one < join]
    theirs = sentence.children(other)
    if any(one > other for one in theirs) or any(one > join for one in own) or right or join != k + 1:
        return None
    if not left and not theirs:
        if (
            sentence.tag(k - 1)[:2] in ("JJ", "NN", "VB", "CD")
            and k > sentence.first
            and not _is_verb_before(sentence, k)
        ):
            return None
        return None if _is_one_thing(sentence, k, other) else ((k, k + 1), second)
    determined = all(
        any(sentence.relation(one) in ("det", "poss", "nummod") for one in side) for side in (left, theirs)
    )
    named = all(
        sentence.tag(head).startswith("NNP") and all(sentence.relation(one) == "compound" for one in side)
        for head, side in ((k, left), (other, theirs))
    )
    low = min([k, *(sentence._extent(one)[0] for one in left)])
    if named and _is_one_thing(sentence, k, other):
        return None
    if (determined or named) and not _points_back(sentence, second):
        return (low, k + 1), second
    return None


def _is_verb_before(sentence: Sentence, k: int) -> bool:
    """Whether the word before has this one for its object."""
    return sentence.relation(k) in ("dobj", "attr", "conj") and sentence.head(k) == k - 1


def _is_one_thing(sentence: Sentence, k: int, other: int) -> bool:
    """Whether two bare nouns are a name ("Science and Technology"), or are parts of one."""
    names = [sentence.tag(one).startswith("NNP") for one in (k, other)]
    if names[0] != names[1] or sentence.relation(k) in ("compound", "nmod", "amod", "poss"):
        return True
    tokens = sentence.parsed.tokens
    kinds = {sentence.parsed.kind_at(tokens[one].start, tokens[one].end) for one in (k, other)}
    if names[0] and (len(kinds) > 1 or not kinds <= _NAMED):
        return True
    return bool(sentence.parsed.kind_at(tokens[k].start, tokens[other].end))


def _points_back(sentence: Sentence, phrase: Range) -> bool:
    """Whether a word of it speaks of what stands before it."""
    return any(
        (
            sentence.tag(k) in ("PRP", "PRP$")
            and sentence.lower(k) not in ("i", "you", "we", "my", "your", "our")
        )
        or sentence.lower(k)
        in ("this", "that", "these", "those", "other", "latter", "such", "then", "so", "also", "too")
        for k in range(*phrase)
    )
