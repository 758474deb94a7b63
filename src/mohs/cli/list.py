"""`mohs list`: the attacks, suites, tasks, models or metrics that are there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from mohs.cli import terminal
from mohs.cli.flags import Json
from mohs.cli.resources import MEGABYTE

Things = Literal["attacks", "suites", "tasks", "models", "metrics"]

_IN_LINES = ("options", "constraints_off")
"""What is too much for a table's cell: it gets lines of its own, as `--set` takes them."""


def list(things: Things, /, *, json: Json = False) -> int:
    """Show the attacks, suites, tasks, models or metrics that are there.

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
    if things == "metrics":
        _show_metrics(found)
        return 0
    columns = [*dict.fromkeys(key for row in found for key in row if key not in _IN_LINES)]
    terminal.show(terminal.table(columns, [[_cell(key, row.get(key)) for key in columns] for row in found]))
    if things == "suites":
        terminal.show("", *(_address(row["addresses"], row["options"]) for row in found if row["options"]))
        return 0
    for row in found:
        if not (options := row.get("options")):
            continue
        if addresses := row.get("benchmark"):
            terminal.show("", f"{row['name']} is a benchmark: {_address(addresses, options)}")
        else:
            leaves = _leaves(options, row["name"])
            lines = [
                f"{name}={'none' if value in (None, (), []) else _cell(name, value)}"
                for name, value in leaves
            ]
            off = row.get("constraints_off", {}).items()
            terminal.show("", *lines, *(f"{name} is off: --set {how}" for name, how in off))
    return 0


def _address(addresses: Sequence[str], options: Mapping[str, Any]) -> str:
    """The address of a suite with its options, as one writes them."""
    return f"{addresses[-1]}?{'&'.join(f'{name}={value}' for name, value in options.items())}"


def _leaves(options: Mapping[str, Any], place: str) -> Iterator[tuple[str, Any]]:
    for name, value in options.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{place}.{name}")
        else:
            yield f"{place}.{name}", value


def _show_metrics(found: Sequence[Mapping[str, Any]]) -> None:
    """Each metric in words, under the commands that measure it: too much for a table."""
    before = None
    for row in found:
        if row["of"] != before:
            terminal.show(*([""] if before else []), f"mohs {row['of']}")
            before = row["of"]
        terminal.show(
            f"  {row['name']}: {row['definition']}",
            f"    over: {row['over']}",
            f"    interval: {row['interval']}",
        )


def _cell(name: str, value: Any) -> str:
    """A value in a table: lists by commas, bytes as people read them, truth as in YAML, nothing as "-"."""
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return str(value).lower()
    if name == "size":
        return f"{value / MEGABYTE:.1f} MB"
    if isinstance(value, str) or not isinstance(value, Sequence):
        return str(value)
    return ",".join(_cell(name, one) for one in value) or "-"
