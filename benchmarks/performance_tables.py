"""The tables of docs/performance.md, from the line that attack_throughput.py prints."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import marked_tables
from marked_tables import table

NAMES = {"mohs": "mohs", "textattack": "TextAttack", "openattack": "OpenAttack"}
RECIPES = {"textattack-bugs+free": "textbugger, TextAttack's bugs"}


def write(path: Path, document: Mapping[str, Any]) -> None:
    """Put the tables of what was measured between their marks; what was not measured stays as it is."""
    marked_tables.write(
        path, {"machine": _machine(document), "targets": _targets(document), **_parts(document)}
    )


def _parts(document: Mapping[str, Any]) -> dict[str, str]:
    drawn = {"own": _own, "similarity": _similarity, "floor": _floor, "length": _length, "memory": _memory}
    return {name: draw(document[name]) for name, draw in drawn.items() if document.get(name)}


def _machine(document: Mapping[str, Any]) -> str:
    machine = document["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in machine["versions"].items())
    missing = document.get("missing") or {}
    lines = [
        f"Measured on {machine['date']}: {machine['cores']} cores of {machine['processor']}, no GPU, one "
        f"thread; {document['turns']} turns. Load of the machine {machine['load_at_start']} at the start and "
        f"{document['load_at_end']} at the end. mohs ran with {versions}; TextAttack 0.3.11 and OpenAttack "
        "2.1.1 with what their environments have."
    ]
    lines += [f"Not measured: {name} ({why})." for name, why in missing.items()]
    return "\n\n".join(lines)


def _targets(document: Mapping[str, Any]) -> str:
    rows = []
    for one in document["targets"]:
        value = "not measured" if one["value"] is None else f"{one['value']:g}"
        reached = {True: "yes", False: "**no**", None: ""}[one["reached"]]
        rows.append([one["target"], f"{one['is']} {one['limit']:g}", value, reached])
    return table(["what", "aim", "measured", "reached"], rows)


def _name(run: Mapping[str, Any], name: str) -> str:
    padded = ", its own wrapper" if "native" in name.split() else ""
    return NAMES[run["system"]] + padded


def _percent(row: Mapping[str, Any]) -> str:
    return f"{100 * row['value']:.0f} % [{100 * row['low']:.0f}, {100 * row['high']:.0f}]"


def _turns(run: Mapping[str, Any], field: str, digits: int = 1) -> str:
    """The median, and each turn."""
    each = ", ".join(f"{turn[field]:.{digits}f}" for turn in run["turns"])
    return f"{run[field]:.{digits}f} ({each})"


def _own(part: Mapping[str, Any]) -> str:
    rows = [
        [
            _name(run, name),
            RECIPES.get(run["recipe"], run["recipe"]),
            run["attacked"],
            _percent(run["success"]),
            run["q_per_ex"],
            run["mean_batch"],
            _turns(run, "own_us"),
            f"{run['own_us'] * run['q_per_ex']:,.0f}",
            f"{run['ex_per_cpu_s']:,.0f}",
            f"{run['q_per_cpu_s']:,.0f}",
            f"{run['rss_mb']:,.0f}",
        ]
        for name, run in part["runs"].items()
    ]
    head = [
        "system",
        "attack",
        "attacked",
        "success",
        "texts / example",
        "mean batch",
        "own us / text (turns)",
    ]
    head += ["own us / example", "examples / CPU s", "texts / CPU s", "most memory, MB"]
    return table(head, rows)


def _similarity(part: Mapping[str, Any]) -> str:
    rows = [
        [
            _name(run, name),
            run["attacked"],
            _percent(run["success"]),
            run["q_per_ex"],
            run["encoded_per_ex"],
            run["forwards_per_ex"],
            _turns(run, "ex_per_cpu_s", 2),
            f"{run['times_over_floor_cpu']:.2f}",
            f"{run['rss_mb']:,.0f}",
        ]
        for name, run in part["runs"].items()
    ]
    head = [
        "system",
        "attacked",
        "success",
        "classified / example",
        "encoded / example",
        "forwards / example",
    ]
    head += ["examples / CPU s (turns)", "times the classifier's floor", "most memory, MB"]
    pairs = [
        [
            name,
            row["n"],
            f"{100 * row['mohs']:.1f} %",
            f"{100 * row['textattack']:.1f} %",
            f"{100 * row['value']:+.1f} [{100 * row['low']:+.1f}, {100 * row['high']:+.1f}]",
            f"{row['only_mohs']} / {row['only_textattack']}",
        ]
        for name, row in part["paired"].items()
    ]
    below = ["classifier, mohs' tagger", "pairs", "mohs", "TextAttack", "difference in points, 95 %"]
    return "\n\n".join([table(head, rows), table([*below, "only mohs / only TextAttack"], pairs)])


def _floor(part: Mapping[str, Any]) -> str:
    rows = [
        [
            _name(run, name),
            run["attacked"],
            _percent(run["success"]),
            run["q_per_ex"],
            run["mean_batch"],
            f"{run['ex_per_cpu_s']:.2f}",
            f"{run['q_per_cpu_s']:.0f}",
            _turns(run, "times_over_floor_cpu", 2),
            f"{run['rss_mb']:,.0f}",
        ]
        for name, run in part["runs"].items()
    ]
    head = [
        "system",
        "attacked",
        "success",
        "texts / example",
        "mean batch",
        "examples / CPU s",
        "texts / CPU s",
    ]
    return table([*head, "times the floor (turns)", "most memory, MB"], rows)


def _length(part: Mapping[str, Any]) -> str:
    lengths: list[str] = []
    rows: list[list[object]] = []
    for system, found in part.items():
        for name, by_length in found["costs"].items():
            lengths = list(by_length)
            costs = [f"{one['us_per_text']:,.1f}" for one in by_length.values()]
            what = f"mohs, {name}" if system == "mohs" else f"{NAMES[system]}, one word replaced"
            growth = f"{found['growth'][name]:.1f}", f"{found['growth_beside_the_string'][name]:.1f}"
            rows.append([what, *costs, *growth])
    for found in list(part.values())[:1]:
        rows.append(["the string alone", *(f"{us:.1f}" for us in found["string_us"].values()), "", ""])
    head = ["us of CPU / candidate", *(f"{int(n):,} words" for n in lengths), "growth", "beside the string"]
    return table(head, rows)


def _memory(part: Mapping[str, Any]) -> str:
    rows = [
        [
            f"{run['examples']:,}",
            f"{run['outcomes']:,}",
            run["peak_mb"],
            run["before_mb"],
            f"{run['wall_s']:,.0f}",
            run["report_mb"],
        ]
        for run in part["runs"]
    ]
    head = ["examples", "outcomes", "most memory, MB", "before the attack, MB", "seconds", "report, MB"]
    return table(head, rows)
