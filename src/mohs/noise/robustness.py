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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

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

_AT_ONCE = 64
"""Parts whose resamples are held together, so that memory does not depend on how many labels there are."""

_OF_RIGHT = 3
"""Numbers that are relative to the rows that are right: the value, the loss, the gain."""

_VALUE, _RATIOS = 0, (0, 2)
"""Of these, the value; and those that are no shares."""


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
    if len(numbers) > 1:  # all rows come last
        counts = np.vstack([counts, counts.sum(axis=0)])
    draws = _redrawn(counts, len(numbers), how)
    columns = np.unravel_index(kinds, shape[1:])
    made: list[Robustness] = []
    for start in range(0, len(counts), _AT_ONCE):
        some = counts[start : start + _AT_ONCE]
        made += _Parts(some, columns, copies).numbers(islice(draws, len(some)), how)
    return made[-1], dict(zip(numbers.tolist(), made, strict=False))


def _redrawn(counts: Rows, parts: int, how: How) -> Iterator[Floats]:
    """How often the kinds of each part are drawn, and after so many parts those of all rows."""
    generator = np.random.default_rng(how.get("random_state", 0))
    redrawn = Redrawn(counts[-1], how.get("resamples", RESAMPLES), generator)
    yield from map(redrawn.part, counts[:parts])
    yield redrawn.whole()


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


class _Parts:
    """The numbers of several parts at once, (parts, numbers): sums over rows divided by others.

    The value, the loss and the gain are relative to the rows that are right; the accuracy with noise and the
    flip rate to all rows. What is summed are whole numbers: copies above, rows below. So sums are exact, and
    a resample that has the value of the rows themselves has it to the bit.

    Args:
        counts: (parts, kinds) how many rows there are of each kind, at least one row in each part.
        columns: Of each kind: whether it is right, in how many copies it is, in how many it flips.
        copies: As `robustness`.
    """

    def __init__(self, counts: Rows, columns: tuple[Rows, ...], copies: int) -> None:
        part, kind = np.nonzero(counts)
        right, noisy, flips = (column[kind] for column in columns)
        every = np.ones_like(right)
        many, first = counts[part, kind][:, None], np.searchsorted(part, np.arange(len(counts)))
        self.above = np.stack([noisy, (copies - noisy) * right, noisy * (1 - right), noisy, flips], axis=1)
        self.right, self.first, self.copies = right, first, copies
        below = np.stack([right, right, right, every, every], axis=1)
        above, self.rows = (np.add.reduceat(many * one, first) for one in (self.above, below))
        self.value = above / (np.maximum(self.rows, 1) * copies)
        influence = self.above / copies - self.value[part] * below
        self.squares, self.cubes = (np.add.reduceat(many * influence**power, first) for power in (2, 3))
        self.varies = (np.maximum.reduceat(np.abs(influence), first) > 1e-12) & (self.rows > 0)

    def numbers(self, draws: Iterable[Floats], how: How) -> list[Robustness]:
        """The numbers of each part; `draws` are how often each of its kinds is drawn, (kinds, resamples)."""
        confidence = how.get("confidence", CONFIDENCE)
        ends, made = self._ends(draws, how.get("resamples", RESAMPLES), confidence), []
        for part, (right, *_, n) in enumerate(self.rows.tolist()):
            value, loss, gain, noisy, flips = (
                self._estimate(part, number, ends.get((part, number)), confidence) for number in range(5)
            )
            clean = proportion(right, n, confidence=confidence)
            made.append(Robustness(_less_one(value), clean, noisy, loss, gain, flips))
        return made

    def _ends(
        self, draws: Iterable[Floats], resamples: int, confidence: float
    ) -> dict[tuple[int, ...], list[float]]:
        """(part, number) -> ends; of those that vary, and that no resample leaves without rows below."""
        known, done = self.varies.copy(), 0
        drawn = np.empty((int(known.sum()), resamples))
        for part, own in enumerate(draws):
            kinds, some = slice(self.first[part], self.first[part] + len(own)), known[part]
            if not some.any():
                continue
            right = self.right[kinds] @ own
            some[:_OF_RIGHT] &= right.all()
            of_right, here = int(some[:_OF_RIGHT].sum()), int(some.sum())
            made = np.matmul(self.above[kinds, some].T, own, out=drawn[done : done + here])
            made[:of_right] /= right * self.copies
            made[of_right:] /= self.rows[part, -1] * self.copies
            done += here
        value, places = self.value[known], np.argwhere(known)
        acceleration = self.cubes[known] / (6 * self.squares[known] ** 1.5)
        low, high = bca(drawn[:done], value, acceleration, self.rows[places[:, 0], -1], confidence)
        ends = np.stack([np.minimum(low, value), np.maximum(high, value)], axis=1)
        return dict(zip(map(tuple, places.tolist()), ends.tolist(), strict=True))

    def _estimate(self, part: int, number: int, ends: list[float] | None, confidence: float) -> Estimate:
        value, below = self.value.item(part, number), self.rows.item(part, number)
        if not below:
            return no_data(0, confidence)
        rows = self.rows.item(part, -1) if number in _RATIOS else below
        n = rows * self.copies
        if not self.varies[part, number]:
            # At most a share of the rows can be otherwise, as of 0 in so many, each in all of its copies.
            unseen = wilson(0, rows, confidence)[1]
            low, high = value * (1 - unseen), value + (1 - value) * unseen
            if number in _RATIOS:
                reach = unseen * rows / below
                low, high = max(0.0, value - reach), value + reach
            return Estimate(value, low, high, n, rows, confidence, EQUAL_BOUNDED)
        if ends is None:
            return Estimate(value, None, None, n, rows, confidence, NO_RIGHT)
        low, high = ends
        if number != _VALUE:
            return Estimate(value, low, high, n, rows, confidence, BOOTSTRAP)
        wider = math.sqrt(1 + 1 / self.squares.item(part, number))
        low, high = max(0.0, value - wider * (value - low)), value + wider * (high - value)
        return Estimate(value, low, high, n, rows, confidence, ONE_MORE)


def _less_one(ratio: Estimate) -> Estimate:
    if ratio.value is None:
        return ratio
    low, high = (None if end is None else end - 1.0 for end in (ratio.low, ratio.high))
    return replace(ratio, value=ratio.value - 1.0, low=low, high=high)
