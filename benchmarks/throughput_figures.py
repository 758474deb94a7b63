"""From what runs report to figures: medians over the turns, own cost, differences in success."""

from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from mohs.estimate import paired_difference, proportion


def summary(runs: dict[str, Any], own: Callable[[dict[str, Any]], float] | None = None) -> dict[str, Any]:
    """Medians over the turns, and the figures of each turn that may differ between them."""
    turns: list[dict[str, Any]] = runs["turns"]
    for turn in turns:
        attacked = max(1, turn["attacked"])
        turn["forwards_per_ex"] = round((turn["queries"] + turn.get("encoder_sents", 0)) / attacked, 2)
        turn["encoded_per_ex"] = round(turn.get("encoder_sents", 0) / attacked, 2)
        turn["ex_per_cpu_s"] = attacked / turn["cpu_s"]
        if own is not None:
            turn["own_us"] = own(turn)
    last, n = turns[-1], turns[-1]["attacked"]
    success = proportion(round(last["success_rate"] * n), n)
    kept = ("queries", "q_per_ex", "encoded_per_ex", "forwards_per_ex", "mean_batch", "mod_rate", "attacked")
    timed = ["ex_per_s", "ex_per_cpu_s", "q_per_s", "q_per_cpu_s", "times_over_floor_cpu", "rss_mb", "cpu_s"]
    timed += ["wall_s"] + (["own_us", "python_cpu_us_per_query"] if own else [])
    return {
        "system": runs["system"],
        "version": last["version"],
        "recipe": runs["recipe"],
        **{name: last[name] for name in kept},
        "success": success.to_json("attack_success_rate"),
        **{name: round(median(turn[name] for turn in turns), 4) for name in timed},
        "turns": [{name: round(turn[name], 4) for name in timed} for turn in turns],
    }


def own_cost(free: dict[str, float]) -> Callable[[dict[str, Any]], float]:
    """CPU microseconds of a system for each text, the classifier's own left out."""

    def cost(turn: dict[str, Any]) -> float:
        spent = (
            turn["cpu_s"] * 1e6 - free["text_us"] * turn["queries"] - free["call_us"] * turn["model_calls"]
        )
        return float(spent / turn["queries"])

    return cost


def difference(ours: Sequence[dict[str, Any]], theirs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Mohs' success less TextAttack's, over the sentences that both attacked."""
    mine, other = [], []
    for a, b in zip(ours, theirs, strict=True):
        if a["original"] != b["original"]:
            raise ValueError(f"not the same sentence: {a['original']!r} and {b['original']!r}")
        if a["status"] != "skipped" and not b["kind"].startswith("Skipped"):
            mine.append(a["status"] == "success")
            other.append(b["kind"].startswith("Successful"))
    only = sum(a and not b for a, b in zip(mine, other, strict=True))
    found = paired_difference(mine, other).to_json("difference")
    return {
        **found,
        "mohs": sum(mine) / max(1, len(mine)),
        "textattack": sum(other) / max(1, len(other)),
        "only_mohs": only,
        "only_textattack": sum(b and not a for a, b in zip(mine, other, strict=True)),
    }


def ratio(above: float | None, below: float | None) -> float | None:
    return None if above is None or not below else above / below


def shown(options: Sequence[str]) -> list[str]:
    return [option.removeprefix("--") for option in options if option not in ("--victim", "--wrapper")]
