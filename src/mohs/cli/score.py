"""`mohs score`: score a file of predictions on a benchmark."""

from pathlib import Path
from typing import Any

from mohs.cli import terminal
from mohs.cli.ending import deliver
from mohs.cli.flags import Json, Whole
from mohs.cli.scoring import ScoreGates, tell
from mohs.cli.values import listed


def score(
    *,
    predictions: Path,
    benchmark: str,
    source_predictions: Path | None = None,
    errata: Path | None = None,
    task: tuple[str, ...] = (),
    split: str | None = None,
    private: str | None = None,
    name: str | None = None,
    check: bool = False,
    seed: Whole = 0,
    out: Path | None = None,
    json: Json = False,
    quiet: bool = False,
    gates: ScoreGates = ScoreGates(),  # noqa: B008 - frozen
) -> int:
    """Score a file of predictions on a benchmark, and say where the classifier fails.

    Leaves a run folder with a report; with --json and without --out, none.

    Args:
        predictions: JSON Lines of task, id and label; or AdvGLUE's JSON object of task -> labels.
        benchmark: advglue:PATH for AdvGLUE's released files, suite:NAME, the folder of a package, or of an
            attack run: what it has broken.
        source_predictions: Predictions for the benign rows that the adversarial ones were made from, by their
            source ids.
        errata: A file of errata: score what it leaves, with the figures as published beside.
        task: NAME,...: score these tasks alone.
        split: dev or test; by default dev, or test where only that is there.
        private: The private folder of a package, for the labels of its test rows.
        name: What the classifier is called in reports and comparisons; by default the name of the file.
        check: Only say whether the predictions fit the benchmark; labels are not needed.
        seed: Seed of the bootstraps.
        out: The run's folder; by default runs/ and a name made of the benchmark, the file and the time.
        json: Print results.json, one JSON document, on stdout; all else goes to stderr.
        quiet: No notes on stderr; they stand in results.json.
        gates: When to fail.
    """
    from mohs import api

    tasks = listed("--task", task) or None
    where: dict[str, Any] = {
        "task": tasks,
        "split": split,
        "private": private,
        "source_predictions": source_predictions,
    }
    if check:
        fitting = api.check_predictions(predictions, benchmark, **where)
        rows = ", ".join(f"{one} {count:,}" for one, count in fitting.items())
        words = f"{predictions} fits {benchmark}: {rows}"
        deliver({"fits": True, "rows": fitting}, lambda: terminal.show(words), json=json)
        return 0
    conditions = api.read_conditions(gates.fail_over, gates.fail_under, api.SCORE_METRICS)
    folders = api.result_folder(out, benchmark, name or predictions.stem, keep=not json)
    with terminal.only_json(json), folders as folder:
        result = api.score_predictions(
            predictions,
            benchmark,
            **where,
            errata=errata,
            name=name,
            out=folder,
            random_state=seed,
            command=terminal.command_line(),
            gates=conditions,
        )
    return tell(result, gates, json=json, quiet=quiet)
