"""Exact binomial intervals: for each of many shares with few trials, where an approximation is off."""

import numpy as np
from numpy.typing import ArrayLike

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
    from scipy.special import betaincinv

    counts = np.asarray(successes)
    if n < 1 or not 0 < confidence < 1 or (counts.size and (counts.min() < 0 or counts.max() > n)):
        raise ValueError("needs 0 to n successes of n >= 1 trials and a confidence between 0 and 1")
    # There are n + 1 possible counts, however many are asked for.
    all_counts, tail = np.arange(n + 1, dtype=np.float64), (1 - confidence) / 2
    low = np.concatenate([[0.0], betaincinv(all_counts[1:], n - all_counts[1:] + 1, tail)])
    high = np.concatenate([betaincinv(all_counts[:-1] + 1, n - all_counts[:-1], 1 - tail), [1.0]])
    places = counts.astype(np.int64)
    return low[places], high[places]
