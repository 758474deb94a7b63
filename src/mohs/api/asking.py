"""Asking: all rows of an evaluation through their classifiers, journaled so that a run can be resumed."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mohs.api.classifiers import Opened
from mohs.api.record import recorded
from mohs.api.truncation import truncation
from mohs.benchmark.package import Part
from mohs.data.example import Example
from mohs.data.readers import read
from mohs.engine.progress import Progress
from mohs.errors import DataError, RunError, RunFailed
from mohs.evaluation.answering import Asked, Key, Said, answer, read_answers
from mohs.evaluation.sheet import Answers
from mohs.runs.folder import RunFolder
from mohs.runs.journal import Journal, mend
from mohs.runs.lock import alone

_GROUP = 100_000
"""Lines between two writes, where a second is not over before: texts are answered faster than disks write."""


@dataclass(frozen=True)
class Clean:
    """Further benign rows of some tasks.

    Attributes:
        by_task: Task -> rows.
        facts: Task -> path, sha256 and number of rows, for the record.
        notes: Remarks of the readers.
    """

    by_task: Mapping[str, Sequence[Example]]
    facts: Mapping[str, Any]
    notes: tuple[str, ...] = ()


def read_clean(address: str | None, parts: Mapping[str, Part]) -> Clean:
    """The benign rows that --clean names, or else those that the benchmark brings along.

    Raises:
        DataError: They cannot be read, or a task has none.
    """
    if address is None:
        own = {name: part.benign for name, part in parts.items() if part.benign}
        return Clean(own, {name: {"path": "the benchmark", "rows": len(rows)} for name, rows in own.items()})
    by_task, facts, notes = {}, {}, []
    for name, part in parts.items():
        try:
            reading = read(address, part.task, allow_empty=True)
        except DataError as problem:
            raise DataError(
                f"--clean {address}: {problem.what}",
                got=problem.got,
                expected=problem.expected,
                mend=problem.mend,
            ) from None
        by_task[name] = reading.examples
        facts[name] = {"path": reading.path, "sha256": reading.sha256, "rows": len(reading.examples)}
        notes += [f"{name}: {note}" for note in reading.notes if "stands in" in note]
    return Clean(by_task, facts, tuple(notes))


@dataclass(frozen=True, eq=False)
class Questionnaire:
    """Everything that is to be asked.

    Attributes:
        asked: Task -> its parts: the adversarial rows, their sources, and further benign rows.
        classifiers: Who answers.
    """

    asked: Mapping[str, Sequence[Asked]]
    classifiers: Opened

    @classmethod
    def of(
        cls,
        parts: Mapping[str, Part],
        clean: Mapping[str, Sequence[Example]],
        classifiers: Opened,
        *,
        sources: bool,
    ) -> "Questionnaire":
        """What is to be asked of these rows."""
        asked = {}
        for name, part in parts.items():
            asked[name] = [Asked(part.task, "adversarial", part.examples())]
            if sources and part.source_ids:
                asked[name].append(Asked(part.task, "source", part.sources()))
            if name in clean:
                asked[name].append(Asked(part.task, "clean", clean[name]))
        return cls(asked, classifiers)

    @property
    def planned(self) -> int:
        """How many rows that is."""
        return sum(len(one.examples) for some in self.asked.values() for one in some)

    def truncation(self) -> list[str]:
        """A warning for each task of whose adversarial rows the classifier does not read the whole."""
        found = []
        for name, some in self.asked.items():
            inputs = [some[0].task.input(example.fields) for example in some[0].examples]
            if told := truncation(self.classifiers.by_task[name], inputs, "rows"):
                found.append(f"{name}: {told}")
        return found


def carry_out(
    questionnaire: Questionnaire,
    record: Mapping[str, Any],
    folder: RunFolder | None,
    *,
    resume: bool,
    progress: Progress | None,
) -> dict[str, dict[str, Answers]]:
    """Ask everything; give task -> part -> answers.

    Raises:
        RunError: The folder cannot be used as asked.
        RunFailed: A classifier raised on too many rows, or the journal cannot be written.
        Stopped: By hand; the message says how to go on.
    """
    if folder is None:
        return _asked(questionnaire, {}, None, progress)
    folder.enter(record["fingerprint"], resume=resume)
    begun = {**record, "name": folder.path.name, "status": "running"}
    with (
        alone(folder.journal),
        recorded(folder, begun, questionnaire.planned, "answers", lambda: len(_known(folder.journal))),
    ):
        mend(folder.journal)
        known = _known(folder.journal)
        folder.write_record(begun)
        try:
            with Journal(folder.journal, group=_GROUP) as journal:
                return _asked(questionnaire, known, journal.append, progress)
        except RunFailed as failed:
            raise RunFailed(f"{failed.at_prompt()}; the journal is {folder.journal}") from None


def _asked(
    questionnaire: Questionnaire,
    known: Mapping[Key, Said],
    keep: Callable[[dict[str, Any]], None] | None,
    progress: Progress | None,
) -> dict[str, dict[str, Answers]]:
    if progress is not None:
        progress.start(questionnaire.planned, len(known))
    found = {}
    for name, some in questionnaire.asked.items():
        classifier = questionnaire.classifiers.by_task[name]
        answers = answer(classifier, some, known=known, keep=keep, progress=progress)
        found[name] = {one.part: own for one, own in zip(some, answers, strict=True)}
    return found


def _known(journal: Path) -> dict[Key, Said]:
    try:
        with journal.open("rb") as file:
            return read_answers(json.loads(line) for line in file)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as problem:
        raise RunError(
            f"{journal} is no journal of an evaluation",
            got=str(problem)[:200],
            mend="restore it from a copy, or evaluate into another folder",
        ) from None
