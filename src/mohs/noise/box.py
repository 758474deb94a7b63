"""What happens to noisy points at the edges of the data's box: told, and nothing by default."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from mohs.data.table import Table
from mohs.errors import MohsError
from mohs.noise.ball import BLOCK, Noise
from mohs.noise.norm import Array, Floats
from mohs.noise.scaling import Scaling

AtEdge = Literal["none", "clip", "truncate", "reject"]
AT_EDGE: tuple[AtEdge, ...] = ("none", "clip", "truncate", "reject")

_MOST_DRAWS = 1_000
_SIDE_BY_SIDE = 1 << 14
"""Values that are compared in one stretch: numpy takes rows one at a time, short ones at half the speed."""


@dataclass(frozen=True, eq=False)
class Box:
    """Where all values of the data lie.

    Attributes:
        low: (d,) least value of each column.
        high: (d,) largest.
    """

    low: Floats
    high: Floats

    def outside(self, X: Floats) -> int:
        """How many values of (n, d) points lie outside the box."""
        low, high = self._edges
        values, size, count = X.reshape(-1), len(low), 0
        for start in range(0, len(values), size):
            some = values[start : start + size]
            if len(some) < size:  # the last of them
                low, high = low[: len(some)], high[: len(some)]
            count += int(np.count_nonzero((some < low) | (some > high)))
        return count

    @cached_property
    def _edges(self) -> tuple[Floats, Floats]:
        """Those of as many rows as are looked at side by side."""
        side = max(1, _SIDE_BY_SIDE // len(self.low))
        return np.tile(self.low, side), np.tile(self.high, side)


def box_of(table: Table, scaling: Scaling | None = None) -> Box:
    """The box of a table, in the units in which noise is added."""
    if scaling is None:
        return Box(table.low, table.high)
    return Box(scaling.apply(table.low), scaling.apply(table.high))


@dataclass(frozen=True)
class Noisy:
    """Noisy points.

    Attributes:
        X: (n, d) points with their noise.
        affected: How many values lie outside the box (none), were moved to its edge (clip), were drawn from a
            shorter interval (truncate), or belong to points that were drawn again (reject).
    """

    X: Floats
    affected: int


def add_noise(
    X: Array,
    noise: Noise,
    copy: int,
    start: int,
    box: Box,
    at_edge: AtEdge = "none",
    out: Floats | None = None,
) -> Noisy:
    """Add noise to rows start, start + 1, ... of a data set.

    Args:
        X: (n, d) these rows.
        noise: Where the noise comes from.
        copy: Which copy of the data.
        start: Which row of the data set X[0] is.
        box: Of the data.
        at_edge: "none" leaves points outside the box. "clip" moves their values to its edge, which gathers
            points there. "truncate" draws every value from the part of its interval inside the box (L_inf
            alone): uniform in the part of the ball inside the box. "reject" draws a point again until it lies
            in the box: the same law, for any norm, but hopeless in many dimensions.
        out: (n, d) where the noisy points are written, in place of in an array of their own.

    Raises:
        MohsError: "truncate" with another norm, "reject" in a box without room, a point that is outside the
            box itself, or one that 1,000 draws did not bring inside it.
    """
    values = np.asarray(X, dtype=np.float64)
    offsets = noise.rows(copy, start, start + len(values))
    noisy = np.add(values, offsets, out=out)
    if at_edge == "none" or not len(values):
        return Noisy(noisy, box.outside(noisy))
    if at_edge == "clip":
        affected = box.outside(noisy)
        return Noisy(np.clip(noisy, box.low, box.high, out=noisy), affected)
    if box.outside(values):
        raise MohsError(f"a point lies outside the box, so its noise cannot be brought inside by {at_edge}")
    if at_edge == "truncate":
        return _truncated(values, offsets, noisy, noise, box)
    if at_edge == "reject":
        return _rejected(values, noisy, noise, copy, start, box)
    raise MohsError("what happens at the edges of the box?", got=repr(at_edge), expected=", ".join(AT_EDGE))


def _truncated(values: Floats, offsets: Floats, noisy: Floats, noise: Noise, box: Box) -> Noisy:
    if not math.isinf(noise.norm.p) or noise.where == "sphere":
        raise MohsError(
            "truncate is for noise in the L_inf ball, whose values are independent of each other",
            got=f"{noise.norm} noise, {noise.where}",
            mend="use clip or reject",
        )
    low, high, eps = box.low, box.high, noise.eps
    least, most = np.maximum(values - eps, low), np.minimum(values + eps, high)
    shortened = (values - eps < low) | (values + eps > high)
    shares = offsets / eps * 0.5 + 0.5 if eps else np.full_like(offsets, 0.5)
    inside = np.where(shortened, least + (most - least) * shares, noisy)
    return Noisy(np.clip(inside, low, high, out=noisy), int(shortened.sum()))


def _rejected(values: Floats, noisy: Floats, noise: Noise, copy: int, start: int, box: Box) -> Noisy:
    def outside(points: Floats) -> Array:
        return np.asarray(((points < box.low) | (points > box.high)).any(axis=1))

    if noise.eps > 0 and not (box.low < box.high).all():
        raise MohsError(
            "reject draws no point inside the bounds: a constant column leaves no room",
            got=f"column {int(np.flatnonzero(box.low >= box.high)[0])}",
            mend="leave it out (--features), state --bounds, or use clip or truncate",
        )
    left = np.flatnonzero(outside(noisy))
    affected = len(left) * values.shape[1]
    for attempt in range(1, _MOST_DRAWS):
        if not len(left):
            return Noisy(noisy, affected)
        blocks = (start + left) // BLOCK
        for block in np.unique(blocks):  # whose rows are drawn together, so that none is drawn twice
            some = left[blocks == block]
            first, last = start + int(some[0]), start + int(some[-1])
            drawn = noise.rows(copy, first, last + 1, attempt)
            noisy[some] = values[some] + drawn[some - some[0]]
        left = left[outside(noisy[left])]
    raise MohsError(
        f"{len(left):,} of {len(values):,} noisy points lie outside the box after {_MOST_DRAWS:,} draws",
        mend="use clip or truncate: in many dimensions nearly every noisy point has a value outside",
    )
