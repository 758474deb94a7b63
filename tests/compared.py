"""Run folders of evaluations, made up: what `mohs compare` reads of them, and nothing else."""

import json

import pyarrow as pa
from pyarrow import parquet

from mohs.runs.folder import RunFolder

TEXT = (
    "task",
    "id",
    "source_id",
    "level",
    "phenomenon",
    "attack",
    "label",
    "prediction",
    "source_prediction",
    "sentence",
)


def evaluated(path, rows, kind="evaluate", model="kit:x"):
    """A run folder with these rows in examples.parquet; what a row does not say is null."""
    path.mkdir(parents=True)
    RunFolder(path).write_record({"kind": kind, "model": {"address": model}, "data": {"path": "b"}})
    schema = pa.schema(
        [(name, pa.string()) for name in TEXT] + [("right", pa.bool_()), ("source_right", pa.bool_())]
    )
    columns = {name: [row.get(name) for row in rows] for name in schema.names}
    parquet.write_table(pa.table(columns, schema=schema), path / "examples.parquet")
    return path


def row(number, right, **known):
    """A row of sst2 with its own source, whose text and label follow from its number."""
    own = {
        "task": "sst2",
        "id": str(number),
        "source_id": f"s{number}",
        "level": "word",
        "phenomenon": "typos",
    }
    return own | {"label": "positive", "sentence": f"text {number}", "right": right} | known


def attacked(path, outcomes, **record):
    """A run folder of an attack with these outcomes."""
    path.mkdir(parents=True)
    known = {
        "kind": "attack",
        "fingerprint": {},
        "task": {"name": "sst2", "fields": ["sentence"], "labels": ["negative", "positive"]},
        "data": {},
        "attacks": [],
        "warnings": [],
        "planned": 0,
    }
    RunFolder(path).write_record(known | record)
    lines = [json.dumps(one, ensure_ascii=False) + "\n" for one in outcomes]
    (path / "journal.jsonl").write_text("".join(lines), encoding="utf-8")
    return path


def outcome(number, status, attack="textfooler", model="kit:x", **known):
    """One journal line, of the little that a comparison needs."""
    made = {
        "id": str(number), "source_id": f"s{number}", "task": "sst2", "attack": attack, "model": model, "status": status,
        "original": {"sentence": f"text {number}"}, "perturbed": None, "label": "positive", "modified": None, "asked": {},
    }  # fmt: skip
    if status == "success":
        made |= {"perturbed": {"sentence": f"test {number}"}, "modified": {"words": 1, "rate": 0.5}}
    return made | known
