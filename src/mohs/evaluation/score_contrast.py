"""Scores of two classifiers, paired: the benchmark's score and the task scores, which are means of metrics.

A score is no mean over rows (F1 is a ratio, and tasks count alike however many rows they have), so neither
McNemar's test nor a difference of flags will do. The interval comes from a bootstrap that draws whole sources
and computes both scores on the same draw; p from exchanging the answers of the two classifiers to whole
sources at random, as often as `EXCHANGES` says: the share of exchanges that leave the scores as far apart.
"""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mohs.data.task import Task
from mohs.estimate import CONFIDENCE, RESAMPLES, Estimate, How
from mohs.estimate.resampling import percentiles, wilson
from mohs.evaluation import composite
from mohs.evaluation.contrast import Contrast, agreeing
from mohs.evaluation.judged import Integers, Marks
from mohs.evaluation.metrics import by_source, f1_parts
from mohs.evaluation.score import groups

Floats = NDArray[np.float64]

EXCHANGES = 9_999
"""Random exchanges of answers; p cannot be less than 1 / (1 + EXCHANGES)."""

_AT_ONCE = 1_000_000


@dataclass(frozen=True, eq=False)
class Labelled:
    """What one classifier said of the rows of one task.

    Attributes:
        task: Its metrics.
        ids: The id of each row, (n,).
        gold: (n,) the gold labels.
        predicted: (n,) the predicted ones; below 0 where the answer was none of the labels.
        sources: The benign source of each row, (n,).
    """

    task: Task
    ids: Sequence[str]
    gold: Integers
    predicted: Integers
    sources: Sequence[str]


def score_contrasts(
    names: tuple[str, str],
    first: Mapping[str, Labelled],
    second: Mapping[str, Labelled],
    how: How,
    *,
    whole: bool,
) -> Iterator[Contrast]:
    """The score, where both answered the whole benchmark, and the score of each task.

    Args:
        names: Of the two classifiers.
        first: Task name -> what the first said.
        second: The same of the second; rows that only one has are left out.
        how: Confidence and seed.
        whole: Whether both answered every task.

    Yields:
        The score first, if any; then the scores of tasks that are more than one accuracy (of qqp and mnli),
        of the table ("task",).
    """
    common = [name for name in first if name in second]
    paired = {name: pair for name in common if len(pair := _pair(first[name], second[name], how)) > 0}
    scored = {group: [paired[name] for name in tasks] for group, tasks in groups(list(paired)).items()}
    if whole and len(scored) > 1:
        yield _contrast("score", (), {}, names, list(scored.values()), how)
    for group, pairs in scored.items():
        if len(pairs) == 1 and pairs[0].first.task.metrics == ("accuracy",):
            continue  # its accuracy says the same
        yield _contrast("task_score", ("task",), {"task": group}, names, [pairs], how)


@dataclass(frozen=True, eq=False)
class _Pair:
    """Both classifiers on the rows of one task, and what random draws and exchanges would have given."""

    first: Marks
    second: Marks
    drawn: Floats
    exchanged: Floats

    def __len__(self) -> int:
        return len(self.first.gold)


def _pair(first: Labelled, second: Labelled, how: How) -> _Pair:
    there = {own: place for place, own in enumerate(second.ids)}
    places = [(place, there[own]) for place, own in enumerate(first.ids) if own in there]
    mine, others = np.asarray(places, np.int64).reshape(-1, 2).T
    numbers: dict[str, int] = {}
    sources = np.asarray(
        [numbers.setdefault(first.sources[place], len(numbers)) for place in mine.tolist()], np.int64
    )
    gold = first.gold[mine]
    a = Marks(first.task, gold, first.predicted[mine], sources)
    b = Marks(first.task, gold, second.predicted[others], sources)
    seed = np.random.SeedSequence([how.get("random_state", 0), zlib.crc32(first.task.name.encode())])
    draws, exchanges = (np.random.default_rng(one) for one in seed.spawn(2))
    if not len(gold):
        return _Pair(a, b, np.zeros((0, 2)), np.zeros((0, 2)))
    totals = np.column_stack([_totals(a), _totals(b)])
    return _Pair(a, b, _values(_draw(totals, draws)), _values(_exchange(totals, exchanges)))


def _totals(marks: Marks) -> Floats:
    """For each source and metric what stands above and below the line, (sources, 2 metrics)."""
    columns: list[Floats] = []
    for metric in marks.task.metrics:
        right, every = marks.right.astype(np.float64), np.ones(len(marks.gold))
        columns.extend(f1_parts(marks) if metric == "f1" else (right, every))
    return np.column_stack(list(by_source(marks.source, *columns)))


