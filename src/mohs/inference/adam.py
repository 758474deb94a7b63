"""Many descents in one batch, by Adam.

The network reads the text of every step, and the gradient at its vectors goes straight through the projection
to the numbers that move. Of a text that was read before nothing is asked again. All sums are over the numbers
of one descent alone, in their order: beside which others it is computed changes no bit of it.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mohs.inference.descent import Descended, Descent, Differentiable, FloatArray, Passed


def descend(network: Differentiable, descents: Sequence[Descent]) -> list[Descended]:
    """Answer every descent; those with the same kind of projection and way of minimising together."""
    groups: dict[Hashable, list[int]] = {}
    for number, one in enumerate(descents):
        alike = replace(one.objective, label=0, wanted=None)
        groups.setdefault((type(one.project), one.project.alike, alike), []).append(number)
    found: dict[int, Descended] = {}
    for numbers in groups.values():
        some = [descents[number] for number in numbers]
        found.update(zip(numbers, _Batch(network, some).run(), strict=True))
    return [found[number] for number in range(len(descents))]


class _Read(NamedTuple):
    """What is known of a text."""

    passed: Passed
    reached: bool
    gradient: FloatArray
    """Of the weighted margin, at the pieces of the text; shape (pieces, width)."""


class _Batch:
    """Descents that are minimised in the same way."""

    def __init__(self, network: Differentiable, descents: Sequence[Descent]) -> None:
        self._network, self._descents = network, descents
        self._way = descents[0].objective
        kind = type(descents[0].project)
        self._moves = kind.together([one.project for one in descents], network)
        self._known: list[dict[Hashable, _Read]] = [{} for _ in descents]
        self._lengths: list[dict[Hashable, float]] = [{} for _ in descents]
        # Where each descent is, and how short its perturbation has been there. At most steps most of them
        # stay where they are, and nothing is looked up for them.
        self._points: list[Hashable] = [None] * len(descents)
        self._here: dict[int, _Read] = {}
        self._gradients: list[FloatArray] = [np.empty(0, np.float32)] * len(descents)
        self._shortest = np.full(len(descents), np.inf)
        owners = self._moves.owners
        self._firsts = np.flatnonzero(np.diff(owners, prepend=-1))

    def run(self) -> Iterator[Descended]:
        moves, way = self._moves, self._way
        numbers = moves.begin()
        adam = Adam(numbers, way.learning_rate)
        for step in range(1, way.steps + 1):
            points, offsets = moves.project(numbers)
            if gone := [k for k, point in enumerate(points) if point is not self._points[k]]:
                self._leave(gone)
                self._read(gone, points, step)
            lengths, slope = self._norm(offsets)
            np.minimum(self._shortest, lengths, out=self._shortest)
            gradient = moves.pull(self._gradients)
            gradient += slope
            adam.step(self._clipped(gradient))
        self._leave(range(len(self._descents)))
        for own, reads in zip(self._lengths, self._known, strict=True):
            nearest = min(reads, key=lambda point: reads[point].passed.margin)
            path = tuple([read.passed for read in reads.values()])
            yield Descended(tuple(sorted(own, key=own.__getitem__)), nearest, path)

    def _leave(self, some: Iterable[int]) -> None:
        """Write down how short the perturbation has been where these descents are, if that is a success."""
        for k in some:
            if k in self._here and self._here[k].reached:
                own, point = self._lengths[k], self._points[k]
                own[point] = min(float(self._shortest[k]), own.get(point, np.inf))
            self._shortest[k] = np.inf

    def _read(self, some: Sequence[int], points: Sequence[Hashable], step: int) -> None:
        """Put these descents where they have come to; the network reads the texts that it has not read."""
        new = [k for k in some if points[k] not in self._known[k]]
        if new:
            self._ask(new, points, step)
        for k in some:
            self._points[k] = points[k]
            read = self._here[k] = self._known[k][points[k]]
            self._gradients[k] = read.gradient

    def _ask(self, new: Sequence[int], points: Sequence[Hashable], step: int) -> None:
        """Let the network read these texts."""
        texts = [self._moves.text(k, points[k]) for k in new]
        starts = [self._descents[k].start for k in new]
        traced = self._network.read(
            [start.input(text) for start, (text, _) in zip(starts, texts, strict=True)]
        )
        objectives = [self._descents[k].objective for k in new]
        margins = [0.0] * len(new)

        def slopes(logits: FloatArray, rows: Sequence[int]) -> FloatArray:
            slope = np.zeros_like(logits)
            for place, row in enumerate(rows):
                margins[row], more, less = objectives[row].margin(logits[place])
                if margins[row] + self._way.confidence > 0:
                    slope[place, more], slope[place, less] = self._way.weight, -self._way.weight
            return slope

        logits, gradients = self._network.gradients([one.row for one in traced], slopes)
        labels: list[int] = logits.argmax(axis=1).tolist()
        for k, start, (text, pieces), one, objective, margin, label, gradient in zip(
            new, starts, texts, traced, objectives, margins, labels, gradients, strict=True
        ):
            at_pieces = _at(pieces, len(start.before), one.spans, gradient)
            passed = Passed(step, text, margin, label)
            self._known[k][points[k]] = _Read(passed, objective.reached_by(label), at_pieces)

    def _norm(self, offsets: FloatArray) -> tuple[NDArray[np.float64], FloatArray]:
        """The length of each descent's perturbation, and its slope."""
        if self._way.norm == "l1":
            return self._sums(np.abs(offsets).sum(axis=1)), np.sign(offsets)
        squares = self._sums(np.einsum("ij,ij->i", offsets, offsets))
        if self._way.norm == "squared-l2":
            return squares, 2 * offsets
        lengths = np.sqrt(squares)
        inverse = np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0)
        return lengths, offsets * inverse.astype(np.float32)[self._moves.owners, None]

    def _clipped(self, gradient: FloatArray) -> FloatArray:
        if self._way.clip is None:
            return gradient
        lengths = np.sqrt(self._sums(np.einsum("ij,ij->i", gradient, gradient)))
        factor = np.minimum(1, self._way.clip / np.maximum(lengths, 1e-12)).astype(np.float32)
        gradient *= factor[self._moves.owners, None]
        return gradient

    def _sums(self, rows: NDArray[Any]) -> NDArray[np.float64]:
        sums: NDArray[np.float64] = np.add.reduceat(rows.astype(np.float64), self._firsts)
        return sums


