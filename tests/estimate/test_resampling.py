"""The arithmetic beneath an interval."""

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from mohs.estimate.resampling import bootstrap, percentiles, totals, wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_values_that_newcombe_published_in_1998(successes, n, low, high):
    assert np.round(wilson(successes, n, 0.95), 4).tolist() == [low, high]


@pytest.mark.parametrize("n", [1, 2, 7, 40])
@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
def test_wilson_agrees_with_statsmodels(n, confidence):
    for successes in range(n + 1):
        expected = proportion_confint(successes, n, alpha=1 - confidence, method="wilson")
        assert wilson(successes, n, confidence) == pytest.approx(expected, abs=1e-12)


def test_totals_are_sums_by_source_whatever_the_order_of_the_rows():
    above, below = np.array([0.1, 0.2, 0.3, 0.7]), np.array([1.0, 1.0, 2.0, 1.0])
    sources = np.array([0, 1, 0, 1])
    first = totals(above, below, sources)
    assert first.tolist() == [[0.1 + 0.3, 3.0], [0.2 + 0.7, 2.0]]
    order = np.array([3, 2, 0, 1])
    assert totals(above[order], below[order], sources[order]).tolist() == first.tolist()


@pytest.mark.parametrize("kinds", [2, 300])
def test_bootstrap_has_the_mean_and_the_spread_that_theory_gives(kinds):
    values = np.random.default_rng(1).integers(0, kinds, size=300).astype(float)
    sums = totals(values, np.ones(300), None)
    drawn = bootstrap(sums, 20_000, np.random.default_rng(2))
    assert drawn.mean() == pytest.approx(values.mean(), abs=5 * values.std() / np.sqrt(300 * 20_000))
    assert drawn.std() == pytest.approx(values.std() / np.sqrt(300), rel=0.03)


def test_bootstrap_in_blocks_draws_every_resample():
    sums = totals(np.random.default_rng(0).random(30_000), np.ones(30_000), None)
    drawn = bootstrap(sums, 70, np.random.default_rng(0))
    assert len(np.unique(drawn)) == 70
    assert (np.abs(drawn - 0.5) < 0.05).all()


@pytest.mark.parametrize("kinds", [2, 300])
def test_a_ratio_of_sums_is_divided_by_what_is_below_the_line(kinds):
    values = np.random.default_rng(1).integers(0, kinds, size=300).astype(float)
    by_one, by_four = (
        bootstrap(totals(values, np.full(300, size), None), 50, np.random.default_rng(2))
        for size in (1.0, 4.0)
    )
    assert by_one == pytest.approx(4 * by_four)


def test_percentiles_near_the_plain_ones_for_many_sources_and_wider_for_few():
    drawn = np.linspace(0, 1, 10_001)
    assert percentiles(drawn, 100_000, 0.95) == pytest.approx((0.025, 0.975), abs=1e-4)
    # By hand for 5 sources: t(4, 0.975) = 2.7764, times sqrt(5/4) = 3.1041, whose normal tail is 0.00095.
    assert percentiles(drawn, 5, 0.95) == pytest.approx((0.00095, 0.99905), abs=1e-5)
