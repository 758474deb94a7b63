"""Tests for two classifiers on the same rows, of which several can come from one source, in many cells.

McNemar's test (1947) asks whether the rows that only one of two classifiers got right are evenly split. Rows
of one source stand or fall together, so that its binomial distribution, which takes them as independent, is
too narrow. `mcnemar_over_sources` flips whole sources instead: if the two classifiers are as good, each
source could as well have had their answers exchanged. Where each source has one row that is McNemar's exact
test to the last digit.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

_DIRECT = 50_000_000
"""Multiplications up to which distributions are added up term by term."""


def mcnemar_over_sources(
    first: ArrayLike, second: ArrayLike, sources: Sequence[Any] | NDArray[Any] | None = None
) -> float:
    """How likely so uneven a split of the disagreements is, if both classifiers are as good: an exact test.

    Args:
        first: Whether the first classifier had each row right, (n,).
        second: The same of the second, (n,).
        sources: The source of each row, (n,); None where every row stands for itself.

    Returns:
        The two-sided p, in (0, 1]; 1 where they never disagree.

    Raises:
        ValueError: The lengths differ.
    """
    a, b = np.asarray(first, dtype=np.bool_), np.asarray(second, dtype=np.bool_)
    if a.shape != b.shape or a.ndim != 1 or (sources is not None and len(sources) != len(a)):
        raise ValueError("the answers of both, and the sources, must be as many")
    differences = a.astype(np.int64) - b.astype(np.int64)
    if sources is not None:
        _, numbers = np.unique(np.asarray(sources), return_inverse=True)
        differences = np.rint(np.bincount(numbers, differences)).astype(np.int64)
    observed = abs(int(differences.sum()))
    distribution = _sum_of_flips(np.abs(differences))
    middle = len(distribution) // 2
    # Sums as far out as the observed one or farther, on both sides, which are alike.
    p = 2 * float(distribution[middle + observed :].sum())
    # Rounding may leave a little less than 1 where there is no evidence at all.
    return p if p < 1 - 1e-9 else 1.0


def holm(values: Sequence[float]) -> list[float]:
    """Holm's (1979) adjustment of p-values for so many tests, in their order.

    Args:
        values: p-values, each in [0, 1].

    Returns:
        The adjusted p-values: one below alpha is significant although all of them were looked at.
    """
    order = np.argsort(values, kind="stable")
    adjusted, highest = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(values) - rank) * values[place]))
        adjusted[place] = highest
    return adjusted


def _sum_of_flips(sizes: NDArray[np.int64]) -> Floats:
    """The distribution of the sum of these numbers, each with a random sign: from -sum to sum."""
    from scipy.special import gammaln

    distribution = np.ones(1)
    values, counts = np.unique(sizes[sizes > 0], return_counts=True)
    for value, count in zip(values.tolist(), counts.tolist(), strict=True):
        # `count` signs of one size are a binomial distribution, spread out.
        spread = np.zeros(2 * value * count + 1)
        k = np.arange(count + 1)
        log = gammaln(count + 1) - gammaln(k + 1) - gammaln(count - k + 1) - count * np.log(2)
        spread[:: 2 * value] = np.exp(log)
        if len(distribution) * len(spread) <= _DIRECT:
            distribution = np.convolve(distribution, spread)
        else:
            from scipy.signal import fftconvolve

            distribution = np.maximum(fftconvolve(distribution, spread), 0.0)
    return distribution
