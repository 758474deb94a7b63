"""Judged: one classifier's answers to the rows of one task, beside what is right."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mohs.benchmark.part import Part
from mohs.benchmark.taxonomy import Kind, kind_of
from mohs.data.task import Task
from mohs.evaluation.sheet import FAULTY, OUTSIDE, Answers

Flags = NDArray[np.bool_]
Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Marks:
    """Predictions beside gold labels, and which rows stand together.

    Attributes:
        task: Labels and metrics.
        gold: (n,) the gold labels.
        predicted: (n,) the predicted ones; `OUTSIDE` where the answer was none of the labels.
        source: (n,) the number of the source of each row: rows with the same one are not independent.
    """

    task: Task
    gold: Integers
    predicted: Integers
    source: Integers

    @cached_property
    def right(self) -> Flags:
        """(n,) where the prediction is the gold label."""
        return np.equal(self.gold, self.predicted)

    def where(self, kept: Flags) -> "Marks":
        """These rows alone."""
        return Marks(self.task, self.gold[kept], self.predicted[kept], self.source[kept])

    @classmethod
    def independent(cls, task: Task, gold: Integers, predicted: Integers) -> "Marks":
        """Rows that all stand for themselves; those without an answer are left out."""
        kept = predicted != FAULTY
        gold, predicted = gold[kept], predicted[kept]
        return cls(task, gold, predicted, np.arange(len(gold)))


@dataclass(frozen=True, eq=False)
class Judged:
    """The answers to the rows of one task; rows without an answer (the classifier raised) are left out.

    Attributes:
        part: The rows that have an answer.
        answers: The answers, in their order.
        sources: The answers to the benign rows that these were made from, in the order of `source_ids`; None
            where nobody asked for them.
        source_ids: The ids of those benign rows.
        clean: The answers to other benign rows of the task (GLUE's dev set); None where there are none.
        faulty: How many rows have no answer.
    """

    part: Part
    answers: Answers
    sources: Answers | None = None
    source_ids: Sequence[str] = ()
    clean: Marks | None = None
    faulty: int = 0

    @classmethod
    def of(
        cls, part: Part, answers: Answers, sources: Answers | None = None, clean: Marks | None = None
    ) -> "Judged":
        """Put answers beside the rows of a benchmark, in its order.

        Args:
            part: The rows; their labels are known.
            answers: One answer a row.
            sources: One answer for each of `part.source_ids`.
            clean: Benign rows of the task that are not sources.
        """
        import pyarrow as pa

        ids = part.source_ids if sources is not None else ()
        kept = answers.labels != FAULTY
        faulty = int((~kept).sum())
        if faulty:
            scores = None if answers.scores is None else answers.scores[kept]
            answers = Answers(answers.labels[kept], scores)
            part = Part(part.task, part.table.filter(pa.array(kept)), part.benign)
        return cls(part, answers, sources, ids, clean, faulty)

    def __len__(self) -> int:
        return len(self.part)

    @property
    def task(self) -> Task:
        """Labels and metrics."""
        return self.part.task

    @cached_property
    def marks(self) -> Marks:
        """The adversarial rows: gold and predicted labels, and the source of each."""
        gold = self.part.labels
        assert gold is not None  # whoever scores has the labels
        codes = self.part.table.column("source_id").combine_chunks().dictionary_encode().indices
        return Marks(self.task, gold, self.answers.labels, codes.to_numpy().astype(np.int64))

    @cached_property
    def source_place(self) -> Integers:
        """(n,) where in `source_ids` the source of each row is; -1 where there is none."""
        import pyarrow as pa
        import pyarrow.compute as pc

        known = pa.array(self.source_ids, pa.string())
        found = pc.index_in(self.part.table.column("source_id"), value_set=known)
        places: Integers = found.fill_null(-1).to_numpy().astype(np.int64)
        return np.where(self.part.has_original, places, -1)

    @cached_property
    def source_predicted(self) -> Integers:
        """(n,) what the classifier said of the source of each row; `FAULTY` where that is not known."""
        known = self.source_place >= 0
        predicted = np.full(len(self), FAULTY)
        if self.sources is not None:
            predicted[known] = self.sources.labels[self.source_place[known]]
        return predicted

    @cached_property
    def has_source(self) -> Flags:
        """(n,) where the answer to the source is known too."""
        return np.not_equal(self.source_predicted, FAULTY)

    @cached_property
    def source_right(self) -> Flags:
        """(n,) where the classifier had the source of the row right: its label is the row's."""
        return np.equal(self.source_predicted, self.marks.gold)

    @cached_property
    def source_marks(self) -> Marks:
        """The benign sources, each once, with the label that the rows made from them keep."""
        places, first = np.unique(self.source_place[self.has_source], return_index=True)
        gold = self.marks.gold[self.has_source][first]
        predicted = self.sources.labels[places] if self.sources is not None else gold[:0]
        return Marks.independent(self.task, gold, predicted)

    @cached_property
    def kinds(self) -> tuple[list[Kind], Integers]:
        """What made the rows: the kinds that occur, and for each row the number of its own, (n,)."""
        method, level = (
            self.part.table.column(name).combine_chunks().dictionary_encode()
            for name in ("method", "data_construction")
        )
        levels = level.dictionary.to_pylist()
        codes = method.indices.to_numpy().astype(np.int64) * len(levels) + level.indices.to_numpy()
        used, numbers = np.unique(codes, return_inverse=True)
        names = method.dictionary.to_pylist()
        return [kind_of(names[code // len(levels)], levels[code % len(levels)]) for code in used], numbers

    def made_by(self, **wanted: str) -> Flags:
        """(n,) the rows of this `level`, `phenomenon` and `attack`, as far as they are named."""
        kinds, numbers = self.kinds
        fits = [all(getattr(kind, name) == value for name, value in wanted.items()) for kind in kinds]
        return np.asarray(fits, np.bool_)[numbers] if kinds else np.zeros(len(self), np.bool_)

    @property
    def outside(self) -> Flags:
        """(n,) where the answer was none of the labels."""
        return np.equal(self.answers.labels, OUTSIDE)


def pooled(sources: Sequence[Integers]) -> Integers:
    """Numbers of sources of several tasks, made different from task to task, one after the other."""
    shifted, next_free = [np.zeros(0, np.int64)], 0
    for numbers in sources:
        shifted.append(numbers + next_free)
        next_free += int(numbers.max(initial=-1)) + 1
    return np.concatenate(shifted)
