"""One cell: the split, the training rows, a fitted model, and how often it is right with every noise."""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from mohs.data.table import Table
from mohs.errors import ClassifierFault, ModelError, MohsError
from mohs.models.rows import RowLabels, row_labels
from mohs.noise.ball import Noise, Stream
from mohs.noise.box import Box, add_noise, box_of
from mohs.noise.grid.experiment import PLAIN, REPEATED, Cell, Experiment
from mohs.noise.norm import Array, Floats
from mohs.noise.points import Rows
from mohs.noise.reference import ReferenceNoise
from mohs.noise.scaling import Scaling, scaling_of

Line = dict[str, Any]

_BATCH_VALUES = 1 << 21


@dataclass(frozen=True)
class Data:
    """The rows of a grid.

    Attributes:
        table: All rows; training rows where there are test rows.
        test: Rows that every run tests on; None where each run splits the table.
    """

    table: Table
    test: Table | None = None


@dataclass(frozen=True)
class Seeds:
    """What a run's number decides, for all models alike.

    Attributes:
        split: Which rows are tested on.
        model: The models' own random choices.
        noise: Training and test noise.
    """

    split: int
    model: int
    noise: int


def seeds_of(experiment: Experiment, run: int) -> Seeds:
    """The seeds of a run; the paper's code has one for all, the number of the run."""
    if experiment.noise == "reference":
        return Seeds(*[experiment.seed + run] * 3)
    drawn = np.random.SeedSequence(experiment.seed, spawn_key=(run,)).generate_state(3)
    return Seeds(*map(int, drawn))


def split_of(data: Data, experiment: Experiment, run: int) -> tuple[Table, Table]:
    """Training and test rows of a run.

    Without `stratify` it is the split of scikit-learn's train_test_split for the same seed.

    Raises:
        MohsError: One side has no row, or the training rows have one label only.
    """
    if data.test is not None:
        return data.table, data.test
    rng = np.random.RandomState(seeds_of(experiment, run).split)
    assert experiment.test_size is not None
    if experiment.stratify:
        test = _stratified(data.table.y, experiment.test_size, rng)
        train = np.setdiff1d(np.arange(len(data.table)), test)
    else:
        order = rng.permutation(len(data.table))
        many = int(np.ceil(len(order) * experiment.test_size))
        test, train = order[:many], order[many:]
    if not len(test) or len(np.unique(data.table.y[train])) < 2:
        raise MohsError(
            f"run {run}: the split leaves {len(test):,} test rows and training rows of "
            f"{len(np.unique(data.table.y[train]))} labels",
            expected="rows on both sides, and at least two labels to train on",
            mend="stratify: true, or another test_size",
        )
    return data.table.take(train), data.table.take(test)


def _stratified(y: Rows, share: float, rng: np.random.RandomState) -> Rows:
    parts = []
    for label in np.unique(y):
        own = rng.permutation(np.flatnonzero(y == label))
        parts.append(own[: round(len(own) * share)])
    return np.sort(np.concatenate(parts))


def carry_out(data: Data, experiment: Experiment, cell: Cell) -> Line:
    """Fit and test one model.

    Returns:
        The journal's line: what was fitted, and counts of right answers without noise and for every radius
        and copy.

    Raises:
        ModelError: The model cannot be made, or gives labels that the data do not have.
        ClassifierFault: It failed in training or when it was asked.
        MohsError: As `split_of` and `add_noise`.
    """
    began = time.perf_counter()
    train, test = split_of(data, experiment, cell.run)
    seeds = seeds_of(experiment, cell.run)
    scaling = scaling_of(data.table, experiment.scale)
    X, y = training_rows(train, experiment, cell, seeds, scaling)
    estimator = fitted(experiment, cell, X, y, seeds)
    fitting = time.perf_counter() - began
    predict = row_labels(estimator, [str(number) for number in range(len(test.labels))])
    right, affected = _counts(predict, test, experiment, seeds, scaling)
    return {
        "id": cell.id,
        "run": cell.run,
        "model": cell.model,
        "training": cell.training,
        "eps_train": cell.eps_train,
        "rows_train": len(train),
        "rows_fitted": len(X),
        "rows_test": len(test),
        "clean": right[0][0],
        "noisy": right[1:],
        "affected": affected,
        "cost": {"seconds": round(time.perf_counter() - began, 3), "fitting": round(fitting, 3)},
    }


def fitted(experiment: Experiment, cell: Cell, X: Array, y: Rows, seeds: Seeds) -> Any:
    """A model of the cell's kind, fitted to these rows and the numbers of their labels.

    Raises:
        ClassifierFault: It failed.
    """
    estimator = experiment.model(cell.model).make(seeds.model)
    if "own" in experiment.training:
        _tell_noise(estimator, experiment, cell)
    np.random.seed(seeds.model)
    if "torch" in sys.modules:
        sys.modules["torch"].manual_seed(seeds.model)
    try:
        estimator.fit(X, y)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:  # a foreign model's fault
        raise ClassifierFault(f"{cell.id}: training failed: {type(problem).__name__}: {problem}") from problem
    return estimator


