"""Target and Goal: what one search sees of the world, and what it is after."""

import operator
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mohs.attacks import questions
from mohs.attacks.questions import Asking, Classify
from mohs.inference.descent import Descended, Descent, Objective, Projection, Start
from mohs.language.english import English
from mohs.language.words import Text
from mohs.models.classifier import Input

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Goal:
    """What a search is after: any label but the gold one, or one label in particular.

    Attributes:
        label: The gold label.
        wanted: The label that the classifier shall give, or None for any wrong one.
    """

    label: int
    wanted: int | None = None

    def reached(self, probabilities: FloatArray) -> NDArray[np.bool_]:
        """Which rows are what is wanted; the predicted label is the first of the most probable ones."""
        predicted = probabilities.argmax(axis=1)
        there: NDArray[np.bool_] = (
            predicted != self.label if self.wanted is None else predicted == self.wanted
        )
        return there

    def reached_by(self, label: int) -> bool:
        """Whether a text with this predicted label is what is wanted."""
        return label != self.label if self.wanted is None else label == self.wanted

    def nearness(self, probabilities: FloatArray) -> FloatArray:
        """How near each row is to what is wanted; greater is nearer."""
        if self.wanted is not None:
            return probabilities[:, self.wanted]
        # The sum of the others, not 1 - p: a sure classifier's p is all nines and its differences would be
        # lost.
        if probabilities.shape[1] == 2:
            return probabilities[:, 1 - self.label]
        others: FloatArray = np.delete(probabilities, self.label, axis=1).sum(axis=1)
        return others

    def weigh(self, probabilities: FloatArray) -> tuple[list[float], list[bool]]:
        """`nearness` and `reached` of the few rows of one step."""
        if self.wanted is None and probabilities.shape[1] == 2:  # the usual case, at a third of the cost
            columns = probabilities.T.tolist()
            right, other = columns[self.label], columns[1 - self.label]
            return other, list(map(operator.gt if self.label == 0 else operator.ge, other, right))
        return self.nearness(probabilities).tolist(), self.reached(probabilities).tolist()


class Target:
    """What one search sees of the world.

    Attributes:
        original: The text of the field that may be changed, as its author wrote it.
        text: The text that the search starts from: the original, or what an earlier attack of a chain left.
        goal: What the search is after.
        probabilities: What the classifier says of `text`, shape (labels,).
        random: Random numbers of this search alone, seeded from the run's seed, the attack and the example's
            id.
        english: What is known of the language.
        subject: The task's subject ("sentiment" or "").
        visible: How many of the words the classifier reads; the rest is not worth searching. None for all.
        labels: Names of the task's labels.
    """

    __slots__ = (
        "_after",
        "_before",
        "english",
        "goal",
        "labels",
        "original",
        "probabilities",
        "random",
        "subject",
        "text",
        "visible",
    )

    def __init__(
        self,
        original: Text,
        goal: Goal,
        probabilities: FloatArray,
        english: English,
        *,
        random: random.Random,
        subject: str = "",
        before: tuple[str, ...] = (),
        after: tuple[str, ...] = (),
        text: Text | None = None,
        visible: int | None = None,
        labels: tuple[str, ...] = (),
    ) -> None:
        self.visible, self.labels = visible, labels
        self.original, self.text = original, original if text is None else text
        self.goal, self.probabilities, self.english = goal, probabilities, english
        self.random, self.subject = random, subject
        self._before, self._after = before, after

    def at(self, text: Text, probabilities: FloatArray) -> "Target":
        """The same target, seen from a later text."""
        if text is self.text:
            return self
        return Target(
            self.original,
            self.goal,
            probabilities,
            self.english,
            random=self.random,
            subject=self.subject,
            before=self._before,
            after=self._after,
            text=text,
            visible=self.visible,
            labels=self.labels,
        )

    @property
    def end(self) -> int | None:
        """Where in `text` the classifier stops to read; None where it reads all of it."""
        if self.visible is None or self.visible >= len(self.text):
            return None
        return self.text.span(self.visible - 1)[1] if self.visible else 0

    @property
    def nearness(self) -> float:
        """How near to the goal the text is."""
        return float(self.goal.nearness(self.probabilities[None])[0])

    def input(self, string: str) -> Input:
        """The classifier's input with this string in the place of the field that may be changed."""
        if self._before or self._after:
            return (*self._before, string, *self._after)
        return string

    def classify(self, strings: Sequence[str]) -> Asking[FloatArray]:
        """Class probabilities with each of these strings in place, shape (strings, labels)."""
        inputs = [self.input(s) for s in strings] if self._before or self._after else strings
        answer: FloatArray = yield Classify(inputs)
        return answer

    def similarity(self, pairs: Sequence[tuple[str, str]]) -> Asking[FloatArray]:
        """Cosine between the sentence embeddings of each pair, shape (pairs,)."""
        return questions.similarity(pairs)

    def descend(self, start: str, project: Projection, objective: Objective) -> Asking[Descended]:
        """Minimise an objective by gradient descent from this string on; needs a classifier with gradients.

        Args:
            start: The text of the field that may be changed.
            project: How the numbers that move become a text.
            objective: What is minimised, and how.
        """
        descent = Descent(Start(start, self._before, self._after), project, objective)
        (found,) = yield from questions.descend([descent])
        return found
