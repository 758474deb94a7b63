"""Substitution: a projection on words that may stand at some places of a text.

A word stands where the mean of its tokens' input embeddings is. A place is at the word of the text, moved by
the numbers of a descent; its projection is the nearest word that may stand there.
"""

import itertools
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mohs.inference.descent import Differentiable, FloatArray

Point = tuple[int, ...]
"""Which choice stands at each place, 0 for the word of the text itself."""
Gap = str | tuple[str, ...]
"""The text from the last place's end to this one's word: one for all choices, or one for each."""


@dataclass(frozen=True)
class Substitution:
    """Places of a text, and what may stand there.

    Attributes:
        choices: Of each place the words that may stand there, the text's own first.
        gaps: Of each place the text before its word; behind "a" or "an" it may depend on the choice.
        tail: The text behind the last place.
        around: What the numbers are added to: the "original" word's vector, or the "current" one's, that of
            the last projection (CompAttack's code).
        most: Places at most whose word is another than the text's; None for all.
    """

    choices: tuple[tuple[str, ...], ...]
    gaps: tuple[Gap, ...]
    tail: str
    around: Literal["original", "current"] = "original"
    most: int | None = None

    @property
    def alike(self) -> Hashable:
        """All of them go together."""
        return None

    @classmethod
    def together(cls, projections: Sequence["Substitution"], network: Differentiable) -> "SubstitutionMoves":
        """The places of all of them, one after the other."""
        return SubstitutionMoves(projections, network)

    def text(self, point: Point) -> tuple[str, list[tuple[int, int]]]:
        """The text of a point, and where its words stand."""
        parts: list[str] = []
        for gap, words, choice in zip(self.gaps, self.choices, point, strict=True):
            parts += (gap if isinstance(gap, str) else gap[choice], words[choice])
        ends = list(itertools.accumulate(map(len, parts)))
        # a word begins where its gap ends
        return "".join(parts) + self.tail, list(zip(ends[::2], ends[1::2], strict=True))


class SubstitutionMoves:
    """The places of several texts; see `mohs.inference.descent.Moves`.

    Args:
        projections: At least one place in each.
        network: What says where words stand.
    """

    def __init__(self, projections: Sequence[Substitution], network: Differentiable) -> None:
        self._projections = projections
        counts = np.array([len(one.choices) for one in projections])
        choices = np.array([len(words) for one in projections for words in one.choices])
        self.owners: NDArray[np.intp] = np.repeat(np.arange(len(projections)), counts)
        self._own = [slice(end - count, end) for end, count in zip(counts.cumsum(), counts, strict=True)]
        # All choices of all places in one row.
        self._firsts = np.concatenate([[0], choices.cumsum()[:-1]])
        self._places = np.repeat(np.arange(len(choices)), choices)
        vectors = word_vectors(network, projections)
        self._offsets: FloatArray = vectors - vectors[self._firsts[self._places]]
        self._squares = np.einsum("ij,ij->i", self._offsets, self._offsets)
        # Written anew at every step, in the same place: the vectors that are compared, and how far away each
        # choice of each place is, places with fewer choices filled up.
        self._moved = np.empty_like(self._offsets)
        self._table = np.full((len(choices), int(choices.max())), np.inf, np.float32)
        within = np.arange(len(self._places)) - self._firsts[self._places]
        self._cells = self._places * self._table.shape[1] + within
        self._chosen: NDArray[np.intp] = self._firsts.copy()
        self._starts = counts.cumsum() - counts
        self._points: list[Hashable] = [(0,) * count for count in counts.tolist()]
        self._pulled: list[FloatArray | None] = [None] * len(projections)
        self._gradient = self.begin()
        current = np.array([one.around == "current" for one in projections])
        self._current = current[self.owners] if current.any() else None
        self._most = [(k, one.most) for k, one in enumerate(projections) if one.most is not None]

    def begin(self) -> FloatArray:
        """Zeros: the text as it is."""
        return np.zeros((len(self._firsts), self._offsets.shape[1]), np.float32)

    def project(self, numbers: FloatArray) -> tuple[list[Hashable], FloatArray]:
        """The nearest choice at each place, the earlier one of two that are equally near."""
        moved = numbers
        if self._current is not None:
            moved = np.where(self._current[:, None], numbers + self._offsets[self._chosen], numbers)
        # |v - o - m|^2 is |v - o|^2 - 2 (v - o) m, and |m|^2 that is the same for all
        moved.take(self._places, axis=0, out=self._moved, mode="clip")
        away = self._squares - 2 * np.einsum("ij,ij->i", self._offsets, self._moved)
        self._table.ravel()[self._cells] = away
        chosen = self._firsts + self._table.argmin(axis=1)
        for k, most in self._most:
            self._keep(chosen, away, k, most)
        if chosen.tobytes() != self._chosen.tobytes():  # a new point only for those that are elsewhere now
            there = np.logical_or.reduceat(chosen != self._chosen, self._starts)
            for k in np.flatnonzero(there).tolist():
                own = self._own[k]
                self._points[k] = tuple((chosen[own] - self._firsts[own]).tolist())
            self._chosen = chosen
        return self._points.copy(), self._offsets[chosen]

    def text(self, descent: int, point: Hashable) -> tuple[str, Sequence[tuple[int, int]]]:
        """The text of a point, and where its words stand."""
        assert isinstance(point, tuple)
        return self._projections[descent].text(point)

    def pull(self, gradients: Sequence[FloatArray]) -> FloatArray:
        """Straight through: each word's gradient is its place's."""
        for k, gradient in enumerate(gradients):
            if gradient is not self._pulled[k]:
                self._gradient[self._own[k]] = self._pulled[k] = gradient
        return self._gradient.copy()

    def _keep(self, chosen: NDArray[np.intp], away: FloatArray, descent: int, most: int) -> None:
        """Put back all but the places that move away from their word by most."""
        own = self._own[descent]
        firsts = self._firsts[own]
        gains = away[firsts] - away[chosen[own]]
        changed = np.flatnonzero(chosen[own] != firsts)
        if len(changed) > most:
            back = changed[np.argsort(-gains[changed], kind="stable")[most:]]
            chosen[own][back] = firsts[back]


def word_vectors(network: Differentiable, projections: Sequence[Substitution]) -> FloatArray:
    """The vector of each word, place by place; each different one is asked for once.

    It is asked for with the blank before it, which may be a part of its first token.
    """
    count = itertools.count()
    known: dict[str, dict[str, int]] = {}
    which: list[int] = []
    for one in projections:
        for gap, words in zip(one.gaps, one.choices, strict=True):
            last = (gap if isinstance(gap, str) else gap[0])[-1:]
            blank = last if last.isspace() else ""
            numbers = known.get(blank)
            if numbers is None:
                numbers = known[blank] = defaultdict(count.__next__)
            which += map(numbers.__getitem__, words)  # a word that is not known gets the next number
    strings = [""] * next(count)
    for blank, numbers in known.items():
        for word, number in numbers.items():
            strings[number] = blank + word
    return network.vectors(strings).take(np.fromiter(which, np.intp, len(which)), axis=0)
