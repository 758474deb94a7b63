"""Nearest enemies in any number of dimensions and any norm, block against block: nothing is left out."""

import math

import numpy as np

from mohs.noise.norm import Array, Floats, Norm, power_of_two, scaled
from mohs.noise.points import Points, Rows

_CELLS = 1 << 22


def nearest(queries: Points, enemies: Points, norm: Norm) -> Rows:
    """The nearest enemy of each query, by all distances.

    Returns:
        (n,) positions in `enemies`; -1 where there is no enemy.
    """
    found = np.full(len(queries), -1, dtype=np.int64)
    best = np.full(len(queries), math.inf)
    for label, first, last in queries.classes():
        for other, start, stop in enemies.classes():
            if other == label:
                continue
            width = max(1, min(stop - start, 2048))
            height = max(1, _CELLS // width)
            for top in range(first, last, height):
                rows = slice(top, min(top + height, last))
                for left in range(start, stop, width):
                    block = pairwise(queries.X[rows], enemies.X[left : min(left + width, stop)], norm)
                    position = block.argmin(axis=1)
                    distance = block[np.arange(len(block)), position]
                    closer = distance < best[rows]
                    best[rows] = np.where(closer, distance, best[rows])
                    found[rows] = np.where(closer, position + left, found[rows])
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
