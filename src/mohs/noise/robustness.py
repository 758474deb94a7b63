"""From counts to numbers: accuracies, MSCR, what noise breaks and what it mends; each with its interval.

The rows are the sample, the copies of a row a cluster: an interval draws rows anew, each with its copies, and
so holds both what comes of the rows at hand and what comes of the noise that was drawn. Clean and noisy
answers of a row stay together, since they vary together.
"""

from dataclasses import dataclass, replace

import numpy as np

from mohs.estimate import (
    CONFIDENCE,
    EQUAL_BOUNDED,
    RESAMPLES,
    Estimate,
    How,
    no_data,
    proportion,
)
from mohs.estimate.resampling import Floats, percentiles, wilson
from mohs.noise.norm import Array
from mohs.noise.points import Rows

NO_RIGHT = "no interval (too few rows are classified right)"


@dataclass(frozen=True)
class Robustness:
    """What noise costs a classifier on some rows.

    Attributes:
        value: MSCR, (accuracy_noisy - accuracy_clean) / accuracy_clean: the gain less the loss.
        accuracy_clean: Share of the rows that are classified right without noise.
        accuracy_noisy: Share of the noisy copies that are.
        loss: Of the copies of rows that are right without noise, the share that noise breaks.
        gain: Copies of wrong rows that noise mends, relative to the copies of right rows.
        flip_rate: Share of the copies that get another label than the row without noise.
    """

    value: Estimate
    accuracy_clean: Estimate
    accuracy_noisy: Estimate
    loss: Estimate
    gain: Estimate
    flip_rate: Estimate


def robustness(clean_right: Array, right: Rows, flipped: Rows, copies: int, how: How) -> Robustness:
    """The numbers of some rows.

    Args:
        clean_right: (n,) whether each row is right without noise.
        right: (n,) in how many copies it is.
        flipped: (n,) in how many it gets another label than without noise.
        copies: At least 1.
        how: Confidence, resamples and seed of the intervals.
    """
    clean = np.asarray(clean_right).astype(np.int64)
    right_before = int(clean.sum())
    # Rows alike in both are interchangeable: of the n rows there are at most 2 (copies + 1) kinds.
    kinds, counts = np.unique(clean * (copies + 1) + right, return_counts=True)
    was = (kinds > copies).astype(np.float64)
    noisy = (kinds - was * (copies + 1)) / copies
    held = was > 0
    flips, flip_counts = np.unique(flipped, return_counts=True)
    return Robustness(
        value=_less_one(_relative(noisy, was, counts, copies, how)),
        accuracy_clean=proportion(right_before, len(clean), confidence=how.get("confidence", CONFIDENCE)),
        accuracy_noisy=_share(noisy, counts, copies, how),
        loss=_share(1.0 - noisy[held], counts[held], copies, how),
        gain=_relative(noisy * (1.0 - was), was, counts, copies, how),
        flip_rate=_share(flips / copies, flip_counts, copies, how),
    )


def noise_share(clean_right: Array, right: Rows, copies: int) -> float:
    """Which share of the variance of MSCR comes of the noise and would vanish with more copies.

    MSCR is a ratio of means; its variance is that of the mean of (noisy - (1 + MSCR) clean) / accuracy_clean
    (delta method). With k copies a row that is right with probability p adds p (1 - p) / k of its own, of
    which a (1 - a) / (k - 1), with a the share seen, is an unbiased estimate.

    Args:
        clean_right: As `robustness`.
        right: Likewise.
        copies: At least 2.

    Returns:
        0 to 1; 0 where nothing varies.
    """
    clean, noisy = np.asarray(clean_right, dtype=np.float64), right / copies
    if not clean.any():
        return 0.0
    influence = noisy - noisy.mean() / clean.mean() * clean
    whole = float(influence.var())
    within = float((noisy * (1.0 - noisy)).mean()) / (copies - 1)
    return min(1.0, within / whole) if whole > 0 else 0.0


def _share(shares: Floats, counts: Rows, copies: int, how: How) -> Estimate:
    """The mean over rows of a share of their copies; n counts the copies, clusters the rows."""
    rows, confidence = int(counts.sum()), how.get("confidence", CONFIDENCE)
    if not rows:
        return no_data(0, confidence)
    value = float(shares @ counts) / rows
    if np.allclose(shares, value, rtol=0, atol=1e-12):
        unseen = wilson(0, rows, confidence)[1]
        low, high = value * (1 - unseen), value + (1 - value) * unseen
        return Estimate(value, low, high, rows * copies, rows, confidence, EQUAL_BOUNDED)
    drawn = _resampled(counts, how) @ shares / rows
    return _estimate(value, drawn, rows, copies, confidence)


def _relative(above: Floats, below: Floats, counts: Rows, copies: int, how: How) -> Estimate:
    """A sum over rows divided by another, where both may be 0 for a row."""
    rows, confidence = int(counts.sum()), how.get("confidence", CONFIDENCE)
    whole = float(below @ counts)
    if not whole:
        return no_data(0, confidence)
    value = float(above @ counts) / whole
    if np.allclose(above, value * below, rtol=0, atol=1e-12):
        # As in `_share`: at most a share of all rows can be otherwise, each in all of its copies.
        reach = wilson(0, rows, confidence)[1] * rows / whole
        low, high = max(0.0, value - reach), value + reach
        return Estimate(value, low, high, rows * copies, rows, confidence, EQUAL_BOUNDED)
    resampled = _resampled(counts, how)
    bottom = resampled @ below
    if not bottom.all():
        return Estimate(value, None, None, rows * copies, rows, confidence, NO_RIGHT)
    return _estimate(value, resampled @ above / bottom, rows, copies, confidence)


def _resampled(counts: Rows, how: How) -> Rows:
    """How often each kind of row is drawn when all rows are drawn anew, (resamples, kinds)."""
    generator = np.random.default_rng(how.get("random_state", 0))
    rows = int(counts.sum())
    return generator.multinomial(rows, counts / rows, size=how.get("resamples", RESAMPLES))


def _estimate(value: float, drawn: Floats, rows: int, copies: int, confidence: float) -> Estimate:
    low, high = percentiles(drawn, rows, confidence)
    low, high = min(low, value), max(high, value)
    return Estimate(value, low, high, rows * copies, rows, confidence, "cluster-bootstrap")


def _less_one(ratio: Estimate) -> Estimate:
    if ratio.value is None:
        return ratio
    low, high = (None if end is None else end - 1.0 for end in (ratio.low, ratio.high))
    return replace(ratio, value=ratio.value - 1.0, low=low, high=high)
