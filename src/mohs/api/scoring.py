"""`score_predictions`: everything that `mohs score` does, from Python."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from mohs.api.record import made
from mohs.api.results import Result, as_benchmark, begin, choose_tasks, finish
from mohs.benchmark.errata import apply_errata, read_errata
from mohs.benchmark.package import Benchmark, Part
from mohs.data.files import stem
from mohs.data.values import as_seed
from mohs.errors import DataError
from mohs.evaluation.corrected import corrected
from mohs.evaluation.judged import Judged
from mohs.evaluation.predictions import Predictions, read_predictions
from mohs.evaluation.score import Scoring, possible
from mohs.evaluation.sheet import Wanted
from mohs.paths import AnyPath, as_path
from mohs.runs.folder import RunFolder
from mohs.runs.gate import Condition, check_possible
from mohs.suites.suite import Suite


def score_predictions(
    predictions: AnyPath,
    benchmark: AnyPath | Benchmark | Suite,
    *,
    task: Sequence[str] | str | None = None,
    split: str | None = None,
    private: AnyPath | None = None,
    source_predictions: AnyPath | None = None,
    errata: AnyPath | None = None,
    name: str | None = None,
    out: AnyPath | None = None,
    random_state: int = 0,
    command: str | None = None,
    gates: Sequence[Condition] = (),
) -> Result:
    """Score a file of predictions on a benchmark.

    Args:
        predictions: JSON Lines, or AdvGLUE's JSON object of task -> labels (docs/score.md).
        benchmark: `advglue:PATH`, `suite:NAME`, the folder of a package or of a run of `mohs attack` (what it
            has broken), or an open benchmark or suite.
        task: The tasks to be scored; all by default.
        split: "dev" or "test"; dev by default.
        private: The private folder of a package, for the labels of its test rows.
        source_predictions: A file of predictions for the benign rows that the adversarial ones were made
            from, by their source ids: with it there are clean accuracy, gap and attack success rate.
        errata: A file of errata: the numbers are of what it leaves, with those of the rows as published
            beside them. Rows whose text was mended are left out, since the predictions are of the old text.
        name: What the classifier is called.
        out: A run folder; without it the result is kept in memory.
        random_state: Seed of the bootstraps.
        command: The command line, for the record.
        gates: What the numbers are held to, as in `evaluate`.

    Raises:
        DataError: The benchmark or the predictions cannot be used; nothing is scored then.
        RunError: The folder is there already.
        RunFailed: A file cannot be written.
    """
    random_state = as_seed(random_state)
    opened, parts, found, sources = _read(predictions, benchmark, task, split, private, source_predictions)
    whole = len(parts) == len(opened.tasks)
    tasks = {one: part.task for one, part in parts.items()}
    check_possible(gates, possible(tasks, sources=sources.answers if sources else (), clean=(), whole=whole))
    folder = None if out is None else RunFolder(as_path(out))
    with made(folder):
        judged = {
            name: Judged.of(part, found.answers[name], sources.answers.get(name) if sources else None)
            for name, part in parts.items()
        }
        published = None
        if errata is not None:
            left = apply_errata(opened, read_errata(errata), mended_texts=False)
            published, judged = judged, corrected(judged, left.tasks)
        record = begin(
            "score",
            opened,
            parts,
            command=command,
            random_state=random_state,
            config={
                "task": task,
                "split": split,
                "source_predictions": sources is not None,
                "errata": errata and str(errata),
                "name": name,
            },
            model={
                "name": name or stem(Path(predictions)),
                "predictions": found.path,
                "sha256": found.sha256,
            },
            fingerprint={},
        )
        record["data"]["notes"] += [*found.notes, *(sources.notes if sources else ())]
        scoring = Scoring(opened.split, name or stem(Path(predictions)), whole, random_state=random_state)
        return finish(record, judged, scoring, folder, published=published, gates=gates)


def check_predictions(
    predictions: AnyPath,
    benchmark: AnyPath | Benchmark | Suite,
    *,
    task: Sequence[str] | str | None = None,
    split: str | None = None,
    private: AnyPath | None = None,
    source_predictions: AnyPath | None = None,
) -> dict[str, int]:
    """Whether predictions fit a benchmark (`mohs score --check`): task name -> rows; labels are not needed.

    Raises:
        DataError: They do not; the message lists what is wrong.
    """
    _, parts, _, _ = _read(predictions, benchmark, task, split, private, source_predictions, labels=False)
    return {name: len(part) for name, part in parts.items()}


def _read(
    predictions: AnyPath,
    benchmark: AnyPath | Benchmark | Suite,
    task: Sequence[str] | str | None,
    split: str | None,
    private: AnyPath | None,
    source_predictions: AnyPath | None,
    *,
    labels: bool = True,
) -> tuple[Benchmark, Mapping[str, Part], Predictions, Predictions | None]:
    opened = as_benchmark(benchmark, split, private)
    parts = choose_tasks(opened, task, labels=labels)
    left_out = [name for name in opened.tasks if name not in parts]
    wanted = {name: Wanted(part.task, part.ids) for name, part in parts.items()}
    found = read_predictions(as_path(predictions), wanted, skip=left_out)
    if source_predictions is None:
        return opened, parts, found, None
    benign = {name: Wanted(part.task, part.source_ids) for name, part in parts.items() if part.source_ids}
    if not benign:
        raise DataError(
            f"{opened.name} does not say which benign rows its rows were made from",
            mend="leave --source-predictions out",
        )
    rest = [name for name in opened.tasks if name not in benign]
    sources = read_predictions(as_path(source_predictions), benign, skip=rest)
    return opened, parts, found, sources
