"""Nearest enemies by L2 in many dimensions: boxes and products of projected points leave few pairs."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mohs.noise.exact import Pairs, take_smallest
from mohs.noise.leaves import Leaves, cut
from mohs.noise.norm import Array, Floats, Norm
from mohs.noise.points import Points, Rows
from mohs.noise.projection import Projection, Single, left, project, right

_LEAF = 256
_COLUMNS = 2_048
_FIRST, _SEVERAL = 24, 8
K_ALL, K_MINIMUM = 128, 24


@dataclass(frozen=True, eq=False)
class _Side:
    points: Points
    leaves: Leaves
    factor: Single  # of the points in the order of the leaves


class _Search:
    def __init__(self, queries: Points, enemies: Points, k: int, norm: Norm) -> None:
        same = enemies is queries
        sets = [queries.X] if same else [queries.X, enemies.X]
        self.projection, stored = project(sets, k)
        self.symmetric = same
        own = cut(stored[0], queries.classes(), _LEAF)
        other = own if same else cut(stored[-1], enemies.classes(), _LEAF)
        self.queries = _Side(queries, own, left(stored[0][own.order]))
        self.enemies = _Side(enemies, other, right(stored[-1][other.order]))
        self.pairs = Pairs(queries.X, enemies.X, norm)

    def products(self, leaf: int, columns: Array) -> Single:
        """Computed squared distances of a leaf's points to some enemies, both in the order of leaves."""
        mine = self.queries.factor[self.queries.leaves.members(leaf)]
        return np.asarray(mine @ self.enemies.factor[columns].T)

    def columns(self, leaves: Array) -> Rows:
        """Where the enemies of these leaves are, in the order of leaves."""
        starts = self.enemies.leaves.starts
        return np.concatenate([np.arange(starts[one], starts[one + 1]) for one in leaves])

    def looked_at(self, leaves: int) -> Iterator[tuple[Rows, Rows, Single]]:
        """For each leaf its points, the enemies in so many leaves near it, and their computed distances."""
        own, others = self.queries.leaves, self.enemies.leaves
        for leaf in range(len(own)):
            gaps = own.gaps(leaf, others)
            gaps[others.labels == own.labels[leaf]] = np.inf
            near = np.argsort(gaps, kind="stable")[:leaves]
            near = near[np.isfinite(gaps[near])]
            if len(near):
                columns, rows = self.columns(near), np.arange(*own.members(leaf).indices(len(own.order)))
                yield rows, columns, self.products(leaf, columns)

    def first_pairs(self) -> tuple[Rows, Rows]:
        """For every query, and every enemy where they are the same points, the one that looks nearest."""
        own, others = self.queries.leaves, self.enemies.leaves
        least = np.full(len(own.order), np.inf, dtype=np.float32)
        enemy = np.full(len(own.order), -1, dtype=np.int64)

        def note(at: Rows, other: Rows, value: Single) -> None:
            nearer = value < least[at]
            least[at[nearer]], enemy[at[nearer]] = value[nearer], other[nearer]

        for rows, columns, made in self.looked_at(_FIRST):
            place = made.argmin(axis=1)
            note(rows, columns[place], made[np.arange(len(rows)), place])
            if self.symmetric:
                place = made.argmin(axis=0)
                note(columns, rows[place], made[place, np.arange(len(columns))])
        there = np.flatnonzero(enemy >= 0)
        return own.order[there], others.order[enemy[there]]


def likely_pairs(queries: Points, enemies: Points, norm: Norm, k: int = 16) -> tuple[Rows, Rows]:
    """Positions of queries, and of enemies that are likely near them by L2.

    Where they are the same points, an enemy is given one too, so that each has at least one; most have
    several, since the nearest by L2 may be far by another norm.
    """
    search = _Search(queries, enemies, k, norm)
    i, j = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for rows, columns, made in search.looked_at(_SEVERAL):
        i.append(rows)
        j.append(columns[made.argmin(axis=1)])
        if search.symmetric:
            i.append(columns)
            j.append(rows[made.argmin(axis=0)])
    own, others = search.queries.leaves, search.enemies.leaves
    return own.order[np.concatenate(i)], others.order[np.concatenate(j)]


