"""What `mohs grid` does with its file and flags."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mohs.api.grid_run import Grid
from mohs.api.grids import grid
from mohs.data.table_files import read_table
from mohs.errors import RunError
from mohs.noise.grid.experiment_file import read_experiment
from mohs.noise.grid.running import Told
from mohs.report.grid import write_grid_page
from mohs.runs.folder import RunFolder


def grid_command(
    path: str | Path,
    *,
    runs: int | None = None,
    jobs: int | None = None,
    seed: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    keep: bool = True,
    tell: Told = lambda done, total: None,
    command: str | None = None,
) -> Grid:
    """Carry out the grid that a file describes, into a run folder.

    Args:
        path: The YAML file.
        runs: In place of the file's.
        jobs: Likewise.
        seed: Likewise.
        out: The run's folder.
        resume: Go on where its journal ends.
        keep: Write a folder even where `out` names none.
        tell: As `grid`.
        command: The command line, for the record.

    Raises:
        MohsError, RunFailed: As `grid`, or the file cannot be used.
    """
    asked = read_experiment(path)
    options = dict(asked.options)
    reading = {"label": options.pop("label"), "features": options.pop("features") or None}
    bounds = options.pop("bounds")
    table = read_table(asked.data, bounds=bounds, **reading)
    test = None if asked.test is None else read_table(asked.test, bounds=bounds, **reading)
    given = {"runs": runs, "jobs": jobs, "seed": seed}
    options |= {name: value for name, value in given.items() if value is not None}
    options["random_state"] = options.pop("seed")
    if resume and out is None:
        raise RunError("--resume needs to know which run", mend="add --out and the folder of the run")
    folder = out if out is not None or not keep else _new_folder(asked.path)
    return grid(
        asked.models, table, X_test=test, out=folder, resume=resume, tell=tell, command=command, **options
    )


def draw(folder: RunFolder, record: Mapping[str, Any]) -> None:
    """Draw the page again, from results.json.

    Raises:
        RunError: results.json is not there or cannot be read.
        RunFailed: The page cannot be written.
    """
    path = folder.path / "results.json"
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise RunError(
            f"{path} cannot be read", got=str(problem), mend="go on with the run: mohs grid ... --resume"
        ) from None
    write_grid_page(record, document, folder.report)


def _new_folder(path: Path) -> Path:
    time = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return Path("runs") / re.sub(r"[^\w.-]+", "-", f"{path.stem}-grid-{time}")
