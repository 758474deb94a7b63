"""The numbers of a grid, against the statistics done by hand."""

import math

import numpy as np
import pytest
from scipy import stats

from grids import DATA, experiment
from mohs.errors import MohsError
from mohs.estimate import Estimate
from mohs.estimate.paired import holm
from mohs.noise.grid.experiment import Cell
from mohs.noise.grid.numbers import Kept, _steps, _within_bounds, converged, p_value, rows_of
from mohs.noise.grid.running import carry_out_all
from mohs.noise.grid.values import Fit, series

ASKED = experiment(runs=5, control=True)
CELLS = {Cell(line["run"], line["model"], line["training"], line["eps_train"]): line
         for line in carry_out_all(DATA, ASKED, list(ASKED.cells()), 1)}  # fmt: skip
FOUND = series(ASKED, CELLS)
ROWS = rows_of(ASKED, FOUND, Kept())


def pick(metric, **where):
    return [
        row
        for row in ROWS
        if row["metric"] == metric and all(row[key] == value for key, value in where.items())
    ]


NEAR = {"model": "near", "training": "noisy", "eps_train": 0.05}


def test_an_accuracy_is_a_mean_over_runs_with_students_interval():
    (row,) = pick("accuracy", **NEAR, eps_test=0.1, estimand="splits")
    values = FOUND[Fit("near", "noisy", 0.05)].accuracy[:, 2]
    low, high = stats.t.interval(0.95, 4, values.mean(), stats.sem(values))
    assert [row["value"], row["low"], row["high"]] == pytest.approx([values.mean(), low, min(high, 1)])
    assert max(row["high"] for row in pick("accuracy")) <= 1
    assert row["n"] == 5


def test_for_other_rows_the_interval_is_wider_by_what_runs_share():
    (naive,) = pick("mscr", **NEAR, eps_test=0.1, estimand="splits")
    (wide,) = pick("mscr", **NEAR, eps_test=0.1, estimand="rows")
    ratio = math.sqrt((1 / 5 + 15 / 45) / (1 / 5))
    assert wide["high"] - wide["value"] == pytest.approx(ratio * (naive["high"] - naive["value"]))


def test_mscr_is_the_mean_of_the_runs_relative_losses():
    (row,) = pick("mscr", **NEAR, eps_test=0.02, estimand="splits")
    accuracy = FOUND[Fit("near", "noisy", 0.05)].accuracy
    assert row["value"] == pytest.approx(((accuracy[:, 1] - accuracy[:, 0]) / accuracy[:, 0]).mean())


def test_every_comparison_is_paired_and_adjusted_within_its_family():
    rows = pick("accuracy_difference", family="models", estimand="splits")
    assert len(rows) == 3 * 3  # plain, repeated, noisy; three eps_test
    known = [row for row in rows if row["p"] is not None]
    assert [row["p_holm"] for row in known] == holm([row["p"] for row in known])
    row = next(row for row in rows if row["training"] == "noisy" and row["eps_test"] == 0.1)
    one, other = (FOUND[Fit(model, "noisy", 0.05)].accuracy[:, 2] for model in ("near", "cut"))
    test = stats.ttest_rel(one, other)
    assert row["value"] == pytest.approx((one - other).mean())
    assert row["p"] == pytest.approx(test.pvalue)
    assert row["against"] == {"model": "cut", "training": "noisy", "eps_train": 0.05}
    assert {row["family"] for row in ROWS if "family" in row} == {"models", "noise", "control"}


def test_the_best_radius_is_told_for_every_eps_test():
    rows = pick("best_eps_train", model="near")
    assert [row["eps_test"] for row in rows] == [0.0, 0.02, 0.1]
    for row in rows:
        assert row["low"] <= row["value"] <= row["high"]
        assert row["value"] in row["possible"]
        gain = next(one for one in pick("gain_of_best", model="near") if one["eps_test"] == row["eps_test"])
        assert gain["against"]["training"] == "repeated"


def test_a_share_ends_at_0_and_1_whatever_t_says():
    ends = [(-0.1, 1.2), (0.2, 1.01), (-0.01, 0.9), (None, None)]
    made = [_within_bounds(Estimate(0.5, *one, 3, None, 0.95, "student-t")) for one in ends]
    assert [(one.low, one.high) for one in made] == [(0.0, 1.0), (0.2, 1.0), (0.0, 0.9), (None, None)]


