"""Score: every number that results.json has of one classifier on one benchmark.

Accuracy, F1, task score and score are AdvGLUE's (Wang et al. 2021; its evaluate.py): a task's score is the
mean of its metrics, MNLI's the mean of matched and mismatched, the score the mean of the tasks' scores.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mohs.data.task import Task
from mohs.estimate import CONFIDENCE, Estimate
from mohs.evaluation import composite
from mohs.evaluation.composite import Composite
from mohs.evaluation.judged import Judged, Marks, pooled
from mohs.evaluation.metrics import exact, mean_difference, metric, share
from mohs.runs.summary import Row

METRICS = (
    "score",
    "macro_accuracy",
    "robust_accuracy",
    "clean_accuracy",
    "gap",
    "attack_success_rate",
    "drop",
    "task_score",
    "accuracy",
    "f1",
    "outside_labels",
    "majority_accuracy",
    "chance_accuracy",
)
"""What is measured, in the order of results.json."""

CLEAN = "clean"
"""The split of numbers on benign rows that are named with --clean (GLUE's dev set)."""

PUBLISHED = "as published"
"""The split of numbers on rows before errata, beside those on what errata leave."""

_JOINED = {"mnli-mm": "mnli"}
"""Tasks whose score is one with another's."""


@dataclass(frozen=True)
class Scoring:
    """How numbers are made.

    Attributes:
        split: The split of the benchmark, a coordinate of its rows.
        model: What the classifier is called, likewise; None where that is not known.
        whole: Whether every task of the benchmark was answered: only then is there a score.
        confidence: Of the intervals.
        random_state: Seed of the bootstraps.
    """

    split: str
    model: str | None = None
    whole: bool = True
    confidence: float = CONFIDENCE
    random_state: int = 0

    @property
    def how(self) -> dict[str, Any]:
        """What `mohs.estimate` takes."""
        return {"confidence": self.confidence, "random_state": self.random_state}

    def row(self, name: str, estimate: Estimate, **coordinates: str) -> Row:
        """A number with its coordinates; what they leave open is the benchmark's split, and the model."""
        model = {} if self.model is None else {"model": self.model}
        return {**estimate.to_json(name), "split": self.split, **model, **coordinates}

    def composite(self, marks: Marks, names: Sequence[str], split: str | None = None) -> Composite:
        """The mean of some metrics of a task."""
        return composite.of_task(
            marks,
            names,
            split=split or self.split,
            random_state=self.random_state,
            confidence=self.confidence,
        )


def score(judged: Mapping[str, Judged], scoring: Scoring) -> list[Row]:
    """All numbers of the table in docs/evaluate.md, of the benchmark as a whole and of each task.

    Args:
        judged: Task name -> answers; at least one task, each with at least one row.
        scoring: How numbers are made.

    Returns:
        Rows with the coordinates split, model and task; without task they are of all tasks together.
    """
    rows = [*_scores(judged, scoring), *_paired("", list(judged.values()), scoring)]
    for name, one in judged.items():
        rows += _task(name, one, scoring)
    order = {metric: number for number, metric in enumerate(METRICS)}
    tasks = {name: number for number, name in enumerate(judged)}
    return sorted(rows, key=lambda row: (tasks.get(row.get("task", ""), -1), order[row["metric"]]))


def possible(
    tasks: Mapping[str, Task], *, sources: Collection[str], clean: Collection[str], whole: bool
) -> dict[str, list[str]]:
    """The metrics that `score` gives: of each task, and under "" of all together.

    Args:
        tasks: Task name -> task.
        sources: The tasks whose benign sources are answered too.
        clean: The tasks of which there are clean rows.
        whole: Whether these are all tasks of the benchmark.
    """
    always, paired = ("robust_accuracy", "outside_labels"), ("clean_accuracy", "gap", "attack_success_rate")
    found = {"": {"macro_accuracy", *always, *(paired if sources else ())}}
    for name, task in tasks.items():
        found[name] = {"accuracy", "majority_accuracy", "chance_accuracy", *always, *task.metrics}
        found[name].update(paired if name in sources else ())
    parted = groups(list(tasks))
    for group, names in parted.items():
        found[group].update(("task_score", "drop") if set(names) <= set(clean) else ("task_score",))
    if whole:
        found[""].update(("score", "drop") if set(tasks) <= set(clean) else ("score",))
    return {name: [metric for metric in METRICS if metric in some] for name, some in found.items()}


def groups(names: Sequence[str]) -> dict[str, list[str]]:
    """The tasks that have a score of their own, each with the tasks that it is the mean of."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(_JOINED.get(name, name) if _JOINED.get(name) in names else name, []).append(name)
    return found


def _scores(judged: Mapping[str, Judged], scoring: Scoring) -> Iterator[Row]:
    """task_score, score, macro_accuracy; the same on clean rows, and how much is lost (drop)."""
    adversarial = {name: scoring.composite(one.marks, one.task.metrics) for name, one in judged.items()}
    scored = {
        group: composite.mean_of([adversarial[name] for name in names])
        for group, names in groups(list(judged)).items()
    }
    accuracies = [scoring.composite(one.marks, ("accuracy",)) for one in judged.values()]
    clean = _clean_scores(judged, scoring)
    for group, one in scored.items():
        yield scoring.row("task_score", one.estimate(scoring.confidence), task=group)
        if group in clean:
            lost = composite.difference(clean[group], one)
            yield scoring.row(
                "task_score", clean[group].estimate(scoring.confidence), task=group, split=CLEAN
            )
            yield scoring.row("drop", lost.estimate(scoring.confidence), task=group)
    yield scoring.row("macro_accuracy", composite.mean_of(accuracies).estimate(scoring.confidence))
    if scoring.whole:
        whole = composite.mean_of(list(scored.values()))
        yield scoring.row("score", whole.estimate(scoring.confidence))
        if len(clean) == len(scored):
            unharmed = composite.mean_of(list(clean.values()))
            yield scoring.row("score", unharmed.estimate(scoring.confidence), split=CLEAN)
            lost = composite.difference(unharmed, whole)
            yield scoring.row("drop", lost.estimate(scoring.confidence))


def _clean_scores(judged: Mapping[str, Judged], scoring: Scoring) -> dict[str, Composite]:
    """The task scores on clean rows, of the tasks that have them all."""
    parts = {
        name: scoring.composite(one.clean, one.task.metrics, CLEAN)
        for name, one in judged.items()
        if one.clean is not None
    }
    return {
        group: composite.mean_of([parts[name] for name in names])
        for group, names in groups(list(judged)).items()
        if all(name in parts for name in names)
    }


def _task(name: str, one: Judged, scoring: Scoring) -> Iterator[Row]:
    for metric_name in one.task.metrics:
        yield scoring.row(metric_name, metric(metric_name, one.marks, **scoring.how), task=name)
        if one.clean is not None:
            clean = metric(metric_name, one.clean, **scoring.how)
            yield scoring.row(metric_name, clean, task=name, split=CLEAN)
    if "accuracy" not in one.task.metrics:
        yield scoring.row("accuracy", share(one.marks.right, one.marks.source, **scoring.how), task=name)
    yield from _paired(name, [one], scoring)
    counts = np.bincount(one.marks.gold, minlength=len(one.task.labels))
    n = len(one)
    majority = exact(float(counts.max()) / n if n else 0.0, n, scoring.confidence)
    yield scoring.row("majority_accuracy", majority, task=name)
    yield scoring.row("chance_accuracy", exact(1 / len(one.task.labels), n, scoring.confidence), task=name)


def _paired(task: str, parts: Sequence[Judged], scoring: Scoring) -> Iterator[Row]:
    """Robust and clean accuracy, their difference and the attack success rate, of one task or of all."""
    where = {"task": task} if task else {}
    source = pooled([one.marks.source for one in parts])
    right = np.concatenate([one.marks.right for one in parts])
    yield scoring.row("robust_accuracy", share(right, source, **scoring.how), **where)
    outside = np.concatenate([one.outside for one in parts])
    yield scoring.row("outside_labels", share(outside, source, **scoring.how), **where)
    if any(one.sources is not None for one in parts):
        sources = [one.source_marks.right for one in parts]
        each = np.concatenate(sources)
        clean = share(each, np.arange(len(each)), **scoring.how)
        yield scoring.row("clean_accuracy", clean, **where)
        before = np.concatenate([one.source_right for one in parts])
        known = np.concatenate([one.has_source for one in parts])
        gap = mean_difference(before[known], right[known], source[known], **scoring.how)
        yield scoring.row("gap", gap, **where)
        attacked = known & before
        rate = share(~right[attacked], source[attacked], **scoring.how)
        yield scoring.row("attack_success_rate", rate, **where)
