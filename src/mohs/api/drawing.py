"""Draw the files of a run again, from what its folder holds."""

from pathlib import Path

from mohs.api import comparing, grid_command, mscr_run, results, run, tables
from mohs.errors import RunError
from mohs.runs.folder import RunFolder


def draw_report(folder: str | Path) -> Path:
    """Draw a run's report again (of an attack the results and examples too); give the page's path.

    Raises:
        RunError: It is no run folder, its files cannot be read, or its kind has no report.
        RunFailed: A file cannot be written.
    """
    there = RunFolder(Path(folder))
    record = {key: value for key, value in there.record().items() if key != "schema"}
    kind = record.get("kind")
    if kind == "attack":
        if not there.journal.exists():
            there.journal.touch()
        run.draw(there, record)
    elif kind in ("evaluate", "score"):
        results.draw(there, record)
    elif kind == "separation":
        tables.draw(there, record)
    elif kind == "mscr":
        mscr_run.draw(there, record)
    elif kind == "compare":
        comparing.draw(there, record)
    elif kind == "grid":
        grid_command.draw(there, record)
    else:
        raise RunError(f"{there.path}: no report is known for a run of this kind", got=str(kind))
    return there.report
