"""`mohs quickstart`: from nothing to a report, with the classifiers and sentences that come with mohs."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from mohs.cli import summary, terminal
from mohs.cli.flags import Json
from mohs.cli.progress import display


def quickstart(
    *,
    out: Path = Path("runs/quickstart"),
    json: Json = False,
    quiet: Annotated[bool, Parameter()] = False,
) -> int:
    """Attack the classifiers that come with mohs and write a report: no model, data or network needed.

    Args:
        out: The run's folder; what an earlier quickstart left there is replaced.
        json: Print results.json, one JSON document, on stdout; all else goes to stderr.
        quiet: No progress.
    """
    from mohs import api

    with terminal.only_json(json), display(quiet=quiet) as progress:
        run = api.quickstart(out, progress=progress)
    if json:
        terminal.write_json(run.document)
    else:
        summary.show(run)
    return 0
