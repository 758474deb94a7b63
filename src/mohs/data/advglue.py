"""AdvGLUE's released files: one JSON object, task -> rows; dev_ann.json also has the benign originals."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mohs.data.json_rows import load_json
from mohs.data.rows import Cells, Problem, Rows
from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError

_FILES = ("dev_ann.json", "dev.json")


def is_advglue(content: object) -> bool:
    """Whether the content of a JSON file is laid out as AdvGLUE's."""
    return (
        isinstance(content, dict)
        and bool(content)
        and set(content) <= set(BUILT_IN)
        and all(isinstance(rows, list) for rows in content.values())
    )


def load_advglue(path: Path) -> tuple[dict[str, list[Any]], str]:
    """The rows of every task of a file, in AdvGLUE's order of tasks, and the sha256 of the file.

    Raises:
        DataError: No such file, or not AdvGLUE's layout.
    """
    content, sha256 = load_json(path)
    if not isinstance(content, dict) or not is_advglue(content):
        got = ", ".join(map(str, content)) if isinstance(content, dict) else type(content).__name__
        raise DataError(
            f"{path} is not laid out as AdvGLUE's files",
            got=got[:200],
            expected=f"a JSON object of the tasks {', '.join(BUILT_IN)}, each with a list of rows",
        )
    return {name: content[name] for name in BUILT_IN if name in content}, sha256


def read_advglue(path: Path, task: str | None) -> Rows:
    """Open the rows of one task.

    The id of a row is its idx. Rows made from the same benign text have the same source id, "source-0" for
    the first benign text in the order of the file; texts that differ in case and white space alone count as
    one (the originals of sst2 stand there with and without a last blank). A row without an original (written
    by a person, or in dev.json) is its own source.

    Args:
        path: The file, or the folder with dev_ann.json or dev.json.
        task: One of the tasks in the file.

    Raises:
        DataError: No such file, not AdvGLUE's layout, or a task that is not in it.
    """
    if path.is_dir():
        found = next((path / name for name in _FILES if (path / name).is_file()), None)
        if found is None:
            raise DataError(f"{path} holds no AdvGLUE file", expected=f"{' or '.join(_FILES)}")
        path = found
    content, sha256 = load_advglue(path)
    if task is None or task not in content:
        raise DataError(
            f"{path} needs the name of one of its tasks",
            got=task or "none",
            expected=f"one of {', '.join(content)}",
            mend="--task NAME",
        )
    return task_rows(f"{path} ({task})", content[task], BUILT_IN[task].fields, sha256, task)


def task_rows(path: str, content: list[Any], fields: Sequence[str], sha256: str, task: str) -> Rows:
    """The rows of one task; beside its columns a row has original_<field>, method and data_construction."""
    sources: dict[tuple[str, ...], str] = {}

    def source(row: dict[str, Any]) -> str | None:
        if not any(f"original_{field}" in row for field in fields):
            return None
        benign = tuple(_same(row.get(f"original_{field}", row.get(field))) for field in fields)
        return sources.setdefault(benign, f"source-{len(sources)}")

    def read(names: Sequence[str]) -> Iterator[Cells | Problem]:
        for number, row in enumerate(content):
            if isinstance(row, dict):
                known = {**row, "source_id": source(row)}
                yield path, number, [known.get(name) for name in names]
            else:
                yield Problem(path, number, "not a JSON object", "row")

    return Rows(path, (*fields, "label", "idx", "source_id"), read, "row", sha256, name=task, task=task)


def _same(text: object) -> str:
    return " ".join(str(text).casefold().split())
