"""What an audit looks at, as entries for the rules: a benchmark's rows, or what an attack run has broken."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mohs.benchmark.broken import attack_record, attacked_task, levels, successes
from mohs.benchmark.package import Benchmark, open_benchmark
from mohs.benchmark.released import FILES
from mohs.benchmark.rules.entry import Entry
from mohs.data.json_rows import load_json
from mohs.paths import AnyPath, as_path
from mohs.runs.folder import RunFolder


@dataclass(frozen=True)
class Audited:
    """What is audited.

    Attributes:
        about: What identifies it: name, version, address, sha256, splits; of a run its folder and sha256s.
        entries: Its rows.
    """

    about: Mapping[str, Any]
    entries: Sequence[Entry]


def open_splits(address: AnyPath, private: AnyPath | None = None) -> list[Benchmark]:
    """All splits of a benchmark that are there, dev before test.

    Args:
        address: As for `open_benchmark`.
        private: The private folder of a package: its labels and sources are audited too.

    Raises:
        DataError: As `open_benchmark`.
    """
    known = _splits(str(address))
    if not known:
        return [open_benchmark(address, private=private)]  # which says what is wrong
    return [open_benchmark(address, split, private=private if split == "test" else None) for split in known]


def of_benchmarks(splits: Sequence[Benchmark]) -> Audited:
    """The rows of all splits of a benchmark."""
    first = splits[0]
    about = {
        "name": first.name,
        "version": first.version,
        "address": first.address,
        "sha256": first.sha256,
        "splits": [one.split for one in splits],
    }
    return Audited(about, [entry for one in splits for entry in entries_of(one)])


def entries_of(benchmark: Benchmark) -> Iterator[Entry]:
    """The rows of one split; of rows whose labels are withheld the sources are not known either."""
    for part in benchmark.tasks.values():
        for row in part:
            hidden = row.label is None
            original = row.original or {}
            changed = {name: original[name] for name in row.changed} or original
            yield Entry(
                part.task,
                row.id,
                row.fields,
                changed,
                None if row.label is None else part.task.labels[row.label],
                None if hidden else row.source_id,
                benchmark.split,
                row.method,
                row.data_construction,
            )


def of_run(folder: AnyPath) -> Audited:
    """The adversarial examples that an attack run has found.

    Raises:
        RunError: No run folder, a run of another kind, or a journal that cannot be read.
    """
    run = RunFolder(as_path(folder))
    record = attack_record(run)
    about = {
        "name": str(record.get("name", run.path.name)),
        "version": str(record.get("created", "")),
        "address": str(run.path),
        "sha256": record["data"].get("sha256"),
        "splits": [],
    }
    return Audited(about, list(_broken(run, record)))


def _broken(run: RunFolder, record: Mapping[str, Any]) -> Iterator[Entry]:
    task, by_attack = attacked_task(record), levels(record)
    several = isinstance(record.get("model"), list)
    for outcome in successes(run, task):
        original, perturbed = outcome["original"], outcome["perturbed"]
        changed = {name: text for name, text in original.items() if text != perturbed[name]}
        made_by = f"{outcome['attack']} on {outcome['model']}" if several else outcome["attack"]
        yield Entry(
            task,
            outcome["id"],
            perturbed,
            changed or original,
            outcome["label"],
            outcome["source_id"],
            "",
            made_by,
            by_attack.get(outcome["attack"], ""),
        )


def _splits(address: str) -> list[str]:
    """The splits that there are; empty where that cannot be told, or where the address names one file."""
    kind, _, rest = address.partition(":")
    if kind == "advglue" and rest:
        path = as_path(rest)
        return [split for split, files in FILES.items() if any((path / file).is_file() for file in files)]
    record_file = as_path(address) / "benchmark.json"
    record = load_json(record_file)[0] if record_file.is_file() else None
    tasks = record.get("tasks") if isinstance(record, dict) else None
    counts = [entry.get("counts") for entry in tasks.values()] if isinstance(tasks, dict) else []
    known = {split for count in counts if isinstance(count, dict) for split in count}
    return [split for split in ("dev", "test") if split in known]
