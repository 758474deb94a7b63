"""The run folder: what was asked for, the journal, and the results drawn from it."""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mohs.errors import RunError, RunFailed
from mohs.paths import as_path
from mohs.runs.called import as_called
from mohs.runs.journal import mend, read_journal
from mohs.runs.lock import LOCK, alone_in
from mohs.runs.shapes import RECORDED

RUN_SCHEMA = "mohs/run/1"

FILES = ("run.json", "examples.parquet", "results.json", "report.html")
"""What is written to a temporary name and moved."""


AGAIN = "go on with the run by --resume, where its command has that; or run it again into another folder"
"""How a run without usable results is mended."""

_ABSENT = object()
_SHOWN, _LONGEST = 5, 100


def now() -> str:
    """The time, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class RunFolder:
    """One folder with run.json, journal.jsonl, examples.parquet, results.json and report.html."""

    def __init__(self, path: Path) -> None:
        self.path = as_path(path)

    @property
    def journal(self) -> Path:
        """The journal file."""
        return self.path / "journal.jsonl"

    @property
    def report(self) -> Path:
        """The report page."""
        return self.path / "report.html"

    def results(self) -> dict[str, Any]:
        """What results.json says.

        Raises:
            RunError: It is not there, or cannot be read.
        """
        path = self.path / "results.json"
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as problem:
            raise RunError(f"{path} cannot be read", got=str(problem)[:200], mend=AGAIN) from None
        if not isinstance(found, dict):
            raise RunError(f"{path} is no JSON object", mend=AGAIN)
        return found

    def record(self) -> dict[str, Any]:
        """What run.json says.

        Raises:
            RunError: There is no run.json, or it is none of ours.
        """
        path = self.path / "run.json"
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            raise RunError(f"{self.path} is no run folder: it has no run.json") from None
        except (OSError, ValueError, RecursionError) as problem:
            raise RunError(f"{path} cannot be read: {problem}") from None
        if not isinstance(record, dict) or record.get("schema") != RUN_SCHEMA:
            raise RunError(
                f"{path}: unknown schema",
                got=str(record.get("schema") if isinstance(record, dict) else type(record).__name__),
                expected=RUN_SCHEMA,
            )
        for name, fits in RECORDED.items() if record.get("kind") == "attack" else ():
            if not fits(record.get(name)):
                raise RunError(f"{path}: {name} is not what a run has there", got=repr(record.get(name))[:80])
        return record

    def write_record(self, record: Mapping[str, Any]) -> None:
        """Write run.json."""
        write_json(self.path / "run.json", {"schema": RUN_SCHEMA, **as_called(record)})

    def outcomes(self) -> Iterator[dict[str, Any]]:
        """The journal's outcomes, one at a time."""
        return read_journal(self.journal)

    def enter(self, fingerprint: Mapping[str, Any], *, resume: bool) -> bool:
        """Make the folder, or go back into one that holds a run of the same configuration.

        Args:
            fingerprint: Everything that an outcome depends on; a resumed run must have the same. It is empty
                for what cannot be resumed.
            resume: Go on where the journal ends; a folder that is not there starts afresh.

        Returns:
            Whether there is a run to go on with.

        Raises:
            RunError: The folder holds a run and `resume` is off, or the run is of another configuration.
        """
        try:
            if not self.path.exists() or self.is_empty():
                self.path.mkdir(parents=True, exist_ok=True)
                return False
        except (OSError, ValueError) as problem:
            got = getattr(problem, "strerror", None) or str(problem)
            raise RunError(
                f"{self.path} cannot be made a run folder", got=got, mend="choose another --out"
            ) from None
        if not resume:
            raise RunError(
                f"{self.path} is there already",
                mend=f"{'add --resume to go on with it, or ' if fingerprint else ''}choose another --out",
            )
        differences = _differences(self.record().get("fingerprint", {}), fingerprint)
        if differences:
            raise RunError(
                f"{self.path} holds a run of another configuration",
                got="; ".join(f"{key}: {new}" for key, _, new in differences),
                expected="; ".join(f"{key}: {old}" for key, old, _ in differences),
                mend="resume with the same arguments, or choose another --out",
            )
        return True

    def is_empty(self) -> bool:
        """Whether nothing is in the folder but what a process leaves that was killed while it began a run."""
        return all(map(_is_nothing, self.path.iterdir()))

    def open(
        self,
        fingerprint: Mapping[str, Any],
        *,
        resume: bool,
        foreign: Callable[[Mapping[str, Any]], str | None] = lambda outcome: None,
    ) -> set[tuple[str, str, str]]:
        """Make the folder ready to write to, and say what is done already.

        Args:
            fingerprint: Everything that an outcome depends on; a resumed run must have the same.
            resume: Go on where the journal ends; a folder that is not there starts afresh.
            foreign: Why an outcome of the journal is none of this run, or None.

        Returns:
            (model, attack, id) of every outcome in the journal.

        Raises:
            RunError: The folder holds a run and `resume` is off, or the run is of another configuration.
        """
        return self.done(foreign) if self.enter(fingerprint, resume=resume) else set()

    def done(
        self, foreign: Callable[[Mapping[str, Any]], str | None] = lambda outcome: None
    ) -> set[tuple[str, str, str]]:
        """(model, attack, id) of every outcome in the journal.

        What a kill has left goes: a torn last line, and files that were not written to their end.

        Raises:
            RunError: A line is no outcome, or none of this run (`foreign`, as for `open`).
        """
        for left in (left for name in FILES for left in self.path.glob(f".{name}.*")):
            left.unlink(missing_ok=True)
        if not self.journal.exists():
            return set()
        mend(self.journal)
        done = set()
        for number, outcome in enumerate(self.outcomes(), start=1):
            if why := foreign(outcome):
                raise RunError(
                    f"{self.journal}:{number}: not an outcome of this run",
                    got=why,
                    mend="restore the journal from a copy, or run again into another folder",
                )
            done.add((outcome["model"], outcome["attack"], outcome["id"]))
        return done


