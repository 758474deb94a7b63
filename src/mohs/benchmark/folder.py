"""A package of ours on disk: benchmark.json, and what it says of the other files."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from mohs.benchmark.part import Part
from mohs.benchmark.tables import check_rows, read_rows, with_private
from mohs.data.json_rows import load_json
from mohs.data.task import Task
from mohs.data.values import short
from mohs.errors import DataError
from mohs.runs.folder import sha256_of

RECORD = "benchmark.json"
SCHEMA = "mohs/benchmark/1"
PRIVATE_SCHEMA = "mohs/benchmark-private/1"


@dataclass(frozen=True)
class Opened:
    """What was read of a package.

    Attributes:
        name: How the benchmark is called.
        version: Its version.
        parts: Task name -> rows.
        split: "dev" or "test".
        sha256: Of benchmark.json.
    """

    name: str
    version: str
    parts: Mapping[str, Part]
    split: str
    sha256: str


def read_folder(path: Path, split: str | None, private: Path | None) -> Opened:
    """Open one split of a package.

    Args:
        path: The public folder.
        split: "dev" or "test"; None for dev, or test where only that is there.
        private: The folder with the labels of the test rows, if one has it.

    Raises:
        DataError: A newer schema, a file whose sha256 or count is off, or rows that cannot be used.
    """
    record, sha256 = _record(path, SCHEMA)
    _check_files(path, record)
    tasks = _tasks(path / RECORD, record)
    counts = {name: dict(entry.get("counts") or {}) for name, entry in record["tasks"].items()}
    known = sorted({one for count in counts.values() for one in count})
    found = split or ("dev" if "dev" in known or not known else known[0])
    if found not in known:
        raise DataError(f"{path} has no split {found!r}", got=", ".join(known) or "none")
    hidden = _private(private, sha256) if private is not None and found == "test" else None
    parts = {}
    for name, task in tasks.items():
        if found in counts[name]:
            file = path / "data" / name / f"{found}.parquet"
            _check_listed(file, f"data/{name}/{found}.parquet", record)
            table = read_rows(file, task, public=found == "test")
            if hidden is not None:
                table = with_private(table, hidden / "data" / name / "test.parquet", task)
            check_rows(file, table, task, counts[name][found])
            parts[name] = Part(task, table)
    return Opened(str(record["name"]), str(record["version"]), parts, found, sha256)


def _record(path: Path, wanted: str) -> tuple[dict[str, Any], str]:
    file = path / RECORD
    record, sha256 = load_json(file)
    found = record.get("schema") if isinstance(record, dict) else None
    if not isinstance(record, dict) or found != wanted:
        stem, _, number = wanted.rpartition("/")
        newer = isinstance(found, str) and found.startswith(f"{stem}/") and found != wanted
        raise DataError(
            f"{file}: a package of {'a newer' if newer else 'an unknown'} schema",
            got=short(repr(found)),
            expected=f"{stem}/{number}",
            mend="install the mohs that wrote it, or a newer one" if newer else None,
        )
    for name, kind in {"name": str, "version": str, "files": dict}.items():
        if not isinstance(record.get(name), kind):
            raise DataError(
                f"{file}: {name} is missing or no {kind.__name__}", got=short(repr(record.get(name)))
            )
    return record, sha256


def _check_files(path: Path, record: Mapping[str, Any]) -> None:
    """Every file that the record lists is there, inside the folder, and is the one that was published."""
    for name, entry in record["files"].items():
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts or not pure.parts or "\\" in name:
            raise DataError(f"{path / RECORD}: a file outside the folder", got=repr(name))
        wanted = entry.get("sha256") if isinstance(entry, dict) else None
        file = path / pure
        if not file.is_file():
            raise DataError(
                f"{file} is missing", expected=f"the file that {RECORD} lists", mend="fetch it again"
            )
        if (found := sha256_of(file)) != wanted:
            raise DataError(
                f"{file} is not the file that was published",
                got=f"sha256 {found}",
                expected=f"sha256 {wanted}",
                mend="fetch the benchmark again; who changed it on purpose publishes a new version",
            )


def _check_listed(file: Path, name: str, record: Mapping[str, Any]) -> None:
    if name not in record["files"]:
        raise DataError(f"{file}: {RECORD} has no sha256 of it", mend="fetch the benchmark again")


def _tasks(file: Path, record: Mapping[str, Any]) -> dict[str, Task]:
    entries = record.get("tasks")
    if not isinstance(entries, dict) or not entries:
        raise DataError(f"{file}: no tasks", expected="tasks: name -> fields, labels, metrics, counts")
    tasks = {}
    for name, entry in entries.items():
        if PurePosixPath(name).name != name or name in ("", ".", ".."):
            raise DataError(f"{file}: a task cannot be called {name!r}", expected="the name of a folder")
        try:
            listed = {key: tuple(entry[key]) for key in ("fields", "labels", "metrics", "perturb")}
            counts = entry["counts"]
            if not all(isinstance(text, str) for values in listed.values() for text in values):
                raise TypeError
            if not all(isinstance(count, int) and count >= 0 for count in counts.values()):
                raise TypeError
        except (KeyError, TypeError, AttributeError):
            raise DataError(
                f"{file}: task {name!r} is not described",
                got=short(repr(entry)),
                expected="fields, labels, metrics, perturb: lists of names; counts: split -> number of rows",
            ) from None
        tasks[name] = Task(name, **listed, subject=str(entry.get("subject", "")))
    return tasks


def _private(private: Path, sha256: str) -> Path:
    if not (private / RECORD).is_file():
        raise DataError(f"{private} is no private folder of a benchmark", expected=f"a folder with {RECORD}")
    record, _ = _record(private, PRIVATE_SCHEMA)
    if record.get("public_sha256") != sha256:
        raise DataError(
            f"{private} belongs to another version of the benchmark",
            got=f"sha256 of its {RECORD}: {record.get('public_sha256')}",
            expected=sha256,
        )
    _check_files(private, record)
    return private
