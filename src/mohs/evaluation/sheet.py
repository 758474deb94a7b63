"""Sheet: the answers to the rows of one task while they come in, and what does not fit."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mohs.data.task import Task
from mohs.data.values import short
from mohs.errors import DataError
from mohs.spec import did_you_mean

OUTSIDE = -1
"""The integer of an answer that is none of the labels."""

FAULTY = -3
"""The integer that stands where the classifier raised: the row is in no number, and counted."""

MISSING = "rows without a prediction"
SHOWN = 10
"""Of each kind of fault so many are shown."""

_UNANSWERED = -2


@dataclass(frozen=True, eq=False)
class Wanted:
    """The rows of one task that are to be answered.

    Attributes:
        task: Its labels.
        ids: The id of each row, in the order of the benchmark.
    """

    task: Task
    ids: Sequence[str]


@dataclass(frozen=True, eq=False)
class Answers:
    """The answers to the rows of one task, in the order of the benchmark.

    Attributes:
        labels: (n,) integers of the task's labels; `OUTSIDE` where the answer was none of them, `FAULTY`
            where there is none because the classifier raised.
        scores: (n, labels) what the classifier gave each label, NaN where it was not said; None where no row
            has scores.
    """

    labels: NDArray[np.int64]
    scores: NDArray[np.float32] | None = None


@dataclass
class Faults:
    """What does not fit: of each kind the first ten, and how many there are."""

    counts: dict[str, int] = field(default_factory=dict)
    shown: dict[str, list[str]] = field(default_factory=dict)

    def add(self, kind: str, what: str) -> None:
        """One more."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if self.counts[kind] <= SHOWN:
            self.shown.setdefault(kind, []).append(what)

    def listed(self) -> str:
        """All kinds, one a line, for a message."""
        lines = []
        for kind, count in self.counts.items():
            more = f", ... and {count - SHOWN:,} more" if count > SHOWN else ""
            lines.append(f"\n    {count:,} {kind}: {', '.join(self.shown[kind])}{more}")
        return "".join(lines)


class Sheet:
    """The answers to the rows of one task, filled in one by one."""

    def __init__(self, wanted: Wanted) -> None:
        self.task, self.ids = wanted.task, wanted.ids
        self.place = {own: number for number, own in enumerate(wanted.ids)}
        self.labels = np.full(len(wanted.ids), _UNANSWERED, np.int64)
        self.scores: NDArray[np.float32] | None = None
        self._answered = bytearray(len(wanted.ids))
        self._known: dict[object, int | str] = {}

    def read_label(self, value: object) -> int | str:
        """The integer of a label, `OUTSIDE` for None, or in words what was found instead of a label."""
        if value is None:
            return OUTSIDE
        if isinstance(value, bool | float | list | dict):
            return short(repr(value))
        key = (type(value), value)
        if key not in self._known:
            try:
                self._known[key] = self.task.label_index(value)
            except DataError:
                same = [name for name in self.task.labels if name.casefold() == str(value).casefold()]
                near = (
                    f"did you mean {same[0]}?" if same else did_you_mean(str(value), list(self.task.labels))
                )
                self._known[key] = short(repr(value)) + (f" ({near})" if near else "")
        return self._known[key]

    def answered(self, place: int) -> bool:
        """Whether a row has its answer."""
        return bool(self._answered[place])

    def put(self, place: int, label: int) -> None:
        """Keep the answer to a row."""
        self.labels[place] = label
        self._answered[place] = 1

    def put_scores(self, place: int, scores: object) -> bool:
        """Keep the scores of a row, if they are one finite number a label; whether they are."""
        count = len(self.task.labels)
        if not isinstance(scores, list) or len(scores) != count:
            return False
        if not all(type(number) in (int, float) and abs(number) < 1e30 for number in scores):
            return False
        if self.scores is None:
            self.scores = np.full((len(self.ids), count), np.nan, np.float32)
        self.scores[place] = scores
        return True

    def answers(self, faults: Faults) -> Answers:
        """All of it; rows without an answer are added to the faults."""
        for place in np.flatnonzero(self.labels == _UNANSWERED).tolist():
            faults.add(MISSING, f"{self.task.name} {short(self.ids[place])}")
        return Answers(self.labels, self.scores)
