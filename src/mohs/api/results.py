"""Result: what one classifier scored on a benchmark, in a folder or in memory, and how it is written down."""

import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from mohs.api.record import versions, written
from mohs.api.run import in_words
from mohs.benchmark.package import Benchmark, Part, open_benchmark
from mohs.data.values import as_names
from mohs.errors import DataError
from mohs.estimate import Estimate
from mohs.evaluation.diagnose import diagnose
from mohs.evaluation.examples_file import write_examples, write_predictions
from mohs.evaluation.judged import Judged
from mohs.evaluation.metrics import check
from mohs.evaluation.score import CLEAN, PUBLISHED, Scoring, score
from mohs.paths import AnyPath
from mohs.report.evaluation import write_evaluation_page
from mohs.runs.called import as_called
from mohs.runs.folder import RunFolder, now
from mohs.runs.gate import Condition, verdicts
from mohs.runs.own_folder import out_or_new
from mohs.runs.summary import Row, results_document
from mohs.spec import did_you_mean
from mohs.suites.opening import with_task
from mohs.suites.suite import Suite

CELLS = frozenset({"level", "phenomenon", "attack"})
"""Coordinates of the numbers that no gate looks at: small parts of a task."""


@dataclass(frozen=True)
class Result:
    """What came of scoring.

    Attributes:
        folder: Where it is, or None for a result in memory.
        record: What run.json says.
        document: What results.json says.
        judged: Task name -> the rows with what was said of them.
    """

    folder: Path | None
    record: Mapping[str, Any]
    document: Mapping[str, Any]
    judged: Mapping[str, Judged] = field(repr=False)

    def __repr__(self) -> str:
        return "\n  ".join([f"Result({self.folder or 'in memory'})", *in_words(self.whole)])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The numbers, each with its interval, n and coordinates."""
        return list(self.document["results"])

    @property
    def whole(self) -> list[dict[str, Any]]:
        """The numbers on the adversarial rows of each task, and of all together."""
        others = (CLEAN, PUBLISHED)
        return [row for row in self.rows if row.get("split") not in others and not CELLS & row.keys()]

    @property
    def gated(self) -> list[dict[str, Any]]:
        """Those of them that gates hold."""
        rows = self.whole
        # Of one task nothing is said twice: once of it, and once of "all together".
        said = {row["metric"] for row in rows if "task" in row} if len(self.judged) == 1 else set()
        return [row for row in rows if "task" in row or row["metric"] not in said]

    @property
    def notes(self) -> list[str]:
        """What should be known of the result: warnings, and remarks on the data."""
        return [*self.document["warnings"], *self.record["data"]["notes"]]

    def value(self, metric: str, task: str | None = None) -> float | None:
        """A number of the whole benchmark, or of one task; None where there is no data.

        Raises:
            KeyError: There is no such number.
        """
        for row in self.whole:
            if row["metric"] == metric and row.get("task") == task:
                found: float | None = row["value"]
                return found
        raise KeyError((metric, task))


def result_folder(
    out: Path | None, benchmark: AnyPath, model: str, *, keep: bool = True
) -> AbstractContextManager[Path | None]:
    """The folder that is named, or one of its own: benchmark, classifier, time (`mohs.runs.own_folder`)."""
    parts = (re.split(r"[/:]", str(name).rstrip("/"))[-1] for name in (benchmark, model))
    return out_or_new(out, *parts, keep=keep)


def as_benchmark(
    benchmark: AnyPath | Benchmark | Suite, split: str | None, private: AnyPath | None
) -> Benchmark:
    """The benchmark itself where it is open, else what its address names."""
    if isinstance(benchmark, Benchmark):
        return benchmark
    return open_benchmark(benchmark, split, private=private)


def choose_tasks(
    benchmark: Benchmark, names: Sequence[str] | str | None, *, labels: bool = True
) -> dict[str, Part]:
    """The tasks of a benchmark that are asked for; all, where none is named.

    Args:
        benchmark: What is scored.
        names: Names of tasks.
        labels: Whether the gold labels are needed.

    Raises:
        DataError: A task that the benchmark does not have, metrics that cannot be computed, or labels that
            are withheld.
    """
    named = ("all",) if names is None else as_names("task", names)
    chosen = list(benchmark.tasks) if named == ("all",) else list(dict.fromkeys(named))
    for name in chosen:
        if name not in benchmark.tasks:
            elsewhere = with_task(benchmark.address, name)
            raise DataError(
                f"{benchmark.name} has no task {name!r}",
                expected=f"one of {', '.join(benchmark.tasks)}, or all",
                mend=f'--benchmark "{elsewhere}"' if elsewhere else did_you_mean(name, list(benchmark.tasks)),
            )
    parts = {name: benchmark.tasks[name] for name in benchmark.tasks if name in chosen}
    for part in parts.values():
        check(part.task)
        if labels and part.labels is None:
            raise DataError(
                f"the labels of the {benchmark.split} rows of {benchmark.name} are withheld",
                mend="score the dev rows (--split dev), or name the private folder with --private",
            )
    return parts


def begin(
    kind: str,
    benchmark: Benchmark,
    parts: Mapping[str, Part],
    *,
    command: str | None,
    random_state: int,
    **more: Any,
) -> dict[str, Any]:
    """What run.json records of every result."""
    return {
        "kind": kind,
        "created": now(),
        "command": command,
        "data": {
            "path": benchmark.address,
            "name": benchmark.name,
            "version": benchmark.version,
            "split": benchmark.split,
            "sha256": benchmark.sha256,
            "tasks": {name: len(part) for name, part in parts.items()},
            "left_out": [name for name in benchmark.tasks if name not in parts],
            "rows": len(benchmark),
            "used": sum(map(len, parts.values())),
            "notes": [],
        },
        "tasks": {name: asdict(part.task) for name, part in parts.items()},
        "versions": versions(),
        "seeds": {"run": random_state},
        "limits": {},
        "warnings": list(benchmark.notes),
        **more,
    }


def finish(
    record: Mapping[str, Any],
    judged: Mapping[str, Judged],
    scoring: Scoring,
    folder: RunFolder | None,
    *,
    published: Mapping[str, Judged] | None = None,
    gates: Sequence[Condition] = (),
) -> Result:
    """Compute every number, and write the files of a result; run.json last.

    Args:
        record: What run.json says.
        judged: Task name -> answers.
        scoring: How numbers are made.
        folder: Where to write; None keeps all in memory.
        published: The answers before errata, whose figures are shown beside.
        gates: What the numbers are held to.

    Raises:
        RunFailed: A file cannot be written.
    """
    rows = score(judged, scoring)
    diagnosis = diagnose(judged, scoring)
    before = score(published, replace(scoring, split=PUBLISHED)) if published is not None else []
    faulty = {name: one.faulty for name, one in judged.items() if one.faulty}
    warnings = [*record["warnings"], *_both(rows, before), *diagnosis.warnings]
    warnings += [
        f"{name}: the classifier raised on {count:,} rows, which are in no number; journal.jsonl says why"
        for name, count in faulty.items()
    ]
    named = folder.path.name if folder else "in memory"
    done = as_called({**record, "name": named, "status": "complete", "finished": now()})
    document = results_document({**done, "warnings": warnings}, [*rows, *before, *diagnosis.rows])
    document["diagnosis"] = diagnosis.tables
    done["gates"] = verdicts(Result(None, done, document, judged).gated, gates)

    def draw(folder: RunFolder, document: Mapping[str, Any]) -> None:
        write_examples(judged, folder.path / "examples.parquet")
        if record["kind"] == "evaluate":
            write_predictions(judged, folder.path)
        write_evaluation_page(done, document, folder.report)

    where, document = written(folder, done, document, draw)
    return Result(where, done, document, judged)


def _both(rows: Sequence[Row], before: Sequence[Row]) -> list[str]:
    """What errata have changed, in words: each figure of the whole as it is and as it was published."""
    found = []
    for metric in ("score", "robust_accuracy"):
        now, was = (
            [Estimate.from_json(row) for row in some if row["metric"] == metric and "task" not in row]
            for some in (rows, before)
        )
        if now and was:
            found.append(f"{metric} with errata {now[0].percent()}; as published {was[0].percent()}")
    return found
