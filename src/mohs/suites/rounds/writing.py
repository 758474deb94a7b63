"""Writing: a context and a label that somebody was given, what they tried, and what verifiers said of it.

Nie et al., "Adversarial NLI: a new benchmark for natural language understanding" (ACL 2020), sections 2.1 and
2.2. A writer is given a context and a target label and writes until the classifier is wrong or the tries are
used up. What fooled it goes to two people who label it without knowing the target. Where they differ, a
third one breaks the tie; a label that two of them gave settles it. It is discarded where no two agree, and
where they agree on another label than the writer's, that label overrules. Only examples whose verifiers
confirmed the writer's label are in development and test sets.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

AMBIGUOUS = "ambiguous"
"""What a verifier says of a text that has no label, or is no text."""

Standing = Literal["open", "not fooled", "given up", "waiting", "kept", "overruled", "discarded"]

STANDINGS: tuple[Standing, ...] = (
    "open", "not fooled", "given up", "waiting", "kept", "overruled", "discarded",
)  # fmt: skip
"""Tries are left; all are used up; the writer went on to something else; fooled, and verifiers are awaited;
two verifiers confirm the label; two agree on another one; no two agree."""

_ENOUGH, _MOST = 2, 3


@dataclass(frozen=True, slots=True)
class Try:
    """One text, and what a classifier said of it.

    Attributes:
        number: From 1.
        text: As written, without the white space at its ends.
        adversary: Address of the classifier that was asked.
        prediction: Name of the label that it gave.
        probabilities: Label -> probability.
        fooled: Whether the prediction is another label than the target.
        at: When, in UTC.
    """

    number: int
    text: str
    adversary: str
    prediction: str
    probabilities: Mapping[str, float]
    fooled: bool
    at: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one verifier said: a label, or `AMBIGUOUS`."""

    verifier: str
    label: str
    at: str


@dataclass(frozen=True, slots=True)
class Writing:
    """What somebody was given, and all that came of it.

    Attributes:
        id: Unique within the folder.
        round: Number of the round, from 1.
        writer: Who.
        context: Field -> text that is given; empty for a task of one field.
        written: The field that is written.
        label: Name of the target label.
        most: How many tries there are.
        tries: Those made, in order.
        reason: Why the label holds and why the classifier was fooled, in the writer's words.
        given_up: Whether the writer went on to something else.
        verdicts: What verifiers said of the try that fooled, in order.
        genre: Where the context is from; "" where it is not known.
    """

    id: str
    round: int
    writer: str
    context: Mapping[str, str]
    written: str
    label: str
    most: int
    tries: tuple[Try, ...] = ()
    reason: str = ""
    given_up: bool = False
    verdicts: tuple[Verdict, ...] = field(default=())
    genre: str = ""

    @property
    def left(self) -> int:
        """How many tries are left; none after one that fooled, or where it was given up."""
        return 0 if self.given_up or self.fooling else self.most - len(self.tries)

    @property
    def fooling(self) -> Try | None:
        """The try that fooled; always the last one."""
        return self.tries[-1] if self.tries and self.tries[-1].fooled else None

    @property
    def standing(self) -> Standing:
        """Where it stands."""
        if self.fooling is None:
            return "open" if self.left else "given up" if self.given_up else "not fooled"
        if not is_settled([verdict.label for verdict in self.verdicts]):
            return "waiting"
        gold = self.gold
        return "discarded" if gold is None else "kept" if gold == self.label else "overruled"

    @property
    def gold(self) -> str | None:
        """The label that its verifiers settled on; None where there is none, or not yet."""
        return settled([verdict.label for verdict in self.verdicts])

    def fields(self, one: Try) -> dict[str, str]:
        """Field -> text of one of its tries."""
        return {**self.context, self.written: one.text}


def is_settled(labels: Sequence[str]) -> bool:
    """Whether verifiers have said enough: the same twice, or three of them have spoken."""
    return len(labels) >= _MOST or (len(labels) >= _ENOUGH and labels[0] == labels[1])


def settled(labels: Sequence[str]) -> str | None:
    """The label that two of the first three verifiers gave; None where no two agree on one, or not yet."""
    if not is_settled(labels):
        return None
    seen = labels[:_MOST]
    found = next((label for label in seen if seen.count(label) >= _ENOUGH), None)
    return None if found == AMBIGUOUS else found
