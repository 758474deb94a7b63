"""`mohs grid`: models trained and tested with noise of several sizes, over many runs."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mohs.cli import terminal
from mohs.cli.ending import deliver, notes
from mohs.cli.flags import Count, Json, Whole
from mohs.cli.values import bounds_in_words

_EVERY = 10.0
"""Seconds between two lines of progress."""


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

    with terminal.only_json(True):  # what a model prints is no result
        done = api.grid_command(
            experiment,
            runs=runs,
            jobs=jobs,
            seed=seed,
            out=out,
            resume=resume,
            keep=not json,
            tell=(lambda done, total: None) if quiet else Progress().tell,
            command=terminal.command_line(),
        )
    notes(done.document["warnings"])
    deliver(done.document, lambda: _show(done.document), json=json, folder=done.folder)
    if not json:
        terminal.say(f"everything is in {done.folder}")
    return 0


class Progress:
    """Says on stderr how far a grid is, and how long it will take."""

    def __init__(self) -> None:
        self._began, self._said, self._kept = time.monotonic(), -_EVERY, 0

    def tell(self, done: int, total: int) -> None:
        """So many cells of so many are done."""
        now = time.monotonic()
        if self._said < 0:
            self._began, self._kept = now, done
        if now - self._said < _EVERY and done < total:
            return
        self._said = now
        fresh = done - self._kept
        left = "" if not fresh else f", {_duration((now - self._began) / fresh * (total - done))} left"
        terminal.say(f"{done:,} of {total:,} models fitted and tested{left if done < total else ''}")


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"about {round(seconds):,} s"
    minutes = round(seconds / 60)
    return f"about {minutes:,} min" if minutes < 120 else f"about {minutes / 60:.1f} h"


def _show(document: Mapping[str, Any]) -> None:
    details, rows = document["grid"], document["results"]
    first = next(iter(details["estimands"]))
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
            _percent(clean[row["model"], row["training"], row["eps_train"]], 2),
            _percent(row, 3),
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
        terminal.show(terminal.table(columns, best, right=columns[2:4]))


def _percent(row: Mapping[str, Any], digits: int) -> str:
    if row["value"] is None:
        return "no data"
    value = f"{100 * row['value']:.{digits}f} %"
    if row["low"] is None:
        return value
    return f"{value} [{100 * row['low']:.{digits}f}, {100 * row['high']:.{digits}f}]"
