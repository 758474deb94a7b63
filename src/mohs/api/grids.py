"""`mohs.grid`: what is asked for is checked here, and carried out by `grid_run`."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from mohs.api.grid_run import Grid, carry_out_grid
from mohs.data.table import Table
from mohs.data.values import as_seed, check_functions, check_whole, several
from mohs.errors import DataError, MohsError
from mohs.noise.box import AtEdge
from mohs.noise.counting import Tell, silent
from mohs.noise.grid.estimators import read_model
from mohs.noise.grid.experiment import Drawn, Experiment, Training, radii
from mohs.noise.grid.numbers import Kept
from mohs.noise.grid.trial import Data
from mohs.noise.joined import labelled
from mohs.noise.norm import as_norm
from mohs.noise.scaling import Scale, scaling_of
from mohs.noise.separation import separate
from mohs.paths import AnyPath


def grid(
    models: Mapping[str, Any],
    X: Any,
    y: Any = None,
    *,
    X_test: Any = None,
    y_test: Any = None,
    norm: str | float = "linf",
    eps_train: tuple[float | str, ...] | float | str = (0, "eps_min"),
    eps_test: tuple[float | str, ...] | float | str = (0, "eps_min"),
    runs: int = 10,
    test_size: float = 0.2,
    copies: int = 10,
    copies_train: int = 10,
    training: tuple[Training, ...] | Training = ("noisy",),
    control: bool = False,
    stratify: bool = False,
    noise: Drawn = "independent",
    at_edge: AtEdge = "none",
    scale: Scale = "none",
    bounds: tuple[float, float] | None = None,
    confidence: float = 0.95,
    jobs: int = 1,
    random_state: int = 0,
    out: AnyPath | None = None,
    resume: bool = False,
    progress: Tell | None = None,
    command: str | None = None,
) -> Grid:
    """Train models with noise of several sizes and test them with noise of several sizes, over many runs.

    Every run splits the rows anew; all models of a run have the same split, seeds and noise. Models are
    trained on the numbers of the labels, 0, 1, ... in the order of their values.

    Args:
        models: Name -> an estimator with fit and predict, or a mapping as in the file of `mohs grid`.
        X: (n, ...) rows, or a Table, which has its labels.
        y: (n,) labels.
        X_test: Rows to test on in every run, in place of splits.
        y_test: Their labels.
        norm: "linf", "l2", "l1" or a number p >= 1.
        eps_train: Radii of the training noise: numbers, "eps_min" or "0.5 * eps_min"; 0 is without noise.
        eps_test: Radii of the test noise; without noise is always tested.
        runs: How many.
        test_size: Share of the rows that a run tests on.
        copies: Noisy copies of each test row.
        copies_train: Training rows made of each row.
        training: "noisy" (the noisy copies alone), "with-clean" (one of them without noise), "own" (the model
            makes its own noise: it has the parameters `eps` and `norm`); or several of them.
        control: Train without noise on `copies_train` copies as well: as many rows, none of the noise.
        stratify: Keep the share of every label in a split.
        noise: "independent", or "reference", as the paper's code drew it.
        at_edge: What becomes of noisy values outside the bounds; see `add_noise`.
        scale: "none" or "min-max": of the columns, before noise is added.
        bounds: As `as_table`.
        confidence: Of the intervals.
        jobs: Processes.
        random_state: Seed.
        out: The run's folder; without it nothing is written.
        resume: Go on where the journal of `out` ends.
        progress: Called with how many cells are done, and of how many.
        command: The command line, for the record.

    Raises:
        DataError, ModelError, MohsError: The data, a model or an option cannot be used.
        RunError: The folder cannot be used as asked.
        RunFailed: A model failed, or a file cannot be written.
    """
    random_state = as_seed(random_state)
    check_whole(jobs=jobs)
    check_functions(progress=progress)
    if not isinstance(models, Mapping):
        raise MohsError("models are names and what they stand for", got=f"a {type(models).__name__}")
    table = labelled(X, y, bounds, "X")
    test = _test_table(X_test, y_test, table)
    chosen = as_norm(norm)
    found = separate(table, test, norm=chosen.p, scale=scale, random_state=random_state)
    scaling = scaling_of(table, scale)
    width = table.high - table.low if scaling is None else (table.high - table.low) / scaling.width
    own = found.eps_min or None
    read = partial(radii, eps_min=own, most=float(chosen.lengths(width)))
    experiment = Experiment(
        models=tuple(read_model(str(name), given) for name, given in models.items()),
        eps_train=read("eps_train", several(eps_train)),
        eps_test=tuple(eps for eps in read("eps_test", several(eps_test)) if eps > 0),
        eps_min=own,
        norm=chosen,
        runs=runs,
        test_size=None if test is not None else test_size,
        copies=copies,
        copies_train=copies_train,
        training=several(training),
        control=control,
        stratify=stratify,
        noise=noise,
        at_edge=at_edge,
        scale=scale,
        seed=random_state,
    )
    kept = Kept(confidence=confidence, random_state=random_state)
    tell = progress or silent
    return carry_out_grid(Data(table, test), experiment, found, kept, out, resume, jobs, tell, command)


def _test_table(X_test: Any, y_test: Any, table: Table) -> Table | None:
    """The test rows, their labels numbered as the training rows'."""
    if X_test is None:
        return None
    test = labelled(X_test, y_test, None, "X_test")
    if test.X.shape[1] != table.X.shape[1] or not set(test.labels) <= set(table.labels):
        raise DataError(
            "the test rows do not fit the training rows",
            got=f"{test.X.shape[1]} columns, labels {', '.join(test.labels[:20])}",
            expected=f"{table.X.shape[1]} columns, labels among {', '.join(table.labels[:20])}",
        )
    number = np.array([table.labels.index(name) for name in test.labels])
    low, high = np.minimum(table.low, test.low), np.maximum(table.high, test.high)
    return replace(test, y=number[test.y], labels=table.labels, low=low, high=high)
