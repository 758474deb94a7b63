"""Nearest enemies in any number of dimensions and any norm, block against block."""

import math

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
    same = queries is enemies
    best, found = np.full(len(queries), np.inf), np.full(len(queries), -1, dtype=np.int64)
    pairs = Pairs(queries.X, enemies.X, norm)

    def enter(i: Rows, j: Rows) -> None:
        bound = np.maximum(best[i], best[j]) if same else best[i]
        i, j, distances = pairs.improving(i, j, bound)
        take_smallest(i, j, distances, best, found)
        if same:
            take_smallest(j, i, distances, best, found)

    enter(*likely_pairs(queries, enemies, norm))
    sets = [queries.X] if same else [queries.X, enemies.X]
    groups = Groups(sets, norm, size=1 if queries.X.shape[1] < _GROUPED else None)
    own, others = groups.points[0], groups.points[-1]
    for label, first, last in queries.classes():
        for other, start, stop in enemies.classes():
            if other == label or (same and other < label):
                continue
            for top in range(first, last, _HEIGHT):
                rows = slice(top, min(top + _HEIGHT, last))
                for left in range(start, stop, _WIDTH):
                    columns = slice(left, min(left + _WIDTH, stop))
                    lower = pairwise(own[rows], others[columns], norm)
                    close = lower <= groups.limit(best[rows])[:, None]
                    if same:
                        close |= lower <= groups.limit(best[columns])
                    flat = np.flatnonzero(close)
                    if len(flat):
                        row, column = np.divmod(flat, lower.shape[1])
                        enter(top + row, left + column)
    return found


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
