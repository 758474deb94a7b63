"""Composite: a number made of several tasks' metrics, with one interval for the whole.

The score of a benchmark is a mean of means (QQP: of accuracy and F1; MNLI: of matched and mismatched; then of
the five tasks). Its interval comes from a bootstrap of the whole: the sources of each task are drawn anew,
every metric is computed on the same draw, and the draws of different tasks, which share no source, are put
together. A mean of one metric of one task is that metric, with the interval that it has by itself: a number
never has two.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mohs.estimate import CONFIDENCE, EQUAL_BOUNDED, RESAMPLES, Estimate, no_data
from mohs.estimate.resampling import percentiles
from mohs.evaluation.judged import Marks
from mohs.evaluation.metrics import by_source, f1_parts, metric

Floats = NDArray[np.float64]

_DRAWS_AT_ONCE = 1_000_000


@dataclass(frozen=True, eq=False)
class Composite:
    """A number, and what it would have been on other draws of the sources.

    Attributes:
        value: The number; None where a part of it has no data.
        draws: (resamples,) the number on each draw.
        low: The same made of the low ends of its parts; where nothing varies, the interval.
        high: Likewise of the high ends.
        n: Rows in all.
        sources: Sources in all.
        fewest: Sources of the part that has the fewest.
        metric: The metric that it is, where it is made of no more than one; None for a mean.
    """

    value: float | None
    draws: Floats
    low: float
    high: float
    n: int
    sources: int
    fewest: int
    metric: Estimate | None = None

    def estimate(self, confidence: float = CONFIDENCE) -> Estimate:
        """The number with its interval; widened as if every part had as few sources as the smallest."""
        if self.value is None:
            return no_data(0, confidence)
        if self.metric is not None:
            return self.metric
        if np.ptp(self.draws) <= 1e-12:
            low, high, method = self.low, self.high, EQUAL_BOUNDED
        else:
            low, high = percentiles(self.draws, max(self.fewest, 2), confidence)
            method = "cluster-bootstrap" if self.sources < self.n else "bootstrap"
        low, high = min(low, self.value), max(high, self.value)
        return Estimate(self.value, low, high, self.n, self.sources, confidence, method)


_NOTHING = Composite(None, np.zeros(1), 0.0, 0.0, 0, 0, 0)


def of_task(
    marks: Marks,
    metrics: Sequence[str],
    *,
    split: str = "",
    random_state: int = 0,
    confidence: float = CONFIDENCE,
) -> Composite:
    """The mean of some metrics of a task, computed on the same draws.

    Args:
        marks: The rows.
        metrics: Names of metrics; their mean is the number.
        split: Which rows of the task these are.
        random_state: Seed; the draws depend on it, on the task's name and on the split, so that tasks and
            splits are drawn independently.
        confidence: Of the interval.
    """
    n = len(marks.gold)
    if not n:
        return _NOTHING
    parts = [metric(name, marks, confidence=confidence, random_state=random_state) for name in metrics]
    values = [part.value for part in parts if part.value is not None]
    columns = {"accuracy": (marks.right.astype(np.float64), np.ones(n)), "f1": f1_parts(marks)}
    wanted = [column for name in metrics for column in columns[name]]
    totals = np.column_stack(by_source(marks.source, *wanted))
    seed = np.random.SeedSequence([random_state, zlib.crc32(f"{marks.task.name}/{split}".encode())])
    sums = _drawn(totals, np.random.default_rng(seed))
    below = sums[:, 1::2]
    ratios = np.divide(sums[:, ::2], below, out=np.zeros_like(below), where=below > 0)
    return Composite(
        sum(values) / len(values),
        ratios.mean(axis=1),
        float(np.mean([part.low if part.low is not None else 0.0 for part in parts])),
        float(np.mean([part.high if part.high is not None else 1.0 for part in parts])),
        n,
        len(totals),
        len(totals),
        parts[0] if len(parts) == 1 else None,
    )


def mean_of(parts: Sequence[Composite]) -> Composite:
    """The mean of numbers that share no source; of one alone, that number."""
    if len(parts) == 1:
        return parts[0]
    known = [part.value for part in parts if part.value is not None]
    if len(known) < len(parts) or not parts:
        return _NOTHING
    return Composite(
        sum(known) / len(known),
        np.mean([part.draws for part in parts], axis=0),
        float(np.mean([part.low for part in parts])),
        float(np.mean([part.high for part in parts])),
        sum(part.n for part in parts),
        sum(part.sources for part in parts),
        min(part.fewest for part in parts),
    )


def difference(first: Composite, second: Composite) -> Composite:
    """First - second, which share no source; n and sources are those of the second."""
    if first.value is None or second.value is None:
        return _NOTHING
    return Composite(
        first.value - second.value,
        first.draws - second.draws,
        first.low - second.high,
        first.high - second.low,
        second.n,
        second.sources,
        min(first.fewest, second.fewest),
    )


def _drawn(totals: Floats, generator: np.random.Generator) -> Floats:
    """The totals summed over each draw of so many sources as there are, (resamples, columns)."""
    k = len(totals)
    kinds, counts = np.unique(totals, axis=0, return_counts=True)
    if len(kinds) * 10 <= k:  # sources with equal totals are interchangeable: one multinomial draw
        drawn: Floats = generator.multinomial(k, counts / k, size=RESAMPLES) @ kinds
        return drawn
    order = np.lexsort(totals.T[::-1])  # so that the order of the rows does not show
    step = max(1, _DRAWS_AT_ONCE // k)
    sums = np.empty((RESAMPLES, totals.shape[1]))
    for start in range(0, RESAMPLES, step):
        size = min(step, RESAMPLES - start)
        sums[start : start + size] = totals[order][generator.integers(0, k, size=(size, k))].sum(axis=1)
    return sums
