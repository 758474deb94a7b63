"""What 2r is without some of the rows, from the nearest enemies of all of them."""

from dataclasses import dataclass

import numpy as np

from mohs.noise.norm import Array, Floats, Norm
from mohs.noise.points import Points, Rows
from mohs.noise.search import Closest, nearest_enemies

_ONE_BY_ONE = 64
_CHUNK = 1 << 21


@dataclass(frozen=True, eq=False)
class Known:
    """Data whose nearest enemies are known.

    Attributes:
        X: (n, d) rows.
        y: (n,) labels as numbers.
        norm: Of the distances.
        nearest: (n,) distance of the nearest enemy.
        enemy: (n,) its row.
    """

    X: Array
    y: Rows
    norm: Norm
    nearest: Floats
    enemy: Rows

    def without(self, rows: Array) -> Closest | None:
        """The closest enemies once these rows are left out; None if there are none.

        A row whose nearest enemy stays keeps its distance. One whose nearest enemy is left out moves away:
        its old distance is a lower bound, so it is only looked at again while that is below the best.
        """
        gone = np.zeros(len(self.y), dtype=bool)
        gone[rows] = True
        kept = np.flatnonzero(~gone & ~gone[self.enemy])
        best = self._closest(kept, self.nearest[kept], self.enemy[kept])
        limit = np.inf if best is None else best.distance
        stale = np.flatnonzero(~gone & gone[self.enemy] & (self.nearest < limit))
        if len(stale) > _ONE_BY_ONE:
            alive = Points.of(self.X, self.y, np.flatnonzero(~gone))
            asked = Points.of(self.X, self.y, stale)
            distances, enemies = nearest_enemies(asked, alive, self.norm)
            return _nearer(best, self._closest(asked.rows, distances, enemies))
        for row in stale[np.argsort(self.nearest[stale], kind="stable")]:
            if best is not None and self.nearest[row] >= best.distance:
                break
            best = _nearer(best, self._look(int(row), gone))
        return best

    def _closest(self, rows: Array, distances: Floats, enemies: Rows) -> Closest | None:
        if not len(rows) or not np.isfinite(distances).any():
            return None
        at = int(distances.argmin())
        first, second = sorted((int(rows[at]), int(enemies[at])))
        return Closest(float(distances[at]), (first, second))

    def _look(self, row: int, gone: Array) -> Closest | None:
        """The nearest enemy of one row among those that are left."""
        best: Closest | None = None
        height = max(1, _CHUNK // self.X.shape[1])
        for start in range(0, len(self.y), height):
            some = slice(start, start + height)
            candidates = start + np.flatnonzero((self.y[some] != self.y[row]) & ~gone[some])
            if len(candidates):
                distances = self.norm.distances(self.X[candidates], self.X[row])
                best = _nearer(best, self._closest(np.full(len(candidates), row), distances, candidates))
        return best


def _nearer(one: Closest | None, other: Closest | None) -> Closest | None:
    if one is None or other is None:
        return one or other
    return other if other.distance < one.distance else one
