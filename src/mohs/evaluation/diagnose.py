"""Diagnose: where a classifier fails on a benchmark, from the level down to the single row.

The tables are those of the AdvGLUE paper (Wang et al. 2021: its Table 3 by task, its Tables 4 and 5 by
phenomenon, its Table 8 of labels) and of its site (task by level), with n and an interval in every cell; and
what they lack: which labels are taken for which, how accuracy falls with the amount of change, which sources
always or never break, and the rows that were hardest.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.benchmark.taxonomy import LEVELS, PHENOMENA, Kind
from mohs.evaluation.capabilities import capabilities
from mohs.evaluation.changes import by_amount
from mohs.evaluation.hardest import hardest, sources
from mohs.evaluation.judged import Judged, pooled
from mohs.evaluation.metrics import f1, share
from mohs.evaluation.score import Scoring
from mohs.runs.summary import Row

FEW = 30
"""Fewer rows than this, and an interval is so wide that a figure says little: the cell is warned of."""

ROWS = 200
"""So many rows are listed with their texts."""


@dataclass(frozen=True)
class Diagnosis:
    """Where a classifier fails.

    Attributes:
        rows: Numbers with the further coordinates level, phenomenon and attack, as results.json has them.
        tables: All else: confusion, labels, amount of change, sources, hardest rows; of a suite, failures by
            capability.
        warnings: What a reader should know before trusting the figures.
    """

    rows: list[Row]
    tables: dict[str, Any]
    warnings: list[str]


def diagnose(judged: Mapping[str, Judged], scoring: Scoring) -> Diagnosis:
    """All tables of the diagnosis, from one call.

    Args:
        judged: Task name -> answers.
        scoring: How numbers are made.
    """
    rows = list(_cells("", list(judged.values()), scoring)) if len(judged) > 1 else []
    for name, one in judged.items():
        rows += _cells(name, [one], scoring)
    tables = {
        "confusion": [table for name, one in judged.items() for table in _confusion(name, one)],
        "labels": [table for name, one in judged.items() for table in _labels(name, one)],
        "by_amount_of_change": by_amount(judged, scoring),
        "sources": sources(judged),
        "rows": hardest(judged, ROWS),
    }
    if tested := capabilities(judged):
        tables["capabilities"] = tested
    return Diagnosis(rows, tables, _warnings(judged, rows))


def _cells(task: str, parts: Sequence[Judged], scoring: Scoring) -> Iterator[Row]:
    """Accuracy, F1 and attack success by level, phenomenon and attack, of one task or of all together."""
    kinds = sorted({kind for one in parts for kind in one.kinds[0] if kind.level}, key=place)
    cells: dict[tuple[tuple[str, str], ...], None] = {}
    for kind in kinds:
        cells[(("level", kind.level),)] = None
    for kind in kinds:
        cells[("level", kind.level), ("phenomenon", kind.phenomenon)] = None
    for kind in kinds:
        cells[("level", kind.level), ("phenomenon", kind.phenomenon), ("attack", kind.attack)] = None
    source = pooled([one.marks.source for one in parts])
    right = np.concatenate([one.marks.right for one in parts])
    attacked = np.concatenate([one.has_source & one.source_right for one in parts])
    where = {"task": task} if task else {}
    for cell in cells:
        here = np.concatenate([one.made_by(**dict(cell)) for one in parts])
        coordinates = {**where, **dict(cell)}
        yield scoring.row("accuracy", share(right[here], source[here], **scoring.how), **coordinates)
        if len(parts) == 1 and "f1" in parts[0].task.metrics:
            yield scoring.row("f1", f1(parts[0].marks.where(here), **scoring.how), **coordinates)
        broken = here & attacked
        if broken.any():
            rate = share(~right[broken], source[broken], **scoring.how)
            yield scoring.row("attack_success_rate", rate, **coordinates)


def place(kind: Kind) -> tuple[int, int, str, str]:
    """Where a kind stands in tables: by level, then in AdvGLUE's order of phenomena; others by name."""
    level = LEVELS.index(kind.level) if kind.level in LEVELS else len(LEVELS)
    known = kind.phenomenon in PHENOMENA
    return level, PHENOMENA.index(kind.phenomenon) if known else len(PHENOMENA), kind.phenomenon, kind.attack


def _confusion(name: str, one: Judged) -> Iterator[dict[str, Any]]:
    """Gold label by predicted label, as counts: of the adversarial rows, of their sources, of clean rows."""
    parts = [("adversarial", one.marks)]
    if one.sources is not None:
        parts.append(("sources", one.source_marks))
    if one.clean is not None:
        parts.append(("clean", one.clean))
    labels = list(one.task.labels)
    for part, marks in parts:
        counts = np.zeros((len(labels), len(labels) + 1), np.int64)
        np.add.at(counts, (marks.gold, marks.predicted), 1)  # an answer outside, -1, is the last column
        yield {"task": name, "part": part, "labels": labels, "counts": counts.tolist()}


def _labels(name: str, one: Judged) -> Iterator[dict[str, Any]]:
    """How often each gold label comes: in all, by level, and among benign rows (AdvGLUE's Table 8)."""
    gold: list[tuple[str, NDArray[np.int64]]] = [("adversarial", one.marks.gold)]
    levels = dict.fromkeys(kind.level for kind in sorted(one.kinds[0], key=place) if kind.level)
    gold += [(level, one.marks.gold[one.made_by(level=level)]) for level in levels]
    if one.sources is not None:
        gold.append(("sources", one.source_marks.gold))
    if one.clean is not None:
        gold.append(("clean", one.clean.gold))
    for part, labels in gold:
        counts = np.bincount(labels, minlength=len(one.task.labels)).tolist()
        yield {"task": name, "part": part, "counts": dict(zip(one.task.labels, counts, strict=True))}


def _warnings(judged: Mapping[str, Judged], rows: Sequence[Row]) -> list[str]:
    warnings = []
    small = [row for row in rows if row["metric"] == "accuracy" and row["n"] < FEW and row.get("task")]
    if small:
        cells = sum(row["metric"] == "accuracy" and bool(row.get("task")) for row in rows)
        warnings.append(
            f"{len(small):,} of the {cells:,} cells by task and level, phenomenon or attack have fewer than "
            f"{FEW} rows, so few that their figures say little"
        )
    for name, one in judged.items():
        if len(one) < FEW:
            warnings.append(f"{name} has {len(one):,} rows, so few that its figures say little")
        counts = np.bincount(one.marks.gold, minlength=len(one.task.labels))
        if not counts.all():
            absent = [label for label, count in zip(one.task.labels, counts, strict=True) if not count]
            warnings.append(f"{name} has no row with the label {', '.join(absent)}")
        outside = int(one.outside.sum())
        if outside:
            warnings.append(
                f"{name}: {outside:,} of {len(one):,} answers are none of the labels; they count as wrong"
            )
        warnings += _below_chance(name, one)
    return warnings


def _below_chance(name: str, one: Judged) -> Iterator[str]:
    """Benign rows on which a classifier is worse than guessing: then its labels are mixed up."""
    benign = one.source_marks if one.sources is not None else one.clean
    if benign is None or not len(benign.gold):
        return
    found = share(benign.right, benign.source)
    if found.high is not None and found.high < 1 / len(one.task.labels):
        yield (
            f"{name}: right about {found.percent()} of benign rows, less than by guessing: are its labels "
            "read as they are meant (--label-map)?"
        )
