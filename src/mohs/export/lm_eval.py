"""A task folder for lm-evaluation-harness (`lm_eval run --include_path DIR --tasks NAME`).

A folder holds one task a score of the benchmark (mnli is one, of its matched and mismatched rows), a group
whose `task_score` is the benchmark's score, the rows as Parquet, and `utils.py` with the metrics, which needs
nothing of mohs.
"""

from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from mohs.benchmark.package import Benchmark, Part
from mohs.data.task import Task
from mohs.errors import DataError
from mohs.export.prompts import prompt_of
from mohs.export.source import Source
from mohs.runs.folder import filling, replacing


def write_lm_eval(source: Source, folder: Path) -> list[str]:
    """Write the folder; give the names of its tasks, the group first.

    Raises:
        DataError: The labels are withheld, or two tasks would have one name.
        RunError: The folder is there already.
        RunFailed: A file cannot be written.
    """
    benchmark = source.labelled()
    _check_names(source)
    with filling(folder):
        return _fill(source, benchmark, folder)


def _fill(source: Source, benchmark: Benchmark, folder: Path) -> list[str]:
    names = [source.slug]
    groups: dict[str, list[Part]] = {}
    for score, tasks in source.groups().items():
        parts = [benchmark.tasks[name] for name in tasks if name in benchmark.tasks]
        name = f"{source.slug}_{_plain(score)}"
        metrics = _metrics(parts)
        groups[_plain(score)] = parts
        _write_rows(parts, folder / "data" / f"{_plain(score)}.parquet")
        _write_yaml(_task(name, score, parts[0].task, source, metrics), folder / f"{name}.yaml")
        names.append(name)
    group = {
        "group": source.slug,
        "group_alias": source.name,
        "task": names[1:],
        "aggregate_metric_list": [{"metric": "task_score", "aggregation": "mean", "weight_by_size": False}],
        "metadata": {"version": source.version},
    }
    _write_yaml(group, folder / f"_{source.slug}.yaml")
    _write_utils(folder / "utils.py", groups)
    return names


def _check_names(source: Source) -> None:
    plain: dict[str, str] = {}
    for name in source.tasks:
        if (other := plain.setdefault(_plain(name), name)) != name:
            raise DataError(
                f"tasks {other!r} and {name!r} cannot be told apart in lm-evaluation-harness",
                got=f"both are called {_plain(name)} there",
                mend="rename one of them",
            )


class _Function(str):
    """The name of a function of utils.py, as lm-evaluation-harness writes it: `!function utils.NAME`."""


def _task(name: str, score: str, task: Task, source: Source, metrics: Sequence[str]) -> dict[str, Any]:
    prompt = prompt_of(task)
    return {
        "task": name,
        "custom_dataset": _Function(f"utils.rows_{_plain(score)}"),
        "validation_split": "validation",
        "output_type": "multiple_choice",
        "doc_to_text": prompt.template,
        "doc_to_choice": list(prompt.answers),
        "doc_to_target": "label",
        "process_results": _Function("utils.process_results"),
        "metric_list": [
            {"metric": one, "aggregation": _Function(f"utils.{one}"), "higher_is_better": True}
            for one in metrics
        ],
        "metadata": {"version": source.version},
    }


def _metrics(parts: Sequence[Part]) -> list[str]:
    """The names of the metrics; where several tasks make one score, each has its own."""
    if len(parts) == 1:
        return [*parts[0].task.metrics, "task_score"]
    each = [f"{metric}_{_plain(part.task.name)}" for part in parts for metric in part.task.metrics]
    return [*each, "task_score"]


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in name.lower())


def _write_rows(parts: Sequence[Part], path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    tables = []
    for part in parts:
        kept = part.table.select(["id", *part.task.fields, "label"]).replace_schema_metadata(None)
        tables.append(kept.append_column("task", pa.array([part.task.name] * len(part), pa.string())))
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        parquet.write_table(pa.concat_tables(tables), temporary)


def _write_yaml(content: Mapping[str, Any], path: Path) -> None:
    import yaml

    class Dumper(yaml.SafeDumper):
        pass

    Dumper.add_representer(_Function, lambda dumper, name: dumper.represent_scalar("!function", str(name)))
    text = yaml.dump(dict(content), Dumper=Dumper, sort_keys=False, allow_unicode=True, width=110)
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def _write_utils(path: Path, scores: Mapping[str, Sequence[Part]]) -> None:
    """utils.py: the template, and the tables and functions that the YAML files name."""
    parts = [part for group in scores.values() for part in group]
    names = {part.task.name: _metrics(group) for group in scores.values() for part in group}
    metrics = ", ".join(f"{part.task.name!r}: [{', '.join(part.task.metrics)}]" for part in parts)
    lines = [f"NAMES = {names!r}", f"METRICS = {{{metrics}}}"]
    for score, group in scores.items():
        lines.append(f"rows_{score} = _rows({score!r})")
        if len(group) > 1:
            lines += [
                f"{metric}_{_plain(part.task.name)} = _of({metric}, {part.task.name!r})"
                for part in group
                for metric in part.task.metrics
            ]
    template = resources.files("mohs.export").joinpath("templates", "lm_eval_utils.py.txt").read_text("utf-8")
    with replacing(path) as temporary:
        temporary.write_text("\n".join([template, "", *lines, ""]), encoding="utf-8")
