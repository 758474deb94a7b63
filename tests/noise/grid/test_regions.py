"""The figure of two columns holds what the models of the first run decide."""

import numpy as np
import pytest

from grids import DATA, Nearest, X, Y, experiment
from mohs import separation
from mohs.data.table import as_table
from mohs.noise.grid.estimators import read_model
from mohs.noise.grid.regions import NEAR, SIDE, regions
from mohs.noise.grid.trial import Data, split_of
from mohs.report.grid_data_plots import _spelt_out

FOUND = separation(X, Y)


def test_the_map_is_what_the_model_says():
    asked = experiment(eps_min=FOUND.eps_min)
    made = regions(DATA, asked, FOUND.nearest, FOUND.enemy)
    assert [(one["model"], one["eps_train"]) for one in made["maps"]] == [
        ("near", 0.0), ("near", 0.05), ("cut", 0.0), ("cut", 0.05),
    ]  # fmt: skip
    train, _ = split_of(DATA, asked, 0)
    model = Nearest().fit(train.X, train.y)
    low, high = made["whole"]["low"], made["whole"]["high"]
    axes = [np.linspace(low[k], high[k], SIDE) for k in (0, 1)]
    row = np.column_stack([axes[0], np.full(SIDE, axes[1][40])])
    assert _spelt_out(made["maps"][0]["whole"][40]) == model.predict(row).tolist()
    assert made["whole"]["points"] == X.tolist()
    assert made["whole"]["point_labels"] == Y.tolist()


def test_near_the_closest_enemies_the_map_is_what_the_model_says_there():
    asked = experiment(eps_min=FOUND.eps_min)
    made = regions(DATA, asked, FOUND.nearest, FOUND.enemy)
    middle = X[list(FOUND.pair)].mean(axis=0)
    assert made["near"]["low"] == pytest.approx(middle - NEAR * FOUND.eps_min)
    assert made["near"]["high"] == pytest.approx(middle + NEAR * FOUND.eps_min)
    train, _ = split_of(DATA, asked, 0)
    model = Nearest().fit(train.X, train.y)
    axes = [np.linspace(made["near"]["low"][k], made["near"]["high"][k], SIDE) for k in (0, 1)]
    for line in (0, 40, SIDE - 1):
        row = np.column_stack([axes[0], np.full(SIDE, axes[1][line])])
        assert _spelt_out(made["maps"][0]["near"][line]) == model.predict(row).tolist()


def test_shown_are_training_without_noise_and_the_radius_next_to_eps_min():
    asked = experiment(eps_train=(0.0, 0.01, 0.05, 0.3), eps_min=0.04, training=("with-clean", "noisy"))
    made = regions(DATA, asked, FOUND.nearest, FOUND.enemy)
    assert [(one["training"], one["eps_train"]) for one in made["maps"][:2]] == [
        ("plain", 0.0), ("with-clean", 0.05),
    ]  # fmt: skip


def test_there_are_no_more_than_six_maps():
    models = tuple(read_model(name, Nearest()) for name in "abcd")
    made = regions(DATA, experiment(models=models), FOUND.nearest, FOUND.enemy)
    assert [one["model"] for one in made["maps"]] == [*"aabbcc"]


def test_near_the_closest_enemies_all_rows_are_there():
    made = regions(DATA, experiment(eps_min=FOUND.eps_min), FOUND.nearest, FOUND.enemy)
    first, second = FOUND.pair
    points = [tuple(point) for point in made["near"]["points"]]
    assert tuple(X[first]) in points
    assert tuple(X[second]) in points
    assert made["radius"] == [FOUND.eps_min] * 2


def test_without_eps_min_there_is_no_near_window():
    made = regions(DATA, experiment(eps_min=None), FOUND.nearest, FOUND.enemy)
    assert "near" not in made
    assert made["maps"][0]["near"] is None


def test_other_numbers_of_columns_have_no_figure():
    three = Data(as_table(np.c_[X, X[:, 0]], Y))
    assert regions(three, experiment(), FOUND.nearest, FOUND.enemy) is None
