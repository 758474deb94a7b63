"""Scores under flat names, as leaderboards and trackers take them: `score`, `sst2_accuracy`."""

from collections.abc import Iterable, Mapping
from typing import Any

MAIN = ("score", "task_score", "accuracy", "f1", "robust_accuracy", "clean_accuracy", "gap")
"""The metrics that a leaderboard shows, in order; `attack_success_rate` and the like are in results.json."""

_CELLS = ("level", "phenomenon", "attack", "label")
_BENIGN = ("clean", "sources")


def flat_scores(
    rows: Iterable[Mapping[str, Any]], metrics: Iterable[str] = MAIN, *, join: str = "_"
) -> dict[str, float]:
    """The numbers of the whole benchmark and of each task, without their intervals.

    Args:
        rows: Rows of results.json.
        metrics: The metrics wanted.
        join: What stands between the task and the metric.

    Returns:
        Name -> value; what has no data is left out.
    """
    wanted = list(metrics)
    return {
        f"{row['task']}{join}{row['metric']}" if row.get("task") else str(row["metric"]): row["value"]
        for row in rows
        if row["metric"] in wanted and row["value"] is not None and _whole(row)
    }


def _whole(row: Mapping[str, Any]) -> bool:
    """Whether a number is of adversarial rows, of a whole task or of all."""
    return row.get("split") not in _BENIGN and not any(row.get(name) for name in _CELLS)
