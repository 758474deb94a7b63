"""All cells of a grid, one after the other or in several processes; each is journaled when it is done."""

import os
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from mohs.errors import ClassifierFault, MissingExtra, RunError, RunFailed
from mohs.inference.threads import FOR_EACH_CORE, cores
from mohs.noise.counting import Tell, silent
from mohs.noise.grid.experiment import Cell, Experiment
from mohs.noise.grid.trial import Data, Line, carry_out
from mohs.runs.journal import Journal, read_lines

_KEYS = ("run", "model", "training", "eps_train")
_COUNTS = ("run", "rows_train", "rows_fitted", "rows_test", "clean")

_LOOK_EVERY = 0.5
"""Seconds after which a process looks again whether its parent is there."""


def carry_out_all(data: Data, experiment: Experiment, cells: Sequence[Cell], jobs: int) -> Iterator[Line]:
    """The lines of these cells, in the order in which they are done.

    Args:
        data: The rows.
        experiment: What is asked of them.
        cells: Which of its cells.
        jobs: Processes; no more are begun than there are cells, and than four for each core.

    Raises:
        RunFailed: A model failed.
        MissingExtra: Several processes need joblib, which is not installed.
    """
    try:
        # A process more than cells has nothing to do; thousands of them, and the machine stands still.
        jobs = min(jobs, len(cells), FOR_EACH_CORE * cores())
        if jobs < 2:
            yield from (carry_out(data, experiment, cell) for cell in cells)
            return
        try:
            from joblib import Parallel, delayed
        except ImportError:
            raise MissingExtra("a grid in several processes", package="joblib", extra="noise") from None
        run = delayed(_carry_out_below)
        yield from Parallel(n_jobs=jobs, return_as="generator_unordered")(
            run(os.getpid(), data, experiment, cell) for cell in cells
        )
    except ClassifierFault as problem:
        raise RunFailed(f"{problem.at_prompt()}; what the journal holds is safe") from problem


def _carry_out_below(parent: int, data: Data, experiment: Experiment, cell: Cell) -> Line:
    """`carry_out` in a process of joblib's, which ends with the one that waits for the line."""
    _end_with(parent)
    return carry_out(data, experiment, cell)


@cache
def _end_with(parent: int) -> None:
    """End this process once its parent has ended: one that is killed (`kill -9`) tells nobody.

    Where the process is no child of that one (another backend of joblib), nothing is watched.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK_EVERY)
        os._exit(1)

    if os.getppid() == parent:
        threading.Thread(target=watch, daemon=True).start()


def journaled(lines: Iterable[Line], path: Path, done: int, total: int, tell: Tell = silent) -> None:
    """Append lines to the journal; each is on the disk before the next is waited for.

    Args:
        lines: What comes.
        path: The journal.
        done: How many it has.
        total: How many it will have.
        tell: Is told after each.

    Raises:
        RunFailed: The journal cannot be written.
    """
    with Journal(path) as journal:
        tell(done, total)
        for number, line in enumerate(lines, done + 1):
            journal.append(line)
            journal.flush()
            tell(number, total)


def read_cells(path: Path, experiment: Experiment) -> dict[Cell, Line]:
    """The cells that a journal holds.

    Raises:
        RunError: A line is none of this experiment, damaged, or there twice; its number is told.
    """
    known = set(experiment.cells())
    found: dict[Cell, Line] = {}
    for number, line in read_lines(path):
        cell = _cell(line)
        why = _wrong(line, cell, known, experiment)
        if why is None and cell in found:
            why = "the same cell a second time"
        if why is not None:
            raise RunError(
                f"{path}:{number}: not a cell of this grid",
                got=why,
                mend="restore the journal from a copy, or run again into another folder",
            )
        assert cell is not None
        found[cell] = line
    return found


def _cell(line: Any) -> Cell | None:
    try:
        cell = Cell(*(line[key] for key in _KEYS))
        hash(cell)
    except (KeyError, TypeError):
        return None
    return cell


def _wrong(line: Line, cell: Cell | None, known: set[Cell], experiment: Experiment) -> str | None:
    """Why a line cannot be used; None where it can."""
    if cell is None:
        return f"a line without {' or '.join(_KEYS)}"
    if cell not in known:
        return cell.id
    if any(type(line.get(key)) is not int or line[key] < 0 for key in _COUNTS) or not line["rows_train"]:
        return f"{cell.id}: a count that is none"
    noisy = line.get("noisy")
    if not isinstance(noisy, list) or len(noisy) != len(experiment.eps_test):
        return f"{cell.id}: not {len(experiment.eps_test)} radii"
    most = line["rows_test"]
    if line["clean"] > most or not most:
        return f"{cell.id}: {line['clean']} right of {most}"
    for copies in noisy:
        if not isinstance(copies, list) or not copies:
            return f"{cell.id}: a radius without copies"
        if any(type(count) is not int or not 0 <= count <= most for count in copies):
            return f"{cell.id}: a count that is none"
    affected, cost = line.get("affected"), line.get("cost")
    if not isinstance(affected, list) or [type(one) for one in affected] != [int] * len(noisy):
        return f"{cell.id}: not {len(noisy)} counts of values at the edge"
    if not isinstance(cost, dict) or type(cost.get("seconds")) not in (int, float):
        return f"{cell.id}: no cost in seconds"
    return None
