"""What the models of a grid decide in the plane: for the figure of data with two columns."""

from itertools import pairwise
from typing import Any

import numpy as np

from mohs.data.table import Table
from mohs.models.rows import row_labels
from mohs.noise.grid.experiment import PLAIN, Cell, Experiment
from mohs.noise.grid.trial import Data, fitted, seeds_of, split_of, training_rows
from mohs.noise.norm import Floats
from mohs.noise.points import Rows
from mohs.noise.scaling import scaling_of

SIDE = 120
MOST_POINTS = 1_200
NEAR = 12
"""Half the side of the window near the closest enemies, in radii."""
MOST_MAPS = 6


def regions(data: Data, experiment: Experiment, nearest: Any, enemy: Any) -> dict[str, Any] | None:
    """What models decide everywhere and near the two closest enemies, and the rows there.

    Models are those of run 0, trained without noise and with the radius next to eps_min.

    Args:
        data: Of the grid.
        experiment: Of the grid.
        nearest: (n,) distance of each row's nearest enemy, in the scaled space.
        enemy: (n,) which row that is.

    Returns:
        Something JSON can hold; None where there are not two columns.

    Raises:
        ModelError, ClassifierFault: As `carry_out`.
    """
    table = data.table
    if table.X.shape[1] != 2:
        return None
    scaling = scaling_of(table, experiment.scale)
    rng = np.random.default_rng(experiment.seed)
    shown = np.sort(rng.permutation(len(table))[:MOST_POINTS])
    pad = (table.high - table.low) * 0.02
    windows = {"whole": _window(table, table.low - pad, table.high + pad, shown)}
    width = np.ones(2) if scaling is None else scaling.width
    radius = None if experiment.eps_min is None else experiment.eps_min * width
    if radius is not None:
        row = int(np.argmin(nearest[: len(table)]))
        pair = [table.X[one] for one in (row, int(enemy[row])) if one < len(table)]
        middle = np.mean(pair, axis=0)
        low, high = middle - NEAR * radius, middle + NEAR * radius
        inside = np.flatnonzero(((low <= table.X) & (high >= table.X)).all(axis=1))
        windows["near"] = _window(table, low, high, inside[:MOST_POINTS])
    maps: list[dict[str, Any]] = []
    for model in experiment.models:
        for training, eps in _shown_fits(experiment):
            if len(maps) == MOST_MAPS:
                break
            cell = Cell(0, model.name, training, eps)
            seeds = seeds_of(experiment, 0)
            train, _ = split_of(data, experiment, 0)
            X, y = training_rows(train, experiment, cell, seeds, scaling)
            estimator = fitted(experiment, cell, X, y, seeds)
            predict = row_labels(estimator, [str(number) for number in range(len(table.labels))])
            decided = {name: predict(_mesh(window)).reshape(SIDE, SIDE) for name, window in windows.items()}
            maps.append(
                {
                    "model": model.name,
                    "training": training,
                    "eps_train": eps,
                    "near": None,
                    **{name: [_spelt(row) for row in said] for name, said in decided.items()},
                }
            )
    return {
        "columns": list(table.columns) or ["x1", "x2"],
        "labels": list(table.labels),
        "radius": None if radius is None else radius.tolist(),
        "norm": experiment.norm.name,
        **windows,
        "maps": maps,
    }


def _window(table: Table, low: Floats, high: Floats, rows: Rows) -> dict[str, Any]:
    return {
        "low": low.tolist(),
        "high": high.tolist(),
        "points": table.X[rows].astype(float).tolist(),
        "point_labels": table.y[rows].tolist(),
    }


def _spelt(row: Rows) -> str:
    """A row of labels, short: "0x57 1x63" for 57 times 0 and then 63 times 1."""
    starts = np.concatenate([[0], np.flatnonzero(np.diff(row)) + 1, [len(row)]])
    return " ".join(f"{row[a]}x{b - a}" for a, b in pairwise(starts))


def _mesh(window: dict[str, Any]) -> Floats:
    axes = [np.linspace(window["low"][k], window["high"][k], SIDE) for k in (0, 1)]
    return np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)


def _shown_fits(experiment: Experiment) -> list[tuple[str, float]]:
    """Without noise, and with the radius next to eps_min."""
    fits = experiment.fits()
    plain = [fit for fit in fits if fit[0] == PLAIN]
    noisy = [fit for fit in fits if fit[0] == experiment.training[0]]
    wanted = experiment.eps_min or 0.0
    return [*plain, *sorted(noisy, key=lambda fit: abs(fit[1] - wanted))[:1]]
