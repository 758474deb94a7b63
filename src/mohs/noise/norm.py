"""L_p norms: their names, and lengths that are as exact as float64 can be."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.errors import MohsError

Floats = NDArray[np.float64]
Array = NDArray[Any]

_NAMES = {"linf": math.inf, "l2": 2.0, "l1": 1.0, "inf": math.inf}
_SAFE = (1e-140, 1e140)
_SHORT = 32
"""Columns up to which rows are short: numpy takes rows one at a time, but columns side by side."""


@dataclass(frozen=True)
class Norm:
    """An L_p norm.

    Attributes:
        p: Its exponent, from 1 to infinity.
    """

    p: float

    @property
    def name(self) -> str | float:
        """How results.json writes it: "linf", "l2", "l1" or the number p."""
        return {math.inf: "linf", 2.0: "l2", 1.0: "l1"}.get(self.p, self.p)

    def __str__(self) -> str:
        name = self.name
        return name if isinstance(name, str) else f"l{name:g}"

    def lengths(self, vectors: Array) -> Floats:
        """The length of each vector.

        Whole numbers give the correctly rounded root of an exact sum for p = 1, 2 and infinity (as long as
        the sum stays below 2**53). Other sums are within (d + 4) * 2**-53 of the true one, relatively, and
        depend on the one vector alone.

        Args:
            vectors: (..., d), any numbers; computed in float64, so that small integers cannot overflow.

        Returns:
            (...) lengths.
        """
        sizes = np.abs(np.ascontiguousarray(vectors, dtype=np.float64))
        largest = _largest(sizes)
        if self.p == math.inf:
            return np.asarray(largest)
        if self.p == 1.0:
            return np.asarray(sizes.sum(axis=-1))
        if self.p == 2.0 and _safe(largest):
            return np.asarray(np.sqrt((sizes * sizes).sum(axis=-1)))
        # Powers of numbers far from 1 overflow or vanish; relative to the largest they do not.
        unit = np.where(largest > 0, largest, 1.0)
        shares = (sizes / unit[..., None]) ** self.p
        return np.asarray(unit * shares.sum(axis=-1) ** (1.0 / self.p) * (largest > 0))

    def distances(self, a: Array, b: Array) -> Floats:
        """The distance of each row of `a` to the same row of `b` (or of both to the one row of the other)."""
        return self.lengths(np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64))


def _largest(sizes: Floats) -> Floats:
    """The largest number of each row."""
    if sizes.ndim == 2 and sizes.shape[1] <= _SHORT < len(sizes):
        return np.asarray(np.ascontiguousarray(sizes.T).max(axis=0))
    return np.asarray(sizes.max(axis=-1))


def _safe(largest: Floats) -> bool:
    """Whether squares neither overflow nor vanish."""
    nonzero = largest[largest > 0] if largest.ndim else largest.reshape(1)[largest.reshape(1) > 0]
    return not nonzero.size or bool(nonzero.min() > _SAFE[0] and nonzero.max() < _SAFE[1])


def power_of_two(*arrays: Array) -> float:
    """What brings the largest of all values near 1 without rounding: powers neither overflow nor vanish."""
    largest = max(max(abs(float(X.min())), abs(float(X.max()))) for X in arrays)
    return 1.0 if largest == 0.0 else 2.0 ** -min(max(math.frexp(largest)[1], -1000), 1000)


def scaled(X: Array, scale: float) -> Floats:
    """The values times a power of two, in float64 whatever they were."""
    return np.asarray(X, dtype=np.float64) * scale


def as_norm(norm: "str | float | Norm") -> Norm:
    """The norm of this name or exponent.

    Args:
        norm: "linf", "l2", "l1", or a number p >= 1 (infinity too).

    Raises:
        MohsError: Anything else.
    """
    if isinstance(norm, Norm):
        return norm
    if isinstance(norm, str):
        known = _NAMES.get(norm.strip().lower())
        if known is not None:
            return Norm(known)
    try:
        p = float(norm)
    except (TypeError, ValueError, OverflowError):
        p = math.nan
    if isinstance(norm, bool) or not p >= 1.0:
        raise MohsError(
            "there is no such norm", got=repr(norm)[:80], expected="linf, l2, l1 or a number p of at least 1"
        )
    return Norm(p)
