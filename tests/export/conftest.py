"""A small benchmark with every built-in task, a hidden test split, predictions for it, and what is right."""

import json
import random

import pytest

from mohs.api.scoring import score_predictions
from mohs.benchmark.package import write_benchmark
from mohs.benchmark.part import Part, Row
from mohs.data.tasks import BUILT_IN


def part(name, rows):
    """Rows of a task; of every label some, every second one with a benign original."""
    task = BUILT_IN[name]
    made = []
    for number in range(rows):
        fields = {field: f"{name} {field} {{{{x}}}} {number}" for field in task.fields}
        original = None if number % 2 else {**fields, task.perturb[0]: f"before {number}"}
        source = f"source-{number // 4}" if original else str(number)
        label = number % len(task.labels)
        made.append(Row(str(number), source, fields, original, label, "TextBugger", "word"))
    return Part.of(task, made)


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """The public folder; the private one lies beside it."""
    folder = tmp_path_factory.mktemp("benchmark") / "mine"
    dev = {name: part(name, 7 + number) for number, name in enumerate(BUILT_IN)}
    test = {"sst2": part("sst2", 6)}
    about = {"license": "cc-by-4.0", "description": "Mine: a <small> benchmark | of all tasks."}
    write_benchmark(folder, "Mine & Co", "1.0.0", dev, test, about=about, random_state=1)
    return folder


@pytest.fixture(scope="session")
def predictions(package, tmp_path_factory):
    """A file of predictions for the dev rows, (task, id) -> label, and our own numbers for it."""
    rng = random.Random(4)
    labels = {}
    for file in sorted((package / "data").glob("*/dev.parquet")):
        import pyarrow.parquet

        task = BUILT_IN[file.parent.name]
        for own in pyarrow.parquet.read_table(file).column("id").to_pylist():
            labels[task.name, own] = rng.randrange(len(task.labels))
    path = tmp_path_factory.mktemp("predictions") / "predictions.jsonl"
    lines = [json.dumps({"task": task, "id": own, "label": label}) for (task, own), label in labels.items()]
    path.write_text("\n".join(lines), encoding="utf-8")
    result = score_predictions(path, package)
    numbers = {(row["metric"], row.get("task")): row["value"] for row in result.gated}
    return path, labels, numbers


@pytest.fixture(scope="session")
def run(package, predictions, tmp_path_factory):
    """The folder of a run of `mohs score`."""
    folder = tmp_path_factory.mktemp("runs") / "scored"
    score_predictions(predictions[0], package, out=folder)
    return folder