def _values(sums: Floats) -> Floats:
    """The mean of the metrics of both classifiers, (draws, 2)."""
    above, below = sums[:, ::2], sums[:, 1::2]
    ratios = np.divide(above, below, out=np.zeros_like(below), where=below > 0)
    half = ratios.shape[1] // 2
    return np.column_stack([ratios[:, :half].mean(axis=1), ratios[:, half:].mean(axis=1)])


def _draw(totals: Floats, generator: np.random.Generator) -> Floats:
    """The sums over each draw of so many sources as there are; sources with equal totals are one kind."""
    kinds, counts = np.unique(totals, axis=0, return_counts=True)
    share = counts / counts.sum()
    parts = [
        generator.multinomial(counts.sum(), share, size) @ kinds for size in _sizes(RESAMPLES, len(kinds))
    ]
    return np.concatenate(parts)


def _exchange(totals: Floats, generator: np.random.Generator) -> Floats:
    """The sums where the two classifiers' answers to each source are exchanged or not, at random."""
    kinds, counts = np.unique(totals, axis=0, return_counts=True)
    half = totals.shape[1] // 2
    other = np.column_stack([kinds[:, half:], kinds[:, :half]])
    parts = []
    for size in _sizes(EXCHANGES, len(kinds)):
        flipped = generator.binomial(counts, 0.5, (size, len(kinds)))
        parts.append((counts - flipped) @ kinds + flipped @ other)
    return np.concatenate(parts)


def _sizes(total: int, width: int) -> list[int]:
    """How many draws are made at a time, so that memory stays small."""
    step = max(1, _AT_ONCE // width)
    return [min(step, total - start) for start in range(0, total, step)]


def _contrast(
    metric: str,
    table: tuple[str, ...],
    coordinates: Mapping[str, str],
    names: tuple[str, str],
    scored: Sequence[Sequence[_Pair]],
    how: How,
) -> Contrast:
    confidence = how.get("confidence", CONFIDENCE)
    pairs = [pair for group in scored for pair in group]
    first, second = (_score(scored, side, how).estimate(confidence) for side in (0, 1))
    assert first.value is not None and second.value is not None  # every task has rows
    value = second.value - first.value
    drawn, exchanged = (_differences([getattr(pair, name) for pair in g] for g in scored) for name in _NAMES)
    extreme = int((np.abs(exchanged) >= abs(value) - 1e-12).sum())
    p = (1 + extreme) / (1 + EXCHANGES)
    return Contrast(
        metric,
        table,
        coordinates,
        *names,
        first,
        second,
        agreeing(_estimate(value, drawn, pairs, confidence), p),
        sum(int((pair.first.right & ~pair.second.right).sum()) for pair in pairs),
        sum(int((pair.second.right & ~pair.first.right).sum()) for pair in pairs),
        p,
        p,
    )


_NAMES = ("drawn", "exchanged")


def _score(scored: Sequence[Sequence[_Pair]], side: int, how: How) -> composite.Composite:
    """The mean over groups of the mean over their tasks, of one side."""
    return composite.mean_of(
        [composite.mean_of([_composite(pair, side, how) for pair in group]) for group in scored]
    )


def _composite(pair: _Pair, side: int, how: How) -> composite.Composite:
    marks = (pair.first, pair.second)[side]
    return composite.of_task(
        marks,
        marks.task.metrics,
        random_state=how.get("random_state", 0),
        confidence=how.get("confidence", CONFIDENCE),
    )


def _differences(groups: Iterator[Sequence[Floats]]) -> Floats:
    """Second - first of the mean over groups of the mean over their tasks, for each draw."""
    values = np.mean([np.mean(group, axis=0) for group in groups], axis=0)
    difference: Floats = values[:, 1] - values[:, 0]
    return difference


def _estimate(value: float, drawn: Floats, pairs: Sequence[_Pair], confidence: float) -> Estimate:
    sources = [len(np.unique(pair.first.source)) for pair in pairs]
    n = sum(map(len, pairs))
    if np.ptp(drawn) <= 1e-12:
        unseen = wilson(0, sum(sources), confidence)[1]
        low, high = value - unseen * (value + 1), value + unseen * (1 - value)
        return Estimate(value, low, high, n, sum(sources), confidence, "wilson (all values equal)")
    low, high = percentiles(drawn, max(2, min(sources)), confidence)
    method = "cluster-bootstrap" if sum(sources) < n else "bootstrap"
    return Estimate(value, min(low, value), max(high, value), n, sum(sources), confidence, method)
