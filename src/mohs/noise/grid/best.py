"""Which eps_train is best for each eps_test, with intervals that hold for all comparisons at once.

Picking the best of many means and then testing it on the same runs is selection. So all differences of two
radii, for every eps_test, are bounded together by the largest t of them all (Romano and Wolf 2005). A radius
stays in the running for an eps_test unless another one is better by more than that allows; the truly best one
is among those that stay, for every eps_test at once, with the stated confidence.

How large that t becomes is found by the wild bootstrap (Liu 1988): the deviations of all runs from their
means get random signs, those of one run the same, and means and standard errors are computed anew. Drawing
runs anew instead covers far less often than it says where runs are fewer than differences (with twelve runs
and forty differences 81 times of 100 in place of 95): twelve runs show no more than eleven directions, and
their standard errors would be taken as known. Fewer than eight runs have too few signs; there Student's t is
used, at the level divided by the number of differences (Bonferroni).
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from mohs.noise.norm import Array, Floats

_AT_ONCE = 4_000_000
_FEWEST = 8


def method(runs: int) -> str:
    """How so many runs bound all differences together."""
    return "max-t over runs (wild bootstrap)" if runs >= _FEWEST else "t over runs (Bonferroni)"


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
    reach = largest_t(differences, confidence, resamples, random_state)
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


def largest_t(differences: Floats, confidence: float, resamples: int, seed: int) -> float:
    """How many standard errors all means stay within, together.

    Args:
        differences: (runs, differences), at least two runs.
        confidence: Of all together, in (0, 1).
        resamples: Of the signs.
        seed: Of them.
    """
    from scipy.special import stdtrit

    runs = len(differences)
    moved = differences - differences.mean(axis=0)
    squares = (moved**2).sum(axis=0)
    varied = squares > 0
    many = int(varied.sum())
    if not many:
        return 0.0
    if runs < _FEWEST:
        return float(stdtrit(runs - 1, 1 - (1 - confidence) / 2 / many))
    moved, squares = moved[:, varied], squares[varied]
    rng = np.random.default_rng(seed)
    largest: list[Array] = []
    step = max(1, _AT_ONCE // max(runs, many))
    for start in range(0, resamples, step):
        signs = rng.choice([-1.0, 1.0], (min(step, resamples - start), runs))
        sums = signs @ moved
        # Signs leave the sum of squares as it is; that of the deviations from the new mean is what is left.
        left = np.maximum(squares - sums**2 / runs, 1e-12 * squares)
        largest.append((np.abs(sums) * np.sqrt((runs - 1) / runs / left)).max(axis=1))
    return float(np.quantile(np.concatenate(largest), confidence))
