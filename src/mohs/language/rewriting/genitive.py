"""Genitives: "the lawyer's house" and "the house of the lawyer"."""

from collections.abc import Iterator

from mohs.language.rewriting.compose import Piece, kept, new
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.nouns import NOUNS, is_measure, is_quantified
from mohs.language.rewriting.sentence import Sentence

_PARTS = ("all", "both", "half")
_LONGEST = 4
"""Tokens of a possessor."""


def of_genitive(sentence: Sentence) -> Iterator[list[Piece]]:
    """Write the possessor behind: "the lawyer's house" -> "the house of the lawyer"."""
    low, high = sentence.core
    for k in range(low, high):
        owner = sentence.child(k, "poss")
        if owner is None or sentence.tag(k) not in ("NN", "NNS"):
            continue
        mark, place, whole = sentence.child(owner, "case"), sentence.phrase(owner), sentence.phrase(k)
        if mark is None or place is None or whole is None or place[1] != mark + 1 or place[0] != whole[0]:
            continue
        if sentence.tag(mark) != "POS" or sentence.tag(owner) not in NOUNS or is_measure(sentence, owner):
            continue
        if (
            not _is_possessed(sentence, k)
            or whole[0] < low
            or k + 1 > high
            or place[1] - place[0] > _LONGEST + 1
        ):
            continue
        if sentence.children(owner, "poss") or not _owns(sentence, owner):
            continue
        if sentence.lower(place[0] - 1) in ("and", "&", ";", "or"):
            continue
        cut = sentence.tag(k + 1) in ("NNP", "NNPS") if k + 1 < high else _takes_the_verb(sentence, k)
        if cut:
            continue  # "Kosanović's secretary Charlotte Muzar"
        yield [
            *kept((low, whole[0])),
            new("the"),
            *kept((mark + 1, k + 1)),
            new("of"),
            *kept((place[0], mark), (k + 1, high)),
        ]


def s_genitive(sentence: Sentence) -> Iterator[list[Piece]]:
    """Write the possessor before: "the house of the lawyer" -> "the lawyer's house"."""
    low, high = sentence.core
    for k in range(low, high):
        of = sentence.child(k, "prep")
        owner = None if of is None or sentence.lower(of) != "of" else sentence.child(of, "pobj")
        if of is None or owner is None or not low <= k < of < owner or of != k + 1:
            continue
        place, article = sentence.phrase(owner), sentence.child(k, "det")
        if (
            place is None
            or article is None
            or sentence.lower(article) != "the"
            or place != (of + 1, owner + 1)
        ):
            continue
        if (
            sentence.tag(k) not in ("NN", "NNS")
            or not _may_lead(sentence, owner)
            or not _is_thing_of(sentence, k)
        ):
            continue
        if place[1] - place[0] > _LONGEST or sentence.children(k, "relcl", "acl", "appos", "conj", "nummod"):
            continue
        yield [
            *kept((low, article), place),
            new("'s"),
            *kept((article + 1, k + 1), (place[1], high)),
        ]


def of_added(sentence: Sentence) -> Iterator[list[Piece]]:
    """Write "of" behind "all", "both" and "half": "all the films" -> "all of the films"."""
    low, high = sentence.core
    for k in range(low, high - 2):
        noun = sentence.head(k)
        if sentence.lower(k) not in _PARTS or not k + 1 < noun < high or sentence.head(k + 1) != noun:
            continue
        if sentence.relation(k) not in ("predet", "det") or not _is_whole(sentence, k + 1):
            continue
        if sentence.tag(noun) == "NNS" and sentence.lemma(noun) not in listed("times"):
            yield [*kept((low, k + 1)), new("of"), *kept((k + 1, high))]


def of_dropped(sentence: Sentence) -> Iterator[list[Piece]]:
    """Leave "of" out behind "all", "both" and "half": "all of the films" -> "all the films"."""
    low, high = sentence.core
    for k in range(low, high - 3):
        if sentence.lower(k) not in _PARTS or sentence.lower(k + 1) != "of" or sentence.head(k + 1) != k:
            continue
        noun = sentence.child(k + 1, "pobj")
        if noun is None or sentence.tag(noun) != "NNS" or sentence.head(k + 2) != noun:
            continue
        if _is_whole(sentence, k + 2):
            yield kept((low, k + 1), (k + 2, high))


def _is_whole(sentence: Sentence, k: int) -> bool:
    """Whether a word says that some known ones are meant."""
    return sentence.lower(k) in ("the", "these", "those") or sentence.tag(k) == "PRP$"


def _is_possessed(sentence: Sentence, k: int) -> bool:
    """Whether "the X of Y" says the same as "Y's X"."""
    if any(
        sentence.relation(one) not in ("poss", "amod", "compound", "prep", "punct")
        for one in sentence.children(k)
    ):
        return False
    behind = [one for one in sentence.children(k) if one > k]
    return not behind or sentence.lower(behind[0]) != "of"


def _takes_the_verb(sentence: Sentence, k: int) -> bool:
    """Whether the last word of a question may be its verb ("When will the sun's energy end?")."""
    asks = "?" in sentence.words((sentence.core[1], sentence.stop))
    return asks and bool(sentence.children(k, "compound"))


def _owns(sentence: Sentence, owner: int) -> bool:
    """Whether "of" fits it: of people it does where they are called what they are, and not by their name."""
    token = sentence.parsed.tokens[owner]
    if sentence.parsed.kind_at(token.start, token.end) == "PERSON" and sentence.tag(owner) == "NNP":
        return False
    determiners = sentence.words_of(sentence.children(owner, "det"))
    if determiners:
        return determiners in (["the"], ["this"]) or (
            determiners in (["a"], ["an"]) and sentence.tag(owner) == "NN"
        )
    return sentence.tag(owner) in ("NNP", "NNPS") and not sentence.word(owner).islower()


def _may_lead(sentence: Sentence, owner: int) -> bool:
    """Whether it is one person, group or place that things belong to."""
    if sentence.tag(owner) not in ("NN", "NNP") or is_measure(sentence, owner):
        return False
    phrase = sentence.phrase(owner)
    if phrase is None or "POS" in [sentence.tag(k) for k in range(*phrase)]:
        return False
    if is_quantified(sentence, phrase) or sentence.children(owner, "conj", "appos", "nummod"):
        return False
    token = sentence.parsed.tokens[owner]
    kind = sentence.parsed.kind_at(token.start, token.end)
    if sentence.tag(owner) == "NNP":
        return kind in ("PERSON", "GPE", "ORG") and sentence.lower(owner)[-1:] != "s"
    determined = bool(sentence.children(owner, "det", "poss"))
    return determined and sentence.lower(owner)[-1:] != "s"


def _is_thing_of(sentence: Sentence, k: int) -> bool:
    lemma = sentence.lemma(k)
    return lemma not in listed("quantities") and lemma not in listed("not-possessed")
