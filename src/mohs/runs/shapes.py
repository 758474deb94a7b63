"""What run.json and a line of an attack's journal must look like, so that numbers and pages can be drawn.

Both are files that somebody may edit: what cannot stand there is found by its name when it is read, and not
by whatever stumbles over it.
"""

from collections.abc import Callable, Mapping
from typing import Any

Fits = Callable[[Any], bool]

STATUSES = ("success", "failure", "budget", "not_attackable", "skipped", "error")
_MOST = 1 << 53  # what JSON's readers hold exactly


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and -_MOST < value < _MOST


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_named(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("name"), str)


def _list_of(fits: Fits) -> Fits:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _object_of(fits: Fits, *names: str) -> Fits:
    """An object of such values, with these names at least."""
    return lambda value: (
        isinstance(value, dict) and all(map(fits, value.values())) and value.keys() >= set(names)
    )


def _or_null(fits: Fits) -> Fits:
    return lambda value: value is None or fits(value)


_are_texts = _list_of(_is_text)

RECORDED: Mapping[str, Fits] = {
    "fingerprint": _is_object,
    "task": lambda task: _is_named(task) and all(_are_texts(task.get(name)) for name in ("fields", "labels")),
    "data": _is_object,
    "attacks": _list_of(_is_named),
    "warnings": _are_texts,
    "gates": _or_null(_list_of(lambda gate: isinstance(gate, dict) and _is_text(gate.get("gate")))),
    "planned": lambda value: isinstance(value, int),
}
"""What a run of attacks records, without which neither a resume nor a report is possible."""

OUTCOME: Mapping[str, Fits] = {
    **dict.fromkeys(("id", "source_id", "task", "attack", "model", "label"), _is_text),
    "status": STATUSES.__contains__,
    "original": _object_of(_is_text),
    "perturbed": _or_null(_object_of(_is_text)),
    "asked": _object_of(_is_number),
    "modified": _or_null(_object_of(_or_null(_is_number), "words", "rate")),
    **dict.fromkeys(("similarity", "probability_before", "probability_after"), _or_null(_is_number)),
    "edits": _or_null(_list_of(_is_object)),
}
"""What an outcome has."""


def wrong_in(outcome: Mapping[str, Any]) -> str | None:
    """The name of what an outcome cannot have there; None where all of it fits."""
    wrong = next((name for name, fits in OUTCOME.items() if not fits(outcome.get(name))), None)
    if wrong is None and outcome["status"] == "success":
        if outcome["modified"] is None:
            return "modified"
        if (outcome["perturbed"] or {}).keys() != outcome["original"].keys():
            return "perturbed"
    return wrong
