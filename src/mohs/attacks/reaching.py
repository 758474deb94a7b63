"""Of the texts that a descent came by, the one to take: it reaches the goal and respects the constraints."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mohs.attacks.constraints import Constraint, respected
from mohs.attacks.questions import Asking
from mohs.attacks.target import Target
from mohs.attacks.word.places import Places
from mohs.inference.substitution import Point
from mohs.language.words import Text


@dataclass(frozen=True)
class Texts:
    """What points stand for.

    Attributes:
        target: What is attacked.
        places: What each choice at each place writes.
        whole: The kind of edit, where the text counts as written anew as a whole; "" where words are changed.
    """

    target: Target
    places: Places
    whole: str = ""

    def string(self, point: Point) -> str:
        """The text of a point, alone."""
        return next(self.places.strings(np.array([point])))

    def text(self, point: Point) -> Text:
        """The text of a point, its edits declared."""
        if self.whole:
            return self.target.text.rewrite(self.string(point), self.whole)
        return self.places.text(np.array(point))

    def respects(self, point: Point, steps: Sequence[Constraint]) -> Asking[bool]:
        """Whether the constraints hold at every step to the text of a point."""
        edits = self.text(point).edits[len(self.target.text.edits) :]
        return (yield from respected(steps, self.target, edits))


def first_reaching(
    texts: Texts, points: Sequence[Point], steps: Sequence[Constraint]
) -> Asking[Point | None]:
    """The first of these points whose text reaches the goal and respects the constraints, or None.

    The classifier is asked about them as any text is asked about, a block at a time, each twice as long as
    the last: most often the first text is the one.

    Args:
        texts: What points stand for.
        points: In the order in which they are wanted.
        steps: What must hold of every step to it.
    """
    target, start, length = texts.target, 0, 1
    while start < len(points):
        block = points[start : start + length]
        probabilities = yield from target.classify([texts.string(point) for point in block])
        for point, reached in zip(block, target.goal.reached(probabilities), strict=True):
            if reached and (yield from texts.respects(point, steps)):
                return point
        start, length = start + length, length * 2
    return None


def put_back(texts: Texts, point: Point, steps: Sequence[Constraint]) -> Asking[Point]:
    """A point with words put back that the goal is reached without.

    Each word is put back alone; then, of those that need not stay, as many as can be, the one first after
    which the goal is nearest. So no more than twice as many texts are asked about as there are words.

    Args:
        texts: What points stand for.
        point: One that reaches the goal and respects the constraints.
        steps: What must hold of every step to it.
    """
    target = texts.target
    changed = [place for place, choice in enumerate(point) if choice]
    if len(changed) < 2:
        return point
    rows = yield from target.classify([texts.string(without(point, [place])) for place in changed])
    nearness, reached = target.goal.nearness(rows), target.goal.reached(rows)
    order = [changed[k] for k in np.argsort(-nearness, kind="stable") if reached[k]]
    runs = [without(point, order[:length]) for length in range(1, min(len(order), len(changed) - 1) + 1)]
    if len(runs) > 1:
        rows = yield from target.classify([texts.string(run) for run in runs[1:]])
        there = [True, *target.goal.reached(rows).tolist()]
        runs = [run for run, good in zip(runs, there, strict=True) if good]
    for run in runs[::-1]:
        if (yield from texts.respects(run, steps)):
            return run
    return point


def without(point: Point, places: Sequence[int]) -> Point:
    """A point with the text's own words at these places."""
    return tuple(0 if place in places else choice for place, choice in enumerate(point))