def _tell_noise(estimator: Any, experiment: Experiment, cell: Cell) -> None:
    """Say what noise a model is to make itself; none where its rows are noisy already."""
    try:
        own = cell.eps_train if cell.training == "own" else 0.0
        estimator.set_params(eps=own, norm=experiment.norm.name)
    except (AttributeError, TypeError, ValueError) as problem:
        raise ModelError(
            f"model {cell.model!r} makes no noise of its own",
            got=str(problem)[:200],
            expected="the parameters eps and norm, for training: own",
        ) from None


def training_rows(
    train: Table, experiment: Experiment, cell: Cell, seeds: Seeds, scaling: Scaling | None
) -> tuple[Array, Rows]:
    """What a model is fitted to: the rows, or copies of each, those of one row together (as in the paper)."""
    if cell.training in (PLAIN, "own"):
        return _in_units(train, _scaled(train.X, scaling), scaling), train.y.copy()  # it may write into both
    copies = experiment.copies_train
    base = _scaled(train.X, scaling)
    if cell.training == REPEATED:
        return _in_units(train, np.repeat(base, copies, axis=0), scaling), np.repeat(train.y, copies)
    source = _source(experiment, cell.eps_train, base.shape[1], seeds, copies, "train")
    if isinstance(source, ReferenceNoise):
        copies = min(copies, source.copies)
    box = box_of(train, scaling)
    rows = np.empty((len(base), copies, base.shape[1]))  # filled in place: it may be most of the memory
    clean = int(cell.training == "with-clean")
    rows[:, :clean] = base[:, None]
    for copy in range(copies - clean):
        rows[:, clean + copy] = _noisy(base, source, copy, 0, box, experiment)[0]
    return _in_units(train, rows.reshape(-1, base.shape[1]), scaling), np.repeat(train.y, copies)


def _counts(
    predict: RowLabels, test: Table, experiment: Experiment, seeds: Seeds, scaling: Scaling | None
) -> tuple[list[list[int]], list[int]]:
    """Right answers for every radius (first without noise) and copy; and values that edges affected."""
    base = _scaled(test.X, scaling)
    box = box_of(test, scaling)
    sources = [
        _source(experiment, eps, base.shape[1], seeds, experiment.copies, "test")
        for eps in experiment.eps_test
    ]
    copies = [one.copies if isinstance(one, ReferenceNoise) else experiment.copies for one in sources]
    right, affected = [[0], *([0] * many for many in copies)], [0] * len(sources)

    def drawn() -> Iterator[tuple[int, int, slice, Floats]]:
        step = max(1, _BATCH_VALUES // base.shape[1])
        for start in range(0, len(base), step):
            rows = slice(start, min(start + step, len(base)))
            yield 0, 0, rows, base[rows]
            for place, source in enumerate(sources):
                for copy in range(copies[place]):
                    made, touched = _noisy(base[rows], source, copy, start, box, experiment)
                    affected[place] += touched
                    yield place + 1, copy, rows, made

    waiting: list[tuple[int, int, slice, Floats]] = []

    def ask() -> None:
        given = np.concatenate([made for *_, made in waiting])
        said = predict(_in_units(test, given, scaling))
        at = 0
        for place, copy, rows, made in waiting:
            right[place][copy] += int((said[at : at + len(made)] == test.y[rows]).sum())
            at += len(made)
        waiting.clear()

    for piece in drawn():
        waiting.append(piece)
        if sum(made.size for *_, made in waiting) >= _BATCH_VALUES:
            ask()
    if waiting:
        ask()
    return right, affected


def _source(
    experiment: Experiment, eps: float, d: int, seeds: Seeds, copies: int, stream: Stream
) -> Noise | ReferenceNoise:
    if experiment.noise == "reference":
        return ReferenceNoise(d, eps, experiment.norm, seeds.noise, copies)
    return Noise(d, eps, experiment.norm, seeds.noise, stream)


def _noisy(
    rows: Floats, source: Noise | ReferenceNoise, copy: int, start: int, box: Box, experiment: Experiment
) -> tuple[Floats, int]:
    if isinstance(source, ReferenceNoise):
        made = rows + source.rows(copy, start, start + len(rows))
        return made, box.outside(made)
    found = add_noise(rows, source, copy, start, box, experiment.at_edge)
    return found.X, found.affected


def _scaled(X: Array, scaling: Scaling | None) -> Floats:
    """A copy, since a model may write into its rows."""
    return np.array(X, dtype=np.float64) if scaling is None else scaling.apply(X)


def _in_units(table: Table, X: Floats, scaling: Scaling | None) -> Array:
    rows = X if scaling is None else scaling.undo(X)
    return rows.astype(np.float32) if table.X.dtype == np.float32 else rows
