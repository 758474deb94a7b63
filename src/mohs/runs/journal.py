"""The journal: append-only, one line an outcome; what is in it survives a crash, a kill or a full disk."""

import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from mohs.errors import RunError, RunFailed
from mohs.runs.shapes import wrong_in

GROUP = 64
"""Lines between two fsyncs, at the most;"""
SECONDS = 1.0
"""and the longest time between them."""


class Journal:
    """Writes outcomes to a journal file; a context manager.

    Args:
        path: The file; new lines go behind what is there (see `mend`).
        group: Lines between two fsyncs, at the most; fewer where they come slowly.
    """

    def __init__(self, path: Path, *, group: int = GROUP) -> None:
        self.path, self._group = path, group
        # Unbuffered: a line is either handed to the system as a whole or not at all.
        self._file = path.open("ab", buffering=0)
        self._pending: list[bytes] = []
        self._synced = time.monotonic()

    def append(self, outcome: Mapping[str, Any]) -> None:
        """Add one outcome.

        Raises:
            RunFailed: It cannot be written (disk full); the lines before it are safe.
        """
        self._pending.append(_line(outcome))
        if len(self._pending) >= self._group or time.monotonic() - self._synced >= SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write and fsync what is pending.

        Raises:
            RunFailed: As `append`.
        """
        block, self._pending = b"".join(self._pending), []
        try:
            view = memoryview(block)
            while view:
                view = view[self._file.write(view) :]
            os.fsync(self._file.fileno())
        except OSError as problem:
            kept = self._keep_whole_lines()
            raise RunFailed(
                f"{self.path}: cannot be written ({problem.strerror}); {kept} of its lines are safe. "
                "Make room, then repeat it with --resume"
            ) from problem
        self._synced = time.monotonic()

    def _keep_whole_lines(self) -> int:
        """Cut off a line of which only a part could be written; count the lines that are left."""
        data = self.path.read_bytes()
        os.truncate(self.path, data.rfind(b"\n") + 1)
        return data.count(b"\n")

    def close(self) -> None:
        """Write what is pending and close the file."""
        if not self._file.closed:
            try:
                if self._pending:
                    self.flush()
            finally:
                self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _line(outcome: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(outcome, ensure_ascii=False, allow_nan=False).encode() + b"\n"
    except UnicodeEncodeError:  # a lone surrogate, which UTF-8 cannot hold: escaped instead
        return json.dumps(outcome, allow_nan=False).encode() + b"\n"


def mend(path: Path) -> int:
    """Drop a torn last line, which a kill can leave; give the number of bytes dropped."""
    size = path.stat().st_size
    with path.open("rb+") as file:
        end, step = size, 1 << 16
        while end > 0:
            start = max(0, end - step)
            file.seek(start)
            last = file.read(end - start).rfind(b"\n")
            if last >= 0:
                file.truncate(start + last + 1)
                return size - (start + last + 1)
            end = start
        file.truncate(0)
    return size


def read_journal(path: Path) -> Iterator[dict[str, Any]]:
    """The outcomes, one at a time, in the order of the file; a torn last line is passed over.

    Raises:
        RunError: A line that is no outcome, or an outcome that is there twice, with its number.
    """
    seen: dict[tuple[str, str], set[str]] = {}
    for number, line in read_lines(path):
        outcome = _outcome(line, f"{path}:{number}")
        attack, name = outcome["attack"], outcome["id"]
        known = seen.setdefault((outcome["model"], attack), set())
        if name in known:
            raise _no_outcome(f"{path}:{number}", f"a second outcome of {attack} on example {name!r}")
        known.add(name)
        yield outcome


def read_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The number and the content of every line of a journal of any kind; a torn last one is passed over.

    Raises:
        RunError: The file cannot be read, or a line is no JSON object; its number is told.
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    return
                yield number, _object(line, f"{path}:{number}")
    except OSError as problem:
        raise RunError(f"{path} cannot be read", got=problem.strerror) from None


def _object(line: bytes, place: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as problem:
        raise _no_outcome(place, f"{line[:60]!r}: {problem}") from None
    if not isinstance(found, dict):
        raise _no_outcome(place, type(found).__name__)
    return found


def _outcome(outcome: dict[str, Any], place: str) -> dict[str, Any]:
    if (wrong := wrong_in(outcome)) is not None:
        raise _no_outcome(place, f"{wrong}: {outcome.get(wrong)!r}")
    return outcome


def _no_outcome(place: str, got: str) -> RunError:
    return RunError(
        f"{place}: not a line of a journal",
        got=got[:200],
        expected="one JSON object, an outcome that is there once",
        mend="restore the journal from a copy, or run again into another folder",
    )
