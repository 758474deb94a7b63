"""What is shown after a run: estimates with their intervals, how the examples ended, where the report is."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rich.table import Table

from mohs.cli import terminal

if TYPE_CHECKING:
    from mohs.api import Run

# Metric -> what it is called here and on the page, and whether it is a share, shown in per cent.
_NAMES = {
    "accuracy": ("accuracy", True),
    "accuracy_under_attack": ("accuracy under attack", True),
    "attack_success_rate": ("attack success rate", True),
    "queries_per_example": ("queries per example", False),
    "modified_rate": ("modified rate", True),
    "modified_rate_input": ("modified rate (whole input)", True),
    "similarity": ("similarity", False),
}

_ENDED = {
    "success": "broken",
    "failure": "not broken",
    "budget": "out of budget",
    "not_attackable": "not attackable",
    "skipped": "wrong before",
    "error": "error",
}


def show(run: "Run") -> None:
    """The summary of a run, on stdout."""
    terminal.show(estimates(run.rows), "", ended(run.counts))
    if run.folder is not None:
        terminal.show("", f"report: {run.folder / 'report.html'}")


def estimates(rows: Iterable[Mapping[str, Any]]) -> Table:
    """Attack, metric, value with interval, n: one line for each row of results.json."""
    rows = _without_repeats(list(rows))
    several = _several_models(rows)
    lines = []
    before = None
    for row in rows:
        place = _place(row, several)
        name, share = _NAMES.get(row["metric"], (str(row["metric"]).replace("_", " "), False))
        value, interval = written(row, share=share)
        lines.append(("" if place == before else place, name, value, interval, f"{row['n']:,}"))
        before = place
    return terminal.table(("attack", "", "value", "95 % interval", "n"), lines, right=("value", "n"))


def _without_repeats(rows: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Where a task has one field, the whole input is that field: its line would say the same again."""

    def number(row: Mapping[str, Any], metric: str) -> tuple[Any, ...]:
        return metric, row.get("model"), row.get("attack"), row["value"], row["low"], row["high"], row["n"]

    there = {number(row, row["metric"]) for row in rows}
    return [
        row
        for row in rows
        if row["metric"] != "modified_rate_input" or number(row, "modified_rate") not in there
    ]


def written(row: Mapping[str, Any], *, share: bool) -> tuple[str, str]:
    """A number and its interval in words; "no data" where nothing was measured."""
    from mohs import api

    if share or row["value"] is None:
        return api.Estimate.from_json(row).cells()
    digits = 2 if abs(row["value"]) < 10 else 1
    value = f"{row['value']:,.{digits}f}"
    if row["low"] is None or row["high"] is None:
        return value, ""
    return value, f"{row['low']:,.{digits}f} to {row['high']:,.{digits}f}"


def ended(counts: Iterable[Mapping[str, Any]]) -> Table:
    """How many examples ended how, a line for each attack; statuses that never came are left out."""
    counts = list(counts)
    several = _several_models(counts)
    seen = [status for status in _ENDED if any(count["statuses"].get(status) for count in counts)]
    columns = ["attack", "examples", *(_ENDED[status] for status in seen)]
    lines = [
        [
            _place(one, several),
            f"{one['outcomes']:,}",
            *(f"{one['statuses'].get(status, 0):,}" for status in seen),
        ]
        for one in counts
    ]
    return terminal.table(columns, lines, right=columns[1:])


def _several_models(rows: Iterable[Mapping[str, Any]]) -> bool:
    return len({row.get("model") for row in rows}) > 1


def _place(row: Mapping[str, Any], several: bool) -> str:
    attack = str(row.get("attack") or "")
    attack = "all together" if attack == "all" else attack
    return f"{attack} on {row['model']}" if several and row.get("model") else attack