def nearest(queries: Points, enemies: Points, norm: Norm) -> Rows:
    """The nearest enemy of each query.

    First each point gets an upper bound: the exact distance to an enemy that looks near. Then every pair of
    leaves whose boxes are not too far apart is gone through once, for both ends where queries and enemies are
    the same points. A pair of points is left out only if the computed value of its projected distance is over
    the limit of both bounds (`Projection.limit`, with its proof); all others are measured exactly. So the
    result is that of measuring all pairs.

    Returns:
        (n,) positions in `enemies`; -1 where there is no enemy.
    """
    search = _Search(queries, enemies, K_ALL, norm)
    best, found = np.full(len(queries), np.inf), np.full(len(queries), -1, dtype=np.int64)
    i, j = search.first_pairs()
    _enter(search, i, j, best, found)
    own, others = search.queries.leaves, search.enemies.leaves
    limit = search.projection.limit
    for leaf in range(len(own)):
        members = own.order[own.members(leaf)]
        reach = float(limit(best[members].max()))
        gaps = own.gaps(leaf, others)
        near = others.labels != own.labels[leaf]
        if search.symmetric:
            farthest = np.maximum.reduceat(best[others.order], others.starts[:-1])
            near &= (gaps <= np.maximum(limit(farthest), reach)) & (np.arange(len(others)) > leaf)
        else:
            near &= gaps <= reach
        if not near.any():
            continue
        nearest_first = np.argsort(gaps, kind="stable")
        columns = search.columns(nearest_first[near[nearest_first]])
        for start in range(0, len(columns), _COLUMNS):
            some = columns[start : start + _COLUMNS]
            made = search.products(leaf, some)
            close = made <= limit(best[members]).astype(np.float32)[:, None]
            if search.symmetric:
                close |= made <= limit(best[others.order[some]]).astype(np.float32)
            flat = np.flatnonzero(close)
            if len(flat):
                row, column = np.divmod(flat, len(some))
                _enter(search, members[row], others.order[some[column]], best, found)
    return found


def _enter(search: _Search, i: Rows, j: Rows, best: Floats, found: Rows) -> None:
    bound = np.maximum(best[i], best[j]) if search.symmetric else best[i]
    i, j, distances = search.pairs.improving(i, j, bound)
    take_smallest(i, j, distances, best, found)
    if search.symmetric:
        take_smallest(j, i, distances, best, found)


def closest(queries: Points, enemies: Points, norm: Norm) -> tuple[int, int] | None:
    """Positions of the two closest enemies; None where there are no enemies.

    As `nearest`, with one bound for all pairs: the closest so far.
    """
    search = _Search(queries, enemies, K_MINIMUM, norm)
    i, j = search.first_pairs()
    if not len(i):
        return None
    own, others = search.queries.leaves, search.enemies.leaves
    best, pair = np.inf, (-1, -1)

    def enter(i: Rows, j: Rows) -> None:
        nonlocal best, pair
        i, j, distances = search.pairs.improving(i, j, np.full(len(i), best))
        if len(distances):
            at = int(distances.argmin())
            best, pair = float(distances[at]), (int(i[at]), int(j[at]))

    enter(i, j)
    for leaf in range(len(own)):
        members = own.order[own.members(leaf)]
        near = (own.gaps(leaf, others) <= _up(search.projection, best)) & (others.labels != own.labels[leaf])
        if search.symmetric:
            near[: leaf + 1] = False
        if not near.any():
            continue
        columns = search.columns(np.flatnonzero(near))
        for start in range(0, len(columns), _COLUMNS):
            some = columns[start : start + _COLUMNS]
            made = search.products(leaf, some)
            most = _up(search.projection, best)
            if made.min() > most:
                continue
            row, column = np.divmod(np.flatnonzero(made <= most), len(some))
            enter(members[row], others.order[some[column]])
    return pair


def _up(projection: Projection, distance: float) -> float:
    return float(projection.limit(distance))
