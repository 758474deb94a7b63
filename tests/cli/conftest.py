"""A stand-in for `mohs.api`: the verbs are tested against what they call, without running anything."""

import os
import sys
import types
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import mohs
from mohs.data.yaml_file import read_yaml
from mohs.estimate import Estimate
from mohs.runs.gate import gate, read_conditions
from mohs.runs.junit import write_junit
from mohs.runs.summary import METRICS


def row(metric="attack_success_rate", value=0.25, **changes):
    """A row of results.json."""
    made = {
        "metric": metric,
        "value": value,
        "low": None if value is None else value - 0.1,
        "high": None if value is None else value + 0.1,
        "n": 40,
        "clusters": None,
        "confidence": 0.95,
        "method": "wilson",
        "task": "sst2",
        "attack": "textfooler",
        "model": "kit:sst2-linear",
    }
    return made | changes


@dataclass
class FakeRun:
    """What the verbs use of a run."""

    rows: list = field(default_factory=lambda: [row()])
    folder: Path | None = Path("runs/fake")
    status: str = "complete"
    notes: tuple = ()

    @property
    def counts(self):
        count = {"task": "sst2", "attack": "textfooler", "model": "kit:sst2-linear", "outcomes": 44}
        count["statuses"] = {"success": 10, "failure": 30, "skipped": 4, "error": 0}
        return [count]

    @property
    def document(self):
        return {"schema": "mohs/results/1", "results": self.rows, "counts": self.counts}


class FakeOptions(dict):
    """What the verbs use of the options of an attack."""

    left_out = ()


@pytest.fixture
def api(monkeypatch):
    """The stand-in, put where `from mohs import api` finds it; `calls` has what was asked of it."""
    fake = types.ModuleType("mohs.api")
    fake.calls = []
    fake.run = FakeRun()
    fake.METRICS, fake.read_conditions, fake.gate = METRICS, read_conditions, gate
    fake.write_junit = write_junit
    fake.AttackOptions, fake.read_yaml, fake.Estimate = FakeOptions, read_yaml, Estimate

    def called(name, answer):
        def stand_in(*args, **named):
            fake.calls.append((name, args, named))
            return answer() if callable(answer) else answer

        setattr(fake, name, stand_in)

    called("attack_command", lambda: fake.run)
    called("quickstart", lambda: fake.run)
    called("list_tasks", [{"name": "sst2", "fields": ["sentence"], "labels": ["negative", "positive"]}])
    options = {"synonyms": 50, "similarity": {"threshold": 0.8}, "kinds": ["insert", "swap"], "window": None}
    called("list_attacks", [{"name": "textfooler", "needs": [], "options": options}])
    called("list_suites", [])
    called("list_models", [{"address": "kit:sst2-linear"}])
    called("list_metrics", [])
    called("explain_sentence", [])
    called("draw_report", Path("runs/fake/report.html"))
    called("results_schema", {"$schema": "https://json-schema.org/draft/2020-12/schema"})
    monkeypatch.setitem(sys.modules, "mohs.api", fake)
    monkeypatch.setattr(mohs, "api", fake, raising=False)
    for name in [*os.environ]:
        if name.startswith("MOHS_"):
            monkeypatch.delenv(name)
    return fake
