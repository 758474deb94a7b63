"""The best radius: what may be best holds the truth as often as it says, and nothing certain is left in."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from mohs.noise.grid.best import best_of, largest_t, method

HOW = {"confidence": 0.9, "resamples": 300, "random_state": 0}


def drawn(truth, runs, rng, spread=1.0):
    """Accuracies with a part that all candidates of a run share, as common splits make one."""
    common = rng.normal(0, 5, (runs, 1, 1))
    return np.array(truth) + common + rng.normal(0, spread, (runs, *np.shape(truth)))


def test_the_truly_best_stays_in_the_running_as_often_as_it_says():
    truth = [[0.0, 0.0], [0.3, 0.0], [0.2, 0.0]]  # candidates x columns; in the second all are equal
    rng, held, trials = np.random.default_rng(1), 0, 200
    for _ in range(trials):
        found = best_of(drawn(truth, 25, rng), **HOW)
        held += 1 in found[0].possible and set(found[1].possible) == {0, 1, 2}
    assert held / trials > 0.9 - 3 * (0.1 * 0.9 / trials) ** 0.5


@pytest.mark.parametrize(("runs", "trials"), [(4, 150), (10, 150), (25, 100)])
def test_all_differences_are_covered_together_as_often_as_it_says_with_few_runs_too(runs, trials):
    rng, held = np.random.default_rng(6), 0
    for _ in range(trials):
        accuracy = drawn(np.zeros((5, 4)), runs, rng)
        first, second = np.triu_indices(5, 1)
        differences = (accuracy[:, first] - accuracy[:, second]).reshape(runs, -1)
        t = differences.mean(axis=0) / differences.std(axis=0, ddof=1) * runs**0.5
        held += bool(np.abs(t).max() <= largest_t(differences, 0.9, 300, 0))
    assert held / trials > 0.9 - 3 * (0.1 * 0.9 / trials) ** 0.5


@pytest.mark.parametrize("runs", [8, 9])
def test_the_largest_t_is_that_of_runs_whose_deviations_got_signs(runs):
    """Every vector of signs once, each t by its own formula, against as many drawn at random."""
    differences = np.random.default_rng(7).normal(0.3, 1, (runs, 3)) * [1, 5, 0.2]
    moved = differences - differences.mean(axis=0)
    every = []
    for signs in product([-1, 1], repeat=runs):
        flipped = moved * np.array(signs)[:, None]
        error = flipped.std(axis=0, ddof=1) / runs**0.5
        every.append(np.abs(flipped.mean(axis=0) / error).max())
    for confidence in (0.5, 0.9):
        found = largest_t(differences, confidence, 40_000, 0)
        assert found == pytest.approx(np.quantile(every, confidence), rel=0.03)


def test_with_fewer_than_eight_runs_it_is_students_divided_by_how_many_vary():
    differences = np.c_[np.random.default_rng(0).normal(size=(7, 4)), np.ones(7)]
    assert largest_t(differences, 0.9, 300, 0) == pytest.approx(stats.t.ppf(1 - 0.05 / 4, 6))
    assert method(7) == "t over runs (Bonferroni)"
    assert method(8) == "max-t over runs (wild bootstrap)"


def test_three_runs_have_an_interval():
    accuracy = drawn([[0.0], [2.0]], 3, np.random.default_rng(3))
    found = best_of(accuracy, **HOW)[0]
    differences = (accuracy[:, 1] - accuracy[:, 0])[:, 0]
    half = stats.t.ppf(0.95, 2) * stats.sem(differences)
    assert (found.low, found.high) == pytest.approx((differences.mean() - half, differences.mean() + half))


def test_differences_that_never_vary_bound_nothing():
    assert largest_t(np.ones((9, 3)), 0.95, 100, 0) == 0.0
    one = np.c_[np.ones(9), np.arange(9.0)]
    assert largest_t(one, 0.95, 500, 0) == largest_t(one[:, 1:], 0.95, 500, 0) > 1.8


def test_what_is_clearly_worse_is_ruled_out():
    found = best_of(drawn([[0.0], [9.0], [9.1]], 30, np.random.default_rng(2)), **HOW)[0]
    assert found.best in (1, 2)
    assert 0 not in found.possible
    assert {found.best} <= set(found.possible)
    assert found.low < found.gain < found.high
    assert found.low > 5
    assert found.comparisons == 3


def test_the_gain_is_the_mean_difference_to_the_first():
    accuracy = drawn([[0.0], [2.0]], 10, np.random.default_rng(3))
    found = best_of(accuracy, **HOW)[0]
    assert found.gain == pytest.approx((accuracy[:, 1] - accuracy[:, 0]).mean())


def test_where_the_first_is_best_nothing_is_gained():
    found = best_of(drawn([[9.0], [0.0]], 10, np.random.default_rng(4)), **HOW)[0]
    assert (found.best, found.possible, found.gain, found.low) == (0, (0,), 0.0, None)


def test_fewer_than_three_runs_rule_nothing_out():
    found = best_of(drawn([[0.0], [99.0]], 2, np.random.default_rng(5)), **HOW)[0]
    assert (found.best, found.possible, found.low, found.comparisons) == (1, (0, 1), None, 1)
    same = best_of(np.tile([[[0.25], [0.75]]], (2, 1, 1)), **HOW)[0]
    assert same.gain == 0.5


def test_equal_candidates_are_all_possible_and_the_smallest_is_named():
    same = np.tile(np.arange(5.0)[:, None, None], (1, 3, 2))
    for found in best_of(same, **HOW):
        assert (found.best, found.possible) == (0, (0, 1, 2))


def test_a_single_candidate_has_nothing_to_be_compared_with():
    assert best_of(np.ones((4, 1, 2)), **HOW)[1].possible == (0,)
