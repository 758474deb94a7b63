"""Nearest enemies by L_inf in many dimensions: bit sets leave few pairs, which are then measured."""

import numpy as np
from numpy.typing import DTypeLike

from mohs.noise.bits import Reach, bits, levels_of, telling
from mohs.noise.euclidean import likely_pairs
from mohs.noise.exact import take_smallest
from mohs.noise.norm import Array, Floats, Norm
from mohs.noise.points import Points, Rows

_ENEMIES = 1 << 16
_BLOCK = 1_024
_ALL, _MINIMUM = 96, 48
_GROW = 1.25
_FIRST = 1 << 14
_QUANTILE = 0.7
_SOME, _EVERY, _FEW = 128, 6, 64
_BYTES = 1 << 17
_LARGEST = 1e38
_ROUNDED = 1 + 2.0**-22


class _Pairs:
    """Distances by L_inf of many pairs.

    Attributes:
        whole: Whether all numbers are whole ones of a byte, and so are their differences.
    """

    def __init__(self, queries: Points, enemies: Points) -> None:
        # Whole numbers of a byte stay bytes, an eighth of the memory traffic of float64, and float32 stays
        # where no difference overflows.
        kinds = {queries.X.dtype, enemies.X.dtype}
        kind = next((one for one in (np.uint8, np.float32) if kinds == {np.dtype(one)}), np.float64)
        if kind is np.float32 and max(np.abs(points.X).max() for points in (queries, enemies)) > _LARGEST:
            kind = np.float64
        self.whole, self._single = kind is np.uint8, kind is np.float32
        self._own = queries.X.astype(kind, copy=False)
        self._others = self._own if queries is enemies else enemies.X.astype(kind, copy=False)
        self._stages = list[tuple[Array, Array]]()

    def look_first_at(self, dims: Rows) -> None:
        """Let `within` look at these coordinates first, and then at some of all, before it looks at all."""
        for some in (dims, np.arange(0, self._own.shape[1], _EVERY)):
            own = np.ascontiguousarray(self._own[:, some])
            same = self._own is self._others
            self._stages.append((own, own if same else np.ascontiguousarray(self._others[:, some])))

    def exact(self, i: Rows, j: Rows) -> Floats:
        """(k,) the distance of each query to the enemy."""
        return _distances(i, j, self._own, self._others, np.float64 if self._single else self._own.dtype)

    def within(self, i: Rows, j: Rows, u: Floats, most: Floats) -> tuple[Rows, Rows, Floats]:
        """Those pairs of queries and enemies that are within u, and perhaps others, with their distances.

        A difference of float32 is rounded by 2**-24 of itself at most, so no pair within a limit is lost.

        Args:
            i: (k,) queries.
            j: (k,) an enemy of each.
            u: (k,) for each pair.
            most: (k,) for each pair, a distance that is of no use, nor is a larger one.
        """
        # Few that look near are all measured: who is farther still bounds where the nearest is.
        limit = np.where(np.bincount(i)[i] <= _FEW, np.inf, u * _ROUNDED)
        for own, others in self._stages:
            close = np.flatnonzero(_distances(i, j, own, others, own.dtype) <= limit)
            i, j, limit, most = i[close], j[close], limit[close], most[close]
        if self._single:  # exact for those alone that may be of use
            close = np.flatnonzero(_distances(i, j, self._own, self._others, np.float32) <= most * _ROUNDED)
            i, j = i[close], j[close]
        return i, j, self.exact(i, j)


