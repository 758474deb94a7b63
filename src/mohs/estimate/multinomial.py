"""How often each kind of row is drawn when as many rows as there are are drawn anew: multinomial counts.

numpy draws them kind by kind, each from a binomial law of its own whose tables are made anew every time. Most
tables of counts have one kind that is most of the rows (what noise does not touch). Let that kind have c of n
rows, the others c_1, c_2, ...; let x_1, x_2, ... be independent Poisson numbers of these means and s their
sum. For the multinomial law the same numbers, and n - s for the large kind, have a probability that is larger
by a factor proportional to

    f(s) = c^(n - s) / (n - s)!     (0 where s > n),

which is largest where n - s = c. So what is kept of the Poisson draws with probability f(s) / f(n - c) has
exactly the multinomial law. About sqrt(c / n) of all draws are kept.
"""

import math

import numpy as np
from numpy.typing import NDArray

from mohs.estimate.resampling import Floats


def multinomial(counts: NDArray[np.int64], size: int, generator: np.random.Generator) -> Floats:
    """Draw all rows anew, again and again.

    Args:
        counts: (kinds,) how many rows there are of each kind, at least one row in all.
        size: How often.
        generator: Where the randomness comes from.

    Returns:
        (size, kinds) how often each kind was drawn; every line has the sum of the counts.
    """
    n, largest = int(counts.sum()), int(counts.argmax())
    most = int(counts[largest])
    if most * 4 < n:
        return generator.multinomial(n, counts / n, size=size).astype(np.float64)
    others = np.delete(counts, largest)[:, None]
    found, done = np.empty((len(counts), size)), 0
    while done < size:
        tries = int((size - done) * 1.03 / math.sqrt(most / n)) + 8
        drawn = generator.poisson(others, size=(len(others), tries))
        left = n - drawn.sum(axis=0)
        good = np.flatnonzero(generator.random(tries) < _kept(left, most))[: size - done]
        now = slice(done, done + len(good))
        found[:largest, now] = drawn[:largest, good]
        found[largest, now] = left[good]
        found[largest + 1 :, now] = drawn[largest:, good]
        done = now.stop
    return found.T


def _kept(left: NDArray[np.int64], most: int) -> Floats:
    """f(s) / f(n - c), with n - s what is left for the kind of c rows."""
    from scipy.special import gammaln

    there = np.maximum(left, 0)
    chance = np.exp((there - most) * math.log(most) + gammaln(most + 1.0) - gammaln(there + 1.0))
    return np.where(left >= 0, chance, 0.0)
