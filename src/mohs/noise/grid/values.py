"""What the finished cells say, as arrays over runs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from mohs.noise.grid.experiment import PLAIN, REPEATED, Cell, Experiment
from mohs.noise.grid.trial import Line
from mohs.noise.norm import Floats
from mohs.noise.points import Rows


@dataclass(frozen=True)
class Fit:
    """What a model was trained on, whatever the run.

    Attributes:
        model: Its name.
        training: How.
        eps_train: Radius of the noise.
    """

    model: str
    training: str
    eps_train: float


@dataclass(frozen=True, eq=False)
class Series:
    """One fit over its runs.

    Attributes:
        runs: (J,) which runs, ascending.
        accuracy: (J, 1 + E) share of test rows that are right: without noise, and for every eps_test.
        right: For each eps_test and run, the right answers in each copy.
        rows: (J,) test rows.
        test_share: Rows tested on / rows trained on.
        seconds: What one cell took, on average.
    """

    runs: Rows
    accuracy: Floats
    right: tuple[tuple[tuple[int, ...], ...], ...]
    rows: Rows
    test_share: float
    seconds: float

    @property
    def relative(self) -> Floats:
        """(J, E) what noise costs, (noisy - clean) / clean; NaN where a run has no right answer."""
        clean = self.accuracy[:, :1]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(clean > 0, self.accuracy[:, 1:] / clean - 1.0, np.nan)

    def at(self, runs: Rows) -> Floats:
        """(len(runs), 1 + E) the accuracies of these runs."""
        return self.accuracy[np.searchsorted(self.runs, runs)]


def series(experiment: Experiment, cells: Mapping[Cell, Line]) -> dict[Fit, Series]:
    """The fits that have at least one run, in the order of the experiment; runs in theirs."""
    by_fit: dict[Fit, list[Line]] = {
        Fit(model.name, *fit): [] for model in experiment.models for fit in experiment.fits()
    }
    for cell, line in cells.items():
        by_fit[Fit(cell.model, cell.training, cell.eps_train)].append(line)
    return {fit: _of(sorted(lines, key=lambda line: line["run"])) for fit, lines in by_fit.items() if lines}


def _of(lines: list[Line]) -> Series:
    rows = np.array([line["rows_test"] for line in lines])
    accuracy = np.array(
        [
            [line["clean"] / line["rows_test"]]
            + [sum(copies) / (len(copies) * line["rows_test"]) for copies in line["noisy"]]
            for line in lines
        ]
    )
    return Series(
        runs=np.array([line["run"] for line in lines]),
        accuracy=accuracy,
        right=tuple(
            tuple(tuple(line["noisy"][place]) for line in lines) for place in range(len(lines[0]["noisy"]))
        ),
        rows=rows,
        test_share=lines[0]["rows_test"] / lines[0]["rows_train"],
        seconds=float(np.mean([line["cost"]["seconds"] for line in lines])),
    )


def shared_runs(found: Iterable[Series]) -> Rows:
    """The runs that all of these have."""
    runs = None
    for one in found:
        runs = one.runs if runs is None else np.intersect1d(runs, one.runs)
    return np.array([], dtype=np.int64) if runs is None else runs


def candidates(experiment: Experiment, model: str, training: str) -> list[Fit]:
    """What one model can be trained with: without noise, and one way with every radius.

    Without noise means as many rows as with it, where the control was run; else the rows themselves.
    """
    base = REPEATED if experiment.control and training != "own" else PLAIN
    return [Fit(model, base if eps == 0 else training, eps) for eps in experiment.eps_train]
