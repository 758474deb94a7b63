"""Nearest enemies in any number of dimensions and any norm, block against block."""

import math
from collections.abc import Iterator

import numpy as np

from mohs.noise.euclidean import likely_pairs
from mohs.noise.exact import Pairs, take_smallest
from mohs.noise.groups import Groups
from mohs.noise.norm import Array, Floats, Norm, power_of_two, scaled
from mohs.noise.points import Points, Rows

_HEIGHT, _WIDTH = 512, 2_048
_GROUPED = 32


def nearest(queries: Points, enemies: Points, norm: Norm) -> Rows:
    """The nearest enemy of each query.

    Each query first gets an upper bound, the exact distance of an enemy that looks near. Of all pairs, those
    whose distance is over the bound already by sums over groups of coordinates are left out (`Groups`, with
    the proof that they cannot matter); all others are measured.

    Returns:
        (n,) positions in `enemies`; -1 where there is no enemy.
    """
    return _searched(queries, enemies, norm, together=False)[1]


def closest(queries: Points, enemies: Points, norm: Norm) -> tuple[int, int] | None:
    """The two enemies that are closest to each other: as `nearest`, with one bound for all.

    Returns:
        Their positions; None where there are no enemies.
    """
    best, found = _searched(queries, enemies, norm, together=True)
    row = int(best.argmin())
    return None if found[row] < 0 else (row, int(found[row]))


def _searched(queries: Points, enemies: Points, norm: Norm, *, together: bool) -> tuple[Floats, Rows]:
    """The smallest distance that was found for each query, and where; all of them, or the smallest alone."""
    same = queries is enemies
    best, found = np.full(len(queries), np.inf), np.full(len(queries), -1, dtype=np.int64)
    pairs = Pairs(queries.X, enemies.X, norm)

    def bound(rows: Rows | slice) -> Floats:
        return np.broadcast_to(best.min(), best[rows].shape) if together else best[rows]

    def enter(i: Rows, j: Rows) -> None:
        most = np.maximum(bound(i), bound(j)) if same else bound(i)
        i, j, distances = pairs.improving(i, j, most)
        take_smallest(i, j, distances, best, found)
        if same:
            take_smallest(j, i, distances, best, found)

    enter(*likely_pairs(queries, enemies, norm))
    sets = [queries.X] if same else [queries.X, enemies.X]
    groups = Groups(sets, norm, size=1 if queries.X.shape[1] < _GROUPED else None)
    own, others = groups.points[0], groups.points[-1]
    for rows in _row_blocks(queries):
        for columns in _column_blocks(queries, rows, enemies, same):
            lower = pairwise(own[rows], others[columns], norm)
            close = lower <= groups.limit(bound(rows))[:, None]
            if same:
                close |= lower <= groups.limit(bound(columns))
            mine, theirs = queries.y[rows, None], enemies.y[columns]
            # Each pair once: of one set, from the lower label to the higher one.
            close &= theirs > mine if same else theirs != mine
            row, column = np.nonzero(close)
            if len(row):
                enter(rows.start + row, columns.start + column)
    return best, found


def _row_blocks(points: Points) -> Iterator[slice]:
    """Blocks of points: large classes by themselves, small ones together, however many there are."""
    start = 0
    for _, first, last in points.classes():
        if last - first >= _HEIGHT:
            if start < first:
                yield slice(start, first)
            for top in range(first, last, _HEIGHT):
                yield slice(top, min(top + _HEIGHT, last))
            start = last
        elif last - start >= _HEIGHT:
            yield slice(start, last)
            start = last
    if start < len(points):
        yield slice(start, len(points))


def _column_blocks(queries: Points, rows: slice, enemies: Points, same: bool) -> Iterator[slice]:
    """Where the enemies of these queries are; of one set, those of higher labels alone."""
    lowest, highest = int(queries.y[rows.start]), int(queries.y[rows.stop - 1])
    after = int(np.searchsorted(enemies.y, lowest, side="right"))
    before = int(np.searchsorted(enemies.y, lowest, side="left"))
    if same:
        parts = [(after, len(enemies))]
    elif lowest == highest:
        parts = [(0, before), (after, len(enemies))]
    else:
        parts = [(0, len(enemies))]
    for first, last in parts:
        for left in range(first, last, _WIDTH):
            yield slice(left, min(left + _WIDTH, last))


def pairwise(a: Array, b: Array, norm: Norm) -> Floats:
    """(len(a), len(b)) distances, each within (d + 4) * 2**-53 of the true one, relatively.

    Distances below 1e-150 of the largest value may count as equal.
    """
    from scipy.spatial.distance import cdist

    scale = power_of_two(a, b)
    a, b = scaled(a, scale), scaled(b, scale)
    metric = {math.inf: "chebyshev", 2.0: "euclidean", 1.0: "cityblock"}.get(norm.p)
    if metric is None:
        return np.stack([norm.distances(row, b) for row in a]) / scale
    return np.asarray(cdist(a, b, metric)) / scale
