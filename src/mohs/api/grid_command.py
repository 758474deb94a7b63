"""What `mohs grid` does with its file and flags."""

from pathlib import Path

from mohs.api.grid_run import Grid
from mohs.api.grids import grid
from mohs.data.table_files import read_table
from mohs.errors import RunError
from mohs.noise.counting import Tell
from mohs.noise.grid.experiment_file import read_experiment
from mohs.paths import AnyPath
from mohs.runs.own_folder import out_or_new


def grid_command(
    path: AnyPath,
    *,
    runs: int | None = None,
    jobs: int | None = None,
    seed: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    keep: bool = True,
    progress: Tell | None = None,
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
        progress: As `grid`.
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
    with out_or_new(out, asked.path.stem, "grid", keep=keep) as folder:
        return grid(
            asked.models,
            table,
            X_test=test,
            out=folder,
            resume=resume,
            progress=progress,
            command=command,
            **options,
        )
