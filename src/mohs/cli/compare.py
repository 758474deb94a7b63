"""`mohs compare`: classifiers on the rows that their runs have in common."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mohs.cli import terminal
from mohs.cli.ending import deliver, gates, notes
from mohs.cli.flags import Json, Whole
from mohs.errors import MohsError


def compare(
    *runs: Path,
    fail_worse: bool = False,
    seed: Whole = 0,
    out: Path | None = None,
    json: Json = False,
) -> int:
    """Compare classifiers row by row on what their runs have in common; the first is the baseline.

    Leaves a run folder with a page; with --json and without --out, none.

    Args:
        runs: Folders of runs: of evaluate and score, or of attack. A run of several classifiers has as many
            sides.
        fail_worse: Exit with 1 where a classifier is worse than the baseline in any cell, and not by chance;
            also where a run did not come to its end.
        seed: Seed of the bootstraps.
        out: The folder of the comparison; by default runs/ and a name made of the runs and the time.
        json: Print results.json, one JSON document, on stdout; all else goes to stderr.
    """
    if not runs:
        raise MohsError("compare needs the folders of two runs", mend="mohs compare runs/OLD runs/NEW")
    from mohs import api

    with terminal.only_json(json), api.comparison_folder(out, runs, keep=not json) as folder:
        command = terminal.command_line()
        done = api.compare(*runs, out=folder, random_state=seed, fail_worse=fail_worse, command=command)
    notes(done.document["warnings"])
    deliver(done.document, lambda: _show(done.document, done.sentences), json=json, folder=done.folder)
    if not json and done.folder is not None:
        terminal.say(f"report: {done.folder / 'report.html'}")
    return gates(done.comparison.failures if fail_worse else ())


def _show(document: Mapping[str, Any], sentences: Sequence[str]) -> None:
    from mohs import api

    contrasts, read = document["comparison"]["contrasts"], api.Estimate.from_json
    terminal.show(*sentences)
    cells = [one for one in contrasts if one["table"]]
    if not cells:
        return
    several = len({one["model"] for one in cells}) > 1
    lines = [
        [
            one["metric"],
            ", ".join(one["coordinates"].values()) + (f": {one['model']}" if several else ""),
            read(one["first"]).cells()[0],
            read(one["second"]).cells()[0],
            read(one["difference"]).points(),
            f"{one['difference']['n']:,}",
            f"{one['p']:.2g}",
            f"{one['p_holm']:.2g}",
            one["verdict"] or "-",
        ]
        for one in cells
    ]
    columns = [
        "metric",
        "cell",
        "baseline",
        "other",
        "difference, points",
        "rows",
        "p",
        "p (Holm)",
        "verdict",
    ]
    right = ("baseline", "other", "difference, points", "rows", "p", "p (Holm)")
    terminal.show("", terminal.table(columns, lines, right=right))
