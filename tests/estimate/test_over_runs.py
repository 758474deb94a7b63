"""Intervals over runs, against scipy, the published figures and the formula written down by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.estimate.over_runs import METHODS, over_runs

VALUES = np.random.default_rng(3).normal(-0.3, 0.05, 20)


def width(estimate):
    return estimate.high - estimate.low


def test_paired_t_is_scipys_interval_of_a_mean():
    from scipy import stats

    found = over_runs(VALUES, "student-t", confidence=0.9)
    low, high = stats.t.interval(0.9, 19, VALUES.mean(), stats.sem(VALUES))
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-12)
    assert (found.n, found.clusters, found.method) == (20, None, "student-t")


def test_a_paired_interval_is_that_of_the_differences_and_not_of_the_two_means():
    clean = np.random.default_rng(0).normal(0.9, 0.02, 30)
    noisy = clean - 0.1 + np.random.default_rng(1).normal(0, 0.002, 30)
    paired = width(over_runs(noisy - clean))
    apart = math.hypot(width(over_runs(noisy)), width(over_runs(clean)))
    assert paired < apart / 5


def test_z_population_gives_the_published_margin():
    # CIFAR-10, eps_train 0: 20 runs with a population sigma of .6927 have the margin .304 (Siedel et al. 2022)
    runs = np.array([1.0, -1.0] * 10) * 0.6927
    assert width(over_runs(runs, "z-population")) / 2 == pytest.approx(0.3036, abs=5e-5)


def test_t_is_a_tenth_wider_than_z_population_for_twenty_runs():
    assert width(over_runs(VALUES, "student-t")) / width(over_runs(VALUES, "z-population")) == pytest.approx(
        1.0956, abs=1e-3
    )


def test_nadeau_bengio_widens_by_the_formula():
    naive, corrected = (
        over_runs(VALUES, method, test_share=0.25) for method in ("student-t", "nadeau-bengio")
    )
    assert width(corrected) / width(naive) == pytest.approx(math.sqrt(1 + 20 * 0.25), rel=1e-12)
    assert corrected.value == naive.value


def test_nadeau_bengio_over_1200_runs_is_17_times_as_wide():
    runs = np.random.default_rng(0).normal(size=1200)
    ratio = width(over_runs(runs, "nadeau-bengio", test_share=0.25)) / width(over_runs(runs))
    assert ratio == pytest.approx(17.35, abs=0.01)


def test_the_bootstrap_is_near_t_for_normal_runs_and_repeats_itself():
    runs = np.random.default_rng(5).normal(size=400)
    t, drawn = over_runs(runs), over_runs(runs, "bootstrap")
    assert width(drawn) == pytest.approx(width(t), rel=0.1)
    assert drawn == over_runs(runs[::-1], "bootstrap")
    assert drawn != over_runs(runs, "bootstrap", random_state=1)


@pytest.mark.parametrize("method", METHODS)
def test_few_or_equal_runs_have_no_interval_and_say_so(method):
    none, one, equal = (over_runs(values, method, test_share=0.25) for values in ([], [0.5], [0.5, 0.5]))
    assert (none.value, none.n, none.method) == (None, 0, "no data")
    assert (one.value, one.low, one.n, one.method) == (0.5, None, 1, "no interval (one run)")
    assert (equal.value, equal.low, equal.method) == (0.5, None, "no interval (all values equal)")


@pytest.mark.parametrize("scale", [1.0, 1e9, -1e9])
def test_runs_that_rounding_alone_sets_apart_are_equal(scale):
    assert over_runs([scale * 0.3, scale * (0.1 + 0.2)]).method == "no interval (all values equal)"
    assert over_runs([scale, scale * (1 + 1e-9)]).method == "student-t"


def test_an_estimate_has_the_confidence_that_it_was_asked_for():
    for values in ([], [0.5], [0.5, 0.5], [0.5, 0.7]):
        assert over_runs(values, confidence=0.8).confidence == 0.8


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=20), st.sampled_from(METHODS))
def test_the_value_lies_in_its_interval(values, method):
    found = over_runs(values, method, test_share=0.25, resamples=50)
    assert found.low is None or found.low <= found.value <= found.high


@pytest.mark.parametrize(
    ("values", "options"),
    [
        ([1.0, math.nan], {}),
        ([[1.0]], {}),
        ([1.0], {"method": "t"}),
        ([1.0], {"confidence": 1.0}),
        ([1.0], {"confidence": 0.0}),
        ([1.0], {"method": "nadeau-bengio"}),
        ([1.0], {"method": "nadeau-bengio", "test_share": 0.0}),
        ([1.0], {"method": "nadeau-bengio", "test_share": math.inf}),
    ],
)
def test_what_makes_no_sense_is_refused(values, options):
    with pytest.raises(ValueError, match=r"must|needs"):
        over_runs(values, **options)
