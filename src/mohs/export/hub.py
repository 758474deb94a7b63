"""A dataset folder for the Hugging Face Hub: Parquet, a card with `configs`, eval.yaml and croissant.json.

It is a package of ours too: `load_dataset(DIR, TASK)` and `--benchmark DIR` open the same rows.
"""

import json
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mohs.benchmark.audit import audit
from mohs.benchmark.entries import of_benchmarks
from mohs.benchmark.package import write_benchmark
from mohs.data.json_rows import load_json
from mohs.data.yaml_file import yaml_text
from mohs.errors import RunError, RunFailed
from mohs.export.croissant import croissant
from mohs.export.source import HUB_SPLITS, Source
from mohs.runs.folder import filling, replacing, write_json

FRAMEWORK = "mohs"
"""The identifier of the evaluation framework in eval.yaml."""

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def write_dataset(source: Source, folder: Path) -> Path:
    """Write the folder. Files of a package are copied as they are; what it has of its own card stays.

    Raises:
        DataError: Of AdvGLUE's released files there is no dev split.
        RunError: The folder is there already.
        RunFailed: A file cannot be written.
    """
    if source.folder is None:
        source = source.only("dev")  # AdvGLUE's test labels are public: its test split would hide nothing
    files = _copy(source, folder) if source.folder is not None else _write(source, folder)
    data = {name: about for name, about in files.items() if name.endswith(".parquet")}
    made = {
        "README.md": card(source),
        "eval.yaml": yaml_text(eval_yaml(source)),
        "croissant.json": json.dumps(croissant(source, data), indent=2, ensure_ascii=False) + "\n",
    }
    for name, text in made.items():
        if name not in files:
            with replacing(folder / name) as temporary:
                temporary.write_text(text, encoding="utf-8")
    return folder


def write_croissant(source: Source, path: Path) -> None:
    """Write croissant.json of a package, to lie beside its files.

    Raises:
        RunError: AdvGLUE's files and suites are no package: export them as a dataset folder first.
    """
    if source.folder is None:
        raise RunError(
            "Croissant describes the files of a package; AdvGLUE's released files, suites and runs are none",
            mend="mohs export huggingface makes a package of them, with croissant.json in it",
        )
    files = _listed(source.folder)
    data = {name: about for name, about in files.items() if name.endswith(".parquet")}
    write_json(path, croissant(source, data))


def card(source: Source) -> str:
    """README.md: the front matter that the Hub reads, what the rows are, and what the audit found."""
    lines = [
        "---",
        yaml_text(_front_matter(source)).rstrip(),
        "---",
        f"# {source.name}",
        "",
        source.about.get("description", f"The benchmark {source.name}, version {source.version}."),
        "",
        "## Load",
        "```python",
        "from datasets import load_dataset",
        f'rows = load_dataset("PATH_OR_ID", "{next(iter(source.tasks))}")',
        "```",
        "",
        "## Tasks",
        "| task | fields | labels by integer | metrics | rows |",
        "|---|---|---|---|---|",
        *_tasks(source),
        "",
        *_methods(source),
        "## What is known to be wrong",
        "What `mohs audit` finds in these rows, by its rules:",
        "",
        "| rule | found | of | what |",
        "|---|---|---|---|",
        *_faults(source),
        "",
        "Rows with one `source_id` were made from one benign text: they are not independent, and intervals "
        "should draw whole sources.",
        "",
    ]
    return "\n".join(lines)


def eval_yaml(source: Source) -> dict[str, Any]:
    """eval.yaml: what makes a dataset of the Hub a benchmark with a leaderboard."""
    splits = {task: split for split, task, _ in source.parts()}  # test, where there is one
    return {
        "name": source.name,
        "description": source.about.get("description", f"The benchmark {source.name}."),
        "evaluation_framework": FRAMEWORK,
        "tasks": [{"id": task, "config": task, "split": HUB_SPLITS[split]} for task, split in splits.items()],
    }


def _front_matter(source: Source) -> dict[str, Any]:
    rows = sum(map(len, source.splits))
    content: dict[str, Any] = {"language": ["en"]}
    if license := source.about.get("license"):
        content["license"] = license
    content |= {
        "pretty_name": source.name,
        "task_categories": ["text-classification"],
        "tags": ["adversarial", "robustness"],
        "size_categories": [next((name for most, name in _SIZES if rows < most), "n>1M")],
    }
    configs: dict[str, list[dict[str, str]]] = {}
    for split, task, _ in source.parts():
        file = f"data/{task}/{split}.parquet"
        configs.setdefault(task, []).append({"split": HUB_SPLITS[split], "path": file})
    content["configs"] = [{"config_name": task, "data_files": files} for task, files in configs.items()]
    return content


def _tasks(source: Source) -> Iterator[str]:
    for name, task in source.tasks.items():
        labels = ", ".join(f"{number} {label}" for number, label in enumerate(task.labels))
        rows = ", ".join(f"{len(part):,} {split}" for split, own, part in source.parts() if own == name)
        fields, metrics = ", ".join(task.fields), ", ".join(task.metrics)
        yield f"| {_cell(name)} | {_cell(fields)} | {_cell(labels)} | {metrics} | {rows} |"


def _methods(source: Source) -> list[str]:
    counts: Counter[str] = Counter()
    for split, _, part in source.parts():
        if split == "dev":
            counts.update(part.column("method"))
    counts.pop("", None)
    if not counts:
        return []
    rows = [f"| {_cell(method)} | {count:,} |" for method, count in counts.most_common()]
    return ["## How the dev rows were made", "| method | rows |", "|---|---|", *rows, ""]


def _faults(source: Source) -> Iterator[str]:
    findings = audit(of_benchmarks(source.splits)).findings
    for one in findings:
        rule = one.rule
        yield f"| {rule.name} | {len(one.found):,} | {one.of:,} {rule.unit} | {_cell(rule.measure)} |"
    if not findings:
        yield "| none | 0 | | |"


def _cell(text: str) -> str:
    """A text in a cell of a Markdown table, in which it can neither end the cell nor be HTML."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def _write(source: Source, folder: Path) -> Mapping[str, Mapping[str, Any]]:
    """AdvGLUE's released dev rows as a package."""
    rows = {task: part for _, task, part in source.parts()}
    write_benchmark(folder, source.name, source.version, rows, about=dict(source.about))
    return _listed(folder)


def _copy(source: Source, folder: Path) -> Mapping[str, Mapping[str, Any]]:
    assert source.folder is not None
    with filling(folder):
        files = _listed(source.folder)
        try:
            for name in [*files, "benchmark.json"]:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source.folder / name, folder / name)
        except OSError as problem:
            raise RunFailed(f"{folder}: cannot be written ({problem.strerror})") from problem
    return files


def _listed(folder: Path) -> Mapping[str, Mapping[str, Any]]:
    record, _ = load_json(folder / "benchmark.json")
    assert isinstance(record, dict)  # it was opened, or has just been written
    files: Mapping[str, Mapping[str, Any]] = record["files"]
    return files
