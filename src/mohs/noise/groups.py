"""Sums over groups of coordinates: fewer dimensions, in which no L_p distance is larger than the true one.

Let a group have s coordinates, and 1/p + 1/q = 1. By Hölder's inequality |sum of a| <= s^(1/q) |a|_p over the
group. So with z_g(x) = s^(-1/q) * (sum of x over group g), |z_g(x) - z_g(y)|^p is at most the sum of
|x_k - y_k|^p over the group, and summed over all groups |z(x) - z(y)|_p <= |x - y|_p.

With v = 2**-53, a computed z_g is off by at most (s + 4) v s^(-1/q) (sum of |x_k|) <= (s + 4) v |x|_p of the
group, so all of z by at most (s + 4) v |x|_p; and a computed distance of m groups by a part of (m + 6) v. So
a pair within D has a computed distance of at most (D + 2 (s + 4) v max|x|_p) (1 + (m + 6) v): see `limit`,
which has a little more. Pairs above it are left out.
"""

from typing import Any

import numpy as np

from mohs.noise.norm import Array, Floats, Norm

SIZE = 6
_V = 2.0**-53


class Groups:
    """Sums over groups of neighbouring coordinates, which in images and series are alike.

    Args:
        sets: (n, d) finite numbers each.
        norm: Of the distances.
        size: Coordinates of a group; 6 by default.
    """

    def __init__(self, sets: list[Array], norm: Norm, size: int | None = None) -> None:
        d, size = sets[0].shape[1], size or SIZE
        self._starts = np.arange(0, d, size)
        sizes = np.diff(np.append(self._starts, d))
        self._weights = sizes ** (1.0 / norm.p - 1.0)
        largest = max(
            float(norm.lengths(X[start : start + 4096]).max()) for X in sets for start in _starts(X)
        )
        self._off = 2 * (size + 4) * _V * largest
        self._part = (len(sizes) + 6) * _V
        self.points = [self._of(X) for X in sets]

    def _of(self, X: Array) -> Floats:
        made = np.empty((len(X), len(self._starts)))
        for start in _starts(X):
            some = np.asarray(X[start : start + 4096], dtype=np.float64)
            made[start : start + 4096] = np.add.reduceat(some, self._starts, axis=1) * self._weights
        return made

    def limit(self, distance: Any) -> Any:
        """The largest computed distance of two points that are within this distance of each other."""
        return (np.asarray(distance) + self._off) * (1 + 2 * self._part) * (1 + 1e-12)


def _starts(X: Array) -> range:
    return range(0, len(X), 4096)
