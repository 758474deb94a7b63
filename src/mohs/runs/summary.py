"""From outcomes to numbers: what `results.json` holds of an attack run.

Outcomes are read once, one after the other; of each a few numbers are kept and no text, so that memory does
not grow with what was attacked.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mohs.estimate import CONFIDENCE, UNBOUNDED, Estimate, How, mean, share
from mohs.runs.called import as_called

Row: TypeAlias = dict[str, Any]
"""A number as contracts have it, with its coordinates (task, attack, model, ...)."""

STATUSES = ("success", "failure", "budget", "not_attackable", "skipped", "error")
"""What can become of an example, in the order in which reports list it."""

ATTACKED = ("success", "failure", "budget", "not_attackable")
"""Of these the classifier had been right: what the attack success rate is a share of."""

METRICS = (
    "accuracy",
    "accuracy_under_attack",
    "attack_success_rate",
    "queries_per_example",
    "modified_rate",
    "modified_rate_input",
    "similarity",
)
"""What is measured for every attack."""

UNION = "all"
"""The attack of rows that say what all attacks of a run together did: broken by any of them."""

_OF_ALL = ("accuracy", "accuracy_under_attack", "attack_success_rate")

COSINES = (-1.0, 1.0)


class Summary(NamedTuple):
    """What a run came to.

    Attributes:
        rows: The numbers of each attack, and of all together where there are several.
        counts: For each attack how many outcomes had which status, in all and by true label.
        by_label: Numbers of each attack by true label; rows with the further coordinate `label`.
    """

    rows: list[Row]
    counts: list[dict[str, Any]]
    by_label: list[Row]


def summarise(
    outcomes: Iterable[Mapping[str, Any]],
    attacks: Iterable[Mapping[str, Any]] = (),
    *,
    confidence: float = CONFIDENCE,
    random_state: int = 0,
) -> Summary:
    """The numbers of an attack run.

    Per attack: `accuracy` (right before the attack / all without error), `accuracy_under_attack` (right and
    not broken / all without error), `attack_success_rate` (broken / right before), `queries_per_example`
    (texts asked of the classifier, over those right before), and over the broken ones `modified_rate`,
    `modified_rate_input` and `similarity`. Of a run with several attacks also `accuracy_under_attack` and
    `attack_success_rate` of all together, over the examples that every attack has dealt with without error.

    Args:
        outcomes: One mapping each, as in the journal, in any order.
        attacks: What is known of each attack beside its name: mappings with `name`, and where given `level`
            and `phenomenon`, which become coordinates.
        confidence: Of the intervals, in (0, 1).
        random_state: Seed of the bootstrap.

    Returns:
        The summary; the same for any order of the outcomes.
    """
    how: How = {"confidence": confidence, "random_state": random_state}
    known = {str(attack["name"]): attack for attack in attacks}
    groups: dict[tuple[str, str], _Group] = {}
    for outcome in outcomes:
        key = (outcome["task"], outcome["model"])
        group = groups.get(key) or groups.setdefault(key, _Group())
        group.add(outcome)
    summary = Summary([], [], [])
    for (task, model), group in sorted(groups.items()):
        for attack, tally in sorted(group.tallies.items()):
            facts = known.get(attack, {})
            coordinates: Row = {"task": task, "attack": attack, "model": model}
            coordinates |= {name: facts[name] for name in ("level", "phenomenon") if facts.get(name)}
            summary.rows.extend(_rows(tally.estimates(how), coordinates))
            summary.counts.append({**coordinates, **_counts(tally)})
            for label in sorted(tally.labels):
                here = {**coordinates, "label": label}
                summary.by_label.extend(_rows(tally.success_and_accuracy(how, label), here))
        if len(group.tallies) > 1:
            together = {"task": task, "attack": UNION, "model": model}
            summary.rows.extend(_rows(group.union(how), together))
    return summary


def possible(task: str, attacks: Sequence[str], *, similarity: bool) -> dict[str, list[str]]:
    """The metrics that a run can have, of its task and of each attack.

    Args:
        task: Its task.
        attacks: Its attacks.
        similarity: Whether there is an encoder that measures it.
    """
    own = [metric for metric in METRICS if similarity or metric != "similarity"]
    together = {UNION: list(_OF_ALL)} if len(attacks) > 1 else {}
    return {task: own, **dict.fromkeys(attacks, own), **together}


def results_document(
    run: Mapping[str, Any],
    rows: Iterable[Row],
    counts: Iterable[Mapping[str, Any]] = (),
    by_label: Iterable[Row] = (),
) -> dict[str, Any]:
    """What is written to `results.json`; `results_document(run, *summarise(...))` for an attack run.

    Args:
        run: The content of `run.json`.
        rows: Numbers with their coordinates.
        counts: Statuses by attack.
        by_label: Numbers by true label.

    Returns:
        A document of the schema `mohs/results/1` (see `mohs.runs.schema`).
    """
    run = as_called(run)
    status = run.get("status", "partial")
    copied = {name: run.get(name) for name in ("command", "config", "model", "data")}
    return {
        "schema": "mohs/results/1",
        "kind": run.get("kind", "attack"),
        "status": "partial" if status == "running" else status,
        **copied,
        **{name: run.get(name) or {} for name in ("versions", "seeds", "limits")},
        "warnings": list(run.get("warnings") or ()),
        "results": list(rows),
        "counts": list(counts),
        "by_label": list(by_label),
    }


def _rows(estimates: Mapping[str, Estimate], coordinates: Row) -> list[Row]:
    return [{**estimate.to_json(metric), **coordinates} for metric, estimate in estimates.items()]


def _counts(tally: "_Tally") -> dict[str, Any]:
    in_all: Counter[str] = Counter()
    for counted in tally.labels.values():
        in_all.update(counted)
    return {
        "outcomes": in_all.total(),
        "statuses": {status: in_all[status] for status in STATUSES},
        "labels": {
            label: {status: counted[status] for status in STATUSES}
            for label, counted in sorted(tally.labels.items())
        },
    }


def _numbers(typecode: str) -> "array[Any]":
    return array(typecode)


@dataclass
class _Tally:
    """What is kept of the outcomes of one attack: columns of plain numbers, one entry an outcome.

    A number that an outcome has not got is NaN here, and goes no further.
    """

    status: "array[int]" = field(default_factory=lambda: _numbers("b"))
    source: "array[int]" = field(default_factory=lambda: _numbers("q"))
    label: "array[int]" = field(default_factory=lambda: _numbers("l"))
    queries: "array[float]" = field(default_factory=lambda: _numbers("d"))
    rate: "array[float]" = field(default_factory=lambda: _numbers("d"))
    rate_input: "array[float]" = field(default_factory=lambda: _numbers("d"))
    similarity: "array[float]" = field(default_factory=lambda: _numbers("d"))
    labels: dict[str, Counter[str]] = field(default_factory=dict)
    label_numbers: dict[str, int] = field(default_factory=dict)

    def add(self, outcome: Mapping[str, Any], source: int) -> None:
        label, status = str(outcome["label"]), outcome["status"]
        modified = outcome.get("modified") or {}
        self.status.append(STATUSES.index(status))
        self.source.append(source)
        self.label.append(self.label_numbers.setdefault(label, len(self.label_numbers)))
        self.queries.append(outcome["asked"].get("classify", 0))
        self.rate.append(_or_nan(modified.get("rate")))
        self.rate_input.append(_or_nan(modified.get("rate_input")))
        self.similarity.append(_or_nan(outcome.get("similarity")))
        self.labels.setdefault(label, Counter())[status] += 1

    def estimates(self, how: How) -> dict[str, Estimate]:
        status = np.asarray(self.status)
        broken, attacked = _is(status, ("success",)), _is(status, ATTACKED)
        return self.success_and_accuracy(how) | {
            "queries_per_example": self._mean(self.queries, attacked, UNBOUNDED, how),
            "modified_rate": self._mean(self.rate, broken, UNBOUNDED, how),
            "modified_rate_input": self._mean(self.rate_input, broken, UNBOUNDED, how),
            "similarity": self._mean(self.similarity, broken, COSINES, how),
        }

    def success_and_accuracy(self, how: How, label: str | None = None) -> dict[str, Estimate]:
        status, source = np.asarray(self.status), np.asarray(self.source)
        if label is not None:
            here = np.asarray(self.label) == self.label_numbers[label]
            status, source = status[here], source[here]
        return _success_and_accuracy(
            _is(status, ATTACKED), _is(status, ("success",)), ~_is(status, ("error",)), source, how
        )

    def _mean(
        self, values: "array[float]", rows: NDArray[np.bool_], bounds: tuple[float, float], how: How
    ) -> Estimate:
        column = np.asarray(values)
        kept = rows & ~np.isnan(column)
        column = column[kept]
        # A cosine of a text with itself may come out as 1.0000001.
        column = np.clip(column, *bounds) if bounds == COSINES else column
        sources = np.asarray(self.source)[kept]
        # One cosine says nothing of the next (see `ratio`): no interval.
        return mean(column, sources, bounds=bounds if len(set(sources)) > 1 else UNBOUNDED, **how)


@dataclass
class _Group:
    """The outcomes of one task and model: a tally for each attack, and what became of each example in all."""

    tallies: dict[str, _Tally] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    examples: dict[str, int] = field(default_factory=dict)
    source: "array[int]" = field(default_factory=lambda: _numbers("q"))
    seen: "array[int]" = field(default_factory=lambda: _numbers("l"))
    right: "array[int]" = field(default_factory=lambda: _numbers("b"))
    broken: "array[int]" = field(default_factory=lambda: _numbers("b"))
    failed: "array[int]" = field(default_factory=lambda: _numbers("b"))

    def add(self, outcome: Mapping[str, Any]) -> None:
        attack, status, name = outcome["attack"], outcome["status"], outcome["id"]
        source = self.sources.setdefault(outcome["source_id"], len(self.sources))
        (self.tallies.get(attack) or self.tallies.setdefault(attack, _Tally())).add(outcome, source)
        example = self.examples.setdefault(name, len(self.examples))
        if example == len(self.source):
            self.source.append(source)
            for column in (self.seen, self.right, self.broken, self.failed):
                column.append(0)
        self.seen[example] += 1
        self.right[example] |= status in ATTACKED
        self.broken[example] |= status == "success"
        self.failed[example] |= status == "error"

    def union(self, how: How) -> dict[str, Estimate]:
        dealt_with = (np.asarray(self.seen) == len(self.tallies)) & (np.asarray(self.failed) == 0)
        right, broken = np.asarray(self.right) == 1, np.asarray(self.broken) == 1
        found = _success_and_accuracy(right, broken, dealt_with, np.asarray(self.source), how)
        return found


def _success_and_accuracy(
    right: NDArray[np.bool_],
    broken: NDArray[np.bool_],
    valid: NDArray[np.bool_],
    source: NDArray[np.int64],
    how: How,
) -> dict[str, Estimate]:
    right, broken, source = right[valid], broken[valid], source[valid]
    return {
        "accuracy": share(right, source, **how),
        "accuracy_under_attack": share(right & ~broken, source, **how),
        "attack_success_rate": share(broken[right], source[right], **how),
    }


def _is(status: NDArray[np.int8], which: tuple[str, ...]) -> NDArray[np.bool_]:
    return np.isin(status, [STATUSES.index(name) for name in which])


def _or_nan(number: float | None) -> float:
    return float("nan") if number is None else float(number)
