"""Accuracy against the amount of change: bins of the modified rate of the changed field."""

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.evaluation.judged import Judged, pooled
from mohs.evaluation.metrics import share
from mohs.evaluation.score import Scoring
from mohs.language.change import modified_rate

EDGES = (0.0, 0.05, 0.10, 0.15, 0.25, 0.50, float("inf"))
"""Bins of the modified rate: above the first and up to the second, and so on; 0.15 is AdvGLUE's limit."""

MOST = 20_000
"""Rows of a task whose change is measured, evenly taken from it where it has more."""


def rates(one: Judged) -> NDArray[np.float64]:
    """(n,) the modified rate of the changed field; NaN where there is no original, or too many rows.

    Words changed, added or removed / words of the field in the original; the largest, where several differ.
    """
    found = np.full(len(one), np.nan)
    places = np.flatnonzero(one.part.has_original)
    if len(places) > MOST:
        places = places[np.linspace(0, len(places) - 1, MOST).astype(np.int64)]
    import pyarrow as pa

    some = one.part.table.take(pa.array(places))
    for name in one.task.fields:
        now, before = (some.column(column).to_pylist() for column in (name, f"original_{name}"))
        for place, old, new in zip(places, before, now, strict=True):
            if old is not None:
                found[place] = np.fmax(found[place], modified_rate(old, new))
    return found


def by_amount(judged: Mapping[str, Judged], scoring: Scoring) -> list[dict[str, Any]]:
    """Accuracy, and accuracy on the benign sources, in each bin of the modified rate.

    Args:
        judged: Task name -> answers.
        scoring: How numbers are made.

    Returns:
        For each task, and for all together (task ""), one entry a bin that has rows: `task`, `over` and
        `up_to` (the bin; null: no limit), and the estimates `accuracy` and, where the sources were asked
        about, `source_accuracy` of the same rows.
    """
    measured = {name: rates(one) for name, one in judged.items()}
    scopes = {name: [name] for name in judged} | ({"": list(judged)} if len(judged) > 1 else {})
    table = []
    for scope, names in scopes.items():
        rate = np.concatenate([measured[name] for name in names])
        parts = [judged[name] for name in names]
        right = np.concatenate([one.marks.right for one in parts])
        before = np.concatenate([one.source_right for one in parts])
        known = np.concatenate([one.has_source for one in parts])
        source = pooled([one.marks.source for one in parts])
        for low, high in itertools.pairwise(EDGES):
            here = (rate > low) & (rate <= high) if low else (rate >= 0) & (rate <= high)
            if not here.any():
                continue
            entry: dict[str, Any] = {"task": scope, "over": low, "up_to": None if np.isinf(high) else high}
            entry["accuracy"] = scoring.row("accuracy", share(right[here], source[here], **scoring.how))
            if (both := here & known).any():
                estimate = share(before[both], source[both], **scoring.how)
                entry["source_accuracy"] = scoring.row("source_accuracy", estimate)
            table.append(entry)
    return table
