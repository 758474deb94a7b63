"""What 2r is without some of the rows, from the nearest enemies of all of them."""

from dataclasses import dataclass, field

import numpy as np

from mohs.noise.norm import Array, Floats, Norm
from mohs.noise.points import Points, Rows
from mohs.noise.search import Closest, nearest_enemies

_ONE_BY_ONE = 64
_CHUNK = 1 << 21
_REMEMBERED = 64


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
    _near: dict[int, tuple[Rows, Floats]] = field(default_factory=dict, repr=False)

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
        if row not in self._near:
            self._near[row] = self._nearest_of(row, None)
        for known in (self._near[row], None):
            enemies, distances = known or self._nearest_of(row, gone)
            left = ~gone[enemies]
            if left.any():
                return self._closest(np.full(int(left.sum()), row), distances[left], enemies[left])
        return None

    def _nearest_of(self, row: int, gone: Array | None) -> tuple[Rows, Floats]:
        """Some enemies of a row, the nearest among those that are left, and their distances."""
        enemies, distances = np.empty(0, dtype=np.int64), np.empty(0)
        height = max(1, _CHUNK // self.X.shape[1])
        for start in range(0, len(self.y), height):
            some = slice(start, start + height)
            others = self.y[some] != self.y[row]
            if gone is not None:
                others &= ~gone[some]
            found = start + np.flatnonzero(others)
            enemies = np.concatenate([enemies, found])
            distances = np.concatenate([distances, self.norm.distances(self.X[found], self.X[row])])
            if len(enemies) > _REMEMBERED:
                kept = np.argpartition(distances, _REMEMBERED)[:_REMEMBERED]
                enemies, distances = enemies[kept], distances[kept]
        return enemies, distances


def _nearer(one: Closest | None, other: Closest | None) -> Closest | None:
    if one is None or other is None:
        return one or other
    return other if other.distance < one.distance else one
