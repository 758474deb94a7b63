"""Results on their way out: `.eval_results` and a section of a model card for the Hub."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mohs.data.yaml_file import yaml_text
from mohs.errors import MohsError, RunError
from mohs.estimate import Estimate
from mohs.estimate.wording import percent
from mohs.runs.folder import RunFolder, replacing
from mohs.runs.schema import results_schema

KINDS = ("evaluate", "score")
ALL = ("score", "task_score", "robust_accuracy", "clean_accuracy", "gap", "attack_success_rate", "drop")
_TITLES = {
    "score": "Score",
    "task_score": "Task score",
    "robust_accuracy": "Robust accuracy",
    "clean_accuracy": "Clean accuracy",
    "gap": "Gap",
    "attack_success_rate": "Attack success rate",
    "drop": "Drop",
}


@dataclass(frozen=True)
class Outcome:
    """What a run of evaluate or score came to.

    Attributes:
        folder: The run's folder.
        record: The content of run.json.
        document: The content of results.json.
    """

    folder: Path
    record: Mapping[str, Any]
    document: Mapping[str, Any]

    @property
    def date(self) -> str:
        """The day of the run."""
        return str(self.record.get("created", ""))[:10]

    @property
    def benchmark(self) -> Mapping[str, Any]:
        """Name, version, split and sha256 of what it was scored on."""
        data = self.record.get("data")
        return data if isinstance(data, Mapping) else {}

    @property
    def made_with(self) -> str:
        """Benchmark, its version and split, and the version of mohs, in words."""
        known, versions = self.benchmark, self.record.get("versions") or {}
        where = f"{known.get('name')} {known.get('version')}, split {known.get('split')}"
        return f"{where}; mohs {versions.get('mohs', '')}".strip()

    def rows(self, metrics: Sequence[str] = ALL) -> list[Mapping[str, Any]]:
        """The numbers of all rows together and of each task, adversarial ones alone, with data."""
        names = {"level", "phenomenon", "attack", "label"}
        return [
            row
            for row in self.document["results"]
            if row["metric"] in metrics
            and row["value"] is not None
            and row.get("split") not in ("clean", "sources")
            and not any(row.get(name) for name in names)
        ]


def read_outcome(folder: Path) -> Outcome:
    """Read a run of evaluate or score.

    Raises:
        RunError: No such run, one of another kind, or no results.json.
    """
    run = RunFolder(folder)
    record = run.record()
    if record.get("kind") not in KINDS:
        raise RunError(f"{folder}: a run of kind {record.get('kind')}", expected=f"one of {', '.join(KINDS)}")
    path = folder / "results.json"
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise RunError(f"{path} cannot be read", got=str(problem)) from None
    known = results_schema()["properties"]["schema"]["const"]
    if not isinstance(document, dict) or document.get("schema") != known:
        raise RunError(f"{path}: unknown schema", expected=str(known))
    return Outcome(folder, record, document)


def eval_results(outcome: Outcome, dataset: str, *, revision: str | None = None) -> list[dict[str, Any]]:
    """The entries of a file in `.eval_results/`: one a task of the benchmark's eval.yaml.

    Args:
        outcome: The run.
        dataset: Id of the benchmark's dataset on the Hub.
        revision: Its commit there.

    Raises:
        MohsError: There is no number to hand on.
    """
    own = {} if revision is None else {"revision": revision}
    found = [
        {
            "dataset": {"id": dataset, "task_id": row["task"], **own},
            "value": round(float(row["value"]), 6),
            "date": outcome.date,
            "notes": f"robust accuracy {Estimate.from_json(row).percent()}, "
            f"{percent(row['confidence'], 0)} interval by {row['method']}; {outcome.made_with}",
        }
        for row in outcome.rows(("robust_accuracy",))
        if row.get("task")
    ]
    if not found:
        raise MohsError(f"{outcome.folder} has no robust accuracy of a task to hand on")
    return found


def write_eval_results(outcome: Outcome, folder: Path, dataset: str, *, revision: str | None = None) -> Path:
    """Write `.eval_results/NAME.yaml` below a model's folder; give its path.

    Raises:
        RunFailed: It cannot be written.
    """
    entries = eval_results(outcome, dataset, revision=revision)
    name = "".join(letter if letter.isalnum() else "-" for letter in dataset.lower()).strip("-")
    path = folder / ".eval_results" / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        temporary.write_text(yaml_text(entries), encoding="utf-8")
    return path


def model_card(outcome: Outcome, model: str, dataset: str) -> str:
    """A file that goes into a model's card: `model-index` for its front matter, then a section of text.

    Args:
        outcome: The run.
        model: The model's name on the Hub.
        dataset: Id of the benchmark's dataset there.
    """
    benchmark = outcome.benchmark
    index = [
        {
            "task": {"type": "text-classification"},
            "dataset": {
                "type": dataset,
                "name": f"{benchmark.get('name')} {row['task']}",
                "config": row["task"],
                "split": {"dev": "validation"}.get(str(benchmark.get("split")), str(benchmark.get("split"))),
            },
            "metrics": [
                {"type": "accuracy", "value": round(float(row["value"]), 6), "name": "robust accuracy"}
            ],
        }
        for row in outcome.rows(("robust_accuracy",))
        if row.get("task")
    ]
    lines = [
        "---",
        yaml_text({"model-index": [{"name": model, "results": index}]}).rstrip(),
        "---",
        "## Robustness",
        f"Measured on {outcome.made_with}, {outcome.date}. Each number has its interval and the number of "
        "rows that it was measured on.",
        "",
        "| task | metric | value | interval | rows |",
        "|---|---|---|---|---|",
        *_lines(outcome),
        "",
    ]
    return "\n".join(lines)


def _lines(outcome: Outcome) -> Iterator[str]:
    for row in outcome.rows():
        estimate = Estimate.from_json(row)
        value, _, rest = estimate.percent().partition(" [")
        interval = f"[{rest.partition(']')[0]}]" if rest else ""
        task = str(row.get("task") or "all").replace("|", "\\|").replace("<", "&lt;")
        named = f"{task} | {_TITLES[row['metric']]}"
        yield f"| {named} | {value.partition(', n')[0]} | {interval} | {row['n']:,} |"
