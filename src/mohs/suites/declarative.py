"""A question as a statement with a gap: "When did Ann leave?" becomes "Ann left" and a place for the answer.

The third step of AddSent (Jia and Liang, EMNLP 2017, section 4.2), which has about fifty rules over
constituency parses. These rules need parts of speech alone. They would rather give up than be wrong: None
where a question has another form, or where it is not clear where its subject ends.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

GAP = "{}"

_DO = {"do": None, "does": "VBZ", "did": "VBD"}
_BE = ("is", "are", "was", "were")
_OTHERS = ("has", "have", "had", "can", "could", "will", "would", "should", "must", "may", "might")
_ADVERBIAL = {"where": "place", "when": "time", "why": "reason"}
_MEASURES = ("long", "tall", "high", "wide", "deep", "old")
_PREPOSITIONS = ("in", "on", "at", "for", "from", "with", "by", "to", "of", "during", "about")
_HELPERS = ("be", "been", "being", "have")
_CLAUSES = frozenset(
    (
        "that",
        "which",
        "who",
        "whom",
        "when",
        "where",
        "if",
        "because",
        "as",
        "than",
        "before",
        "after",
        "until",
        "while",
    )
)
_MOST = re.compile(r"\w+est|first|last|only|most|least")
_DATES = re.compile(r"\b(?:year|day|month|time|date|century|decade)$")  # "What year did Ann leave": no object

Inflect = Callable[[str, str], str | None]
"""(verb, ending of the Penn Treebank) -> its form; None for what is no verb."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement with a gap.

    Attributes:
        text: The statement, with `{}` where the answer belongs.
        kind: Of the answer: person, place, time, reason, count, measure, noun or thing.
        noun: The words between "what", "which" or "how many" and the verb; of a thing that is asked for by
            what it is ("What is the capital of Peru?"), that ("the capital of Peru"); of a measure, its
            adjective.
        subject: Whether the answer is the subject.
    """

    text: str
    kind: str
    noun: str = ""
    subject: bool = False


@dataclass(frozen=True)
class _Asked:
    """What the question word says: its preposition, kind and noun, and the words after it with their tags."""

    preposition: str
    kind: str
    noun: str
    words: list[str]
    tags: list[str]


def declarative(words: Sequence[str], tags: Sequence[str], inflect: Inflect) -> Statement | None:
    """The statement that a question asks to complete.

    Args:
        words: The words of the question, without its question mark.
        tags: Their parts of speech (Universal Dependencies).
        inflect: What puts a verb in the past or the third person.

    Returns:
        The statement; None where no rule fits.
    """
    asked = _asked(list(words), list(tags))
    if asked is None or len(asked.words) < 2 or any("?" in word for word in asked.words):
        return None
    first = asked.words[0].lower()
    if first in _DO:
        return _with_do(asked, inflect)
    if first in _BE:
        return _with_be(asked)
    if first in _OTHERS:
        return _with_auxiliary(asked)
    return _subject(asked) if _is_object(asked) and asked.tags[0] == "VERB" else None


def _asked(words: list[str], tags: list[str]) -> _Asked | None:
    preposition = ""
    if len(words) > 2 and words[0].lower() in _PREPOSITIONS and words[1].lower() in ("what", "which"):
        preposition, words, tags = words[0].lower(), words[1:], tags[1:]
    if not words:
        return None
    first, second = words[0].lower(), words[1].lower() if len(words) > 1 else ""
    if first in _ADVERBIAL:
        return _Asked("", _ADVERBIAL[first], "", words[1:], tags[1:])
    if first == "who":
        return _Asked("", "person", "", words[1:], tags[1:])
    if first == "how" and second in _MEASURES:
        return _Asked("", "measure", second, words[2:], tags[2:])
    if first == "how" and second == "many":
        return _noun("count", "", words[2:], tags[2:])
    if first not in ("what", "which"):
        return None
    if second in (*_DO, *_BE, *_OTHERS) or (len(tags) > 1 and tags[1] == "VERB"):
        return None if preposition else _Asked("", "thing", "", words[1:], tags[1:])
    return _noun("noun", preposition, words[1:], tags[1:])


def _noun(kind: str, preposition: str, words: list[str], tags: list[str]) -> _Asked | None:
    """The noun of "what year", "which old team", "how many red apples": up to the verb."""
    for end, (word, tag) in enumerate(zip(words, tags, strict=True)):
        if word.lower() in (*_DO, *_BE, *_OTHERS) or tag in ("VERB", "AUX"):
            if not end or tags[end - 1] not in ("NOUN", "PROPN"):
                return None
            return _Asked(preposition, kind, " ".join(words[:end]), words[end:], tags[end:])
        if tag not in ("NOUN", "PROPN", "ADJ", "NUM"):
            return None
    return None


def _subject(asked: _Asked) -> Statement:
    """Who won the race: the answer stands in front."""
    return Statement(f"{GAP} {' '.join(asked.words)}", asked.kind, asked.noun, subject=True)


def _with_do(asked: _Asked, inflect: Inflect) -> Statement | None:
    """When did Ann leave: the verb takes the ending of "did", and the answer comes behind it."""
    verb = _verb(asked, 2)
    if verb is None or asked.words[verb].lower() == "do":
        return None
    ending = _DO[asked.words[0].lower()]
    if ending is None:
        # A name that was put in the place of several no longer goes with "do".
        form = None if verb == 2 and asked.tags[1] == "PROPN" else asked.words[verb]
    else:
        form = inflect(asked.words[verb].lower(), ending)
    if form is None:
        return None
    return _filled(asked, [*asked.words[1:verb], form], verb + 1)


def _with_auxiliary(asked: _Asked) -> Statement | None:
    """Who has won, and when can Ann leave."""
    if asked.tags[1] in ("VERB", "AUX"):
        return _subject(asked) if _is_object(asked) else None
    verb = _verb(asked, 2)
    if verb is None:
        return None
    start = _group(asked, verb)
    before = [*asked.words[1:start], asked.words[0], *asked.words[start : verb + 1]]
    return _filled(asked, before, verb + 1)


def _with_be(asked: _Asked) -> Statement | None:
    """Who was elected, when was it built, what is the capital of Peru, how long is the Nile."""
    be, rest, tags = asked.words[0], asked.words[1:], asked.tags[1:]
    if _is_object(asked) and (tags[0] in ("VERB", "ADP") or asked.kind in ("noun", "count")):
        # "Which animal is the largest", but not "How many yards was the goal".
        most = asked.kind == "noun" and tags[0] == "DET" and len(rest) > 1 and _MOST.fullmatch(rest[1])
        own = (tags[0] in ("VERB", "ADP") or most) and tags[-1] != "ADP"
        return _subject(asked) if own else None
    verb = _verb(asked, 2)
    if verb is not None:
        return _passive(asked, verb)
    if not _phrase(tags):
        return None
    if asked.kind == "measure":
        return Statement(f"{' '.join(rest)} {be} {GAP} {asked.noun}", "measure", asked.noun)
    if asked.kind in ("reason", "noun", "count"):
        return None
    noun = " ".join(rest) if asked.kind == "thing" else ""
    return Statement(f"{' '.join(rest)} {be} {GAP}", asked.kind, noun)


def _passive(asked: _Asked, verb: int) -> Statement | None:
    """When was it built, what is paper made from, what is a group of lions called."""
    start = _group(asked, verb)
    open_ended = asked.tags[-1] == "ADP" or (
        asked.words[-1].lower() == "called" and verb == len(asked.words) - 1
    )
    if asked.kind in ("person", "thing", "measure") and not open_ended:
        return None
    words = [*asked.words[1:start], asked.words[0], *asked.words[start:]]
    return Statement(_end(words, asked.preposition), asked.kind, asked.noun)


def _verb(asked: _Asked, least: int) -> int | None:
    """Where the main verb stands: the first one, where no clause opens before it."""
    for place, (word, tag) in enumerate(zip(asked.words, asked.tags, strict=True)):
        if place and (word.lower() in _CLAUSES or word.endswith(",")):
            return None
        if place >= least and tag == "VERB":
            return None if asked.tags[place - 1] in ("ADP", "PART", "DET", "ADJ") else place
    return None


def _group(asked: _Asked, verb: int) -> int:
    """Where the verb begins, with its adverbs and auxiliaries ("be used", "actively building")."""
    while verb > 2 and (asked.tags[verb - 1] == "ADV" or asked.words[verb - 1].lower() in _HELPERS):
        verb -= 1
    return verb


def _phrase(tags: Sequence[str]) -> bool:
    """Whether these can be one noun phrase: a noun at its end, and nothing that opens a clause."""
    plain = all(tag in ("DET", "ADJ", "NOUN", "PROPN", "ADP", "NUM") for tag in tags)
    return plain and tags[-1] in ("NOUN", "PROPN") and tags[0] != "ADP"


def _filled(asked: _Asked, before: list[str], verb_end: int) -> Statement | None:
    """The answer behind the verb where it is its object, else at the end."""
    after, tags = asked.words[verb_end:], asked.tags[verb_end:]
    if asked.kind == "measure":
        return None
    if not _is_object(asked) or _DATES.search(asked.noun):
        return Statement(_end([*before, *after], asked.preposition), asked.kind, asked.noun)
    # With another verb, a clause or two prepositions behind it, the answer may belong to those.
    stranded = any(pair == ("ADP", "ADP") for pair in pairwise(tags))
    if stranded or any(tag in ("VERB", "AUX", "PART") for tag in tags) or _CLAUSES & set(after):
        return None
    if tags[-1:] == ["ADP"]:
        alone = len(after) == 1 and after[0].lower() != "of"
        return Statement(_end([*before, *after], ""), asked.kind, asked.noun) if alone else None
    return Statement(" ".join((*before, GAP, *after)), asked.kind, asked.noun)


def _is_object(asked: _Asked) -> bool:
    """Whether the answer can be what does or suffers it, and not when, where or why."""
    return asked.kind in ("person", "thing", "noun", "count") and not asked.preposition


def _end(words: list[str], preposition: str) -> str:
    return " ".join((*words, *([preposition] if preposition else []), GAP))
