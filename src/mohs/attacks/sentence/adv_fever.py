"""AdvFever: say with a rule what the sentence says, in a form that classifiers have not seen."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from mohs.attacks import questions
from mohs.attacks.attack import Search
from mohs.attacks.sentence.rewriting import Rewriting
from mohs.attacks.sentence.rules import adv_fever_rules, rewritten
from mohs.attacks.target import Target
from mohs.language.words import WHOLE


@dataclass(frozen=True, kw_only=True)
class AdvFever(Rewriting):
    """The 23 entailment-preserving rules of AdvFever's rewriter (Thorne et al., EMNLP 2019).

    Attributes:
        phrases: "whole": X and Y of "X is a Y" must be whole phrases by the parse, so that sentences are
            right; "any": as its code, whatever stands before and after the words of the rule.
        similarity: None, as in AdvGLUE, which measures it afterwards.
    """

    name: ClassVar[str] = "adv-fever"
    title: ClassVar[str] = "AdvFever"
    level: ClassVar[str] = "sentence"
    phenomenon: ClassVar[str] = "syntactic"
    reference: ClassVar[str] = "Thorne et al., EMNLP 2019; Thorne and Vlachos, arXiv:1903.05543"

    phrases: Literal["whole", "any"] = "whole"

    @property
    def needs(self) -> tuple[str, ...]:
        """A parser; an encoder where the similarity is on."""
        return ("parser", *super().needs)

    def positions(self, target: Target) -> list[int]:
        """The text, where the words of a rule are in it."""
        families, _ = adv_fever_rules()
        text = target.text.string
        return [WHOLE] if any(family.between.search(text) for family in families.values()) else []

    def search(self, target: Target) -> Search:
        """All versions at once; the first that reaches the goal."""
        if not self.positions(target):
            return target.text
        (parsed,) = yield from questions.parse([target.text.string])
        return (yield from self._best(target, rewritten(parsed, checked=self.phrases == "whole")))
