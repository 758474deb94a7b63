"""BCa intervals, against scipy's and against what they are for."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from mohs.estimate.bca import bca, quantile
from mohs.estimate.resampling import percentiles


def interval(values, resamples=4000, confidence=0.95, how=bca):
    kinds, counts = np.unique(values, return_counts=True)
    n = len(values)
    drawn = np.random.default_rng(0).multinomial(n, counts / n, size=resamples) @ kinds / n
    if how is percentiles:
        return percentiles(drawn, n, confidence)
    return bca(drawn, float(values.mean()), kinds - values.mean(), counts, confidence)


def test_for_many_rows_it_is_scipys():
    values = np.random.default_rng(1).exponential(size=400)
    theirs = stats.bootstrap(
        (values,), np.mean, n_resamples=4000, method="BCa", rng=np.random.default_rng(2)
    ).confidence_interval
    assert interval(values) == pytest.approx((theirs.low, theirs.high), rel=0.02)


@pytest.mark.parametrize("n", [4, 12, 400])
@pytest.mark.parametrize("confidence", [0.5, 0.95])
def test_of_the_same_draws_it_is_scipys_but_for_what_widens_it_for_few_rows(n, confidence):
    values = np.random.default_rng(n).exponential(size=n)
    drawn = np.random.default_rng(1).choice(values, (999, n)).mean(axis=1)
    reach = np.sqrt(n / (n - 1)) * stats.t.ppf(0.5 + confidence / 2, n - 1)
    theirs = stats.bootstrap(
        (values,),
        np.mean,
        n_resamples=0,
        bootstrap_result=SimpleNamespace(bootstrap_distribution=drawn),
        confidence_level=2 * stats.norm.cdf(reach) - 1,
    ).confidence_interval
    got = bca(drawn, values.mean(), values - values.mean(), np.ones(n, dtype=int), confidence)
    assert got == pytest.approx((theirs.low, theirs.high), rel=1e-9)


@pytest.mark.parametrize(
    ("drawn", "influence"),
    [([0.0, 0.0, 0.0], [0.0, 0.0]), ([1.0, 2.0, 3.0], [-1.0, 1.0]), ([-1.0, -2.0, -3.0], [-1.0, 1.0])],
)
def test_where_nothing_can_be_corrected_it_is_the_plain_interval(drawn, influence):
    found = bca(np.array(drawn), 0.0, np.array(influence), np.array([5, 5]), 0.9)
    assert found == percentiles(np.array(drawn), 10, 0.9)


def test_where_the_correction_goes_out_of_reach_it_is_the_plain_interval():
    drawn = np.array([0.0, 1 / 3, 1 / 3, 1.0])
    influence, counts = np.array([-1 / 3, 2 / 3]), np.array([2, 1])
    assert bca(drawn, 1 / 3, influence, counts, 0.999) == percentiles(drawn, 3, 0.999)
    assert bca(drawn, 1 / 3, influence, counts, 0.5) != percentiles(drawn, 3, 0.5)


def test_without_skew_it_is_the_plain_interval():
    values = np.concatenate([np.zeros(50), np.ones(50)])
    assert interval(values) == pytest.approx(interval(values, how=percentiles), abs=0.011)


def test_it_misses_as_often_on_either_side_where_few_rows_decide():
    missed = {"bca": [0, 0], "plain": [0, 0]}
    for seed in range(300):
        rng = np.random.default_rng(seed)
        values = np.where(rng.random(200) < 0.05, rng.random(200), 0.0)
        for name, how in (("bca", bca), ("plain", percentiles)):
            low, high = interval(values, 500, how=how)
            missed[name][0] += low > 0.025
            missed[name][1] += high < 0.025
    low, high = missed["plain"]
    assert high > 2 * low
    low, high = missed["bca"]
    assert high < 2 * max(low, 5)


@pytest.mark.parametrize("values", [[0.0, 1.0], [0.0, 0.0, 1.0], [1.0, 2.0, 9.0]])
def test_for_a_handful_of_rows_it_is_no_narrower_than_their_range_allows(values):
    low, high = interval(np.array(values))
    assert min(values) <= low <= np.mean(values) <= high <= max(values)


@pytest.mark.parametrize("place", [0.0, 0.025, 1 / 3, 0.5, 0.999, 1.0])
@pytest.mark.parametrize("n", [1, 2, 7, 2000])
def test_a_quantile_is_numpys(n, place):
    values = np.random.default_rng(n).normal(size=n)
    assert quantile(np.sort(values), place) == pytest.approx(np.quantile(values, place), rel=1e-12)
