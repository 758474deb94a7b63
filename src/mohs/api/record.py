"""What run.json and results.json say of every run, whatever it measures."""

import contextlib
import hashlib
import importlib.metadata
import json
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from mohs.data.table import Table
from mohs.errors import RunFailed, Stopped
from mohs.runs.folder import RunFolder, now, write_json
from mohs.runs.lock import alone_in

_Found = TypeVar("_Found")

LIBRARIES = ("mohs", "numpy", "onnxruntime", "tokenizers", "torch", "transformers", "scikit-learn")
"""Whose versions are recorded, where they are installed."""


def measured(
    kind: str, folder: RunFolder | None, *, command: str | None, seed: int, **more: Any
) -> dict[str, Any]:
    """What run.json says of a run that is done as soon as it is written down.

    Args:
        kind: The verb.
        folder: Where it is written, if it is.
        command: The command line.
        seed: Of every random choice.
        **more: What else it says: `config`, `model`, `data`, `warnings`.
    """
    return {
        "name": "in memory" if folder is None else folder.path.name,
        "kind": kind,
        "status": "complete",
        "created": now(),
        "command": command,
        **more,
        "versions": versions(),
        "seeds": {"run": seed},
        "limits": {},
        "fingerprint": {},
    }


def versions() -> dict[str, str]:
    """Versions of Python and of the libraries that numbers depend on."""
    found = {"python": platform.python_version()}
    for name in LIBRARIES:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
    return found


def of_table(table: Table, path: str) -> dict[str, Any]:
    """What run.json says of the rows that something was measured on."""
    return {
        **of_rows(table, path),
        "used": len(table),
        "columns": table.X.shape[1],
        "bounds": {"low": float(table.low.min()), "high": float(table.high.max()), "stated": table.stated},
    }


def of_rows(table: Table, path: str) -> dict[str, Any]:
    """And of rows that stand beside them."""
    return {"path": path, "sha256": table.sha256, "rows": len(table)}


def notes_of(what: str, table: Table | None, known: Sequence[str]) -> list[str]:
    """The notes of a second table, each with what its rows are; none that the first one has too."""
    return [f"{what}: {note}" for note in (table.notes if table else ()) if note not in known]


def as_read(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document as a reader of its file sees it, in memory too; NaN is refused."""
    found: dict[str, Any] = json.loads(json.dumps(document, allow_nan=False, default=_plainly))
    return found


def written(
    folder: RunFolder | None,
    record: Mapping[str, Any],
    document: Mapping[str, Any],
    draw: Callable[[RunFolder, dict[str, Any]], None],
) -> tuple[Path | None, dict[str, Any]]:
    """Write what came of a run, and its record last: once run.json says complete, all of it is there.

    Args:
        folder: Where to; None keeps it in memory.
        record: What run.json says.
        document: What results.json says.
        draw: Writes the page, and what else lies beside it, of the document.

    Returns:
        Where it is, and the document as a reader of its file sees it.

    Raises:
        RunFailed: A file cannot be written.
    """
    found = as_read(document)
    if folder is not None:
        write_json(folder.path / "results.json", found)
        draw(folder, found)
        folder.write_record(record)
    return None if folder is None else folder.path, found


@dataclass(frozen=True)
class Measured(Generic[_Found]):
    """What came of measuring a file.

    Attributes:
        folder: Where it is; None where no folder was asked for.
        document: What results.json says.
        found: All of it; None where there is no more.
    """

    folder: Path | None
    document: Mapping[str, Any]
    found: _Found


def _plainly(value: Any) -> Any:
    """A number of numpy's as Python's; of anything else that JSON does not know, what it is called."""
    return value.item() if hasattr(value, "item") else str(value)


@contextlib.contextmanager
def made(folder: RunFolder | None) -> Iterator[None]:
    """Make the folder before anything is measured, and hold it until all is written.

    One that holds nothing goes again if something fails.

    Raises:
        RunError: It is there already, or another process has made it and writes into it.
    """
    if folder is None:
        yield
        return
    new = [path for path in (folder.path, *folder.path.parents) if not path.exists()]
    folder.open({}, resume=False)
    try:
        with alone_in(folder.path):
            folder.open({}, resume=False)  # whoever held it may have written all of its run meanwhile
            yield
    except BaseException:
        with contextlib.suppress(OSError):
            for path in new:
                path.rmdir()
        raise


@contextlib.contextmanager
def recorded(
    folder: RunFolder, begun: Mapping[str, Any], total: int, unit: str, count: Callable[[], int]
) -> Iterator[None]:
    """While it lasts, a run that is stopped or fails is written down as such.

    Args:
        folder: Its folder.
        begun: What run.json says of it so far.
        total: How many lines its journal has in the end.
        unit: What a line is called, in the plural.
        count: How many it has.

    Raises:
        Stopped: It was stopped by hand; the message says how to go on.
        RunFailed: It failed.
    """

    def write(status: str) -> None:
        with contextlib.suppress(RunFailed):  # a disk that had no room for the journal has none for this
            folder.write_record({**begun, "status": status, "finished": now()})

    try:
        yield
    except KeyboardInterrupt:
        write("partial")
        raise Stopped(
            f"stopped: {count():,} of {total:,} {unit} are in {folder.journal}; "
            "repeat it with --resume to go on from there"
        ) from None
    except RunFailed:
        write("failed")
        raise


def digest(value: Any) -> str:
    """The sha256 of a JSON-ready value."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode("utf-8")).hexdigest()
