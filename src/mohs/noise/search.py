"""Which search finds the enemies: by dimensions, norm and whether the minimum alone is wanted."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mohs.noise import blocks, chebyshev, euclidean, tree
from mohs.noise.norm import Floats, Norm
from mohs.noise.points import Points, Rows

Search = Callable[[Points, Points, Norm], Rows]
_NEAREST: dict[float, Search] = {math.inf: chebyshev.nearest, 2.0: euclidean.nearest}
_CLOSEST = {math.inf: chebyshev.closest, 2.0: euclidean.closest}
_LITTLE = 1 << 23


@dataclass(frozen=True)
class Closest:
    """Two points of different labels, as near to each other as any.

    Attributes:
        distance: Between them.
        pair: Their rows, the lower number first.
    """

    distance: float
    pair: tuple[int, int]


def nearest_enemies(queries: Points, enemies: Points, norm: Norm) -> tuple[Floats, Rows]:
    """Distance and row of the nearest enemy of every query.

    Args:
        queries: The points that are asked for.
        enemies: Where their enemies are; may be the same object.
        norm: Of the distances.

    Returns:
        (n,) distances (infinite where there is no enemy) and (n,) rows (-1 there), in the order of the
        queries. A distance is that of the pair of rows, computed in float64 as `Norm.lengths` says.
    """
    if not len(queries) or not len(enemies):
        return np.full(len(queries), np.inf), np.full(len(queries), -1, dtype=np.int64)
    found = _search(queries, enemies, norm)(queries, enemies, norm)
    distances = np.full(len(queries), np.inf)
    there = np.flatnonzero(found >= 0)
    for some in np.array_split(there, max(1, there.size * queries.X.shape[1] // (1 << 22))):
        distances[some] = norm.distances(queries.X[some], enemies.X[found[some]])
    return distances, np.where(found >= 0, enemies.rows[found], -1)


def closest_enemies(queries: Points, enemies: Points, norm: Norm) -> Closest | None:
    """The two enemies that are closest to each other; None where there are no enemies.

    Args: As `nearest_enemies`.
    """
    if not (_few(queries) or _little(queries, enemies)):
        found = _CLOSEST.get(norm.p, blocks.closest)(queries, enemies, norm)
        if found is None:
            return None
        i, j = found
        first, second = sorted((int(queries.rows[i]), int(enemies.rows[j])))
        return Closest(float(norm.distances(queries.X[i], enemies.X[j])), (first, second))
    distances, rows = nearest_enemies(queries, enemies, norm)
    if not np.isfinite(distances).any():
        return None
    best = int(distances.argmin())
    enemy = int(np.flatnonzero(enemies.rows == rows[best])[0])
    first, second = sorted((int(queries.rows[best]), int(rows[best])))
    # Powers of many values at once are rounded in another way than those of few.
    return Closest(float(norm.distances(queries.X[best], enemies.X[enemy])), (first, second))


def _few(points: Points) -> bool:
    return bool(points.X.shape[1] <= tree.MOST_DIMENSIONS)


def _search(queries: Points, enemies: Points, norm: Norm) -> Search:
    if _few(queries):
        return tree.nearest
    return _measured if _little(queries, enemies) else _NEAREST.get(norm.p, blocks.nearest)


def _little(queries: Points, enemies: Points) -> bool:
    """Whether all pairs are measured sooner than a search has made its tables; no pairs are."""
    return bool(len(queries) * enemies.X.size <= _LITTLE)


def _measured(queries: Points, enemies: Points, norm: Norm) -> Rows:
    """The nearest enemy of each query, of all distances; -1 where there is no enemy."""
    found = np.full(len(queries), -1, dtype=np.int64)
    for row, label in enumerate(queries.y):
        there = np.flatnonzero(enemies.y != label)
        if len(there):
            found[row] = there[norm.distances(queries.X[row], enemies.X[there]).argmin()]
    return found
