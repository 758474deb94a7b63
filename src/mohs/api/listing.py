"""What there is: attacks, tasks, classifiers and metrics, for `mohs list`."""

import dataclasses
from typing import Any

from mohs import kit
from mohs.api.choose import HUMAN, unfit_for
from mohs.api.metrics import metrics
from mohs.attacks.attack import attacks
from mohs.attacks.build import switched_off
from mohs.benchmark.taxonomy import kind_of
from mohs.data.tasks import BUILT_IN
from mohs.models.address import schemes
from mohs.suites.opening import SUITES


def list_attacks() -> list[dict[str, Any]]:
    """Every attack with its defaults: the constraints that are on, and what switches each other one on.

    After those that search come AdvGLUE's human-crafted ones, whose examples are made or read: `benchmark`
    has the addresses under which `mohs evaluate` opens them.
    """
    rows = []
    for name, factory in attacks.load_all().items():
        attack: Any = factory()
        rows.append(
            {
                "name": name,
                "level": attack.level,
                "phenomenon": attack.phenomenon,
                "tasks": [task for task in BUILT_IN if unfit_for(attack, task) is None],
                "needs": list(attack.needs),
                "options": dataclasses.asdict(attack),
                "constraints": [constraint.name for constraint in attack.constraints],
                "constraints_off": {
                    constraint: f"{name}.{option}=on" for constraint, option in switched_off(attack).items()
                },
                "reference": attack.reference,
                "benchmark": [],
            }
        )
    return rows + [_human_crafted(name, suite) for name, suite in HUMAN.items()]


def _human_crafted(name: str, suite: str) -> dict[str, Any]:
    source = SUITES[suite]
    return {
        "name": name,
        "level": "human",
        "phenomenon": kind_of(source.method, "human").phenomenon,
        "tasks": list(source.tasks),
        "needs": ["files"] if source.brings == "always" else [],
        "options": dict(source.options),
        "constraints": [],
        "constraints_off": {},
        "reference": source.reference,
        "benchmark": _addresses(suite),
    }


def list_tasks() -> list[dict[str, Any]]:
    """The built-in tasks."""
    return [
        {"name": t.name, "fields": list(t.fields), "labels": list(t.labels), "metrics": list(t.metrics)}
        for t in BUILT_IN.values()
    ]


def list_models() -> list[dict[str, Any]]:
    """The classifiers of the kit, and the schemes of addresses."""
    there = [
        {"address": f"kit:{r.name}", "what": r.description, "size": r.size}
        for r in kit.resources()
        if r.kind == "classifier"
    ]
    return there + [
        {"address": f"{scheme}:...", "what": "see docs/models.md", "size": None} for scheme in schemes()
    ]


def list_suites() -> list[dict[str, Any]]:
    """Every suite: how it is addressed as a benchmark, its tasks, and its options with their defaults."""
    return [
        {
            "name": name,
            "addresses": _addresses(name),
            "method": source.method,
            "tasks": list(source.tasks),
            "options": dict(source.options),
            "reference": source.reference,
        }
        for name, source in SUITES.items()
    ]


def _addresses(suite: str) -> list[str]:
    forms = {"": "suite:{}", "maybe": "suite:{0} suite:{0}:PATH", "always": "suite:{}:PATH"}
    return forms[SUITES[suite].brings].format(suite).split()


def list_metrics() -> list[dict[str, Any]]:
    """Every metric: what it is, over what it is measured, and how its interval is made."""
    return [dataclasses.asdict(metric) for metric in metrics()]
