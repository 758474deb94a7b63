"""Bias-corrected and accelerated bootstrap intervals (Efron 1987, "Better bootstrap confidence intervals").

Where a few rows out of many make a number what it is, its bootstrap is skewed, and plain percentiles miss on
one side far more often than on the other. These move both ends by the skewness of the rows themselves.
"""

import numpy as np
from numpy.typing import NDArray

from mohs.estimate.resampling import Floats, percentiles


def bca(
    drawn: Floats, value: Floats, acceleration: Floats, k: NDArray[np.int64], confidence: float
) -> tuple[Floats, Floats]:
    """The ends of the intervals of several numbers.

    Args:
        drawn: (numbers, resamples) each number in each resample; they are sorted in place.
        value: (numbers,) the numbers themselves.
        acceleration: (numbers,) a sixth of the skewness: with u by how much a row moves the number, up to a
            factor, so that its mean over the rows is 0, the sum of u^3 / (6 times the sum of u^2, to 1.5).
        k: (numbers,) how many rows there are; 2 or more.
        confidence: In (0, 1).

    Returns:
        (numbers,) lower and upper ends; those of `percentiles` where the rows are too few for a correction.
    """
    from scipy.special import ndtr, ndtri, stdtrit

    drawn.sort(axis=1)
    ranks = [
        one.searchsorted(x) + one.searchsorted(x, "right")
        for one, x in zip(drawn, value.tolist(), strict=True)
    ]
    below = np.array(ranks, dtype=np.float64) / (2 * drawn.shape[1])
    inside = (below > 0) & (below < 1)
    bias = ndtri(np.where(inside, below, 0.5))
    # As in `percentiles`, widened for few rows.
    reach = np.sqrt(k / (k - 1)) * stdtrit(k - 1, 0.5 + confidence / 2)
    ends = np.stack([bias - reach, bias + reach], axis=1)
    room = 1 - acceleration[:, None] * ends
    found = quantiles(drawn, ndtr(bias[:, None] + ends / np.where(room > 0, room, 1.0)))
    for number in np.flatnonzero(~(inside & (room > 0).all(axis=1))).tolist():
        found[number] = percentiles(drawn[number], int(k[number]), confidence)
    return found[:, 0], found[:, 1]


def quantiles(ordered: Floats, places: Floats) -> Floats:
    """What np.quantile gives of sorted rows, each at places of its own, without sorting them again."""
    exact = places * (ordered.shape[1] - 1)
    below = exact.astype(np.int64)
    above = np.minimum(below + 1, ordered.shape[1] - 1)
    lower, upper = (np.take_along_axis(ordered, place, axis=1) for place in (below, above))
    return np.asarray(lower + (upper - lower) * (exact - below))
