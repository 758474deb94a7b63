"""Exact binomial intervals: for each of many shares with few trials, where an approximation is off."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mohs.estimate.resampling import Floats


def clopper_pearson(successes: ArrayLike, n: int, confidence: float) -> tuple[Floats, Floats]:
    """The ends of the exact two-sided interval of a probability (Clopper and Pearson 1934).

    Args:
        successes: (...) whole numbers from 0 to n.
        n: Trials of each, at least 1.
        confidence: Of each interval by itself, in (0, 1).

    Returns:
        (...) lower and (...) upper ends; each covers the probability at least as often as `confidence` says.

    Raises:
        ValueError: A number is out of range.
    """
    counts, bounds = _bounds(successes, n, (1 - confidence) / 2)
    # Of n trials, n - k failures are as rare as k successes.
    return bounds[counts], 1 - bounds[n - counts]


def lower_bound(successes: ArrayLike, n: int, confidence: float) -> Floats:
    """The exact one-sided lower bound of a probability, (...), for each number of successes of n trials.

    Raises:
        ValueError: A number is out of range.
    """
    counts, bounds = _bounds(successes, n, 1 - confidence)
    return bounds[counts]


def _bounds(successes: ArrayLike, n: int, tail: float) -> tuple[NDArray[np.int64], Floats]:
    """The numbers; and for 0 to n, the probability with which so many or more would come with this tail."""
    from scipy.special import betaincinv

    counts = np.asarray(successes)
    if n < 1 or not 0 < tail < 1 or (counts.size and (counts.min() < 0 or counts.max() > n)):
        raise ValueError("needs 0 to n successes of n >= 1 trials and a confidence between 0 and 1")
    # There are n + 1 possible counts, however many are asked for.
    some = np.arange(1, n + 1, dtype=np.float64)
    return counts.astype(np.int64), np.concatenate([[0.0], betaincinv(some, n - some + 1, tail)])
