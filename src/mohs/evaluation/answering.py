"""Answering: a classifier answers rows, in few large batches of one length, and what it said is journaled."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.data.example import Example
from mohs.data.task import Task
from mohs.engine.attacking import FAULTY as MOST_FAULTY
from mohs.engine.oracles import rounded
from mohs.engine.progress import Progress
from mohs.errors import ClassifierFault, RunFailed
from mohs.estimate.wording import percent
from mohs.evaluation.sheet import FAULTY, Answers
from mohs.models.classifier import Classifier, Input

FEWEST, MOST = 64, 8192
"""Texts that are asked about at once, between two writes to the journal: as many as take some seconds, so
that a stop loses little and a fast device has its batches full. Adapters pack their own batches."""

_SHORT, _LONG = 1.0, 8.0

Key = tuple[str, str, str]
"""Task, part and id of a row."""

Said = list[float] | str
"""The scores of a row; or why there are none."""


@dataclass(frozen=True, eq=False)
class Asked:
    """Rows of one task and one part of a run that a classifier is asked about.

    Attributes:
        task: Their task.
        part: "adversarial", "source" or "clean".
        examples: The rows.
    """

    task: Task
    part: str
    examples: Sequence[Example]

    def key(self, example: Example) -> Key:
        """What tells a row from all others of a run."""
        return self.task.name, self.part, example.id


def answer(
    classifier: Classifier,
    asked: Sequence[Asked],
    *,
    known: Mapping[Key, Said] | None = None,
    keep: Callable[[dict[str, Any]], None] | None = None,
    progress: Progress | None = None,
) -> list[Answers]:
    """Ask a classifier about rows of one task; equal texts are asked about once.

    Args:
        classifier: Its labels are the task's.
        asked: The parts; all of one task.
        known: What is known from an earlier run that is resumed; these rows are not asked about.
        keep: Is given one line of the journal for each row, as soon as it is answered.
        progress: What shows the progress; told of every row that is answered.

    Returns:
        The answers of each part, in the order of its rows; `FAULTY` where the classifier raised.

    Raises:
        RunFailed: It raised on more than 5 % of the rows.
    """
    said = dict(known or {})
    rows = [(one, example) for one in asked for example in one.examples]
    waiting: dict[Input, list[tuple[Asked, Example]]] = {}
    for one, example in rows:
        if one.key(example) not in said:
            waiting.setdefault(one.task.input(example.fields), []).append((one, example))
    # Texts of one length together: then batches are full and nothing is padded.
    inputs = sorted(waiting, key=lambda one: sum(map(len, one)) if isinstance(one, tuple) else len(one))
    faults = [reason for one, e in rows if isinstance(reason := said.get(one.key(e)), str)]
    _check(faults, len(rows), classifier, asked)
    start, size = 0, 4 * FEWEST
    while start < len(inputs):
        some = inputs[start : start + size]
        began = time.monotonic()
        answers = _asked(classifier, some)
        took, start = time.monotonic() - began, start + len(some)
        for text, found in zip(some, answers, strict=True):
            for one, example in waiting[text]:
                said[one.key(example)] = found
                faults += [found] if isinstance(found, str) else []
                if keep is not None:
                    keep(_line(classifier, one, example, found))
                if progress is not None:
                    progress.outcome("error" if isinstance(found, str) else "answered", 1)
        size = min(MOST, 2 * size) if took < _SHORT else max(FEWEST, size // 2) if took > _LONG else size
        _check(faults, len(rows), classifier, asked)
    return [_answers(one, said, len(classifier.labels)) for one in asked]


def _check(faults: Sequence[str], rows: int, classifier: Classifier, asked: Sequence[Asked]) -> None:
    """Stop where so many rows have no answer that the numbers would mean nothing."""
    if len(faults) > MOST_FAULTY * rows:
        raise RunFailed(
            f"{classifier.address} raised on {len(faults):,} of {rows:,} rows of task {asked[0].task.name}, "
            f"more than {percent(MOST_FAULTY, 0)}: the numbers would mean nothing. The first: {faults[0]}"
        )


def _asked(classifier: Classifier, inputs: Sequence[Input]) -> list[Said]:
    """Scores of each text; where a batch raises, its halves are asked, to find whose fault it is."""
    try:
        scores: list[Said] = rounded(classifier.probabilities(inputs)).tolist()
        return scores
    except ClassifierFault as fault:
        if len(inputs) == 1:
            return [fault.at_prompt()]
    half = len(inputs) // 2
    return [*_asked(classifier, inputs[:half]), *_asked(classifier, inputs[half:])]


def _line(classifier: Classifier, one: Asked, example: Example, found: Said) -> dict[str, Any]:
    line: dict[str, Any] = {
        "id": example.id,
        "source_id": example.source_id,
        "task": one.task.name,
        "part": one.part,
        "model": classifier.address,
    }
    if isinstance(found, str):
        return {**line, "status": "error", "prediction": None, "reason": found}
    best = max(range(len(found)), key=found.__getitem__)
    return {**line, "status": "answered", "prediction": classifier.labels[best], "scores": found}


def _answers(one: Asked, said: Mapping[Key, Said], labels: int) -> Answers:
    scores = np.full((len(one.examples), labels), np.nan)
    for place, example in enumerate(one.examples):
        found = said[one.key(example)]
        if not isinstance(found, str):
            scores[place] = found
    faulty = np.isnan(scores).any(axis=1)
    best: NDArray[np.int64] = np.where(faulty, FAULTY, np.argmax(scores, axis=1))
    return Answers(best, scores.astype(np.float32))


def read_answers(lines: Iterator[Mapping[str, Any]]) -> dict[Key, Said]:
    """What the lines of a journal say of each row.

    Raises:
        KeyError, TypeError: A line that is none of `answer`'s.
    """
    found: dict[Key, Said] = {}
    for line in lines:
        key = (str(line["task"]), str(line["part"]), str(line["id"]))
        error = line["status"] == "error"
        found[key] = str(line["reason"]) if error else [float(number) for number in line["scores"]]
    return found
