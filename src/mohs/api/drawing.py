"""Draw the files of a run again, from what its folder holds."""

from pathlib import Path

import numpy as np
from jinja2 import TemplateError
from numpy.typing import NDArray

from mohs.api import run
from mohs.errors import RunError
from mohs.paths import AnyPath, as_path
from mohs.report.comparison import write_comparison_page
from mohs.report.evaluation import write_evaluation_page
from mohs.report.grid import write_grid_page
from mohs.report.mscr import write_mscr_page
from mohs.report.separation import write_separation_page
from mohs.runs.folder import AGAIN, RunFolder
from mohs.runs.parquet import open_parquet

_PAGES = {
    "evaluate": write_evaluation_page,
    "score": write_evaluation_page,
    "mscr": write_mscr_page,
    "compare": write_comparison_page,
    "grid": write_grid_page,
}
"""Kind of run -> what draws its page from run.json and results.json alone."""


_ODD = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, TemplateError)
"""What comes of files that somebody has edited."""


def draw_report(folder: AnyPath) -> Path:
    """Draw a run's report again (of an attack the results and examples too); give the page's path.

    Raises:
        RunError: It is no run folder, its files cannot be read, or its kind has no report.
        RunFailed: A file cannot be written.
    """
    there = RunFolder(as_path(folder))
    record = {key: value for key, value in there.record().items() if key != "schema"}
    kind = record.get("kind")
    if kind == "attack":
        if not there.journal.exists():  # what is there must not be drawn over with nothing
            raise RunError(f"{there.journal} is not there, and all else is drawn from it", mend=AGAIN)
        try:
            run.draw(there, record)
        except _ODD as problem:
            raise _undrawn(there.path, problem) from None
    elif kind == "separation" or kind in _PAGES:
        results = there.results()
        try:
            if kind == "separation":
                write_separation_page(record, results, _nearest(there), there.report)
            else:
                _PAGES[kind](record, results, there.report)
        except _ODD as problem:
            raise _undrawn(there.path / "results.json", problem) from None
    else:
        raise RunError(f"{there.path}: no report is known for a run of this kind", got=str(kind))
    return there.report


def _undrawn(what: Path, problem: Exception) -> RunError:
    said = f"{type(problem).__name__}: {problem}"[:200]
    return RunError(f"{what} cannot be drawn", got=said, mend=AGAIN)


def _nearest(folder: RunFolder) -> NDArray[np.float64] | None:
    """The distances of all nearest enemies, where the run has kept them."""
    table = folder.path / "nearest.parquet"
    try:
        if not table.exists():
            return None
        with open_parquet(table) as file:
            return np.asarray(file.read(["distance"])["distance"].to_numpy())
    except (OSError, ValueError, KeyError) as problem:
        raise RunError(f"{table} cannot be read", got=str(problem)[:200], mend=AGAIN) from None
