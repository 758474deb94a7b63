"""How a grid is carried out: cells, journal, numbers and page."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mohs.api.grid_document import document_of, fingerprint_of, warnings_of
from mohs.api.record import as_read, measured, of_rows, of_table, recorded, written
from mohs.errors import RunFailed
from mohs.noise.counting import Tell
from mohs.noise.grid.experiment import Cell, Experiment
from mohs.noise.grid.numbers import Kept
from mohs.noise.grid.regions import regions
from mohs.noise.grid.running import carry_out_all, journaled, read_cells
from mohs.noise.grid.trial import Data, Line
from mohs.noise.grid.values import Fit, series
from mohs.noise.separation import Separation
from mohs.paths import AnyPath, as_path
from mohs.report.grid import write_grid_page
from mohs.runs.folder import RunFolder, now
from mohs.runs.journal import mend
from mohs.runs.lock import alone


@dataclass(frozen=True, eq=False)
class Grid:
    """What came of a grid.

    Attributes:
        folder: Where it is; None where no folder was asked for.
        document: What results.json says.
        experiment: What was asked for, radii as numbers.
        cells: What every fitted model counted.
    """

    folder: Path | None
    document: Mapping[str, Any]
    experiment: Experiment
    cells: Mapping[Cell, Line]

    def __repr__(self) -> str:
        wanted = self.experiment
        sizes = f"{len(wanted.eps_train)} eps_train x {1 + len(wanted.eps_test)} eps_test"
        return (
            f"Grid({self.folder or 'in memory'}, {', '.join(model.name for model in wanted.models)}, "
            f"{sizes}, {len(self.rows)} numbers)"
        )

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The numbers, each with its interval, n and coordinates."""
        return list(self.document["results"])

    @property
    def eps_min(self) -> float | None:
        """Half the smallest distance of two rows of different labels."""
        return self.experiment.eps_min

    def accuracy(self, model: str, training: str = "noisy") -> np.ndarray[Any, Any]:
        """(1 + eps_test, eps_train) mean accuracies of a model; the first row is without noise.

        The columns are those of `experiment.eps_train`; what is not there yet is NaN.
        """
        found = series(self.experiment, self.cells)
        table = np.full((1 + len(self.experiment.eps_test), len(self.experiment.eps_train)), np.nan)
        for column, eps in enumerate(self.experiment.eps_train):
            one = found.get(Fit(model, "plain" if eps == 0 else training, eps))
            if one is not None:
                table[:, column] = one.accuracy.mean(axis=0)
        return table


def carry_out_grid(
    data: Data,
    experiment: Experiment,
    found: Separation,
    kept: Kept,
    out: AnyPath | None,
    resume: bool,
    jobs: int,
    tell: Tell,
    command: str | None,
) -> Grid:
    """Fit and test every model, and draw the results.

    Args:
        data: The rows.
        experiment: What is asked for.
        found: How far apart the classes are.
        kept: How intervals are made.
        out: The run's folder; None keeps the run in memory.
        resume: Go on where its journal ends.
        jobs: Processes.
        tell: Is told how many cells are done.
        command: The command line, for the record.

    Raises:
        ModelError, MohsError, RunError, RunFailed, Stopped: As `mohs.grid`; what the journal holds
            is safe.
    """
    cells = list(experiment.cells())
    for model in experiment.models:
        model.make(0)  # a model that cannot be made is found before anything is measured
    table, test = data.table, data.test
    record = {
        **measured(
            "grid",
            None if out is None else RunFolder(as_path(out)),
            command=command,
            seed=experiment.seed,
            config={**experiment.to_json(), "confidence": kept.confidence, "jobs": jobs},
            model={model.name: dict(model.spec) for model in experiment.models},
            data={
                **of_table(table, table.name),
                "test": None if test is None else of_rows(test, test.name),
            },
            warnings=list(warnings_of(data, experiment, found)),
        ),
        "status": "running",
        "planned": len(cells),
        "fingerprint": fingerprint_of(data, experiment),
    }
    record = as_read(record)
    if out is None:
        done: dict[Cell, Line] = {}
        for number, line in enumerate(carry_out_all(data, experiment, cells, jobs), 1):
            done[_cell(line)] = line
            tell(number, len(cells))
        return _finished(data, experiment, found, kept, None, {**record, "finished": now()}, done)
    folder = RunFolder(as_path(out))
    folder.enter(record["fingerprint"], resume=resume)
    with alone(folder.journal):
        mend(folder.journal)
        done = read_cells(folder.journal, experiment)
        folder.write_record(record)
        todo = [cell for cell in cells if cell not in done]
        with recorded(
            folder, record, len(cells), "cells", lambda: len(read_cells(folder.journal, experiment))
        ):
            lines = carry_out_all(data, experiment, todo, jobs)
            journaled(lines, folder.journal, len(done), len(cells), tell)
            done = read_cells(folder.journal, experiment)
            if len(done) < len(cells):
                raise RunFailed(
                    f"{len(done):,} of {len(cells):,} cells are in {folder.journal}: somebody took the "
                    "others out meanwhile. Repeat it with --resume to have them again"
                )
        return _finished(data, experiment, found, kept, folder, {**record, "finished": now()}, done)


def _cell(line: Line) -> Cell:
    return Cell(line["run"], line["model"], line["training"], line["eps_train"])


def _finished(
    data: Data,
    experiment: Experiment,
    found: Separation,
    kept: Kept,
    folder: RunFolder | None,
    record: dict[str, Any],
    done: Mapping[Cell, Line],
) -> Grid:
    record["status"] = "complete"
    plane = regions(data, experiment, found.nearest, found.enemy)
    document = document_of(record, experiment, found, done, kept, plane)
    where, document = written(
        folder, record, document, lambda at, read: write_grid_page(record, read, at.report)
    )
    return Grid(where, document, experiment, dict(done))
