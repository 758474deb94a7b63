"""`mohs quickstart`: from nothing to a report, with the classifiers and sentences that come with mohs."""

from pathlib import Path

from mohs.cli import summary, terminal
from mohs.cli.ending import deliver
from mohs.cli.flags import Count, Json
from mohs.cli.progress import display


def quickstart(
    *,
    out: Path = Path("runs/quickstart"),
    limit: Count = None,
    json: Json = False,
    quiet: bool = False,
) -> int:
    """Attack the classifiers that come with mohs and write a report: no model, data or network needed.

    Args:
        out: The run's folder; what an earlier quickstart left there is replaced.
        limit: Attack so many of its 200 sentences, in place of all.
        json: Print results.json, one JSON document, on stdout; all else goes to stderr.
        quiet: No progress.
    """
    from mohs import api

    with terminal.only_json(True), display(quiet=quiet) as progress:
        run = api.quickstart(out, limit=limit, progress=progress)
    deliver(run.document, lambda: summary.show(run), json=json, folder=run.folder)
    return 0
