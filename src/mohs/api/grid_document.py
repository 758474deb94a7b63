"""What the files of a grid say: its configuration, its numbers, and what its figures are drawn from."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from mohs.noise.grid.experiment import Cell, Experiment
from mohs.noise.grid.numbers import ESTIMANDS, Kept, converged, estimands, rows_of
from mohs.noise.grid.trial import Data, Line
from mohs.noise.grid.values import Fit, candidates, series
from mohs.noise.scaling import remark_on_units
from mohs.noise.separation import Separation
from mohs.runs.summary import results_document

_BINS = 60


def fingerprint_of(data: Data, experiment: Experiment) -> dict[str, Any]:
    """Everything that a cell depends on."""
    return {"experiment": experiment.to_json(), "data": _digest(data)}


def warnings_of(data: Data, experiment: Experiment, found: Separation) -> Iterator[str]:
    """What a reader should know of the data and of what was asked for."""
    yield from data.table.notes
    yield from remark_on_units(data.table, experiment.scale)
    if found.conflicts:
        yield (
            f"2r is 0: rows at {len(found.conflicts):,} places are equal but have different labels, so no "
            "noise is small enough to lose nothing"
        )
    own = experiment.eps_min
    beyond = [eps for eps in experiment.eps_test if own is not None and eps > own * (1 + 1e-12)]
    if beyond and own is not None:
        yield (
            f"{len(beyond)} of {len(experiment.eps_test)} radii of the test noise are above eps_min "
            f"{own:.6g}: balls of different labels overlap there, so that some of the loss cannot be avoided"
        )
    if experiment.noise == "reference":
        yield (
            "the noise is that of the paper's code: all rows of a run share the same offsets, in training "
            "and in test alike. It biases MSCR upwards where models are trained with noise, and is here to "
            "check the paper's tables"
        )
    noisy = any(eps > 0 for eps in experiment.eps_train)
    if noisy and not experiment.control and experiment.training != ("own",) and experiment.copies_train > 1:
        yield (
            f"models with noise are trained on {experiment.copies_train} times as many rows as those "
            "without; control: true adds the comparison with as many rows without noise"
        )


def document_of(
    record: Mapping[str, Any],
    experiment: Experiment,
    found: Separation,
    done: Mapping[Cell, Line],
    kept: Kept,
    plane: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """What results.json says.

    Args:
        record: What run.json says.
        experiment: What was asked for.
        found: How far apart the classes are.
        done: The finished cells.
        kept: How intervals are made.
        plane: As `regions`.
    """
    values = series(experiment, done)
    place = _place(experiment)
    plain = [candidates(experiment, model.name, experiment.training[0])[0] for model in experiment.models]
    counts, edges = np.histogram(found.nearest, bins=_BINS, range=(0.0, float(found.nearest.max()) or 1.0))
    return results_document(record, rows_of(experiment, values, kept)) | {
        "grid": {
            "estimands": {name: ESTIMANDS[name] for name in estimands(experiment)},
            "eps_min": experiment.eps_min,
            "two_r": found.two_r,
            "pair": list(found.pair),
            "eps_train": list(experiment.eps_train),
            "eps_test": [0.0, *experiment.eps_test],
            "eps_shown": None if place is None else experiment.eps_test[place],
            "models": [model.name for model in experiment.models],
            "training": list(experiment.training),
            "cells": {"done": len(done), "planned": record["planned"]},
            "runs": experiment.runs,
            "copies": experiment.copies,
            "noise": experiment.noise,
            "values_at_edge": _at_edge(experiment, done, record),
            "seconds": {_title(fit): round(one.seconds, 3) for fit, one in values.items()},
            "converged": {} if place is None else converged(values, place, plain, kept),
            "nearest": {"edges": edges.tolist(), "counts": counts.tolist(), "n": len(found.nearest)},
            "plane": plane,
        }
    }


def _place(experiment: Experiment) -> int | None:
    """Which eps_test the figures of MSCR are for: eps_min, or the radius next to it."""
    if not experiment.eps_test:
        return None
    wanted = experiment.eps_min or 0.0
    return int(np.argmin([abs(eps - wanted) for eps in experiment.eps_test]))


def _title(fit: Fit) -> str:
    return f"{fit.model}, {fit.training}, {fit.eps_train:g}"


def _at_edge(experiment: Experiment, done: Mapping[Cell, Line], record: Mapping[str, Any]) -> list[float]:
    """For each eps_test the share of noisy values that the edges affected."""
    columns = record["data"]["columns"]
    shares = []
    for place in range(len(experiment.eps_test)):
        drawn = sum(len(line["noisy"][place]) * line["rows_test"] * columns for line in done.values())
        shares.append(sum(line["affected"][place] for line in done.values()) / drawn if drawn else 0.0)
    return shares


def _digest(data: Data) -> str:
    """The sha256 of the rows and labels themselves, wherever they came from."""
    digest = hashlib.sha256()
    for table in (data.table, data.test):
        if table is not None:
            for part in (table.X, table.y, table.low, table.high):
                digest.update(np.ascontiguousarray(part).tobytes())
            digest.update("\0".join(table.labels).encode())
    return digest.hexdigest()