def _at(
    pieces: Sequence[tuple[int, int]],
    text: int,
    spans: Sequence[tuple[int, int, int] | None],
    gradient: FloatArray,
) -> FloatArray:
    """The gradient at each piece of a text: the sum over its tokens; zero where none of them is read."""
    owners: list[int] = []
    tokens: list[int] = []
    piece, count = 0, len(pieces)
    for token, span in enumerate(spans):
        if span is None or span[0] != text:
            continue
        _, start, end = span
        while piece < count and pieces[piece][1] <= start:
            piece += 1
        for k in range(piece, count):
            if pieces[k][0] >= end:
                break
            owners.append(k)
            tokens.append(token)
    if owners == list(range(count)):  # most often a piece is one token
        return gradient[tokens]
    found = np.zeros((count, gradient.shape[1]), np.float32)
    np.add.at(found, owners, gradient[tokens])
    return found


class Adam:
    """Adam (Kingma and Ba 2015) with its usual constants, on an array that it changes."""

    def __init__(self, numbers: FloatArray, learning_rate: float) -> None:
        self._numbers, self._rate = numbers, learning_rate
        # Sums, each step's gradient weighted by 1: 10 and 1,000 times the means, which spares two rounds.
        self._sums, self._squares = np.zeros_like(numbers), np.zeros_like(numbers)
        self._root = np.empty_like(numbers)
        self._steps = 0

    def step(self, gradient: FloatArray) -> None:
        """Move the numbers down this gradient, which is used up."""
        self._steps += 1
        self._sums *= np.float32(0.9)
        self._sums += gradient
        self._squares *= np.float32(0.999)
        gradient *= gradient
        self._squares += gradient
        mean, square = 0.1 / (1 - 0.9**self._steps), np.sqrt(0.001 / (1 - 0.999**self._steps))
        root = np.sqrt(self._squares, out=self._root)
        root += np.float32(1e-8 / square)
        np.divide(self._sums, root, out=root)
        root *= np.float32(self._rate * mean / square)
        self._numbers -= root
