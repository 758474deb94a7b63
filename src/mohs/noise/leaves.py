"""Leaves: points of one label that lie near each other, with the box around them."""

from dataclasses import dataclass

import numpy as np

from mohs.noise.norm import Array, Floats
from mohs.noise.points import Rows
from mohs.noise.projection import Single


@dataclass(frozen=True, eq=False)
class Leaves:
    """All points, cut into leaves.

    Attributes:
        order: (n,) positions of the points, leaf after leaf.
        starts: (leaves + 1,) where each leaf starts in the order.
        labels: (leaves,) the label of its points.
        low: (leaves, m) least coordinates.
        high: (leaves, m) largest.
    """

    order: Rows
    starts: Rows
    labels: Rows
    low: Floats
    high: Floats

    def __len__(self) -> int:
        return len(self.labels)

    def members(self, leaf: int) -> slice:
        """Where the points of a leaf are in the order."""
        return slice(int(self.starts[leaf]), int(self.starts[leaf + 1]))

    def gaps(self, leaf: int, others: "Leaves") -> Floats:
        """(leaves of the others,) squared distances of this box to theirs: lower bounds for their points."""
        apart = np.maximum(others.low - self.high[leaf], self.low[leaf] - others.high)
        np.maximum(apart, 0.0, out=apart)
        return np.asarray(np.einsum("ij,ij->i", apart, apart)) * (1 - 1e-9)


def cut(points: Single, classes: list[tuple[int, int, int]], size: int) -> Leaves:
    """Cut the points of every class at the median of their widest coordinate until leaves are small.

    Args:
        points: (n, m) coordinates.
        classes: (label, first, after last) of the points of every label.
        size: Most points of a leaf.
    """
    parts: list[Array] = []
    labels: list[int] = []
    for label, start, stop in classes:
        waiting = [np.arange(start, stop)]
        while waiting:
            some = waiting.pop()
            if len(some) <= size:
                parts.append(some)
                labels.append(label)
                continue
            inside = points[some]
            widest = int(np.ptp(inside, axis=0).argmax())
            half = len(some) // 2
            sides = np.argpartition(inside[:, widest], half)
            waiting += [some[sides[half:]], some[sides[:half]]]
    low = np.array([points[part].min(axis=0) for part in parts], dtype=np.float64)
    high = np.array([points[part].max(axis=0) for part in parts], dtype=np.float64)
    starts = np.cumsum([0, *map(len, parts)])
    return Leaves(np.concatenate(parts), starts, np.array(labels), low, high)
