"""Distraction: put beside a sentence what has nothing to do with it, and cut nothing."""

import string as letters
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MinLen

from mohs.attacks.attack import Search
from mohs.attacks.sentence.rewriting import Rewriting, Version
from mohs.attacks.target import Target
from mohs.language.sentence_ends import end_of, end_of_last_sentence, spaced, start_of
from mohs.language.words import WHOLE

Place = Literal["start", "end"]
Tautology = Literal["overlap", "negation", "length"]

UNFIT = {"qqp": "what is added to one of two questions is not asked in the other"}
"""AdvGLUE has no distraction for question pairs: what stands in one alone makes them differ."""

_TAUTOLOGIES: dict[Tautology, str] = {
    "overlap": "true is true",
    "negation": "false is not true",
    "length": " and ".join(["true is true"] * 5),
}


@dataclass(frozen=True, kw_only=True)
class StressTestDistraction(Rewriting):
    """Tautologies of StressTest (Naik et al., COLING 2018, section 3.2): "and true is true".

    At the end they stand before the mark that closes the last sentence, as in AdvGLUE, whose code loses what
    follows the first mark; here nothing is lost. At the start they are a sentence of their own.

    Attributes:
        tautologies: "overlap" (true is true), "negation" (false is not true) and "length" (five times true is
            true), tried in this order.
        places: "end" (AdvGLUE), "start", or both, tried in this order.
        similarity: None, as in AdvGLUE, which measures it afterwards.
    """

    name: ClassVar[str] = "stresstest-distraction"
    title: ClassVar[str] = "StressTest distraction"
    level: ClassVar[str] = "sentence"
    phenomenon: ClassVar[str] = "distraction"
    unfit: ClassVar[Mapping[str, str]] = UNFIT
    reference: ClassVar[str] = "Naik et al., COLING 2018, arXiv:1806.00692"

    tautologies: Annotated[tuple[Tautology, ...], MinLen(1)] = ("overlap", "negation", "length")
    places: Annotated[tuple[Place, ...], MinLen(1)] = ("end",)

    def positions(self, target: Target) -> list[int]:
        """The text, where it has a word."""
        return [WHOLE] if len(target.text) else []

    def search(self, target: Target) -> Search:
        """All of them at once; the first that reaches the goal."""
        if not self.positions(target):
            return target.text
        text = target.text.string
        versions = [
            Version(tautology_at(text, place, _TAUTOLOGIES[kind]), f"{kind} at the {place}")
            for place in self.places
            for kind in self.tautologies
        ]
        return (yield from self._best(target, versions))


def tautology_at(text: str, place: Place, tautology: str) -> str:
    """The text with a tautology in its last sentence, or as a sentence of its own before the first.

    Args:
        text: A text with a word.
        place: Where.
        tautology: In lower case, without a mark.
    """
    if place == "end":
        at = end_of_last_sentence(text)
        return f"{text[:at]} and {tautology}{text[at:]}"
    at = start_of(text)
    sentence = tautology if text == text.lower() else tautology[0].upper() + tautology[1:]
    return f"{text[:at]}{sentence}{' .' if spaced(text) else '.'} {text[at:]}"


@dataclass(frozen=True, kw_only=True)
class CheckListDistraction(Rewriting):
    """Random handles and links of CheckList (Ribeiro et al., ACL 2020, section 3: invariance tests).

    Attributes:
        links: How many random links (https://t.co/ and `length` letters and digits) are tried.
        handles: How many random handles (@ and `length` letters and digits).
        length: So many letters and digits.
        fixed: What else is put there, tried last: AdvGLUE's @daily; empty for nothing.
        places: Where: "start", "end", or both, as in AdvGLUE, where each is tried before and after the text.
        similarity: None, as in AdvGLUE, which measures it afterwards.
    """

    name: ClassVar[str] = "checklist-distraction"
    title: ClassVar[str] = "CheckList distraction"
    level: ClassVar[str] = "sentence"
    phenomenon: ClassVar[str] = "distraction"
    unfit: ClassVar[Mapping[str, str]] = UNFIT
    reference: ClassVar[str] = "Ribeiro et al., ACL 2020, arXiv:2005.04118"

    links: Annotated[int, Ge(0), Le(1000)] = 5
    handles: Annotated[int, Ge(0), Le(1000)] = 5
    length: Annotated[int, Ge(1), Le(64)] = 6
    fixed: tuple[str, ...] = ("@daily",)
    places: Annotated[tuple[Place, ...], MinLen(1)] = ("start", "end")

    def positions(self, target: Target) -> list[int]:
        """The text, where it has a word."""
        return [WHOLE] if len(target.text) else []

    def search(self, target: Target) -> Search:
        """All of them at once, before and after; the first that reaches the goal."""
        if not self.positions(target):
            return target.text
        text = target.text.string
        added = [("link", f"https://t.co/{self._random(target)}") for _ in range(self.links)]
        added += [("handle", f"@{self._random(target)}") for _ in range(self.handles)]
        added += [("fixed", one) for one in self.fixed if one]
        versions = [
            Version(beside(text, place, one), f"{kind} at the {place}")
            for kind, one in added
            for place in self.places
        ]
        return (yield from self._best(target, versions))

    def _random(self, target: Target) -> str:
        alphabet = letters.ascii_letters + letters.digits
        return "".join(target.random.choice(alphabet) for _ in range(self.length))


def beside(text: str, place: Place, added: str) -> str:
    """The text with something before or after it, one blank between them; outer blanks stay outside."""
    if place == "start":
        at = start_of(text)
        return f"{text[:at]}{added} {text[at:]}"
    at = end_of(text)
    return f"{text[:at]} {added}{text[at:]}"