def _is_nothing(path: Path) -> bool:
    """Whether a process that was killed while it began a run may have left this: it has no outcome."""
    return path.name.startswith(".") or (path.name == "journal.jsonl" and path.stat().st_size == 0)


def _differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Place, old and new value of what differs, down to the single option; the first few of many."""
    names, new = {*old, *new}, json.loads(json.dumps(new))
    found = list(
        _leaves("", {name: old.get(name) for name in names}, {name: new.get(name) for name in names})
    )
    shown = [(place, _short(before), _short(after)) for place, before, after in found[:_SHOWN]]
    more = len(found) - len(shown)
    return [*shown, (f"and {more:,} more", "...", "...")] if more else shown


def _leaves(place: str, old: Any, new: Any) -> Iterator[tuple[str, Any, Any]]:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            inner = f"{place}.{key}" if place else str(key)
            yield from _leaves(inner, old.get(key, _ABSENT), new.get(key, _ABSENT))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (before, after) in enumerate(zip(old, new, strict=True)):
            name = after.get("name", number) if isinstance(after, dict) else number
            yield from _leaves(f"{place}.{name}", before, after)
    else:
        yield place, old, new


def _short(value: Any) -> str:
    if value is _ABSENT:
        return "not there"
    names = isinstance(value, list) and all(isinstance(one, dict) and "name" in one for one in value)
    text = ", ".join(str(one["name"]) for one in value) if names else json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


@contextmanager
def filling(folder: Path) -> Iterator[None]:
    """Make an empty folder, or take one that is there and empty, and hold it while it is filled.

    Raises:
        RunError: It holds something, cannot be made, or another process fills it.
    """
    _make_empty(folder)
    with alone_in(folder):
        _make_empty(folder)  # whoever held it may have filled it meanwhile
        yield


def _make_empty(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        taken = any(one.name != LOCK for one in folder.iterdir())
    except OSError as problem:
        raise RunError(f"{folder} cannot be made", got=problem.strerror) from None
    if taken:
        raise RunError(f"{folder} is there already", mend="choose another folder, or take that one away")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary path beside `path`; what is written there is fsynced and moved into place at the end.

    Raises:
        RunFailed: It cannot be written; what was there before is untouched.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        os.close(handle)
    except OSError as problem:
        raise RunFailed(f"{path}: cannot be written ({problem.strerror})") from problem
    temporary = Path(name)
    try:
        yield temporary
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        # mkstemp makes files for the owner alone; a report is for whoever the folder is for.
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except OSError as problem:
        raise RunFailed(f"{path}: cannot be written ({problem.strerror or problem})") from problem
    finally:
        temporary.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_json(path: Path, document: Mapping[str, Any]) -> None:
    """Write a JSON document atomically; NaN is refused."""
    with replacing(path) as temporary:
        temporary.write_text(
            json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n",
            encoding="utf-8",
            errors="backslashreplace",  # a lone surrogate: what JSON writes for it too
        )


def sha256_of(path: Path) -> str:
    """The sha256 of a file, or of the names and contents of all files of a folder."""
    digest = hashlib.sha256()
    files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    for file in files:
        if path.is_dir():
            digest.update(file.relative_to(path).as_posix().encode() + b"\0")
        with file.open("rb") as handle:
            while block := handle.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()
