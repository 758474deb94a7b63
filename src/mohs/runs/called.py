"""Whoever called: the notes of a record name flags for a command line, and arguments for Python."""

from collections.abc import Mapping
from typing import Any

from mohs.errors import in_python


def as_called(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record whose notes name arguments as Python has them, where no command line made it.

    Args:
        record: The content of `run.json`; `warnings` and the `notes` of `data` are told anew.
    """
    if record.get("command") is not None:
        return dict(record)
    told, data = dict(record), record.get("data")
    if isinstance(told.get("warnings"), list | tuple):
        told["warnings"] = [_said(note) for note in told["warnings"]]
    if isinstance(data, Mapping) and isinstance(data.get("notes"), list | tuple):
        told["data"] = {**data, "notes": [_said(note) for note in data["notes"]]}
    return told


def _said(note: Any) -> Any:
    return in_python(note) if isinstance(note, str) else note  # what somebody edited is refused elsewhere
