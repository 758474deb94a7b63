"""BCa intervals, against scipy's and against what they are for."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from mohs.estimate.bca import bca, quantiles
from mohs.estimate.resampling import percentiles


def one(drawn, value, influence, counts, confidence):
    """The interval of one number, of rows of some kinds that move it so much."""
    influence, counts = np.array(influence), np.array(counts)
    squares, cubes = (float(counts @ influence**power) for power in (2, 3))
    acceleration = cubes / (6 * squares**1.5) if squares else 0.0
    drawn, value, acceleration, k = map(np.array, ([drawn], [value], [acceleration], [counts.sum()]))
    low, high = bca(drawn, value, acceleration, k, confidence)
    return low[0], high[0]


def interval(values, resamples=4000, confidence=0.95, how=one):
    kinds, counts = np.unique(values, return_counts=True)
    n = len(values)
    drawn = np.random.default_rng(0).multinomial(n, counts / n, size=resamples) @ kinds / n
    if how is percentiles:
        return percentiles(drawn, n, confidence)
    return one(drawn, float(values.mean()), kinds - values.mean(), counts, confidence)


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
    got = one(drawn, values.mean(), values - values.mean(), np.ones(n, dtype=int), confidence)
    assert got == pytest.approx((theirs.low, theirs.high), rel=1e-9)


@pytest.mark.parametrize(
    ("drawn", "influence"),
    [([0.0, 0.0, 0.0], [0.0, 0.0]), ([1.0, 2.0, 3.0], [-1.0, 1.0]), ([-1.0, -2.0, -3.0], [-1.0, 1.0])],
)
def test_where_nothing_can_be_corrected_it_is_the_plain_interval(drawn, influence):
    found = one(drawn, 0.0, influence, [5, 5], 0.9)
    assert found == percentiles(np.array(drawn), 10, 0.9)


def test_where_the_correction_goes_out_of_reach_it_is_the_plain_interval():
    drawn = np.array([0.0, 1 / 3, 1 / 3, 1.0])
    influence, counts = np.array([-1 / 3, 2 / 3]), np.array([2, 1])
    assert one(drawn, 1 / 3, influence, counts, 0.999) == percentiles(drawn, 3, 0.999)
    assert one(drawn, 1 / 3, influence, counts, 0.5) != percentiles(drawn, 3, 0.5)


def test_without_skew_it_is_the_plain_interval():
    values = np.concatenate([np.zeros(50), np.ones(50)])
    assert interval(values) == pytest.approx(interval(values, how=percentiles), abs=0.011)


def test_it_misses_as_often_on_either_side_where_few_rows_decide():
    missed = {"bca": [0, 0], "plain": [0, 0]}
    for seed in range(300):
        rng = np.random.default_rng(seed)
        values = np.where(rng.random(200) < 0.05, rng.random(200), 0.0)
        for name, how in (("bca", one), ("plain", percentiles)):
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


def test_several_numbers_get_the_intervals_that_each_has_alone():
    rng = np.random.default_rng(3)
    drawn = rng.gamma(2.0, size=(5, 300))
    drawn[1] = np.arange(300) % 2  # half of it below its value
    drawn[3] += 100  # none of it below its value
    value, acceleration = np.array([1.5, 0.5, 2.0, 2.0, 1.7]), np.array([0.1, 0.0, -0.2, 0.1, 3.0])
    k = np.array([30, 2, 5, 40, 9])
    low, high = bca(drawn.copy(), value, acceleration, k, 0.9)
    for number in range(5):
        some = slice(number, number + 1)
        alone = bca(drawn[some].copy(), value[some], acceleration[some], k[some], 0.9)
        assert (low[number], high[number]) == (alone[0][0], alone[1][0])
    for number in (3, 4):
        assert (low[number], high[number]) == percentiles(drawn[number], k[number], 0.9)


@pytest.mark.parametrize("n", [1, 2, 7, 2000])
def test_quantiles_are_numpys(n):
    values = np.random.default_rng(n).normal(size=(3, n))
    places = np.array([[0.0, 0.025], [1 / 3, 0.5], [0.999, 1.0]])
    found = quantiles(np.sort(values, axis=1), places)
    theirs = [np.quantile(row, own) for row, own in zip(values, places, strict=True)]
    assert found == pytest.approx(np.array(theirs), rel=1e-12)
