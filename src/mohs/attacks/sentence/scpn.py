"""SCPN: say the sentence in another syntactic form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
from annotated_types import Ge, Le, MinLen

from mohs.attacks import questions
from mohs.attacks.attack import NothingToTry, Search
from mohs.attacks.questions import Asking
from mohs.attacks.sentence.rewriting import Rewriting, Version, in_parts
from mohs.attacks.target import Target
from mohs.errors import MohsError
from mohs.language.phrase_structure import TEMPLATES
from mohs.language.rewriting import FORMS, rewrites
from mohs.language.sentence_ends import CLOSERS, MARKS, end_of, start_of
from mohs.language.words import WHOLE
from mohs.spec import did_you_mean

Number = Annotated[int, Ge(1), Le(len(TEMPLATES))]


@dataclass(frozen=True, kw_only=True)
class SCPN(Rewriting):
    """Syntactically controlled paraphrases (Iyyer et al., NAACL 2018).

    Attributes:
        versions: Where they come from. "rewriter": the forms of `language.rewriting`, by rules;
            "paraphraser": a network that is given the text and a template, as in the paper.
        forms: Which forms the rewriter makes, by their names (`FORMS` of `language.rewriting`); empty for
            all.
        templates: Which of the ten templates of `language.phrase_structure` the paraphraser is asked for.
        beams: How many beginnings its search goes on with at a time.
        best: Which of the versions that reach the goal is taken: the one with the greatest "bert-score", as
            in AdvGLUE, or the "first".
        similarity: None, as in AdvGLUE, which measures it afterwards.
    """

    name: ClassVar[str] = "scpn"
    title: ClassVar[str] = "SCPN"
    level: ClassVar[str] = "sentence"
    phenomenon: ClassVar[str] = "syntactic"
    takes: ClassVar[Mapping[str, tuple[str, str]]] = {"paraphraser": ("versions", "paraphraser")}
    reference: ClassVar[str] = "Iyyer et al., NAACL 2018, arXiv:1804.06059"

    versions: Literal["rewriter", "paraphraser"] = "rewriter"
    forms: tuple[str, ...] = ()
    templates: Annotated[tuple[Number, ...], MinLen(1)] = tuple(range(1, len(TEMPLATES) + 1))
    beams: Annotated[int, Ge(1), Le(100)] = 3
    best: Literal["bert-score", "first"] = "bert-score"

    def __post_init__(self) -> None:
        known = [form.name for form in FORMS]
        if wrong := [name for name in self.forms if name not in known]:
            raise MohsError(
                f"scpn.forms: there is no form {wrong[0]!r}",
                expected=f"some of {', '.join(known)}",
                mend=did_you_mean(wrong[0], known),
            )

    @property
    def needs(self) -> tuple[str, ...]:
        """A parser or a paraphraser, and what tells which version is the best."""
        maker = {"rewriter": "parser", "paraphraser": "paraphraser"}[self.versions]
        judge = ("token-encoder",) if self.best == "bert-score" else ()
        return (maker, *judge, *super().needs)

    def positions(self, target: Target) -> list[int]:
        """The text, where it has a word."""
        return [WHOLE] if len(target.text) else []

    def search(self, target: Target) -> Search:
        """All versions at once; the best of those that reach the goal."""
        if not self.positions(target):
            return target.text
        if self.versions == "rewriter":
            (parsed,) = yield from questions.parse([target.text.string])
            made = [
                Version(one.string, one.form)
                for one in rewrites(parsed, target.end)
                if not self.forms or one.form in self.forms
            ]
        else:
            made = yield from self._paraphrases(target.text.string)
        if not made:
            raise NothingToTry
        return (yield from self._best(target, made))

    def _paraphrases(self, text: str) -> Asking[list[Version]]:
        """The text in the form of each template, where the paraphraser has something to say."""
        wanted = [TEMPLATES[number - 1] for number in self.templates]
        found = yield from questions.paraphrase([(text, template, self.beams) for template in wanted])
        return [
            Version(styled(text, one), f"template {number}")
            for number, one in zip(self.templates, found, strict=True)
            if any(letter.isalnum() for letter in one)
        ]

    def _ranked(self, target: Target, strings: Sequence[str]) -> Asking[list[int]]:
        """By how much of the original they say; of equal ones the earlier first."""
        if self.best == "first":
            return (yield from super()._ranked(target, strings))
        likeness = []
        for part in in_parts(strings):
            likeness.append(
                (yield from questions.bert_score([(target.original.string, one) for one in part]))
            )
        return [int(k) for k in np.argsort(-np.concatenate(likeness), kind="stable")]


def styled(text: str, made: str) -> str:
    """What a network made of a text, in the text's own style: its outer blanks, case and final mark.

    A text in lower case stays in lower case; otherwise the first letter is a capital where the text's is. A
    text that ends without a mark stays without, and one that ends with a mark gets it; behind a closing quote
    or bracket nothing is changed.
    """
    start, end = start_of(text), end_of(text)
    inner, made = text[start:end], made.strip()
    if inner == inner.lower():
        made = made.lower()
    elif inner[0].isupper():
        made = made[0].upper() + made[1:]
    last = inner.rstrip(MARKS)
    mark = inner[len(last) :]
    if inner.endswith(tuple(CLOSERS)):
        return text[:start] + made + text[end:]
    made = made.rstrip(MARKS + " ") + (" " * (last != last.rstrip()) + mark if mark else "")
    return text[:start] + made + text[end:]
