"""The hardest rows and sources: what breaks always or never, and where a classifier is sure and wrong."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.evaluation.judged import Judged
from mohs.evaluation.sheet import OUTSIDE

LISTED = 50
"""So many sources of each kind are listed."""


def sources(judged: Mapping[str, Judged]) -> list[dict[str, Any]]:
    """For each task which of the sources that the classifier had right break always, sometimes or never.

    Returns:
        One entry a task: `counts` of sources by fate ("always", "sometimes", "never", and "wrong before"),
        the mean number of rows made of one, and of those that always and never break the ones with the most
        rows.
    """
    tables = []
    for name, one in judged.items():
        if one.sources is None or not one.has_source.any():
            continue
        places = one.source_place[one.has_source]
        made = np.bincount(places, minlength=len(one.source_ids))
        wrong = np.bincount(places, ~one.marks.right[one.has_source], minlength=len(one.source_ids))
        before = np.bincount(places, one.source_right[one.has_source], minlength=len(one.source_ids)) > 0
        there = made > 0
        always, never = there & before & (wrong == made), there & before & (wrong == 0)
        counts = {
            "always": int(always.sum()),
            "sometimes": int((there & before & ~always & ~never).sum()),
            "never": int(never.sum()),
            "wrong before": int((there & ~before).sum()),
        }
        tables.append(
            {
                "task": name,
                "counts": counts,
                "rows_per_source": float(made[there].mean()),
                "always": _listed(one, always, made),
                "never": _listed(one, never, made),
            }
        )
    return tables


def _listed(one: Judged, which: NDArray[np.bool_], made: NDArray[np.int64]) -> list[dict[str, Any]]:
    chosen = np.flatnonzero(which)
    ranked = chosen[np.argsort(-made[chosen], kind="stable")][:LISTED]
    return [{"source_id": one.source_ids[place], "rows": int(made[place])} for place in ranked]


def hardest(judged: Mapping[str, Judged], most: int) -> list[dict[str, Any]]:
    """Rows with their texts: of each task the broken ones, other wrong ones, and some right ones.

    Broken are those that are wrong though their source was right, the surest first. Right ones, the least
    sure first, are a fifth of the whole.

    Args:
        judged: Task name -> answers.
        most: How many rows at most, shared evenly by the tasks.

    Returns:
        One mapping a row: outcome ("broken", "wrong before", "wrong" or "right"), task, id, source_id, level,
        phenomenon, attack, label, prediction (null: none of the labels), source_prediction, probability (of
        the gold label; null where no scores are known), fields and original.
    """
    share = max(1, most // max(1, len(judged)))
    return [row for name, one in judged.items() for row in _hardest(name, one, share)]


def _hardest(name: str, one: Judged, most: int) -> list[dict[str, Any]]:
    probability = gold_probability(one)
    sure = np.zeros(len(one)) if probability is None else np.nan_to_num(probability, nan=1.0)
    wrong, right = np.flatnonzero(~one.marks.right), np.flatnonzero(one.marks.right)
    held = right[np.lexsort((right, sure[right]))][: most // 5]
    turned = ~one.source_right[wrong]  # False, which is 0, comes first
    ranked = wrong[np.lexsort((wrong, sure[wrong], turned))][: most - len(held)]
    chosen = np.concatenate([ranked, held])
    kinds, numbers = one.kinds
    labels = one.task.labels
    rows = []
    for place in chosen.tolist():
        row, kind = one.part[place], kinds[numbers[place]]
        said, before = int(one.answers.labels[place]), int(one.source_predicted[place])
        known = None if probability is None or np.isnan(probability[place]) else float(probability[place])
        rows.append(
            {
                "outcome": _outcome(one, place),
                "task": name,
                "id": row.id,
                "source_id": row.source_id,
                "level": kind.level,
                "phenomenon": kind.phenomenon,
                "attack": kind.attack,
                "label": labels[int(one.marks.gold[place])],
                "prediction": None if said == OUTSIDE else labels[said],
                "source_prediction": labels[before] if before >= 0 else None,
                "probability": known,
                "fields": dict(row.fields),
                "original": None if row.original is None else dict(row.original),
            }
        )
    return rows


def _outcome(one: Judged, place: int) -> str:
    if one.marks.right[place]:
        return "right"
    if not one.has_source[place]:
        return "wrong"
    return "broken" if one.source_right[place] else "wrong before"


def gold_probability(one: Judged) -> NDArray[np.float64] | None:
    """(n,) the score of the gold label, NaN where it is not known; None where no row has scores."""
    if one.answers.scores is None:
        return None
    found: NDArray[np.float64] = one.answers.scores[np.arange(len(one)), one.marks.gold].astype(np.float64)
    return found
