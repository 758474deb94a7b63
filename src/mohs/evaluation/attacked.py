"""Runs of attacks, as far as they can be compared: attacks that all have, and whether these were alike."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from mohs.errors import MohsError

Key = tuple[str, ...]

Outcomes = Mapping[str, Mapping[Key, Mapping[str, Any]]]
"""Attack -> key of an example -> what of its outcome a comparison needs."""

_NEEDED = ("task", "source_id", "label", "original", "status")

_SHOWN = 4
"""So many settings that differ are named."""

_RESOURCES = "resources"


def by_model(outcomes: Iterable[Mapping[str, Any]]) -> Mapping[str, Outcomes]:
    """The outcomes of a run: model -> attack -> example."""
    found: dict[str, dict[str, dict[Key, Mapping[str, Any]]]] = {}
    for outcome in outcomes:
        attacks = found.setdefault(outcome["model"], {})
        kept = {key: outcome[key] for key in _NEEDED}
        attacks.setdefault(outcome["attack"], {})[outcome["task"], outcome["id"]] = kept
    return found


def shared(runs: Mapping[str, Mapping[str, Outcomes]]) -> tuple[str, ...]:
    """The attacks that all runs have, in the order of the first.

    What is broken by any of several attacks says nothing beside what is broken by one of them.

    Args:
        runs: Name of a run -> model -> attack -> example.

    Raises:
        MohsError: There is none.
    """
    sets = [list(attacks) for models in runs.values() for attacks in models.values()]
    if not sets:
        return ()
    first, *others = sets
    common = tuple(attack for attack in first if all(attack in other for other in others))
    if not common:
        raise MohsError(
            "these runs have no attack in common",
            got=", ".join(f"{name}: {' and '.join(_attacks(models))}" for name, models in runs.items()),
            expected="runs of the same attacks",
        )
    return common


def beyond(models: Mapping[str, Outcomes], common: Sequence[str]) -> list[str]:
    """The attacks that this run has beside the common ones."""
    return [attack for attack in _attacks(models) if attack not in common]


def _attacks(models: Mapping[str, Outcomes]) -> list[str]:
    return list(dict.fromkeys(attack for attacks in models.values() for attack in attacks))


def settings(record: Mapping[str, Any], attacks: Sequence[str]) -> dict[str, Any]:
    """What decides, beside the classifier, how easily these attacks break a text: name -> value, nested.

    Args:
        record: What run.json says.
        attacks: Those that are compared.
    """
    parts = [
        part
        for attack in record.get("attacks") or ()
        if attack["name"] in attacks
        for part in attack.get("parts") or ()
    ]
    limits, task = record.get("limits") or {}, record.get("task") or {}
    fields = list(task.get("fields") or ())
    return {
        **{part["name"]: part.get("options") or {} for part in parts},
        "--max-queries": limits.get("max_queries"),
        "--target": limits.get("target"),
        "--fields": [fields.index(name) + 1 for name in task.get("perturb") or () if name in fields],
        _RESOURCES: record.get("resources") or {},
    }


def unlike(first: str, mine: Mapping[str, Any], second: str, theirs: Mapping[str, Any]) -> str | None:
    """One sentence where two runs were not attacked alike, by their `settings`; None where they were."""
    differ = list(_differ("", mine, theirs))
    if not differ:
        return None
    named = [f"{name}: {_in_words(a, b)} and {_in_words(b, a)}" for name, a, b in differ[:_SHOWN]]
    more = [f"and {len(differ) - _SHOWN} more"] if len(differ) > _SHOWN else []
    return (
        f"{first} and {second} were not attacked alike ({'; '.join([*named, *more])}), so what differs "
        "between them may come of that and not of the classifiers"
    )


def _differ(path: str, mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for name in (name for name in mine if name in theirs):  # an earlier mohs has fewer options
        a, b = mine[name], theirs[name]
        if isinstance(a, Mapping) and isinstance(b, Mapping):
            if "sha256" in a and a["sha256"] == b.get("sha256"):
                continue  # the same file, wherever it lay
            yield from _differ(f"{path}.{name}" if path else name, a, b)
        elif a != b:
            yield f"{path}.{name}" if path else name, a, b


def _in_words(value: Any, other: Any) -> str:
    if isinstance(value, Mapping):
        return "on"
    if value is None:
        return "off" if isinstance(other, Mapping) else "not set"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(map(str, value)) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)
