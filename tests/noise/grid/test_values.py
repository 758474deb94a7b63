"""Journal lines become arrays over runs."""

import numpy as np
import pytest

from grids import experiment
from mohs.noise.grid.experiment import Cell
from mohs.noise.grid.values import Fit, candidates, series, shared_runs


def line(run, clean, noisy, **more):
    return {
        "run": run, "rows_test": 10, "rows_train": 40, "clean": clean, "noisy": noisy, "cost": {"seconds": 2.0}, **more,
    }  # fmt: skip


CELLS = {
    Cell(2, "near", "plain", 0.0): line(2, 8, [[6, 8], [4, 4]]),
    Cell(0, "near", "plain", 0.0): line(0, 10, [[9, 10], [5, 6]]),
    Cell(0, "cut", "noisy", 0.05): line(0, 0, [[0], [1]]),
}


def test_accuracies_are_shares_of_rows_and_copies_in_the_order_of_the_runs():
    found = series(experiment(), CELLS)
    one = found[Fit("near", "plain", 0.0)]
    assert one.runs.tolist() == [0, 2]
    assert one.accuracy.tolist() == [[1.0, 0.95, 0.55], [0.8, 0.7, 0.4]]
    assert one.relative == pytest.approx(np.array([[-0.05, -0.45], [-0.125, -0.5]]))
    assert one.right == (((9, 10), (6, 8)), ((5, 6), (4, 4)))
    assert (one.test_share, one.seconds) == (0.25, 2.0)
    assert one.at(np.array([2])).tolist() == [[0.8, 0.7, 0.4]]


def test_what_has_no_run_is_left_out_and_a_run_without_a_right_answer_has_no_mscr():
    found = series(experiment(), CELLS)
    assert set(found) == {Fit("near", "plain", 0.0), Fit("cut", "noisy", 0.05)}
    assert np.isnan(found[Fit("cut", "noisy", 0.05)].relative).all()


def test_only_runs_that_all_have_are_shared():
    found = series(experiment(), CELLS)
    assert shared_runs(found.values()).tolist() == [0]
    assert shared_runs([]).tolist() == []


def test_with_a_control_training_without_noise_means_as_many_rows():
    asked = experiment(control=True)
    assert candidates(asked, "near", "noisy") == [Fit("near", "repeated", 0.0), Fit("near", "noisy", 0.05)]
    assert candidates(experiment(), "near", "noisy")[0] == Fit("near", "plain", 0.0)
    assert candidates(experiment(control=True, training=("own",)), "near", "own")[0].training == "plain"
