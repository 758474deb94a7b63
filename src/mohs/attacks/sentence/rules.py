"""Rules: sentences of one form said in another, as data, with the guards that keep them right."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

from mohs.attacks.sentence.rewriting import Version
from mohs.language.grammar import Parsed
from mohs.language.sentence_ends import end_of, end_of_last_sentence, spaced, start_of
from mohs.language.words import indefinite_article

Person = Literal["yes", "maybe", "no"]


@dataclass(frozen=True)
class Family:
    """Rules for sentences of one form, "X ... Y".

    Attributes:
        between: What stands between X and Y.
        article: Whether an article that belongs to Y stands at its end.
        subject: Whether X is the whole subject; otherwise it is whatever stands before.
        relations: What Y's head may be to the words before it.
        person: Whether X must be one person.
    """

    between: re.Pattern[str]
    article: bool
    subject: bool
    relations: frozenset[str]
    person: bool


@dataclass(frozen=True)
class Rule:
    """One way to say it.

    Attributes:
        name: Its name.
        family: Of which sentences.
        says: The sentence that it makes, without a mark at the end; "" where it takes a place or a time.
        place: The sentence where Y is a place.
        time: The sentence where Y is a time.
        persons: The sentence where X is a person, "skip" for none, "" for the same. Where X may be one, a
            rule that has this says nothing.
    """

    name: str
    family: str
    says: str = ""
    place: str = ""
    time: str = ""
    persons: str = ""

    def sentence(self, *, person: Person, kind: str) -> str:
        """The sentence for such an X and a Y of this kind; "" where it has none."""
        if not self.says:
            return {"place": self.place, "time": self.time}.get(kind, "")
        if person == "no" or not self.persons:
            return self.says
        return self.persons if person == "yes" and self.persons != "skip" else ""


@dataclass(frozen=True)
class Match:
    """A sentence of a family's form: X and Y, in code points of the text."""

    x: tuple[int, int]
    y: tuple[int, int]


@cache
def _file() -> Any:
    text = resources.files("mohs.attacks.sentence").joinpath("adv_fever_rules.json").read_text("utf-8")
    return json.loads(text)


@cache
def _people() -> re.Pattern[str]:
    return re.compile(_file()["people"], re.IGNORECASE)


@cache
def adv_fever_rules() -> tuple[dict[str, Family], tuple[Rule, ...]]:
    """AdvFever's: families by name, and rules in the order in which they are tried."""
    data = _file()
    families = {
        name: Family(
            re.compile(one["between"], re.IGNORECASE),
            one["article"],
            one["subject"],
            frozenset(one["relations"]),
            one.get("person", False),
        )
        for name, one in data["families"].items()
    }
    return families, tuple(Rule(**one) for one in data["rules"])


def matches(family: Family, parsed: Parsed, *, checked: bool) -> Iterator[tuple[tuple[int, int], Match]]:
    """Sentences of the text that have the form, with X and Y.

    Args:
        family: The form.
        parsed: The text.
        checked: Whether X and Y must be whole phrases of one sentence by the parse; otherwise the words
            between are enough, at their last place in the text (AdvFever's code).
    """
    for start, end in parsed.sentences if checked else [(0, len(parsed.string))]:
        sentence = parsed.string[start:end]
        first, last = start + start_of(sentence), start + end_of_last_sentence(sentence)
        if "?" in parsed.string[last:end]:
            continue
        found = list(family.between.finditer(parsed.string, first, last))
        for one in found if checked else found[-1:]:
            match = Match((first, one.start()), (one.end(), last))
            if (
                match.x[0] < match.x[1]
                and match.y[0] < match.y[1]
                and (not checked or _whole(family, parsed, match))
            ):
                yield (start, start + end_of(sentence)), match


