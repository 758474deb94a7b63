"""How often each kind of row is drawn when as many rows as there are are drawn anew: multinomial counts.

numpy draws them kind by kind, each from a binomial law of its own whose tables are made anew every time. Most
tables of counts have one kind that is most of the rows (what noise does not touch). Let that kind have c of n
rows, the others c_1, c_2, ...; let x_1, x_2, ... be independent Poisson numbers of these means and s their
sum. For the multinomial law the same numbers, and n - s for the large kind, have a probability that is larger
by a factor proportional to

    f(s) = c^(n - s) / (n - s)!     (0 where s > n),

which is largest where n - s = c. So what is kept of the Poisson draws with probability f(s) / f(n - c) has
exactly the multinomial law. About sqrt(c / n) of all draws are kept.

Sums of Poisson numbers are Poisson numbers: those drawn for the parts of a table give those of the whole.
Poisson numbers of a small mean are found by inversion, in a quarter of numpy's time.
"""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mohs.estimate.resampling import Floats

Counts = NDArray[np.int64]

_INVERTED = 40
"""Means up to which a search is faster than numpy."""

_SPACED = 1 << 10
"""A power of two, so that multiplying with it rounds nothing."""


def multinomial(counts: Counts, size: int, generator: np.random.Generator) -> Floats:
    """Draw all rows anew, again and again.

    Args:
        counts: (kinds,) how many rows there are of each kind, at least one of each.
        size: How often.
        generator: Where the randomness comes from.

    Returns:
        (kinds, size) how often each kind was drawn; every column has the sum of the counts.
    """
    return Redrawn(counts, size, generator).part(counts)


class Redrawn:
    """Rows of several parts, drawn anew within each part; and all of these rows, drawn anew.

    All use the same Poisson numbers, so that they are not independent of each other; each has the multinomial
    law by itself.

    Args:
        counts: (kinds,) how many rows there are of each kind in all parts together, at least one row in all.
        size: How often they are drawn.
        generator: Where the randomness comes from.
    """

    def __init__(self, counts: Counts, size: int, generator: np.random.Generator) -> None:
        self._counts, self._size, self._generator = counts, size, generator
        self._large = int(counts.argmax())
        self._tries = self._needed(counts, size)
        self._sums = np.zeros((len(counts), self._tries), dtype=np.int64)

    def part(self, counts: Counts) -> Floats:
        """Draw the rows of one part.

        Args:
            counts: (kinds,) how many rows of each kind there are in it, at least one row in all.

        Returns:
            (kinds of which it has rows, size) how often each was drawn.
        """
        if int(np.count_nonzero(counts)) == 1 and counts[self._large]:
            return np.full((1, self._size), float(counts[self._large]))
        needed = self._needed(counts, self._size)
        kinds, drawn = self._poisson(counts, max(needed, self._tries))
        self._sums[kinds] += drawn[:, : self._tries]
        return self._accepted(counts, kinds, drawn) if needed else self._by_numpy(counts)

    def whole(self) -> Floats:
        """Draw the rows of all parts, each of which has been drawn before; as `part`."""
        if not self._tries:
            return self._by_numpy(self._counts)
        kinds = self._others(self._counts)
        return self._accepted(self._counts, kinds, self._sums[kinds])

    def _needed(self, counts: Counts, size: int) -> int:
        """How many Poisson draws it takes, nearly always; 0 where too few of them would be kept."""
        share = float(counts[self._large] / counts.sum())
        return int(size * 1.03 / math.sqrt(share)) + 8 if share >= 0.25 else 0

    def _others(self, counts: Counts) -> Counts:
        kinds = np.flatnonzero(counts)
        return np.asarray(kinds[kinds != self._large])

    def _by_numpy(self, counts: Counts) -> Floats:
        n = int(counts.sum())
        there = counts[counts > 0]
        return self._generator.multinomial(n, there / n, size=self._size).T.astype(np.float64)

    def _poisson(self, counts: Counts, tries: int) -> tuple[Counts, Counts]:
        """The kinds of a part beside the large one, and (kinds, tries) Poisson numbers for them."""
        kinds = self._others(counts)
        drawn = np.empty((len(kinds), tries), dtype=np.int64)
        for row, mean in zip(drawn, counts[kinds].tolist(), strict=True):
            if mean > _INVERTED:
                row[:] = self._generator.poisson(mean, tries)
            else:
                row[:] = _law(mean).of(self._generator.random(tries))
        return kinds, drawn

    def _accepted(self, counts: Counts, kinds: Counts, drawn: Counts) -> Floats:
        """What is kept of Poisson draws of these kinds; more are drawn until there are enough."""
        n, most = int(counts.sum()), int(counts[self._large])
        place = int(kinds.searchsorted(self._large))
        found, done = np.empty((len(kinds) + 1, self._size)), 0
        while True:
            left = n - drawn.sum(axis=0)
            good = np.flatnonzero(self._generator.random(len(left)) < _kept(left, most))[: self._size - done]
            now = slice(done, done + len(good))
            found[:place, now] = drawn[:place, good]
            found[place, now] = left[good]
            found[place + 1 :, now] = drawn[place:, good]
            done = now.stop
            if done == self._size:
                return found
            drawn = self._poisson(counts, self._needed(counts, self._size - done))[1]


class _Law:
    """Of a Poisson number of a small mean: from a share of all cases, in their order, to the number.

    Shares between two neighbours of some equally spaced ones belong to one number nearly always; a table has
    it, and only the others are searched for.
    """

    def __init__(self, mean: int) -> None:
        from scipy.special import pdtr

        # That it is at most 0, 1, ...; the last is 1 in double precision.
        self._below = np.asarray(pdtr(np.arange(mean + 12 * math.isqrt(mean) + 30), mean))
        at = self._search(np.arange(_SPACED + 1) / _SPACED)
        self._least, self._several = at[:-1], at[1:] > at[:-1]

    def of(self, shares: Floats) -> Counts:
        """The numbers, (n,), of shares in [0, 1)."""
        places = (shares * _SPACED).astype(np.int64)
        found = self._least[places]
        rest = np.flatnonzero(self._several[places])
        found[rest] = self._search(shares[rest])
        return found

    def _search(self, shares: Floats) -> Counts:
        return self._below.searchsorted(shares, "right")


_law = lru_cache(maxsize=None)(_Law)


def _kept(left: Counts, most: int) -> Floats:
    """f(s) / f(n - c), with n - s what is left for the kind of c rows."""
    from scipy.special import gammaln

    least = int(left.min())  # there are far more draws than sums
    there = np.arange(least, int(left.max()) + 1)
    size = np.maximum(there, 0)
    chance = np.exp((size - most) * math.log(most) + gammaln(most + 1.0) - gammaln(size + 1.0))
    return np.asarray(np.where(there >= 0, chance, 0.0)[left - least])
