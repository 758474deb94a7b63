"""What happens to noisy points at the edges of the data's box: told, and nothing by default."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from mohs.errors import MohsError
from mohs.noise.ball import Noise
from mohs.noise.norm import Array, Floats

AtEdge = Literal["none", "clip", "truncate", "reject"]
AT_EDGE: tuple[AtEdge, ...] = ("none", "clip", "truncate", "reject")

_MOST_DRAWS = 1_000
_NARROW = 16


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
    X: Array, noise: Noise, copy: int, start: int, low: Floats, high: Floats, at_edge: AtEdge = "none"
) -> Noisy:
    """Add noise to rows start, start + 1, ... of a data set.

    Args:
        X: (n, d) these rows.
        noise: Where the noise comes from.
        copy: Which copy of the data.
        start: Which row of the data set X[0] is.
        low: (d,) least values of the box.
        high: (d,) largest values.
        at_edge: "none" leaves points outside the box. "clip" moves their values to its edge, which gathers
            points there. "truncate" draws every value from the part of its interval inside the box (L_inf
            alone): uniform in the part of the ball inside the box. "reject" draws a point again until it lies
            in the box: the same law, for any norm, but hopeless in many dimensions.

    Raises:
        MohsError: "truncate" with another norm, a point that is outside the box itself, or one that 1,000
            draws did not bring inside it.
    """
    values = np.asarray(X, dtype=np.float64)
    offsets = noise.rows(copy, start, start + len(values))
    noisy = values + offsets
    if at_edge == "none" or not len(values):
        return Noisy(noisy, values_outside(noisy, low, high))
    if at_edge == "clip":
        return Noisy(np.clip(noisy, low, high), values_outside(noisy, low, high))
    if ((values < low) | (values > high)).any():
        raise MohsError(f"a point lies outside the box, so its noise cannot be brought inside by {at_edge}")
    if at_edge == "truncate":
        return _truncated(values, offsets, noise, low, high)
    if at_edge == "reject":
        return _rejected(values, noisy, noise, copy, start, low, high)
    raise MohsError("what happens at the edges of the box?", got=repr(at_edge), expected=", ".join(AT_EDGE))


def values_outside(X: Floats, low: Floats, high: Floats) -> int:
    """How many values of (n, d) points lie outside the box."""
    if X.shape[1] <= _NARROW:  # numpy takes narrow rows one at a time
        return sum(
            int(np.count_nonzero(column < least)) + int(np.count_nonzero(column > most))
            for column, least, most in zip(X.T, low, high, strict=True)
        )
    return int(np.count_nonzero((low > X) | (high < X)))


def _truncated(values: Floats, offsets: Floats, noise: Noise, low: Floats, high: Floats) -> Noisy:
    if not math.isinf(noise.norm.p) or noise.where == "sphere":
        raise MohsError(
            "truncate is for noise in the L_inf ball, whose values are independent of each other",
            got=f"{noise.norm} noise, {noise.where}",
            mend="use clip or reject",
        )
    least, most = np.maximum(values - noise.eps, low), np.minimum(values + noise.eps, high)
    shortened = (values - noise.eps < low) | (values + noise.eps > high)
    shares = offsets / noise.eps * 0.5 + 0.5 if noise.eps else np.full_like(offsets, 0.5)
    inside = np.where(shortened, least + (most - least) * shares, values + offsets)
    return Noisy(np.clip(inside, low, high), int(shortened.sum()))


def _rejected(
    values: Floats, noisy: Floats, noise: Noise, copy: int, start: int, low: Floats, high: Floats
) -> Noisy:
    def outside(points: Floats) -> Array:
        return np.asarray(((points < low) | (points > high)).any(axis=1))

    left = np.flatnonzero(outside(noisy))
    affected = len(left) * values.shape[1]
    for attempt in range(1, _MOST_DRAWS):
        if not len(left):
            return Noisy(noisy, affected)
        for row in left:
            at = start + int(row)
            noisy[row] = values[row] + noise.rows(copy, at, at + 1, attempt)[0]
        left = left[outside(noisy[left])]
    raise MohsError(
        f"{len(left):,} of {len(values):,} noisy points lie outside the box after {_MOST_DRAWS:,} draws",
        mend="use clip or truncate: in many dimensions nearly every noisy point has a value outside",
    )