_NO_NOUN = frozenset(
    ("PRON", "DET", "ADJ", "ADV", "AUX", "SCONJ", "PART", "INTJ")
)  # a verb may be a title: Tangled
_SUBJECT = frozenset(("nsubj", "nsubjpass"))
_OF_NOTHING = frozenset(
    (
        "no",
        "not",
        "neither",
        "nor",
        "either",
        "any",
        "every",
        "each",
        "all",
        "some",
        "few",
        "many",
        "most",
        "another",
    )
)
"""What makes a subject that nothing is called by: "no film is a success"."""


def _whole(family: Family, parsed: Parsed, match: Match) -> bool:
    """Whether Y is a whole phrase, and X the whole subject of what Y belongs to, as far as that is asked."""
    for number, token in enumerate(parsed.tokens):
        if token.relation not in family.relations or not match.y[0] <= token.start < match.y[1]:
            continue
        low, high = parsed.reach[number]
        begins = low <= match.y[0] if family.article else low == match.y[0]
        if high == match.y[1] and begins and token.part_of_speech not in _NO_NOUN:
            return not family.subject or _is_subject(family, parsed, match, _verb(parsed, number))
    return False


def _is_subject(family: Family, parsed: Parsed, match: Match, verb: int) -> bool:
    """Whether X is all that stands before this verb, and a subject that has a name."""
    tokens, (start, end) = parsed.tokens, match.x
    before = [k for k in parsed.children(verb) if tokens[k].start < end]
    subjects = [k for k in before if tokens[k].relation in _SUBJECT]
    reached = [parsed.reach[k] for k in subjects]
    inside = [k for k, token in enumerate(tokens) if start <= token.start < end]
    return (
        end <= tokens[verb].start < match.y[0]
        and bool(subjects)
        and (min(low for low, _ in reached), max(high for _, high in reached)) == match.x
        and all(tokens[k].relation in _SUBJECT or tokens[k].part_of_speech == "PUNCT" for k in before)
        and not any(tokens[k].part_of_speech in _NO_NOUN for k in subjects)
        and (not family.person or any(_one_person(parsed, k) for k in subjects))
        and not any(parsed.word(k).lower() in _OF_NOTHING for k in inside)
    )


def _one_person(parsed: Parsed, number: int) -> bool:
    """Whether this noun may be a person: a name, or a word for people, in the singular."""
    token = parsed.tokens[number]
    return token.tag == "NNP" or (token.tag == "NN" and bool(_people().search(parsed.word(number))))


def _verb(parsed: Parsed, number: int) -> int:
    """The verb that a phrase hangs on, through its preposition."""
    number = parsed.tokens[number].head
    while parsed.tokens[number].part_of_speech == "ADP" and parsed.tokens[number].head != number:
        number = parsed.tokens[number].head
    return number


_TIME = re.compile(
    r"\d|\b(?:century|spring|summer|autumn|winter|january|february|march|april|may|june|july|august"
    r"|september|october|november|december)\b",
    re.IGNORECASE,
)
_TIMES = frozenset(("DATE", "TIME", "ORDINAL", "CARDINAL"))
_PLACES = frozenset(("GPE", "LOC", "FAC"))


def kind_of_y(parsed: Parsed, y: tuple[int, int]) -> str:
    """Whether a phrase is a "place" or a "time" by its entities, else by its letters; "" for neither."""
    kinds = {e.kind for e in parsed.entities if y[0] <= e.start and e.end <= y[1]}
    if kinds & _TIMES and not kinds & _PLACES:
        return "time"
    if kinds & _PLACES and not kinds & _TIMES:
        return "place"
    string = parsed.string[y[0] : y[1]]
    if kinds or not string:
        return ""
    return "time" if _TIME.search(string) else "place" if string[0].isupper() else ""


