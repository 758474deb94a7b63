"""Run: what came of attacking, in a folder or in memory; and how it is carried out, recorded and drawn."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from mohs.api.record import as_read, recorded, versions
from mohs.engine.attacking import FAULTY, Attacking
from mohs.engine.attempt import seed_of
from mohs.engine.progress import Progress
from mohs.errors import RunFailed
from mohs.estimate import Estimate
from mohs.estimate.wording import percent
from mohs.runs.called import as_called
from mohs.runs.examples_file import write_examples
from mohs.runs.folder import RunFolder, now, write_json
from mohs.runs.gate import asked_before, verdicts
from mohs.runs.journal import Journal
from mohs.runs.lock import alone
from mohs.runs.summary import METRICS, results_document, summarise

COORDINATES = ("task", "model", "attack")
"""What tells the numbers on texts apart."""

_DIGITS = {"queries_per_example": 1, "similarity": 2}
"""Metrics that are no shares -> with how many decimals they are written."""


@dataclass(frozen=True)
class Run:
    """What came of a run.

    Attributes:
        folder: Where it is, or None for a run in memory.
        record: What run.json says: what was asked for, with everything that the outcomes depend on.
        document: What results.json says (its schema: `mohs report --schema`).
        kept: The outcomes of a run in memory.
    """

    folder: Path | None
    record: Mapping[str, Any]
    document: Mapping[str, Any]
    kept: Sequence[Mapping[str, Any]] = ()

    def __repr__(self) -> str:
        return "\n  ".join([f"Run({self.folder or 'in memory'}, {self.status})", *in_words(self.rows)])

    @property
    def notes(self) -> list[str]:
        """What should be known of the run: its warnings, and remarks on the data."""
        return [*self.document["warnings"], *self.record["data"]["notes"]]

    @property
    def status(self) -> str:
        """Whether it is "complete", "partial" or "failed"."""
        return str(self.document["status"])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The numbers, each with its interval, n and coordinates."""
        return list(self.document["results"])

    @property
    def counts(self) -> list[dict[str, Any]]:
        """How the examples ended, by attack."""
        return list(self.document["counts"])

    def outcomes(self) -> Iterator[Mapping[str, Any]]:
        """Every outcome, one at a time."""
        if self.folder is None:
            return iter(self.kept)
        return RunFolder(self.folder).outcomes()


