"""Points: labelled rows sorted by label, as the searches for enemies take them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mohs.noise.norm import Array

Rows = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Points:
    """Labelled points, those of one label side by side.

    Attributes:
        X: (n, d) finite numbers, one row after the other in memory.
        y: (n,) labels as numbers from 0, ascending.
        rows: (n,) which row of the data each point is.
    """

    X: Array
    y: Rows
    rows: Rows

    @classmethod
    def of(cls, X: Array, y: Rows, rows: Rows | None = None) -> "Points":
        """Sort rows by label.

        Args:
            X: The data.
            y: Their labels as numbers.
            rows: The rows to take; all by default.
        """
        taken = np.arange(len(y)) if rows is None else rows
        taken = taken[np.argsort(y[taken], kind="stable")]
        return cls(np.ascontiguousarray(X[taken]), y[taken], taken)

    def __len__(self) -> int:
        return len(self.X)

    def classes(self) -> list[tuple[int, int, int]]:
        """(label, position of its first point, position after its last) of every label that is there."""
        labels, firsts = np.unique(self.y, return_index=True)
        ends = [*firsts[1:].tolist(), len(self.y)]
        return list(zip(labels.tolist(), firsts.tolist(), ends, strict=True))

    def every(self, step: int) -> "Points":
        """The first point and every step-th after it."""
        return Points(np.ascontiguousarray(self.X[::step]), self.y[::step], self.rows[::step])

    def part(self, start: int, stop: int) -> "Points":
        """The points from one position to another."""
        return Points(self.X[start:stop], self.y[start:stop], self.rows[start:stop])
