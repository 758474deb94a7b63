"""The arithmetic beneath an interval: Wilson's score interval, and a bootstrap that draws whole sources."""

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# At most this many random draws are held at once: 8 MB, whatever the number of sources.
_DRAWS_AT_ONCE = 1_000_000


def wilson(successes: float, n: int, confidence: float) -> tuple[float, float]:
    """The ends of Wilson's interval for so many successes of n >= 1; always around the share."""
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    p = successes / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    # At the ends the exact interval touches 0 and 1, which rounding would miss.
    low = 0.0 if successes == 0 else max(0.0, min(middle - half, p))
    high = 1.0 if successes == n else min(1.0, max(middle + half, p))
    return low, high


def totals(above: Floats, below: Floats, sources: NDArray[np.int64] | None) -> Floats:
    """Numerator and denominator summed over each source, (sources, 2), sorted.

    Sorted before and after, so that neither the order of the rows nor the rounding of their sums shows.
    """
    if sources is None:
        return np.column_stack([above, below])[np.lexsort((below, above))]
    order = np.lexsort((below, above, sources))
    above, below = above[order], below[order]
    _, numbers = np.unique(sources[order], return_inverse=True)
    summed: Floats = np.column_stack([np.bincount(numbers, above), np.bincount(numbers, below)])
    return summed[np.lexsort((summed[:, 1], summed[:, 0]))]


def bootstrap(totals: Floats, resamples: int, generator: np.random.Generator) -> Floats:
    """The ratio in each resample of the sources, (resamples,)."""
    k = len(totals)
    kinds, counts = np.unique(totals, axis=0, return_counts=True)
    # Sources with equal totals are interchangeable: where there are few kinds (flags), how often each kind
    # is drawn is one multinomial draw, however many sources there are.
    few = len(kinds) * 10 <= k
    width = len(kinds) if few else k
    sizes = totals[:, 1]
    equally_large = bool((sizes == sizes[0]).all())
    drawn = np.empty(resamples)
    step = max(1, _DRAWS_AT_ONCE // width)
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        if few:
            sums = generator.multinomial(k, counts / k, size=size) @ kinds
            above, below = sums[:, 0], sums[:, 1]
        else:
            rows = generator.integers(0, k, size=(size, k), dtype=np.int32)
            above = totals[:, 0][rows].sum(axis=1)
            below = float(k) * sizes[0] if equally_large else sizes[rows].sum(axis=1)
        drawn[start : start + size] = above / below
    return drawn


def percentiles(drawn: Floats, k: int, confidence: float) -> tuple[float, float]:
    """The interval's ends; wider than the plain percentiles where the sources (k >= 2) are few."""
    from scipy.special import stdtrit

    # Drawing k of k has a variance too small by (k - 1) / k and knows nothing of the t distribution.
    reach = math.sqrt(k / (k - 1)) * float(stdtrit(k - 1, 0.5 + confidence / 2))
    tail = NormalDist().cdf(-reach)
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return float(low), float(high)
