"""From counts to numbers: accuracies, MSCR, what noise breaks and what it mends; each with its interval.

The rows are the sample, the copies of a row a cluster: an interval draws rows anew, each with its copies, and
so holds both what comes of the rows at hand and what comes of the noise that was drawn. Clean and noisy
answers of a row stay together, since they vary together.
"""

from dataclasses import dataclass, replace
from functools import cached_property

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
from mohs.estimate.bca import bca
from mohs.estimate.multinomial import multinomial
from mohs.estimate.resampling import Floats, wilson
from mohs.noise.norm import Array
from mohs.noise.points import Rows

BOOTSTRAP = "cluster-bootstrap (BCa)"
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
    # Rows alike in all three are interchangeable, and for two labels there are at most 2 (copies + 1) kinds.
    step = copies + 1
    kinds, counts = np.unique((clean * step + right) * step + flipped, return_counts=True)
    was = (kinds // step**2).astype(np.float64)
    noisy, flips = kinds // step % step / copies, kinds % step / copies
    rows = _Rows(counts, copies, how)
    everyone = np.ones_like(was)
    return Robustness(
        value=_less_one(rows.ratio(noisy, was)),
        accuracy_clean=proportion(int(clean.sum()), len(clean), confidence=rows.confidence),
        accuracy_noisy=rows.share(noisy, everyone),
        loss=rows.share((1.0 - noisy) * was, was),
        gain=rows.ratio(noisy * (1.0 - was), was),
        flip_rate=rows.share(flips, everyone),
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


class _Rows:
    """Kinds of rows and how many rows there are of each; all numbers share the rows that are drawn anew."""

    def __init__(self, counts: Rows, copies: int, how: How) -> None:
        self.counts, self.copies, self.how = counts, copies, how
        self.confidence = how.get("confidence", CONFIDENCE)

    def share(self, above: Floats, below: Floats) -> Estimate:
        """Of the copies of the rows that count (`below` is 1, else 0), those that do something."""
        return self._estimate(above, below, int(below @ self.counts), bounded=True)

    def ratio(self, above: Floats, below: Floats) -> Estimate:
        """A sum over all rows divided by another, which may be smaller."""
        return self._estimate(above, below, int(self.counts.sum()), bounded=False)

    def _estimate(self, above: Floats, below: Floats, rows: int, *, bounded: bool) -> Estimate:
        whole, n = float(below @ self.counts), rows * self.copies
        if not whole:
            return no_data(0, self.confidence)
        value = float(above @ self.counts) / whole
        influence = above - value * below
        if np.abs(influence).max() <= 1e-12:
            # At most a share of the rows can be otherwise, as of 0 in so many, each in all of its copies.
            unseen = wilson(0, rows, self.confidence)[1]
            low, high = value * (1 - unseen), value + (1 - value) * unseen
            if not bounded:
                reach = unseen * rows / whole
                low, high = max(0.0, value - reach), value + reach
            return Estimate(value, low, high, n, rows, self.confidence, EQUAL_BOUNDED)
        bottom = self._drawn @ below
        if not bottom.all():
            return Estimate(value, None, None, n, rows, self.confidence, NO_RIGHT)
        low, high = bca(self._drawn @ above / bottom, value, influence, self.counts, self.confidence)
        low, high = min(low, value), max(high, value)
        return Estimate(value, low, high, n, rows, self.confidence, BOOTSTRAP)

    @cached_property
    def _drawn(self) -> Floats:
        """How often each kind of row is drawn when all rows are drawn anew, (resamples, kinds)."""
        generator = np.random.default_rng(self.how.get("random_state", 0))
        return multinomial(self.counts, self.how.get("resamples", RESAMPLES), generator)


def _less_one(ratio: Estimate) -> Estimate:
    if ratio.value is None:
        return ratio
    low, high = (None if end is None else end - 1.0 for end in (ratio.low, ratio.high))
    return replace(ratio, value=ratio.value - 1.0, low=low, high=high)
