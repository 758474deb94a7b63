"""`mohs grid`: models trained and tested with noise of several sizes, over many runs."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mohs.cli import terminal
from mohs.cli.ending import deliver, notes
from mohs.cli.flags import Count, Json, Whole
from mohs.cli.progress import Counted
from mohs.cli.values import bounds_in_words


def grid(
    experiment: Path,
    *,
    runs: Count = None,
    jobs: Count = None,
    seed: Whole | None = None,
    out: Path | None = None,
    resume: bool = False,
    json: Json = False,
    quiet: bool = False,
) -> int:
    """Train models with noise of several sizes and test them with noise of several sizes, over many runs.

    Leaves a run folder; with --json and without --out, none.

    Args:
        experiment: YAML file: data, models, eps_train, eps_test, runs and more.
        runs: How many runs, in place of what the file says.
        jobs: Processes, in place of what the file says.
        seed: Seed of every random choice, in place of what the file says.
        out: The run's folder; by default runs/ and a name made of the file and the time.
        resume: Go on where the journal of --out ends; starts afresh where there is none.
        json: Print results.json, one JSON document, on stdout; all else goes to stderr.
        quiet: No progress.
    """
    from mohs import api

    counted = Counted("models fitted and tested", from_start=True)
    with terminal.only_json(True):  # what a model prints is no result
        done = api.grid_command(
            experiment,
            runs=runs,
            jobs=jobs,
            seed=seed,
            out=out,
            resume=resume,
            keep=not json,
            progress=None if quiet else counted.tell,
            command=terminal.command_line(),
        )
    notes(done.document["warnings"])
    deliver(done.document, lambda: _show(done.document), json=json, folder=done.folder)
    if not json and done.folder is not None:
        terminal.say(f"report: {done.folder / 'report.html'}")
    return 0


def _show(document: Mapping[str, Any]) -> None:
    from mohs import api

    details, rows = document["grid"], document["results"]
    first, read = next(iter(details["estimands"])), api.Estimate.from_json
    own = "none, 2r is 0" if details["eps_min"] is None else f"{details['eps_min']:.6g}"
    bounds = bounds_in_words(document["data"]["bounds"])
    terminal.show(f"{details['runs']:,} runs; eps_min {own}; {bounds}; intervals are over {first}")
    costs = [
        row
        for row in rows
        if row["metric"] == "mscr" and row["eps_test"] == details["eps_shown"] and row["estimand"] == first
    ]
    clean = {
        (row["model"], row["training"], row["eps_train"]): row
        for row in rows
        if row["metric"] == "accuracy" and row["eps_test"] == 0 and row["estimand"] == first
    }
    lines = [
        [
            row["model"],
            row["training"],
            f"{row['eps_train']:.4g}",
            read(clean[row["model"], row["training"], row["eps_train"]]).percent(2, n=False),
            read(row).percent(3, n=False),
        ]
        for row in costs
    ]
    columns = [
        "model",
        "trained on",
        "eps_train",
        "accuracy",
        f"MSCR at eps_test {details['eps_shown'] or 0:.4g}",
    ]
    terminal.show(terminal.table(columns, lines, right=columns[2:]))
    best = [
        [
            row["model"],
            row["training"],
            f"{row['eps_test']:.4g}",
            f"{row['value']:.4g}",
            "too few runs" if row["low"] is None else ", ".join(f"{eps:.4g}" for eps in row["possible"]),
        ]
        for row in rows
        if row["metric"] == "best_eps_train"
    ]
    if best:
        columns = ["model", "trained on", "eps_test", "best eps_train", "may be best"]
        terminal.show("", terminal.table(columns, best, right=columns[2:4]))
