"""How a run was made, as lines of text: whatever `run.json` records, in an order that a reader expects."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

_LISTED = 10
"""Entries of a list that are shown; how many more there are is said."""

_ORDER = (
    ("status", "Status"),
    ("created", "Started"),
    ("finished", "Finished"),
    ("model", "Model"),
    ("data", "Data"),
    ("task", "Task"),
    ("seeds", "Seeds"),
    ("limits", "Limits"),
    ("resources", "Resources"),
    ("config", "Options"),
    ("versions", "Versions"),
)
# Told in other places of the page, or, as the fingerprint, the same once more.
_ELSEWHERE = frozenset(
    {"schema", "kind", "name", "command", "attacks", "warnings", "counts", "fingerprint", "gates"}
)


class Fact(NamedTuple):
    """A titled group of lines; a line is a name (empty where the group has but one) and a text."""

    title: str
    lines: list[tuple[str, str]]


def facts(run: Mapping[str, Any]) -> Iterator[Fact]:
    """What `run.json` says, group by group; nothing that it records is left out.

    Args:
        run: The content of `run.json`.

    Yields:
        Groups that have something to say.
    """
    attacks = [(str(attack["name"]), _options(attack)) for attack in run.get("attacks") or ()]
    known = dict(_ORDER)
    further = [
        (key, key.replace("_", " ").capitalize()) for key in run if key not in known and key not in _ELSEWHERE
    ]
    for key, title in (*_ORDER, *further):
        if lines := list(_lines("", run.get(key))):
            yield Fact(title, lines)
        if key == "task" and attacks:
            yield Fact("Attacks", attacks)


def _options(attack: Mapping[str, Any]) -> str:
    """An attack in one line; a chain has parts, each with options of its own."""
    about = {key: value for key, value in attack.items() if key not in ("name", "title", "options", "parts")}
    parts = attack.get("parts") or [attack]
    said = [text for text in [_joined(about)] if text]
    for part in parts:
        named = f"{part['name']}: " if len(parts) > 1 else ""
        said.append(named + _joined(part.get("options") or {}))
    return "; ".join(text for text in said if text)


def _joined(values: Mapping[str, Any]) -> str:
    return "; ".join(f"{name} {text}" for name, text in _lines("", values))


def _lines(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _lines(f"{name}.{key}" if name else str(key), inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        if value:
            yield name, _list(value)
    elif value is not None and value != "":
        yield name, _text(value)


def _list(values: Sequence[Any]) -> str:
    shown = ", ".join(_text(value) for value in values[:_LISTED])
    return shown if len(values) <= _LISTED else f"{shown} and {len(values) - _LISTED:,} more"


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and abs(value) >= 10_000:
        return f"{value:,}"
    if isinstance(value, Mapping):
        return _joined(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _list(value)
    return str(value)
