"""The gates of a run on its page: what each asked for, the number that it held, and whether that passed."""

from collections.abc import Mapping
from typing import Any

from mohs.runs.gate import in_words


def gate_lines(run: Mapping[str, Any]) -> list[list[str]]:
    """A line for each number that a gate held.

    Args:
        run: The content of `run.json`.

    Returns:
        The gate as it was asked for, the number's name, its value with interval and n, and "passed", "failed"
        or, where the run has not come so far, "not known yet".
    """
    return [
        [str(one["gate"]), *_held(one), "passed" if one["passed"] else "failed"]
        if "passed" in one
        else [str(one["gate"]), "", "", "not known yet"]
        for one in run.get("gates") or ()
    ]


def _held(verdict: Mapping[str, Any]) -> tuple[str, str]:
    """What was held, and its number; what a gate says that holds no number alone (`--fail-worse`)."""
    return in_words(verdict) if "metric" in verdict else (str(verdict["failure"] or ""), "")