def _distances(i: Rows, j: Rows, own: Array, others: Array, kind: DTypeLike) -> Floats:
    """(k,) the distance of each of some rows to one of the others, computed in numbers of this kind."""
    near = np.empty(len(i))
    step = max(1, _BYTES // (own.shape[1] * own.itemsize))
    for start in range(0, len(i), step):
        mine = own.take(i[start : start + step], axis=0).astype(kind, copy=False)
        theirs = others.take(j[start : start + step], axis=0).astype(kind, copy=False)
        near[start : start + step] = _largest(theirs, mine)
    return near


def _largest(rows: Array, others: Array) -> Array:
    """The largest difference of each row to that of the others; the rows are overwritten."""
    if rows.dtype == np.uint8:  # bytes must not wrap around
        high = np.maximum(rows, others)
        np.subtract(high, np.minimum(rows, others, out=rows), out=rows)
    else:
        np.abs(np.subtract(rows, others, out=rows), out=rows)
    return np.asarray(rows.max(axis=1))


def nearest(queries: Points, enemies: Points, norm: Norm) -> Rows:
    """The nearest enemy of each query.

    Bit sets leave those enemies that may be within a distance u of the query (see `bits`, with the proof that
    they leave out no other); these are measured. If one is within u, the nearest is among them. If not, u
    grows, up to the distance of an enemy that is known. Bytes are measured in whole numbers, all else in
    float64: a difference is rounded, but never out of order, so the result is the smallest of all distances
    as they are computed.

    Returns:
        (n,) positions in `enemies`; -1 where there is no enemy.
    """
    pairs = _Pairs(queries, enemies)
    best, found = _first_bounds(queries, enemies, norm, pairs)
    if not np.isfinite(best).any():
        return found
    dims, others = _dims(enemies, best, _ALL)
    pairs.look_first_at(others)
    guess = float(np.median(best[np.isfinite(best)]))
    finer = 1.0 if pairs.whole else 0.0  # whole numbers that are smaller are smaller by 1
    for start in range(0, len(enemies), _ENEMIES):
        some = enemies.part(start, min(start + _ENEMIES, len(enemies)))
        reach = Reach(some.X, levels_of(enemies.X, dims, whole=pairs.whole))
        for label, first, last in queries.classes():
            parts = [(a, b) for other, a, b in some.classes() if other != label]
            if not parts:
                continue
            candidates, words = bits(len(some), parts), -(-len(some) // 64)
            for top in range(first, last, _BLOCK):
                waiting = np.arange(top, min(top + _BLOCK, last))
                u = np.minimum(best[waiting] - finer, guess)
                while len(waiting := waiting[u >= 0]):  # nothing is nearer than 0
                    u = u[u >= 0]
                    plan = reach.plan(queries.X[waiting][:, dims].astype(np.float64), u)
                    for line, j in reach.within(plan, candidates, 0, words):
                        i, j = waiting[line], start + j
                        most = np.maximum(best[i], best[j]) if queries is enemies else best[i]
                        i, j, near = pairs.within(i, j, u[line], most)
                        take_smallest(i, j, near, best, found)
                        if queries is enemies:
                            take_smallest(j, i, near, best, found)
                    again = best[waiting] - finer > u
                    waiting, u = waiting[again], u[again]
                    most = best[waiting] - finer
                    grown = np.maximum(u * _GROW, most / 4)
                    u = np.minimum(most, np.where(grown > u, grown, most))
                guess = float(np.quantile(best[first : top + _BLOCK], _QUANTILE))
    return found


def closest(queries: Points, enemies: Points, norm: Norm) -> tuple[int, int] | None:
    """Positions of the two closest enemies; None where there are no enemies.

    As `nearest`, with one bound for all queries, the closest so far; where queries and enemies are the same
    points, each pair is looked at from one end only.
    """
    known = _first_pair(queries, enemies, norm)
    if known is None:
        return None
    bound, pair = known
    dims, others = _dims(enemies, np.full(1, bound), _MINIMUM)
    pairs = _Pairs(queries, enemies)
    pairs.look_first_at(others)
    for start in range(0, len(enemies), _ENEMIES):
        some = enemies.part(start, min(start + _ENEMIES, len(enemies)))
        reach = Reach(some.X, levels_of(enemies.X, dims, whole=pairs.whole))
        for label, first, last in queries.classes():
            parts = [
                (a, b)
                for other, a, b in some.classes()
                if other != label and (queries is not enemies or other > label)
            ]
            if not parts:
                continue
            candidates = bits(len(some), parts)
            begin, end = parts[0][0] // 64, -(-parts[-1][1] // 64)
            for top in range(first, last, _BLOCK):
                block = np.arange(top, min(top + _BLOCK, last))
                own = queries.X[block][:, dims].astype(np.float64)
                # Whole numbers that are smaller are smaller by 1.
                below = max(bound - 1, 0.0) if reach.levels.whole else bound
                plan = reach.plan(own, np.full(len(block), below))
                for line, j in reach.within(plan, candidates, begin, end):
                    most = np.full(len(line), bound)
                    i, j, near = pairs.within(block[line], start + j, most, most)
                    if len(j) and near.min() < bound:
                        at = int(near.argmin())
                        bound, pair = float(near[at]), (int(i[at]), int(j[at]))
    return pair


def _first_bounds(queries: Points, enemies: Points, norm: Norm, pairs: _Pairs) -> tuple[Floats, Rows]:
    """For each query the distance of an enemy that looks near by L2."""
    best, found = np.full(len(queries), np.inf), np.full(len(queries), -1, dtype=np.int64)
    i, j = likely_pairs(queries, enemies, norm)
    distances = pairs.exact(i, j)
    take_smallest(i, j, distances, best, found)
    if queries is enemies:
        take_smallest(j, i, distances, best, found)
    return best, found


def _first_pair(queries: Points, enemies: Points, norm: Norm) -> tuple[float, tuple[int, int]] | None:
    """Two enemies that are near each other, and their distance; None where there are no enemies."""
    for thin in (max(1, len(queries) // _FIRST), 1):
        some = queries.every(thin)
        others = some if enemies is queries else enemies.every(thin)
        best, found = _first_bounds(some, others, norm, _Pairs(some, others))
        if np.isfinite(best).any():
            at = int(best.argmin())
            return float(best[at]), (at * thin, int(found[at]) * thin)
    return None


def _dims(enemies: Points, best: Floats, count: int) -> tuple[Rows, Rows]:
    """The coordinates whose bit sets are made, and those that are looked at next."""
    typical = float(np.median(best[np.isfinite(best)]))
    chosen = telling(enemies.X, enemies.y, typical, min(count + _SOME, enemies.X.shape[1]))
    return chosen[:count], chosen[count:] if len(chosen) > count else chosen
