"""The metrics of a task: accuracy and F1, with their intervals."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.data.task import Task
from mohs.errors import DataError
from mohs.estimate import CONFIDENCE, UNIT_BOUNDS, Estimate, no_data, proportion, ratio
from mohs.evaluation.judged import Flags, Integers, Marks

Sums = NDArray[np.float64]

NAMES = ("accuracy", "f1")
EXACT = "exact"
"""A number that follows from the benchmark and not from a sample: it has no interval."""
UNDEFINED = "0 by convention: the label is neither there nor predicted"


def check(task: Task) -> None:
    """Refuse a task whose metrics cannot be computed.

    Raises:
        DataError: An unknown metric, or F1 of more than two labels.
    """
    if unknown := [name for name in task.metrics if name not in NAMES]:
        raise DataError(
            f"task {task.name} has a metric {unknown[0]!r}", expected=f"metrics among {', '.join(NAMES)}"
        )
    if "f1" in task.metrics and len(task.labels) != 2:
        raise DataError(
            f"task {task.name}: f1 is of a task with two labels",
            got=", ".join(task.labels),
            mend="name accuracy alone as its metric",
        )


def share(flags: Flags, source: Integers, **how: Any) -> Estimate:
    """The share of rows that are true: Wilson where no two rows share a source, else over whole sources.

    The same number and interval as `mohs.estimate.share`; rows are summed by source first, so that a million
    of them take little time.
    """
    n = len(flags)
    right, counts = by_source(source, flags.astype(np.float64), np.ones(n))
    if len(counts) == n:
        return replace(
            proportion(int(flags.sum()), n, confidence=how.get("confidence", CONFIDENCE)), clusters=n
        )
    return _over_sources(ratio(right, counts, bounds=UNIT_BOUNDS, **how), n, len(counts))


def mean_difference(a: Flags, b: Flags, source: Integers, **how: Any) -> Estimate:
    """The mean of a - b over rows, paired, with a bootstrap over their sources."""
    n = len(a)
    difference, counts = by_source(source, a.astype(np.float64) - b, np.ones(n))
    return _over_sources(ratio(difference, counts, bounds=(-1.0, 1.0), **how), n, len(counts))


def f1(marks: Marks, **how: Any) -> Estimate:
    """F1 of the task's second label (of QQP: duplicate): 2 tp / (2 tp + fp + fn); 0 where that is 0 / 0."""
    n = len(marks.gold)
    above, below = by_source(marks.source, *f1_parts(marks))
    if n and not below.any():
        confidence = how.get("confidence", CONFIDENCE)
        return Estimate(0.0, None, None, n, len(below), confidence, UNDEFINED)
    return _over_sources(ratio(above, below, bounds=UNIT_BOUNDS, **how), n, len(below))


def f1_parts(marks: Marks) -> tuple[Sums, Sums]:
    """(n,) twice: what each row adds above and below the line of F1."""
    gold, predicted = marks.gold == 1, marks.predicted == 1
    above = 2.0 * (gold & predicted)
    return above, above + (gold != predicted)


def metric(name: str, marks: Marks, **how: Any) -> Estimate:
    """A metric of a task by its name."""
    return f1(marks, **how) if name == "f1" else share(marks.right, marks.source, **how)


def exact(value: float, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """A number that follows from the benchmark alone."""
    return Estimate(value, None, None, n, None, confidence, EXACT) if n else no_data(None, confidence)


def by_source(source: Integers, *columns: Sums) -> Sequence[Sums]:
    """The columns summed over each source, (sources,) each."""
    _, numbers = np.unique(source, return_inverse=True)
    return [np.bincount(numbers, column).astype(np.float64) for column in columns]


def _over_sources(estimate: Estimate, n: int, sources: int) -> Estimate:
    """An estimate that was made of sums over sources, as one of rows."""
    method = "cluster-bootstrap" if estimate.method == "bootstrap" and sources < n else estimate.method
    return replace(estimate, n=n, clusters=sources, method=method)
