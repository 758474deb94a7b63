"""What `mohs evaluate` and `mohs score` have in common: gates, and the summary on the terminal."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cyclopts import Group, Parameter
from rich.table import Table

from mohs.cli import ending, terminal
from mohs.cli.summary import written

if TYPE_CHECKING:
    from mohs.api import Result

_GATE = Group("Gates", sort_key=5)

_HEADLINE = (
    ("robust_accuracy", "robust accuracy"),
    ("clean_accuracy", "clean accuracy"),
    ("gap", "gap"),
    ("drop", "drop from clean rows"),
    ("attack_success_rate", "attack success"),
    ("f1", "F1"),
    ("outside_labels", "outside the labels"),
    ("majority_accuracy", "majority label"),
)


@Parameter(name="*", group=_GATE)
@dataclass(frozen=True, kw_only=True)
class ScoreGates:
    """When the command fails with exit code 1, though all went well.

    Attributes:
        fail_under: METRIC=VALUE: fail where the metric of any task, or of all together, is less
            (robust_accuracy=0.6); TASK.METRIC=VALUE: of this task (sst2.robust_accuracy=0.7).
        fail_over: METRIC=VALUE, or TASK.METRIC=VALUE: fail where it is more (attack_success_rate=0.4).
        junit: Write the gates as test cases to this JUnit XML file.
    """

    fail_under: tuple[str, ...] = ()
    fail_over: tuple[str, ...] = ()
    junit: Path | None = None


def tell(result: "Result", gates: ScoreGates, *, json: bool, quiet: bool = False) -> int:
    """Print a result, hold it to its gates, and give the exit code."""
    from mohs import api

    conditions = api.read_conditions(gates.fail_over, gates.fail_under, api.SCORE_METRICS)
    failures = api.gate(result.gated, conditions)
    if gates.junit is not None:
        api.write_junit(result.gated, conditions, gates.junit, name=result.record["data"]["name"])
    ending.deliver(result.document, lambda: show(result), json=json, folder=result.folder)
    ending.notes(() if quiet else result.notes)
    return ending.gates(failures)


def show(result: "Result") -> None:
    """The summary: the score, each task, accuracy by phenomenon, and failures by capability."""
    data = result.record["data"]
    terminal.show(
        f"{data['name']} {data['version']}, {data['split']}: {data['used']:,} rows",
        "",
        headline(result.gated),
    )
    cells = [row for row in result.rows if row["metric"] == "accuracy" and "phenomenon" in row]
    if all_together := phenomena(cells):
        terminal.show("", all_together)
    if tested := capabilities(result.document["diagnosis"].get("capabilities", [])):
        terminal.show("", tested)
    if result.folder is not None:
        terminal.show("", f"report: {result.folder / 'report.html'}")


def headline(rows: Iterable[Mapping[str, Any]]) -> Table:
    """One line a number: what it is of, value with interval, n."""
    lines = []
    known = list(rows)
    scopes: Sequence[str | None] = [None, *dict.fromkeys(row["task"] for row in known if "task" in row)]
    for scope in scopes:
        here = {row["metric"]: row for row in known if row.get("task") == scope}
        names = [("score", "score"), *_HEADLINE] if scope is None else list(_HEADLINE)
        first = True
        for metric, title in names:
            row = here.get(metric)
            if row is None or (metric == "outside_labels" and not row["value"]):
                continue
            value, interval = written(row, share=True)
            lines.append([(scope or "all") if first else "", title, value, interval, f"{row['n']:,}"])
            first = False
    return terminal.table(("task", "", "value", "95 % interval", "n"), lines, right=("value", "n"))


def phenomena(cells: Iterable[Mapping[str, Any]]) -> Table | None:
    """Accuracy by phenomenon, over all tasks where there are several."""
    cells = list(cells)
    over_all = [row for row in cells if "task" not in row] or cells
    return _shares([row for row in over_all if "attack" not in row], ("level", "phenomenon"), "accuracy")


def capabilities(rows: Iterable[Mapping[str, Any]]) -> Table | None:
    """Of a suite: the failures of each task's tests by capability."""
    return _shares([row for row in rows if "test" not in row], ("task", "capability"), "failures")


def _shares(rows: Sequence[Mapping[str, Any]], where: tuple[str, str], what: str) -> Table | None:
    """One line a share: its coordinates, its value with interval, n; None without rows."""
    lines = [[*(row[name] for name in where), *written(row, share=True), f"{row['n']:,}"] for row in rows]
    columns = (*where, what, "95 % interval", "n")
    return terminal.table(columns, lines, right=(what, "n")) if lines else None