def in_words(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line for each number: those coordinates that not all of them share, its name, and the estimate."""
    own = [name for name in COORDINATES if len({row.get(name) for row in rows}) > 1]
    return [
        " ".join([*(str(row[name]) for name in own if name in row), row["metric"]])
        + f": {_number(row['metric'], Estimate.from_json(row))}"
        for row in rows
    ]


def _number(metric: str, estimate: Estimate) -> str:
    return estimate.text(_DIGITS[metric]) if metric in _DIGITS else str(estimate)


def carry_out(
    attackings: Sequence[Attacking],
    record: Mapping[str, Any],
    fingerprint: Mapping[str, Any],
    *,
    out: Path | None,
    resume: bool,
    progress: Progress | None,
) -> Run:
    """Attack, journal every outcome as it comes, and draw the results.

    Raises:
        RunError: The folder cannot be used as asked.
        RunFailed: Nothing more can be written, or too many outcomes are errors; what was done is in the
        journal.
        Stopped: By hand; the message says how to go on.
    """
    total = sum(len(one.examples) * len(one.chains) for one in attackings)
    begun: dict[str, Any] = {
        "name": "run in memory" if out is None else out.name,
        **record,
        "status": "running",
        "created": now(),
        "versions": versions(),
        "fingerprint": fingerprint,
    }
    begun = as_called(as_read(begun))
    if out is None:
        kept = list(_outcomes(attackings, (), total, progress))
        document, status = _document(begun, kept)
        record = {**begun, "status": status, "gates": _gates(begun, document)}
        return _checked(Run(None, record, document, kept))
    folder = RunFolder(out)
    folder.enter(fingerprint, resume=resume)
    with alone(folder.journal):
        done = folder.done(partial(_foreign, attackings))
        folder.write_record(begun)
        with recorded(folder, begun, total, "outcomes", lambda: sum(1 for _ in folder.outcomes())):
            with Journal(folder.journal) as journal:
                for outcome in _outcomes(attackings, done, total, progress):
                    journal.append(outcome)
            run = draw(folder, {**begun, "finished": now()})
        return _checked(run)


def _foreign(attackings: Sequence[Attacking], outcome: Mapping[str, Any]) -> str | None:
    """Why an outcome is none of these attackings', or None."""
    for one in attackings:
        if one.setting.model == outcome["model"] and outcome["attack"] in {c.name for c in one.chains}:
            seed = seed_of(one.setting.seed, outcome["attack"], outcome["id"])
            return None if outcome.get("seed") == seed else f"the seed {outcome.get('seed')}, not {seed}"
    return f"{outcome['attack']} on {outcome['model']}"


def _outcomes(
    attackings: Sequence[Attacking], done: Any, total: int, progress: Progress | None
) -> Iterator[dict[str, Any]]:
    if progress is not None:
        progress.start(total, len(done))
    for attacking in attackings:
        for outcome in attacking.outcomes(done, progress):
            yield outcome.to_json()


def draw(folder: RunFolder, record: Mapping[str, Any]) -> Run:
    """Draw examples.parquet, results.json and report.html from the journal, and write run.json last.

    Raises:
        RunFailed: A file cannot be written.
        RunError: The journal cannot be read.
    """
    from mohs.report.html import write_report

    document, status = _document(record, folder.outcomes())
    record = {**record, "status": status, "counts": document["counts"], "gates": _gates(record, document)}
    write_json(folder.path / "results.json", document)
    write_examples(folder.journal, record["task"]["fields"], folder.path / "examples.parquet")
    write_report(record, document, folder.outcomes(), folder.report)
    folder.write_record(record)
    return Run(folder.path, record, document)


def _gates(record: Mapping[str, Any], document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What became of the conditions of the record, by the numbers of now."""
    return verdicts(document["results"], asked_before(record.get("gates") or (), METRICS))


def _document(record: Mapping[str, Any], outcomes: Iterable[Mapping[str, Any]]) -> tuple[dict[str, Any], str]:
    """results.json, and whether the run is complete, partial or failed."""
    statuses: Counter[str] = Counter()

    def counted() -> Iterator[Mapping[str, Any]]:
        for outcome in outcomes:
            statuses[outcome["status"]] += 1
            yield outcome

    numbers = summarise(counted(), record["attacks"])
    warnings = [*record["warnings"], *_nothing_right(numbers.rows)]
    status = "complete" if statuses.total() >= record["planned"] else "partial"
    if statuses["error"] > FAULTY * statuses.total():
        status = "failed"
    return results_document({**record, "status": status, "warnings": warnings}, *numbers), status


def _nothing_right(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """A warning where a classifier was right about nothing, in runs too small for `check_labels`."""
    wrong = {r["model"]: r["n"] for r in rows if r["metric"] == "accuracy" and r["value"] == 0 and r["n"] > 2}
    return [
        f"{model} was right about none of {n} examples: are its labels read as they are meant (--label-map)?"
        for model, n in wrong.items()
    ]


def _checked(run: Run) -> Run:
    """The run itself, if its numbers mean anything."""
    if run.status == "complete":
        return run
    outcomes = sum(count["outcomes"] for count in run.counts)
    if run.status == "partial":
        raise RunFailed(
            f"{outcomes:,} of {run.record['planned']:,} outcomes are in {run.folder}: somebody took the "
            "others out of the journal meanwhile. Repeat it with --resume to have them again",
            run.document,
        )
    errors = sum(count["statuses"]["error"] for count in run.counts)
    first = next((o["reason"] for o in run.outcomes() if o["status"] == "error"), None)
    where = f"; the journal is {run.folder / 'journal.jsonl'}" if run.folder else ""
    raise RunFailed(
        f"{errors:,} of {outcomes:,} outcomes are errors, more than {percent(FAULTY, 0)}: "
        f"the numbers mean nothing. The first: {first}{where}",
        run.document,
    )
