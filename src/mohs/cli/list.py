"""`mohs list`: the attacks, tasks, models or metrics that are there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from mohs.cli import terminal
from mohs.cli.flags import Json

Things = Literal["attacks", "tasks", "models", "metrics"]

_IN_LINES = "options"
"""What is too much for a table's cell: it gets lines of its own, as `--set` takes them."""


def list(things: Things, /, *, json: Json = False) -> int:
    """Show the attacks, tasks, models or metrics that are there.

    Args:
        things: What to list.
        json: Print one JSON array on stdout.
    """
    from mohs import api

    with terminal.only_json(json):
        found: Sequence[Mapping[str, Any]] = getattr(api, f"list_{things}")()
    if json:
        terminal.write_json(found)
        return 0
    columns = [*dict.fromkeys(key for row in found for key in row if key != _IN_LINES)]
    terminal.show(terminal.table(columns, [[_cell(row.get(key)) for key in columns] for row in found]))
    for row in found:
        if options := row.get(_IN_LINES):
            leaves = _leaves(options, row["name"])
            lines = [f"{name}={'none' if value is None else _cell(value)}" for name, value in leaves]
            terminal.show("", *lines)
    return 0


def _leaves(options: Mapping[str, Any], place: str) -> Iterator[tuple[str, Any]]:
    for name, value in options.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{place}.{name}")
        else:
            yield f"{place}.{name}", value


def _cell(value: Any) -> str:
    """A value in a table: lists by commas, nothing as "-"."""
    if value is None or value == "":
        return "-"
    if isinstance(value, str) or not isinstance(value, Sequence):
        return str(value)
    return ",".join(_cell(one) for one in value) or "-"
