"""Oracle: what answers one kind of question, one row an item, in batches of any size."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mohs.attacks.questions import Rows
from mohs.errors import ClassifierFault, MohsError
from mohs.inference.adam import descend
from mohs.inference.descent import Differentiable
from mohs.language.paraphraser import Paraphraser
from mohs.models.classifier import Classifier

KEPT_BITS = 17
"""Bits of a probability's fraction that count (about five significant digits): a batch's floating-point noise
is smaller, so that it decides no comparison; ties go to the earlier candidate."""


class Oracle(Protocol):
    """Answers items of one kind."""

    def answer(self, items: Sequence[Any]) -> Rows:
        """One row for each item, in order; the same row for the same item, whatever is asked beside it.

        Raises:
            ClassifierFault: It cannot answer; the engine then asks search by search to find whose fault it
            is.
        """
        ...


@dataclass(frozen=True)
class AnsweredBy:
    """An oracle that is one function: an encoder's `encode`, a grammar's `parse`.

    What it raises spoils the examples that need it, and so does a number that is none: no comparison holds
    for NaN, and every text would pass for unlike.

    Attributes:
        ask: The function: one row for each item, in order.
        who: Whose it is, for the reason of an outcome.
    """

    ask: Callable[[Sequence[Any]], Rows]
    who: str = "what was asked"

    def answer(self, items: Sequence[Any]) -> Rows:
        """As of every oracle."""
        with _foreign(f"{self.who} raised "):
            rows = self.ask(items)
        if not isinstance(rows, Sequence | np.ndarray):
            raise ClassifierFault(f"{self.who} gave {type(rows).__name__}, and no rows")
        if not all(map(_finite, [rows] if isinstance(rows, np.ndarray) else rows)):
            raise ClassifierFault(f"{self.who} gave numbers that are not finite")
        return rows


class ClassifierOracle:
    """Class probabilities, rounded."""

    def __init__(self, classifier: Classifier) -> None:
        self.classifier = classifier

    def answer(self, items: Sequence[Any]) -> Rows:
        """Class probabilities, shape (items, labels)."""
        return rounded(self.classifier.probabilities(items))


class ParaphraseOracle:
    """Paraphrases in the form of a template."""

    def __init__(self, paraphraser: Paraphraser) -> None:
        self.paraphraser = paraphraser

    def answer(self, items: Sequence[Any]) -> Rows:
        """One text for each item, "" where there is none."""
        with _foreign("the paraphraser raised "):
            return self.paraphraser.paraphrase(items)


class DescentOracle:
    """Gradient descents, all of them in one batch.

    Attributes:
        at_once: How many it is worth answering at once: more would take longer and not be faster.
    """

    def __init__(self, network: Differentiable) -> None:
        self.network, self.at_once = network, network.at_once

    def answer(self, items: Sequence[Any]) -> Rows:
        """What each descent came to."""
        with _foreign():
            return descend(self.network, items)


def _finite(row: Any) -> bool:
    """Whether no number of it is none, where it is an array of numbers, or a number alone that may be inf."""
    if isinstance(row, float):
        return not math.isnan(row)
    return not isinstance(row, np.ndarray) or row.dtype.kind != "f" or bool(np.isfinite(row).all())


@contextmanager
def _foreign(who: str = "") -> Iterator[None]:
    """While it lasts, what a network of somebody's raises is its fault; a mistake or a fault stays one."""
    try:
        yield
    except (MohsError, ClassifierFault):
        raise
    except Exception as problem:
        raise ClassifierFault(f"{who}{type(problem).__name__}: {problem}") from problem


def rounded(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values rounded to `KEPT_BITS` bits of their fraction: relative, so that small ones keep theirs too."""
    dropped = 52 - KEPT_BITS
    bits = np.ascontiguousarray(values, dtype=np.float64).view(np.int64) + (1 << (dropped - 1))
    bits &= ~((1 << dropped) - 1)
    return bits.view(np.float64)
