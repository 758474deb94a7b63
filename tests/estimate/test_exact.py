"""Clopper and Pearson's interval, against scipy's and its own promise."""

import numpy as np
import pytest
from scipy import stats

from mohs.estimate.exact import clopper_pearson, lower_bound


@pytest.mark.parametrize("n", [1, 10, 57])
def test_it_is_scipys(n):
    low, high = clopper_pearson(np.arange(n + 1), n, 0.9)
    for k in range(n + 1):
        theirs = stats.binomtest(k, n).proportion_ci(0.9, "exact")
        assert (low[k], high[k]) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@pytest.mark.parametrize("p", [0.0, 0.03, 0.5, 0.98])
def test_it_covers_the_probability_as_often_as_it_says(p):
    low, high = clopper_pearson(np.arange(21), 20, 0.95)
    covered = (low <= p) & (p <= high)
    assert stats.binom.pmf(np.arange(21), 20, p)[covered].sum() >= 0.95


def test_any_shape_is_taken_and_nonsense_is_not():
    assert clopper_pearson([[0, 1], [2, 2]], 2, 0.95)[0].shape == (2, 2)
    assert lower_bound([], 2, 0.95).shape == (0,)
    for successes, n, confidence in (([1, 3], 2, 0.95), ([-1, 1], 2, 0.95), ([0], 0, 0.95), ([0], 1, 1.0)):
        for bounds in (clopper_pearson, lower_bound):
            with pytest.raises(ValueError, match="needs 0 to n"):
                bounds(successes, n, confidence)
    with pytest.raises(ValueError, match="needs 0 to n"):
        lower_bound([0], 1, 0.0)


@pytest.mark.parametrize("n", [1, 10, 300])
@pytest.mark.parametrize("confidence", [0.9, 0.999])
def test_the_lower_bound_is_that_of_scipy(n, confidence):
    counts = np.arange(n + 1)
    expected = [
        stats.binomtest(int(k), n, alternative="greater").proportion_ci(confidence, "exact").low
        for k in counts
    ]
    assert lower_bound(counts, n, confidence) == pytest.approx(expected)