def test_every_interval_has_the_confidence_that_was_asked_for():
    assert {row["confidence"] for row in rows_of(ASKED, FOUND, Kept(confidence=0.8))} == {0.8}
    fit = Fit("near", "plain", 0.0)
    half, most = (converged(FOUND, 1, [fit], Kept(confidence=c))["near"]["runs"][-1] for c in (0.5, 0.99))
    assert most[2] < half[2] < half[3] < most[3]
    with pytest.raises(MohsError, match="confidence"):
        Kept(confidence=95)


def test_fits_that_are_not_done_are_compared_with_nothing():
    left = {fit: one for fit, one in FOUND.items() if fit.model == "near" and fit.training != "repeated"}
    rows = rows_of(ASKED, left, Kept())
    assert {row["model"] for row in rows} == {"near"}
    assert {row["family"] for row in rows if "family" in row} == {"noise"}
    assert not [row for row in rows if row["metric"] in ("best_eps_train", "gain_of_best")]
    assert rows_of(ASKED, {}, Kept()) == []


def test_where_fits_share_no_run_no_radius_is_best():
    lines = {cell: line for cell, line in CELLS.items() if (cell.run < 2) == (cell.training == "noisy")}
    rows = rows_of(ASKED, series(ASKED, lines), Kept())
    assert not [row for row in rows if row["metric"] in ("best_eps_train", "gain_of_best")]
    differences = [row for row in rows if row["metric"] == "accuracy_difference"]
    assert {row["value"] for row in differences if row["family"] == "noise"} == {None}


def test_given_test_rows_leave_one_estimand():
    asked = experiment(test_size=None)
    assert {row["estimand"] for row in rows_of(asked, FOUND, Kept())} == {"seeds"}


def test_a_run_that_is_never_right_leaves_no_mscr():
    lines = {cell: {**line, "clean": 0} if cell.model == "cut" else line for cell, line in CELLS.items()}
    rows = rows_of(ASKED, series(ASKED, lines), Kept())
    of_cut = [row for row in rows if row["metric"] == "mscr" and row["model"] == "cut"]
    assert {row["value"] for row in of_cut} == {None}
    assert {row["n"] for row in of_cut} == {0}


def test_one_run_that_is_never_right_is_enough_to_leave_none():
    lines = {cell: {**line, "clean": 0} if cell.run == 1 else line for cell, line in CELLS.items()}
    found = series(ASKED, lines)
    rows = [row for row in rows_of(ASKED, found, Kept()) if row["metric"] == "mscr"]
    assert {(row["value"], row["n"], row["method"]) for row in rows} == {(None, 0, "no data")}
    told = converged(found, 1, [Fit("near", "plain", 0.0)], Kept())["near"]["runs"]
    assert [step for step, *_ in told] == [1]


@pytest.mark.parametrize("common", [0.0, 0.25])
def test_p_is_students(common):
    values = np.array([0.1, 0.3, -0.1, 0.2, 0.15])
    if common == 0:
        for many in (2, 3, 5):
            expected = stats.ttest_1samp(values[:many], 0).pvalue
            assert p_value(values[:many], 0.0) == pytest.approx(expected)
    t = values.mean() / (values.std(ddof=1) * math.sqrt(1 / 5 + common))
    assert p_value(values, common) == pytest.approx(2 * stats.t.sf(t, 4))


def test_p_of_what_does_not_vary():
    assert p_value(np.zeros(4), 0.0) == 1
    assert p_value(np.ones(4), 0.0) is None
    assert p_value(np.ones(1), 0.0) is None


@pytest.mark.parametrize("most", [1, 2, 9, 40, 1000])
def test_how_numbers_settle_is_told_at_ever_wider_steps_each_once(most):
    steps = _steps(most)
    assert steps == sorted(set(steps))
    assert (steps[0], steps[-1]) == (0, most - 1)
    assert len(steps) <= 40


def test_how_the_numbers_settle_ends_with_the_numbers_themselves():
    fit = Fit("near", "plain", 0.0)
    told = converged(FOUND, 1, [fit, Fit("gone", "plain", 0.0)], Kept())
    assert set(told) == {"near"}
    assert [k for k, *_ in told["near"]["copies"]] == [1, 2]
    assert [step for step, *_ in told["near"]["runs"]] == [1, 2, 3, 5]  # no step twice
    k, mean, spread = told["near"]["copies"][-1]
    values = FOUND[fit].accuracy[:, 2]
    assert [k, mean, spread] == pytest.approx([2, values.mean(), values.std(ddof=1)])
    runs, value, low, high = told["near"]["runs"][-1]
    (row,) = pick("mscr", model="near", training="plain", eps_test=0.1, estimand="splits")
    assert [runs, value, low, high] == pytest.approx([5, row["value"], row["low"], row["high"]])
