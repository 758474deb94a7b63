"""Who is within reach in one coordinate, as bits: 64 points a word, and one AND for each coordinate.

For a coordinate, values are sorted into at most 256 levels by a function `level` that never falls as values
rise. For every level two sets of points are kept, one bit a point: those whose level is at most that, and
those whose level is at least that. A point whose distance by L_inf is at most u lies, in every coordinate,
within [x - u, x + u]; since `level` never falls, its level is within [level(x - u), level(x + u)], also where
both ends and the levels are computed with rounding, which never reverses an order. So it is in both sets of
every coordinate, and intersecting them misses nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.noise.norm import Array, Floats
from mohs.noise.points import Rows

Words = NDArray[np.uint64]

_LEVELS = 64
_TOGETHER = 1 << 15
_PAIRS = 1 << 20
_DENSE, _SPARSE = 8, 4
_THIN = 32
_LEAST = 1e-290
_SAMPLE = 512


@dataclass(frozen=True, eq=False)
class Levels:
    """How the values of some coordinates are sorted into levels.

    Attributes:
        dims: (m,) the coordinates.
        low: (m,) least values.
        step: (m,) width of a level.
        count: (m,) levels of each coordinate.
        whole: Whether values are whole numbers, so that distances are too and nothing is rounded.
    """

    dims: Rows
    low: Floats
    step: Floats
    count: Rows
    whole: bool

    def of(self, values: Floats) -> Array:
        """(n, m) levels of values of these coordinates, from 0; what lies outside is at the nearest end."""
        return np.clip((values - self.low) / self.step, 0, self.count - 1).astype(np.int64)


def levels_of(X: Array, dims: Rows, *, whole: bool) -> Levels:
    """Levels of equal width over the range of each coordinate.

    Args:
        X: (n, d) points.
        dims: Which coordinates.
        whole: Whether these points and all that are asked for have whole numbers alone.
    """
    low, high = (side(axis=0)[dims].astype(np.float64) for side in (X.min, X.max))
    spread = high - low
    step = np.where(spread > 0, spread / _LEVELS, 1.0)
    step = np.where(step > _LEAST, step, 1.0)  # no levels where they would be too narrow to divide by
    if whole:
        step = np.maximum(1.0, np.ceil(step))
    count = np.minimum(spread / step, _LEVELS - 1).astype(np.int64) + 1
    return Levels(dims, low, step, count, whole=whole)


class Reach:
    """The bit sets of some points.

    Args:
        X: (n, d) the points.
        levels: Of their coordinates.
    """

    def __init__(self, X: Array, levels: Levels) -> None:
        self.levels = levels
        self.n = len(X)
        words = -(-self.n // 64)
        known = levels.of(np.asarray(X[:, levels.dims], dtype=np.float64)).astype(np.uint8)
        total = int(levels.count.sum())
        self._starts = np.concatenate([[0], np.cumsum(levels.count)[:-1]])
        self._total = total
        # Rows: at most each level, at least each level, and last the set of all points.
        self._sets = np.zeros((2 * total + 1, words), dtype=np.uint64)
        self._sets[-1] = ~np.uint64(0)
        padded = np.zeros(words * 64, dtype=bool)
        inside = padded[: self.n]
        for place, (start, count) in enumerate(zip(self._starts, levels.count, strict=True)):
            column = np.ascontiguousarray(known[:, place])
            for level in range(int(count)):
                np.less_equal(column, level, out=inside)
                self._sets[start + level] = _packed(padded)
                np.greater_equal(column, level, out=inside)
                self._sets[total + start + level] = _packed(padded)
        counts = np.array([np.bincount(column, minlength=_LEVELS) for column in known.T])
        below = np.concatenate(
            [np.cumsum(row)[:count] for row, count in zip(counts, levels.count, strict=True)]
        )
        above = np.concatenate(
            [np.cumsum(row[::-1])[::-1][:count] for row, count in zip(counts, levels.count, strict=True)]
        )
        self._sizes = np.concatenate([below, above, [self.n]])

    def plan(self, x: Floats, u: Floats) -> Rows:
        """Which sets tell who is within reach of each point, those that leave the fewest first.

        Args:
            x: (b, m) values of points in the coordinates of the levels.
            u: (b,) how far each of them reaches, in the units of the data.

        Returns:
            (b, 2m) rows of sets; those that leave everybody are named -1 and come last.
        """
        reach = (
            np.floor(u)[:, None] if self.levels.whole else np.nextafter(u * (1 + 2.0**-52), np.inf)[:, None]
        )
        upper = self._starts + self.levels.of(x + reach)
        lower = self._total + self._starts + self.levels.of(x - reach)
        rows = np.concatenate([upper, lower], axis=1)
        sizes = self._sizes[rows]
        rows[sizes == self.n] = -1
        return np.take_along_axis(rows, np.argsort(sizes, axis=1), axis=1)

    def within(self, rows: Rows, start: Words, first: int, last: int) -> Iterator[tuple[Rows, Rows]]:
        """For each of some points, those that are in all of its sets.

        Args:
            rows: (b, 2m) lines of a plan.
            start: The points to choose from, as `bits` gives them.
            first: The word that they start in; those before are passed over.
            last: The word after the last.

        Yields:
            Pairs, many at a time and all of a line together, so that they never fill the memory: (k,) lines
            of `rows`, ascending, and (k,) points.
        """
        lines, points, pairs = list[Rows](), list[Rows](), 0
        size = max(1, _TOGETHER // (last - first))
        for begin in range(0, len(rows), size):
            line, some = self._within(rows[begin : begin + size], start[first:last], first)
            lines.append(line + begin)
            points.append(some)
            pairs += len(some)
            if pairs > _PAIRS or begin + size >= len(rows):
                yield np.concatenate(lines), np.concatenate(points)
                lines, points, pairs = [], [], 0

    def _within(self, rows: Rows, start: Words, first: int) -> tuple[Rows, Rows]:
        width, level = len(start), 0
        left = np.repeat(start[None], len(rows), axis=0)
        # Whole sets first, while many words have a point; then those words alone, wherever they are.
        while level < rows.shape[1] and np.count_nonzero(left) * _THIN > left.size:
            for column in rows[:, level : level + _DENSE].T:
                left &= self._sets[column, first : first + width]
            level += _DENSE
        places = np.flatnonzero(left)
        words = left.reshape(-1)[places]
        line, place = np.divmod(places, width)
        place += first
        while level < rows.shape[1] and len(words):
            for column in rows[:, level : level + _SPARSE].T:
                words &= self._sets[column[line], place]
            alive = np.flatnonzero(words)
            words, line, place = words[alive], line[alive], place[alive]
            level += _SPARSE
        at = members(words)
        word = at >> 6
        return line[word], (place[word] << 6) + (at & 63)


def _packed(flags: NDArray[np.bool_]) -> Words:
    return np.packbits(flags, bitorder="little").view(np.uint64)


def members(words: Words) -> Rows:
    """The numbers of the bits that are set."""
    return np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little").view(bool))


def bits(n: int, parts: list[tuple[int, int]]) -> Words:
    """Bits of n points, set for those from the first to before the last of each part."""
    chosen = np.zeros(-(-n // 64) * 64, dtype=bool)
    for start, stop in parts:
        chosen[start:stop] = True
    return _packed(chosen)


def telling(X: Array, y: Any, typical: float, count: int, seed: int = 0) -> Rows:
    """Coordinates that tell enemies apart: greedily those in which most pairs not yet told apart differ.

    Args:
        X: (n, d) points.
        y: (n,) labels.
        typical: The distance beyond which a pair is told apart.
        count: How many coordinates to give; at most d.
        seed: Of the pairs that are looked at; changes the speed and no result.
    """
    rng = np.random.default_rng(seed)
    d = X.shape[1]
    if d <= count:
        return np.arange(d)
    i, j = rng.integers(0, len(X), (2, 8 * _SAMPLE))
    enemies = np.flatnonzero(y[i] != y[j])[: 3 * _SAMPLE]
    apart = np.abs(X[i[enemies]].astype(np.float64) - X[j[enemies]]) > typical
    told = apart.astype(np.float32)
    weight = np.ones(len(told), dtype=np.float32)
    gain = told.sum(axis=0)
    chosen: list[int] = []
    while len(chosen) < count:
        best = int(gain.argmax())
        chosen.append(best)
        now = np.flatnonzero(apart[:, best])
        less = np.float32(0.9) * weight[now]  # a pair told apart once still counts a little
        weight[now] -= less
        gain -= less @ told[now]
        gain[best] = -np.inf
    return np.array(chosen)
