"""Distances of many pairs: first quickly, with a proven error, then exactly for those that may matter."""

import numpy as np

from mohs.noise.norm import Array, Floats, Norm
from mohs.noise.points import Rows

_PAIRS = 1 << 21
_U = 2.0**-24
_SINGLE_IS_SAFE = (1e-12, 1e12)


class Pairs:
    """Distances between the points of two sets.

    For bytes and float32, differences and sums are first computed in float32: a difference has a relative
    error of at most u = 2**-24, its square of 3.1 u, a sum of d of them in any order of (d + 4) u / (1 - (d +
    4) u) in all, and squares too small for that are off by less than 1e-40 each. A pair that is farther than
    its bound by more than that cannot improve on it. All others are measured in float64, as `Norm.lengths`
    says.
    """

    def __init__(self, a: Array, b: Array, norm: Norm) -> None:
        self.a, self.b, self.norm = a, b, norm
        terms = a.shape[1] + 6
        self._slack = 1 + 2.2 * terms * _U / (1 - terms * _U)
        self._least = terms * 1e-40
        self._quick = norm.p == 2.0 and a.dtype == b.dtype and _fits_single(a) and _fits_single(b)

    def improving(self, i: Rows, j: Rows, bound: Floats) -> tuple[Rows, Rows, Floats]:
        """The pairs that are closer than their bounds, with their distances.

        Args:
            i: Positions in the first set.
            j: Positions in the second.
            bound: For each pair; infinity lets every pair pass.
        """
        kept_i, kept_j, kept = [], [], []
        step = max(1, _PAIRS // self.a.shape[1])
        for start in range(0, len(i), step):
            some = slice(start, start + step)
            pi, pj, pb = i[some], j[some], bound[some]
            if self._quick:
                gap = self.a[pi].astype(np.float32)
                gap -= self.b[pj]
                near = np.einsum("ij,ij->i", gap, gap) <= pb * pb * self._slack + self._least
                pi, pj, pb = pi[near], pj[near], pb[near]
            distances = self.norm.distances(self.a[pi], self.b[pj])
            closer = distances < pb
            kept_i.append(pi[closer])
            kept_j.append(pj[closer])
            kept.append(distances[closer])
        if not kept:
            return i[:0], j[:0], bound[:0]
        return np.concatenate(kept_i), np.concatenate(kept_j), np.concatenate(kept)


def _fits_single(X: Array) -> bool:
    if X.dtype == np.uint8:
        return True
    if X.dtype != np.float32:
        return False
    sizes = np.abs(X)
    return not len(X) or float(sizes.max()) < _SINGLE_IS_SAFE[1]


def take_smallest(at: Rows, other: Rows, distances: Floats, best: Floats, found: Rows) -> None:
    """Enter distances where they are smaller than what is there; of several for one place the smallest.

    Args:
        at: Places, which may repeat.
        other: What to note there.
        distances: How near it is.
        best: (n,) the smallest distance of each place so far; changed in place.
        found: (n,) what it belongs to; changed in place.
    """
    better = distances < best[at]
    order = np.argsort(-distances[better], kind="stable")
    places = at[better][order]
    best[places] = distances[better][order]
    found[places] = other[better][order]
