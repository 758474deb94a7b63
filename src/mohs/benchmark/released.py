"""AdvGLUE's released files as a benchmark: dev.json, dev_ann.json and test_ann.json, just as they are."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mohs.benchmark.part import CONSTRUCTIONS, Part
from mohs.data.advglue import load_advglue, task_rows
from mohs.data.example import Example
from mohs.data.rows import Problem
from mohs.data.task import Task
from mohs.data.tasks import BUILT_IN
from mohs.data.text_faults import fault
from mohs.errors import DataError

FILES: Mapping[str, tuple[str, ...]] = {
    "dev": ("dev_ann.json", "dev.json"),
    "test": ("test_ann.json", "test.json"),
}
"""The files of a split; the first that is there is read, a plain one beside it must hold the same rows."""

_BENIGN = "glue"
_SHOWN = 10


def read_released(path: Path, split: str | None) -> tuple[dict[str, Part], str, str, Path]:
    """Open a file laid out as AdvGLUE's, or the folder that holds its files.

    Rows whose method is "glue" are benign: they are kept apart, in `Part.benign`.

    Args:
        path: The file or folder.
        split: "dev" or "test"; None for what is there, dev first.

    Returns:
        Task name -> rows in AdvGLUE's order of tasks, the split, the sha256 of the file, and the file.

    Raises:
        DataError: No such file, another layout, or rows that cannot be used, with their places.
    """
    file, found = _file(path, split)
    content, sha256 = load_advglue(file)
    parts, problems = {}, []
    for name, rows in content.items():
        columns, bad = _columns(BUILT_IN[name], str(file), rows, sha256)
        problems += bad
        if not bad:
            parts[name] = _part(BUILT_IN[name], columns)
    if problems:
        listed = "".join(f"\n    {problem}" for problem in problems[:_SHOWN])
        more = f"\n    ... and {len(problems) - _SHOWN:,} more" if len(problems) > _SHOWN else ""
        raise DataError(f"{file}: {len(problems):,} rows cannot be used", got=listed + more)
    if path.is_dir() and file.name == FILES[found][0] and (plain := path / FILES[found][1]).is_file():
        _check_same(plain, file, parts)
    return parts, found, sha256, file


def _file(path: Path, split: str | None) -> tuple[Path, str]:
    if not path.is_dir():
        named = next((name for name, files in FILES.items() if path.name in files), None)
        if split is not None and named is not None and named != split:
            raise DataError(f"{path} is the file of split {named}, not of {split}", mend="leave --split out")
        return path, named or split or "dev"
    for name in (split,) if split else FILES:
        for file in FILES[name]:
            if (path / file).is_file():
                return path / file, name
    wanted = FILES[split] if split else [file for files in FILES.values() for file in files]
    raise DataError(f"{path} holds no AdvGLUE file", expected=f"one of {', '.join(wanted)}")


def _columns(
    task: Task, file: str, content: list[Any], sha256: str
) -> tuple[dict[str, list[Any]], list[Problem]]:
    """The rows by column, and the rows that cannot be used."""
    place = f"{file} ({task.name})"
    originals = [f"original_{name}" for name in task.fields]
    names = ["idx", "source_id", *task.fields, *originals, "label", "method", "data_construction"]
    columns: dict[str, list[Any]] = {name: [] for name in names}
    problems = []
    for cells in task_rows(place, content, task.fields, sha256, task.name).read(names):
        if isinstance(cells, Problem):
            problems.append(cells)
            continue
        row = dict(zip(names, cells[2], strict=True))
        if why := _wrong(task, row, originals):
            problems.append(Problem(place, cells[1], why, "row"))
        for name, value in row.items():
            columns[name].append(value)
    if not content:
        problems.append(Problem(place, 0, "the task has no rows", "row"))
    return columns, problems


def _wrong(task: Task, row: Mapping[str, Any], originals: Sequence[str]) -> str | None:
    """What is wrong with a row, or None."""
    for name in task.fields:
        if not isinstance(row[name], str):
            return f"{name} is missing" if row[name] is None else f"{name} is not a text"
    for name in (*task.fields, *originals):
        if row[name] is None:
            continue
        if not isinstance(row[name], str):
            return f"{name} is not a text"
        if why := fault(row[name]):
            return f"{why} ({name})"
    label = row["label"]
    if not isinstance(label, int) or isinstance(label, bool) or not 0 <= label < len(task.labels):
        return f"label {label!r} is not one of 0 to {len(task.labels) - 1}"
    if row["data_construction"] not in (None, *CONSTRUCTIONS) and row["method"] != _BENIGN:
        return f"data_construction {row['data_construction']!r} is not one of {', '.join(CONSTRUCTIONS)}"
    if not isinstance(row["method"], str | None):
        return "method is not a text"
    return None


def _part(task: Task, columns: Mapping[str, list[Any]]) -> Part:
    benign = [place for place, method in enumerate(columns["method"]) if method == _BENIGN]
    apart = set(benign)
    kept = [place for place in range(len(columns["label"])) if place not in apart]
    ids = _ids([columns["idx"][place] for place in kept])
    sources = [columns["source_id"][place] or own for place, own in zip(kept, ids, strict=True)]
    chosen = {
        name: [columns[name][place] for place in kept]
        for name in (*task.fields, *(f"original_{name}" for name in task.fields), "label")
    }
    words = {name: [columns[name][place] or "" for place in kept] for name in ("method", "data_construction")}
    rest = {"id": ids, "source_id": sources, "provenance": ["{}"] * len(kept)}
    examples = [
        Example(
            f"glue-{number}",
            f"glue-{number}",
            {name: columns[name][place] for name in task.fields},
            columns["label"][place],
        )
        for number, place in enumerate(benign)
    ]
    return Part.from_columns(task, chosen | words | rest, examples)


def _ids(given: Sequence[object]) -> list[str]:
    """The rows' own idx; their number in the file where an idx is missing or stands there twice."""
    ids = [str(value) for value in given if isinstance(value, int | str) and not isinstance(value, bool)]
    return ids if len(set(ids)) == len(given) else [str(number) for number in range(len(given))]


def _check_same(plain: Path, annotated: Path, parts: Mapping[str, Part]) -> None:
    """Predictions come in the order of the plain file: it must hold the rows of the annotated one."""
    content, _ = load_advglue(plain)
    for name, part in parts.items():
        rows = content.get(name, [])
        there = [tuple(row.get(key) for key in (*part.task.fields, "label")) for row in rows]
        here = list(zip(*(part.column(key) for key in (*part.task.fields, "label")), strict=True))
        if there != here:
            short = min(len(there), len(here))
            first = next((place for place in range(short) if there[place] != here[place]), short)
            got = f"task {name}: {len(there):,} and {len(here):,} rows, the first difference at row {first}"
            raise DataError(
                f"{plain} and {annotated} do not hold the same rows",
                got=got,
                mend="open one of the files by its own name",
            )
