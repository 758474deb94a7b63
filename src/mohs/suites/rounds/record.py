"""The folder of rounds: rounds.json, the contexts of each round, and a journal of all that people did.

Every event is one line, appended and flushed to the disk before anybody hears of it; what is known is what
the lines say. Threads and processes take turns by a lock, and each reads first what the others have written.
Why so: docs/design/003-rounds.md.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock
from typing import Any

from mohs.data.task import Task
from mohs.data.tasks import BUILT_IN, open_task
from mohs.data.values import short
from mohs.errors import RunError, RunFailed
from mohs.runs.folder import sha256_of, write_json
from mohs.runs.journal import Journal, mend
from mohs.runs.lock import locked
from mohs.suites.rounds.given import Context, contexts, written_field
from mohs.suites.rounds.writing import AMBIGUOUS, Try, Verdict, Writing

SCHEMA = "mohs/rounds/1"
ABOUT = "rounds.json"


@dataclass(frozen=True)
class Round:
    """One round.

    Attributes:
        number: From 1.
        adversaries: Address -> sha256 of what it says of itself; each try asks one of them.
        opening: How they are opened (`open_classifier`'s options).
        tries: How many a writer has for one context and label.
        seed: Of the order of contexts, and of which adversary is asked.
        contexts: What writers are given.
        at: When it began, in UTC.
    """

    number: int
    adversaries: Mapping[str, str]
    opening: Mapping[str, Any]
    tries: int
    seed: int
    contexts: tuple[Context, ...]
    at: str


class Record:
    """All that is known of the rounds of a folder.

    Attributes:
        path: The folder.
        task: What is written for.
        rounds: The rounds, in order.
        writings: Id -> what somebody was given, and what came of it, in the order in which it was given.
    """

    def __init__(self, path: Path, task: Task) -> None:
        self.path, self.task = path, task
        self.rounds: list[Round] = []
        self.writings: dict[str, Writing] = {}
        self._threads = RLock()
        self._holding = 0
        self._read = self._lines = 0
        self._file: Journal | None = None
        self._makers: Mapping[str, Callable[[Mapping[str, Any]], None]] = {
            "round": self._round,
            "given": self._given,
            "try": self._try,
            "reason": self._reason,
            "given up": self._given_up,
            "verdict": self._verdict,
        }

    @property
    def journal(self) -> Path:
        """The journal file."""
        return self.path / "journal.jsonl"

    def contexts_file(self, number: int) -> Path:
        """The contexts of a round."""
        return self.path / f"contexts-{number}.jsonl"

    @contextmanager
    def current(self) -> Iterator[None]:
        """Hold the folder, with all read that others have written; nobody else can add anything meanwhile.

        Raises:
            RunError: The journal cannot be read.
            RunFailed: The folder cannot be locked.
        """
        with self._threads:
            if self._holding:
                yield
                return
            with locked(self.path / ".lock"):
                self._catch_up()
                self._holding = 1
                try:
                    yield
                finally:
                    self._holding = 0

    def add(self, event: str, **what: Any) -> None:
        """Write an event down, and know it; only while the folder is held.

        Raises:
            RunFailed: It cannot be written: then it has not happened.
        """
        assert self._holding
        line = {"event": event, **what}
        try:
            self._makers[event](line)
            if self._file is None:
                self._file = Journal(self.journal, group=1)
            self._file.append(line)
        except BaseException as problem:  # also Ctrl-C: what is known is what the lines say
            self._forget()
            if isinstance(problem, (OSError, RunFailed)):
                why = problem if isinstance(problem, OSError) else problem.__cause__
                raise RunFailed(
                    f"{self.journal}: cannot be written ({getattr(why, 'strerror', problem)}); all that was "
                    "told before is safe. Make room and do the same again"
                ) from problem
            raise
        self._read, self._lines = self.journal.stat().st_size, self._lines + 1

    def close(self) -> None:
        """Close the journal."""
        with self._threads:
            if self._file is not None:
                self._file.close()
                self._file = None

    def _forget(self) -> None:
        """Know nothing: what could not be written is read again from what was."""
        self.rounds, self.writings = [], {}
        self._read = self._lines = 0
        self._catch_up()

    def look(self) -> None:
        """Read what is there without holding the folder, which may be read-only; nothing is mended."""
        with self._threads:
            self._catch_up(mending=False)

    def _catch_up(self, *, mending: bool = True) -> None:
        try:
            with self.journal.open("rb") as file:
                file.seek(self._read)
                data = file.read()
        except FileNotFoundError:
            return
        except OSError as problem:
            raise RunError(f"{self.journal} cannot be read", got=problem.strerror) from None
        if (
            mending and data and not data.endswith(b"\n")
        ):  # a process died while it wrote: nobody has heard of that line
            mend(self.journal)
        for line in data[: data.rfind(b"\n") + 1].splitlines(keepends=True):
            self._lines += 1
            self._apply(line)
            self._read += len(line)

    def _apply(self, line: bytes) -> None:
        try:
            event = json.loads(line)
            self._makers[event["event"]](event)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as problem:
            raise RunError(
                f"{self.journal}:{self._lines}: not a line of a journal of rounds",
                got=short(f"{type(problem).__name__}: {problem}"),
                mend="restore the journal from a copy",
            ) from None

    def _round(self, event: Mapping[str, Any]) -> None:
        number = len(self.rounds) + 1
        if event["round"] != number:
            raise ValueError(f"round {event['round']} after round {number - 1}")
        given: tuple[Context, ...] = (Context({}),)
        if event["contexts"] is not None:
            path = self.contexts_file(number)
            if not path.is_file() or sha256_of(path) != event["contexts"]:
                raise RunError(f"{path} is not what round {number} began with", mend="restore it from a copy")
            given = contexts(path, self.task)
        self.rounds.append(
            Round(
                number, dict(event["adversaries"]), dict(event["opening"]), int(event["tries"]),
                int(event["seed"]), given, str(event["at"]),
            )
        )  # fmt: skip

    def _given(self, event: Mapping[str, Any]) -> None:
        current = self.rounds[event["round"] - 1]
        context = current.contexts[event["context"]]
        if min(event["round"], event["context"] + 1) < 1 or not isinstance(event["writer"], str):
            raise ValueError("no round, context or writer")
        self.writings[event["id"]] = Writing(
            event["id"], current.number, event["writer"], context.fields, written_field(self.task),
            self.task.labels[self.task.labels.index(event["label"])], current.tries, genre=context.genre,
        )  # fmt: skip

    def _try(self, event: Mapping[str, Any]) -> None:
        before = self.writings[event["id"]]
        one = Try(**{name: event[name] for name in Try.__slots__})
        if not isinstance(one.text, str) or not isinstance(one.fooled, bool):
            raise ValueError("a try has a text, and fooled or not")
        self.writings[before.id] = replace(before, tries=(*before.tries, one))

    def _reason(self, event: Mapping[str, Any]) -> None:
        self._change(event, reason=event["text"])

    def _given_up(self, event: Mapping[str, Any]) -> None:
        self._change(event, given_up=True)

    def _verdict(self, event: Mapping[str, Any]) -> None:
        one = Verdict(event["verifier"], event["label"], event["at"])
        if one.label not in (*self.task.labels, AMBIGUOUS):
            raise ValueError(f"label {one.label}")
        self._change(event, verdicts=(*self.writings[event["id"]].verdicts, one))

    def _change(self, event: Mapping[str, Any], **what: Any) -> None:
        self.writings[event["id"]] = replace(self.writings[event["id"]], **what)


def open_record(path: Path, task: Task | str | None = None, *, only_reading: bool = False) -> Record:
    """The record of a folder; made, where nothing is there and a task is named.

    Args:
        path: The folder.
        task: What is written for.
        only_reading: Neither lock nor mend anything: the folder may be a copy that cannot be written.

    Raises:
        RunError: The folder holds something else, rounds of another task, or none and no task is named.
        DataError: The task is none of the built-in ones.
    """
    about = path / ABOUT
    with_task = None if task is None else open_task(task)
    if with_task is not None and with_task.name not in BUILT_IN:
        raise RunError(
            "rounds are written for a built-in task",
            got=with_task.name,
            expected=f"one of {', '.join(BUILT_IN)}",
        )
    try:
        there = about.is_file()
    except OSError as problem:
        raise RunError(f"{short(str(path))} cannot be a folder of rounds", got=problem.strerror) from None
    if not there and only_reading:
        mend = f"name the folder that it is in: {path.parent}" if path.is_file() else None
        raise RunError(f"{path} holds no rounds", expected=f"a folder with {ABOUT}", mend=mend)
    if not there:
        _make(path, about, with_task)
    try:
        found = json.loads(about.read_text(encoding="utf-8"))
        schema, name = found["schema"], str(found["task"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as problem:
        raise RunError(f"{about} cannot be read", got=short(str(problem))) from None
    if schema != SCHEMA or name not in BUILT_IN:
        raise RunError(f"{about}: unknown schema", got=short(f"{schema}, {name}"), expected=SCHEMA)
    if with_task is not None and with_task.name != name:
        raise RunError(f"{path} holds rounds of another task", got=with_task.name, expected=name)
    record = Record(path, BUILT_IN[name])
    if only_reading:
        record.look()
        return record
    with record.current():
        return record


def _make(path: Path, about: Path, task: Task | None) -> None:
    if task is None:
        raise RunError(
            f"{path} holds no rounds", expected=f"a folder with {ABOUT}", mend="name a task to begin there"
        )
    try:
        path.mkdir(parents=True, exist_ok=True)
        with locked(path / ".lock"):
            if about.exists():  # somebody else was first
                return
            # the lock, and what a process left that died while it wrote
            if not all(one.name == ".lock" or one.name.startswith(f".{ABOUT}.") for one in path.iterdir()):
                raise RunError(f"{path} holds something else", mend="choose another folder")
            write_json(about, {"schema": SCHEMA, "task": task.name})
    except OSError as problem:
        raise RunError(
            f"{path} cannot be made a folder of rounds", got=problem.strerror or str(problem)
        ) from None
