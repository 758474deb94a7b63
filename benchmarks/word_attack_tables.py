"""The tables of docs/strength.md from what word_attacks.py ran."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import marked_tables
from mohs.estimate import Estimate, mean, paired_difference, share
from mohs.language.change import modified_rate
from mohs.language.similarity import KIT, open_encoder

Steps = Mapping[str, Mapping[str, Any]]

PAIRS: dict[str, tuple[tuple[str, ...], str]] = {
    "textbugger": (("mohs-textattack-bugs",), "textattack-textbugger"),
    "textfooler": (("mohs-textfooler",), "textattack-textfooler"),
    "bert-attack": (("mohs-bert-attack",), "textattack-bert-attack"),
    "bert-attack, 48 candidates": (("mohs-bert-attack-48",), "textattack-bert-attack"),
    "sememe-pso, three seeds": (
        ("mohs-sememe-pso-0", "mohs-sememe-pso-1", "mohs-sememe-pso-2"),
        "textattack-sememe-pso",
    ),
}
"""What is compared: mohs' steps with TextAttack's settings, and TextAttack's."""

SYSTEMS = {"mohs": "mohs", "first": "mohs, encoder asked first", "textattack": "TextAttack"}


def figures(done: Steps) -> dict[str, Any]:
    """What the tables say, as one JSON-ready document."""
    kit = {name.removeprefix("kit-"): one for name, one in done.items() if name.startswith("kit-")}
    encoder = open_encoder(KIT)
    pairs = {}
    for name, (ours, theirs) in PAIRS.items():
        runs = [done.get(step, {}) for step in (*ours, theirs)]
        if all("rows" in run for run in runs) and len({run["n"] for run in runs}) == 1:
            pairs[name] = _pair(runs[:-1], runs[-1], encoder)
            first = done.get(ours[0].replace("mohs-", "first-", 1), {})
            if "rows" in first and first["n"] == runs[0]["n"]:
                pairs[name]["first"] = _side([first], encoder)
    missing = {name: one["missing"] for name, one in done.items() if "missing" in one}
    return {"as_it_comes": {name: _kit(one) for name, one in kit.items()}, "pairs": pairs, "missing": missing}


def _kit(step: Mapping[str, Any]) -> dict[str, Any]:
    wanted = ("attack_success_rate", "queries_per_example", "modified_rate", "similarity")
    kept = {name: step["figures"][name] for name in wanted if name in step["figures"]}
    spent = round(step["cpu_s"] / step["attacked"], 3)
    return {**kept, "n": step["n"], "attacked": step["attacked"], "cpu_s": spent}


def _pair(ours: Sequence[Mapping[str, Any]], theirs: Mapping[str, Any], encoder: Any) -> dict[str, Any]:
    """Both sides over the sentences that both attacked, and mohs' success less TextAttack's."""
    n = min(len(run["rows"]) for run in (*ours, theirs))
    mine, other, sentence = [], [], []
    for run in ours:
        for k, (a, b) in enumerate(zip(run["rows"][:n], theirs["rows"][:n], strict=True)):
            if a["original"] != b["original"]:
                raise ValueError(f"not the same sentence: {a['original']!r} and {b['original']!r}")
            if a["status"] != "skipped" and not b["kind"].startswith("Skipped"):
                mine.append(a["status"] == "success")
                other.append(b["kind"].startswith("Successful"))
                sentence.append(k)
    return {
        "mohs": _side(ours, encoder),
        "textattack": _side([theirs], encoder),
        "difference": paired_difference(mine, other, sentence).to_json("difference"),
        "n": len(set(sentence)),
    }


def _side(runs: Sequence[Mapping[str, Any]], encoder: Any) -> dict[str, Any]:
    rows = [(k, row) for run in runs for k, row in enumerate(run["rows"])]
    attacked = [(k, row) for k, row in rows if _status(row) != "skipped"]
    good = [(k, row) for k, row in attacked if _status(row) == "success"]
    flags = [_status(row) == "success" for _, row in attacked]
    rates = [modified_rate(row["original"], row["adv"]) for _, row in good]
    before = encoder.encode([row["original"] for _, row in good])
    after = encoder.encode([row["adv"] for _, row in good])
    numbers = [run["figures"] for run in runs]
    examples = sum(one["attacked"] for one in numbers)
    return {
        "success": share(flags, [k for k, _ in attacked]).to_json("attack_success_rate"),
        "modified_rate": mean(rates, [k for k, _ in good]).to_json("modified_rate"),
        "similarity": mean((before * after).sum(1), [k for k, _ in good]).to_json("similarity"),
        "queries": round(sum(one["queries"] for one in numbers) / examples, 1),
        "cpu_s": round(sum(one["cpu_s"] for one in numbers) / examples, 3),
        "times_over_floor": round(float(np.median([one["times_over_floor_cpu"] for one in numbers])), 2),
    }


def _status(row: Mapping[str, Any]) -> str:
    """Mohs' word for how an example ended, of either side's row."""
    if "status" in row:
        return str(row["status"])
    kind = str(row["kind"])
    return "skipped" if kind.startswith("Skipped") else "success" if kind.startswith("Succ") else "failed"


def write(path: Path, document: Mapping[str, Any]) -> None:
    """Put both tables between their marks."""
    where = document["measured"]
    said = f"Measured on {where['date']}, one thread of {where['processor']}, load {where['load']}."
    head = (
        "attack",
        "sentences",
        "attacked",
        "success, %",
        "queries",
        "modified rate, %",
        "similarity",
        "CPU s",
    )
    comes = [
        (
            f"`{name}`",
            one["n"],
            one["attacked"],
            _percent(one["attack_success_rate"]),
            _number(one["queries_per_example"], 0),
            _percent(one["modified_rate"]),
            _number(one["similarity"], 3),
            one["cpu_s"],
        )
        for name, one in document["as_it_comes"].items()
    ]
    beside: list[marked_tables.Row] = []
    for name, pair in document["pairs"].items():
        for system, label in SYSTEMS.items():
            if system not in pair:
                continue
            one = pair[system]
            beside.append(
                (
                    f"`{name.partition(',')[0]}`{''.join(name.partition(',')[1:])}"
                    if system == "mohs"
                    else "",
                    label,
                    pair["n"] if system == "mohs" else "",
                    _percent(one["success"]),
                    _points(pair["difference"]) if system == "mohs" else "",
                    f"{one['queries']:.0f}",
                    _percent(one["modified_rate"]),
                    _number(one["similarity"], 3),
                    one["cpu_s"],
                    one["times_over_floor"],
                )
            )
    columns = ("attack", "system", "attacked by both", "success, %", "difference, points", "queries")
    columns += ("modified rate, %", "similarity", "CPU s", "times the floor")
    tables = {"word-attacks": f"{said}\n\n{marked_tables.table(head, comes)}"}
    tables["beside-textattack"] = marked_tables.table(columns, beside)
    marked_tables.write(path, tables)


def _percent(row: Mapping[str, Any]) -> str:
    value = Estimate.from_json(row)
    return "no data" if value.value is None else _between(row, 100.0, 1)


def _points(row: Mapping[str, Any]) -> str:
    return _between(row, 100.0, 1)


def _number(row: Mapping[str, Any], digits: int) -> str:
    return "no data" if row["value"] is None else _between(row, 1.0, digits)


def _between(row: Mapping[str, Any], scale: float, digits: int) -> str:
    value, low, high = (f"{row[key] * scale:.{digits}f}" for key in ("value", "low", "high"))
    return f"{value} [{low}, {high}]"
