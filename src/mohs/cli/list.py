"""`mohs list`: the attacks, tasks, models or metrics that are there."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from mohs.cli import terminal
from mohs.cli.flags import Json

Things = Literal["attacks", "tasks", "models", "metrics"]


def list(things: Things, /, *, json: Json = False) -> int:
    """Show the attacks, tasks, models or metrics that are there.

    Args:
        things: What to list.
        json: Print one JSON array on stdout.
    """
    from mohs import api

    found: Sequence[Mapping[str, Any]]
    with terminal.only_json(json):
        found = getattr(api, f"list_{things}")()
    if json:
        terminal.write_json([*found])
        return 0
    columns = [*dict.fromkeys(key for row in found for key in row)]
    terminal.show(terminal.table(columns, [[_cell(row.get(key)) for key in columns] for row in found]))
    return 0


def _cell(value: Any) -> str:
    """A value in a table: lists by commas, options as name=value, nothing as "-"."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={_cell(one)}" for key, one in value.items()) or "-"
    if isinstance(value, str) or not isinstance(value, Sequence):
        return "-" if value is None or value == "" else str(value)
    return ", ".join(_cell(one) for one in value) or "-"
