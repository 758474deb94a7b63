"""Which eps_train is best for each eps_test, with intervals that hold for all comparisons at once.

Picking the best of many means and then testing it on the same runs is selection. So all differences of two
radii, for every eps_test, are bounded together: the bootstrap draws runs anew and takes the largest
standardised deviation of all differences (the max-t method; Romano and Wolf 2005). A radius stays in the
running for an eps_test unless another one is better by more than that allows; the truly best one is among
those that stay, for every eps_test at once, with the stated confidence.
"""

from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist

import numpy as np

from mohs.noise.norm import Array, Floats

_AT_ONCE = 4_000_000


@dataclass(frozen=True)
class Best:
    """The best radius for one eps_test.

    Attributes:
        best: Place of the radius with the highest mean accuracy (the smaller of equal ones).
        possible: Places of all that may be best.
        gain: Mean accuracy of the best less that of the first candidate,
        low: with its interval, which holds for all comparisons at once; None for fewer than three runs, and
            where the first is the best,
        high: likewise.
        comparisons: How many differences are bounded together.
    """

    best: int
    possible: tuple[int, ...]
    gain: float
    low: float | None
    high: float | None
    comparisons: int


def best_of(accuracy: Floats, *, confidence: float, resamples: int, random_state: int) -> list[Best]:
    """Find the best candidate for each column.

    Args:
        accuracy: (runs, candidates, columns), the same runs for all.
        confidence: That all statements hold, in (0, 1).
        resamples: Of the runs.
        random_state: Seed.

    Returns:
        One for each column.
    """
    runs, many, columns = accuracy.shape
    pairs = list(combinations(range(many), 2))
    means = accuracy.mean(axis=0)
    best = means.argmax(axis=0)
    if runs < 3 or not pairs:
        every = tuple(range(many))
        return [
            Best(
                int(best[c]), every, float(means[best[c], c] - means[0, c]), None, None, len(pairs) * columns
            )
            for c in range(columns)
        ]
    first, second = (np.array(side) for side in zip(*pairs, strict=True))
    differences = (accuracy[:, second] - accuracy[:, first]).reshape(runs, -1)
    middle = differences.mean(axis=0)
    error = differences.std(axis=0, ddof=1) / np.sqrt(runs)
    reach = _reach(differences, middle, error, confidence, resamples, random_state)
    margin = (reach * error).reshape(len(pairs), columns)
    middle = middle.reshape(len(pairs), columns)
    found = []
    for c in range(columns):
        worse = {int(first[p]) for p in np.flatnonzero(middle[:, c] > margin[:, c])}
        worse |= {int(second[p]) for p in np.flatnonzero(-middle[:, c] > margin[:, c])}
        top = int(best[c])
        gain = float(means[top, c] - means[0, c])
        possible = tuple(place for place in range(many) if place not in worse)
        # Pair number top - 1 is that of the first candidate and the best one.
        half = float(margin[top - 1, c]) if top else None
        low, high = (None, None) if half is None else (gain - half, gain + half)
        found.append(Best(top, possible, gain, low, high, len(pairs) * columns))
    return found


def _reach(
    differences: Floats, middle: Floats, error: Floats, confidence: float, resamples: int, seed: int
) -> float:
    """How many standard errors all means stay within, together."""
    from scipy.special import stdtrit

    runs = len(differences)
    varied = error > 0
    if not varied.any():
        return 0.0
    rng = np.random.default_rng(seed)
    moved, spread = (differences - middle)[:, varied], error[varied]
    largest: list[Array] = []
    step = max(1, _AT_ONCE // max(runs, moved.shape[1]))
    for start in range(0, resamples, step):
        drawn = rng.multinomial(runs, np.full(runs, 1 / runs), size=min(step, resamples - start))
        largest.append(np.abs(drawn @ moved / runs / spread).max(axis=1))
    reach = float(np.quantile(np.concatenate(largest), confidence))
    # Drawing runs of so few has too small a variance and knows nothing of the t distribution.
    tail = 0.5 + confidence / 2
    few = np.sqrt(runs / (runs - 1)) * float(stdtrit(runs - 1, tail)) / NormalDist().inv_cdf(tail)
    return reach * float(few)
