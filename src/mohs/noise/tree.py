"""Nearest enemies in few dimensions, by k-d trees."""

import math
from typing import Any

import numpy as np

from mohs.noise.norm import Floats, Norm, power_of_two, scaled
from mohs.noise.points import Points, Rows

MOST_DIMENSIONS = 10
_LARGEST_P = 4.0
_VANISHING = 1e-70  # its fourth power is still a float64 with all its digits
_QUERIES = 1 << 18


def nearest(queries: Points, enemies: Points, norm: Norm) -> Rows:
    """The nearest enemy of each query.

    Labels are written in binary. Two points are enemies if and only if some bit of their labels differs, so
    trees of the points with the bit, asked for all points without it, and the other way round, for every bit,
    find the nearest enemy: for c classes in log2(c) rounds rather than in c.

    A tree compares p-th powers of distances, each within (depth + d + 4) * 2**-53 of the true one,
    relatively, since the side distances that it adds up only grow on the way down. So what it finds is no
    farther than the nearest enemy but for that; for L_inf, where nothing is added up, it is the nearest.
    Distances that are so small beside the largest value that they vanish when they are raised (one cell of
    1e290 among values of 1 is enough) are found by L_inf, which raises nothing, and measured.

    Returns:
        (n,) positions in `enemies`; -1 where there is no enemy.
    """
    from scipy.spatial import cKDTree

    scale = power_of_two(queries.X, enemies.X)
    own = scaled(queries.X, scale)
    other = own if enemies is queries else scaled(enemies.X, scale)
    best = np.full(len(queries), math.inf)
    found = np.full(len(queries), -1, dtype=np.int64)
    for bit in range(max(int(queries.y.max()), int(enemies.y.max())).bit_length()):
        for side in (0, 1):
            asked = np.flatnonzero((queries.y >> bit & 1) == side)
            there = np.flatnonzero((enemies.y >> bit & 1) != side)
            if not len(asked) or not len(there):
                continue
            tree = cKDTree(other[there])
            for start in range(0, len(asked), _QUERIES):
                some = asked[start : start + _QUERIES]
                distances, positions = _ask(tree, own[some], norm)
                closer = distances < best[some]
                best[some[closer]] = distances[closer]
                found[some[closer]] = there[positions[closer]]
    return found


def _ask(tree: Any, queries: Floats, norm: Norm) -> tuple[Floats, Rows]:
    """Distance and position of the nearest point of a tree."""
    if norm.p > _LARGEST_P and not math.isinf(norm.p):
        return _by_largest(tree, queries, norm)
    distances, positions = tree.query(queries, p=norm.p)
    if 1.0 < norm.p < math.inf and len(vanished := np.flatnonzero(distances < _VANISHING)):
        distances[vanished], positions[vanished] = _by_largest(tree, queries[vanished], norm)
    return distances, positions


def _by_largest(tree: Any, queries: Floats, norm: Norm) -> tuple[Floats, Rows]:
    """As `_ask`, where powers vanish.

    The nearest by L_inf is an upper bound; whoever is nearer by L_p lies within it by L_inf too, as L_inf <=
    L_p.
    """
    positions = tree.query(queries, p=math.inf)[1].astype(np.int64)
    distances = norm.distances(queries, tree.data[positions])
    apart = np.flatnonzero(distances)
    near = tree.query_ball_point(queries[apart], distances[apart] * (1 + 1e-12), p=math.inf)
    for row, candidates in zip(apart, near, strict=True):
        lengths = norm.distances(queries[row], tree.data[candidates])
        nearest = int(lengths.argmin())
        positions[row], distances[row] = candidates[nearest], lengths[nearest]
    return distances, positions
