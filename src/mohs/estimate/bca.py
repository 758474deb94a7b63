"""Bias-corrected and accelerated bootstrap intervals (Efron 1987, "Better bootstrap confidence intervals").

Where a few rows out of many make a number what it is, its bootstrap is skewed, and plain percentiles miss on
one side far more often than on the other. These move both ends by the skewness of the rows themselves.
"""

import math

import numpy as np
from numpy.typing import NDArray

from mohs.estimate.resampling import Floats, percentiles


def bca(
    drawn: Floats, value: float, influence: Floats, counts: NDArray[np.int64], confidence: float
) -> tuple[float, float]:
    """The ends of the interval.

    Args:
        drawn: (resamples,) the number in each resample.
        value: The number itself.
        influence: (kinds,) by how much a row of each kind moves the number, up to a factor; its mean over the
            rows is 0.
        counts: (kinds,) how many rows there are of each kind; 2 or more in all.
        confidence: In (0, 1).

    Returns:
        Lower and upper end; those of `percentiles` where the rows are too few for a correction.
    """
    from scipy.special import ndtr, ndtri, stdtrit

    k = int(counts.sum())
    spread = float(counts @ influence**2)
    ordered = np.sort(drawn)
    below = float(ordered.searchsorted(value) + ordered.searchsorted(value, "right")) / (2 * len(drawn))
    if spread <= 0 or not 0 < below < 1:
        return percentiles(drawn, k, confidence)
    acceleration = float(counts @ influence**3) / (6 * spread**1.5)
    bias = float(ndtri(below))
    # As in `percentiles`, widened for few rows.
    reach = math.sqrt(k / (k - 1)) * float(stdtrit(k - 1, 0.5 + confidence / 2))
    places = []
    for end in (-reach, reach):
        room = 1 - acceleration * (bias + end)
        if room <= 0:
            return percentiles(drawn, k, confidence)
        places.append(float(ndtr(bias + (bias + end) / room)))
    low, high = (quantile(ordered, place) for place in places)
    return low, high


def quantile(ordered: Floats, place: float) -> float:
    """What np.quantile gives of sorted values, between the two nearest, without sorting them again."""
    exact = place * (len(ordered) - 1)
    below = int(exact)
    above = min(below + 1, len(ordered) - 1)
    return float(ordered[below] + (ordered[above] - ordered[below]) * (exact - below))
