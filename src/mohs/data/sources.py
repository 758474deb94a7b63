"""From an address or an object to rows: the one place that knows every kind of source."""

from collections.abc import Callable, Mapping
from importlib import resources
from os import PathLike
from pathlib import Path
from typing import Any

from mohs.data.advglue import is_advglue, read_advglue
from mohs.data.arrow import read_parquet
from mohs.data.delimited import read_delimited
from mohs.data.files import BROKEN, SHEETS, check_regular, ending, open_bytes
from mohs.data.glue import FOLDERS, read_glue, task_of_file
from mohs.data.hugging_face import (
    DEFAULT_SPLIT,
    is_saved,
    looks_like_id,
    read_dataset,
    read_folder,
    read_id,
    read_saved,
    refuse_split,
)
from mohs.data.json_rows import load_json, read_json_array, read_json_lines
from mohs.data.memory import library, read_memory
from mohs.data.rows import Rows
from mohs.errors import DataError, MissingExtra
from mohs.paths import as_path
from mohs.spec import did_you_mean

FORMATS: Mapping[str, Callable[[Path], Rows]] = {
    ".csv": read_delimited,
    ".tsv": read_delimited,
    ".jsonl": read_json_lines,
    ".ndjson": read_json_lines,
    ".json": read_json_array,
    ".parquet": read_parquet,
}


def open_rows(source: Any, task: str | None, split: str | None = None) -> Rows:
    """Open whatever holds rows.

    Args:
        source: A path, an address, or rows in memory.
        task: The name of the task, where one is known.
        split: The split, where the source has several; None for the usual one, "validation".

    Raises:
        DataError: Nothing that can be read is there, or a split is named of a source that has none.
        MissingExtra: A package is missing.
    """
    if not isinstance(source, str | PathLike):
        if library(source) == "datasets":
            return read_dataset(source, task, split)
        refuse_split(split, "what is in memory")
        return read_memory(source)
    kind, _, rest = str(source).partition(":")
    if kind == "glue" and rest:
        return read_glue(as_path(rest), task, split or DEFAULT_SPLIT, read_file)
    if kind == "advglue" and rest:
        refuse_split(split, str(source))
        return read_advglue(as_path(rest), task)
    if kind == "hf" and rest:
        folder = as_path(rest)
        return _read_path(folder, task, split) if folder.exists() else read_id(rest, task, split)
    if kind == "kit" and rest:
        refuse_split(split, str(source))
        return read_sample(rest)
    path = as_path(source)
    if path.exists() or not looks_like_id(str(source)) or ending(path) in FORMATS:
        return _read_path(path, task, split)
    try:
        return read_id(str(source), task, split)
    except MissingExtra as missing:
        raise DataError(
            f"there is no file or folder {source}",
            mend=f"check the path; to open it as the id of a Hugging Face data set, {missing.mend}",
        ) from None


def _read_path(path: Path, task: str | None, split: str | None) -> Rows:
    if not path.is_dir():
        if path.exists():
            refuse_split(split, str(path))
        if ending(path) == ".json" and path.is_file() and _is_advglue_file(path):
            return read_advglue(path, task)
        rows = read_file(path)
        if task is None and (known := task_of_file(path)):
            rows.task = known
            rows.notes.append(f"{path} lies as GLUE's own files do: the task is {known}")
        return rows
    if any((path / folder).is_dir() for folder in FOLDERS.values()):
        raise DataError(
            f"{path} holds data of several tasks", mend=f"if it is GLUE's folder, say so: glue:{path}"
        )
    if is_saved(path):
        return read_saved(path, task, split)
    return read_folder(path, task, split, FORMATS)


def _is_advglue_file(path: Path) -> bool:
    try:
        with open_bytes(path) as file:
            begin = file.read(1024).removeprefix(b"\xef\xbb\xbf").lstrip()
    except (OSError, *BROKEN):  # who reads it says what is wrong with it
        return False
    return begin.startswith(b"{") and is_advglue(load_json(path)[0])


def read_file(path: Path) -> Rows:
    """Open one file by its ending.

    Raises:
        DataError: No such file, or an ending that says nothing.
    """
    check_regular(path)
    reader = FORMATS.get(ending(path))
    if reader is None:
        raise DataError(
            f"{path}: the ending does not say what it is",
            expected=f"a file that ends in {', '.join(FORMATS)}; texts may be packed (.csv.gz)",
            mend="save the sheet as CSV" if ending(path) in SHEETS else "rename it",
        )
    return reader(path)


def read_sample(name: str) -> Rows:
    """Open one of the kit's samples, which belongs to the task of its name.

    Raises:
        DataError: No such sample.
    """
    with resources.as_file(resources.files("mohs.kit")) as kit:
        folder = kit / "samples"
        known = sorted(path.stem for path in folder.glob("*.jsonl"))
        if name not in known:
            raise DataError(
                f"the kit has no examples {name!r}",
                expected=f"one of {', '.join(f'kit:{one}' for one in known)}",
                mend=did_you_mean(name, known),
            )
        rows = read_json_lines(folder / f"{name}.jsonl")
    rows.path, rows.task = f"kit:{name}", name
    return rows
