"""From counts to numbers: accuracies, MSCR, what noise breaks and what it mends; each with its interval.

The rows are the sample, the copies of a row a cluster: an interval draws rows anew, each with its copies, and
so holds both what comes of the rows at hand and what comes of the noise that was drawn. Clean and noisy
answers of a row stay together, since they vary together.

Few rows of many make MSCR what it is, and a bootstrap cannot draw what it has not seen: with 30 fragile rows
of 300 it covers 92 times of 100 in place of 95, with 15 of 150 89 times. So the interval of MSCR is as wide
as if one row more had been seen, of which noise breaks or mends every copy: Bonett and Price (2012, "Adjusted
Wald confidence interval for a difference of binomial proportions based on paired data") add changed rows in
the same way.
"""

import math
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
from mohs.estimate.bca import bca
from mohs.estimate.multinomial import Redrawn
from mohs.estimate.resampling import Floats, wilson
from mohs.noise.norm import Array
from mohs.noise.points import Rows

BOOTSTRAP = "cluster-bootstrap (BCa)"
ONE_MORE = "cluster-bootstrap (BCa, as of one changed row more)"
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

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({self.value.percent()}; accuracy {self.accuracy_clean.percent()}; "
            f"with noise {self.accuracy_noisy.percent()})"
        )


def robustness(clean_right: Array, right: Rows, flipped: Rows, copies: int, how: How) -> Robustness:
    """The numbers of some rows.

    Args:
        clean_right: (n,) whether each row is right without noise.
        right: (n,) in how many copies it is.
        flipped: (n,) in how many it gets another label than without noise.
        copies: At least 1.
        how: Confidence, resamples and seed of the intervals.
    """
    one = np.zeros(len(right), dtype=np.int64)
    return robustness_by(one, clean_right, right, flipped, copies, how)[0]


def robustness_by(
    part: Rows, clean_right: Array, right: Rows, flipped: Rows, copies: int, how: How
) -> tuple[Robustness, dict[int, Robustness]]:
    """The numbers of all rows, and those of each part of them (as its label).

    Args:
        part: (n,) the number of the part that each row belongs to, from 0.
        clean_right: As `robustness`, as are the others.
        right: Likewise.
        flipped: Likewise.
        copies: Likewise.
        how: Likewise.

    Returns:
        The numbers of all rows; and, number of a part -> those of its rows.
    """
    # Rows alike in all three are interchangeable, and for two labels there are at most 2 (copies + 1) kinds.
    shape = (int(part.max(initial=0)) + 1, 2, copies + 1, copies + 1)
    clean = np.asarray(clean_right).astype(np.int64)
    found, many = np.unique(np.ravel_multi_index((part, clean, right, flipped), shape), return_counts=True)
    kinds, kind = np.unique(found % math.prod(shape[1:]), return_inverse=True)
    numbers, number = np.unique(found // math.prod(shape[1:]), return_inverse=True)
    counts = np.zeros((len(numbers), len(kinds)), dtype=np.int64)  # rows of each part and kind
    counts[number, kind] = many
    generator = np.random.default_rng(how.get("random_state", 0))
    redrawn = Redrawn(counts.sum(axis=0), how.get("resamples", RESAMPLES), generator)
    columns = np.unravel_index(kinds, shape[1:])
    parts = {
        number: _numbers(own, columns, copies, how, redrawn.part(own))
        for number, own in zip(numbers.tolist(), counts, strict=True)
    }
    if len(parts) == 1:
        return next(iter(parts.values())), parts
    return _numbers(counts.sum(axis=0), columns, copies, how, redrawn.whole()), parts


def _numbers(counts: Rows, columns: tuple[Rows, ...], copies: int, how: How, drawn: Floats) -> Robustness:
    """Those of one part, of which rows there are of each kind; a kind is right or not, and so often."""
    there = np.flatnonzero(counts)
    was, noisy, flips = (column[there] for column in columns)
    rows = _Rows(counts[there], copies, how, drawn)
    everyone = np.ones_like(was)
    right = int(was @ rows.counts)
    return Robustness(
        value=_less_one(rows.ratio(noisy, was, more=1)),
        accuracy_clean=proportion(right, int(rows.counts.sum()), confidence=rows.confidence),
        accuracy_noisy=rows.share(noisy, everyone),
        loss=rows.share((copies - noisy) * was, was),
        gain=rows.ratio(noisy * (1 - was), was),
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
    """Kinds of rows and how many rows there are of each; all numbers share the rows that are drawn anew.

    What is summed are whole numbers, (kinds,): copies above, rows below. So sums are exact, and a resample
    that has the value of the rows themselves has it to the bit.
    """

    def __init__(self, counts: Rows, copies: int, how: How, drawn: Floats) -> None:
        self.counts, self.copies, self._drawn = counts, copies, drawn
        self.confidence = how.get("confidence", CONFIDENCE)

    def share(self, above: Rows, below: Rows) -> Estimate:
        """Of the copies of the rows that count (`below` is 1, else 0), those that do something."""
        return self._estimate(above, below, int(below @ self.counts), bounded=True)

    def ratio(self, above: Rows, below: Rows, more: int = 0) -> Estimate:
        """A sum over all rows divided by another, which may be smaller; as wide as of so many rows more."""
        return self._estimate(above, below, int(self.counts.sum()), bounded=False, more=more)

    def _estimate(self, above: Rows, below: Rows, rows: int, *, bounded: bool, more: int = 0) -> Estimate:
        whole, n = int(below @ self.counts), rows * self.copies
        if not whole:
            return no_data(0, self.confidence)
        value = int(above @ self.counts) / (whole * self.copies)
        influence = above / self.copies - value * below
        if np.abs(influence).max() <= 1e-12:
            # At most a share of the rows can be otherwise, as of 0 in so many, each in all of its copies.
            unseen = wilson(0, rows, self.confidence)[1]
            low, high = value * (1 - unseen), value + (1 - value) * unseen
            if not bounded:
                reach = unseen * rows / whole
                low, high = max(0.0, value - reach), value + reach
            return Estimate(value, low, high, n, rows, self.confidence, EQUAL_BOUNDED)
        bottom = whole if below.all() else below @ self._drawn  # every resample has all rows
        if not np.all(bottom):
            return Estimate(value, None, None, n, rows, self.confidence, NO_RIGHT)
        drawn = above @ self._drawn / (bottom * self.copies)
        low, high = bca(drawn, value, influence, self.counts, self.confidence)
        low, high = min(low, value), max(high, value)
        if more:
            wider = math.sqrt(1 + more / float(self.counts @ influence**2))
            low, high = max(0.0, value - wider * (value - low)), value + wider * (high - value)
        return Estimate(value, low, high, n, rows, self.confidence, ONE_MORE if more else BOOTSTRAP)


def _less_one(ratio: Estimate) -> Estimate:
    if ratio.value is None:
        return ratio
    low, high = (None if end is None else end - 1.0 for end in (ratio.low, ratio.high))
    return replace(ratio, value=ratio.value - 1.0, low=low, high=high)