def personhood(parsed: Parsed, match: Match) -> Person:
    """Whether X is a person.

    "yes" where the head of Y is a word for people, or X's head is a person's full name. "maybe" where X only
    ends with it ("the second coming of Harry Potter"), or with a name of one word: small pipelines take many
    a thing for such a person ("Inflation").
    """
    (start, end), (first, last) = match.x, match.y
    heads = (k for k, t in enumerate(parsed.tokens) if t.relation == "attr" and first <= t.start < last)
    if any(_people().search(parsed.word(k)) for k in heads):
        return "yes"
    names = [e for e in parsed.entities if e.kind == "PERSON" and start <= e.start and e.end == end]
    if not names:
        return "no"
    full = (e for e in names if " " in parsed.string[e.start : e.end])
    return "yes" if any(_has_head(parsed, match.x, (e.start, e.end)) for e in full) else "maybe"


def _has_head(parsed: Parsed, phrase: tuple[int, int], part: tuple[int, int]) -> bool:
    """Whether no word of a phrase but those of its part depends on something outside of the phrase."""
    inside = [t for t in parsed.tokens if phrase[0] <= t.start < phrase[1]]
    heads = [t for t in inside if not phrase[0] <= parsed.tokens[t.head].start < phrase[1]]
    return all(part[0] <= t.start < part[1] for t in heads)


def rewritten(parsed: Parsed, *, checked: bool = True) -> list[Version]:
    """Every version that AdvFever's rules make of a text, one sentence of it said otherwise in each."""
    families, rules = adv_fever_rules()
    found = {name: list(matches(family, parsed, checked=checked)) for name, family in families.items()}
    return [
        Version(
            parsed.string[:start] + _said(parsed, (start, end), match, sentence) + parsed.string[end:],
            rule.name,
        )
        for rule in rules
        for (start, end), match in found[rule.family]
        if (sentence := rule.sentence(person=personhood(parsed, match), kind=kind_of_y(parsed, match.y)))
    ]


def _said(parsed: Parsed, place: tuple[int, int], match: Match, sentence: str) -> str:
    """A sentence in the words of a rule, in the style of the text, with its own outer blanks and mark."""
    string, (start, _) = parsed.string, match.x
    y = string[match.y[0] : match.y[1]]
    lower = string[start].islower()
    x = string[start : match.x[1]] if sentence.startswith("{X}") else _inside(parsed, match)
    x = x.rstrip(", ")  # "Andorra, a principality, is ..."
    if spaced(string[place[0] : place[1]]):
        sentence = sentence.replace(",", " ,")
    made = sentence.format(X=x, Y=y, aY=f"{_article(string[match.x[1] : match.y[0]], y)} {y}")
    made = made[0].lower() + made[1:] if lower and not sentence.startswith("{Y}") else made
    made = made if lower else made[0].upper() + made[1:]
    return string[place[0] : start] + _ended(made, y, string[match.y[1] : place[1]])


def _article(between: str, y: str) -> str:
    """The author's own article, as far as it stood before Y itself."""
    own = between.split()[-1].lower()
    return own if own in ("a", "an") else indefinite_article(y)


def _ended(made: str, y: str, tail: str) -> str:
    """The sentence with its mark; a dot may be that of a word at the end, too ("Corp."), here or before."""
    if made.endswith(".") and tail.startswith("."):
        return made + tail[1:]
    return (
        made + "." + tail if y.endswith(".") and not tail.strip() and not made.endswith(".") else made + tail
    )


def _inside(parsed: Parsed, match: Match) -> str:
    """X as it is written inside a sentence: a first word that is no name in lower case.

    "The film" is none, and "The Times" is one: a name's own noun is capitalised.
    """
    start, end = match.x
    x = parsed.string[start:end]
    inside = [k for k, token in enumerate(parsed.tokens) if start <= token.start < end]
    outward = [k for k in inside if not start <= parsed.tokens[parsed.tokens[k].head].start < end]
    first = inside[0] if inside else None
    if first is None or parsed.tokens[first].part_of_speech == "PROPN" or parsed.word(first) == "I":
        return x
    plain = any(parsed.word(k)[0].islower() for k in outward)
    return x[0].lower() + x[1:] if plain and parsed.word(first).istitle() else x
