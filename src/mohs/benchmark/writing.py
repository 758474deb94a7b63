"""Write a package: the public folder, and the private one with what only the maker may know."""

import json
import secrets
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import numpy as np

from mohs.benchmark.folder import PRIVATE_SCHEMA, RECORD, SCHEMA
from mohs.benchmark.part import Part, check_parts
from mohs.data.values import as_seed
from mohs.errors import RunError
from mohs.paths import AnyPath, as_path
from mohs.runs.folder import filling, replacing, sha256_of, write_json

if TYPE_CHECKING:
    import pyarrow as pa


def write_benchmark(
    folder: AnyPath,
    name: str,
    version: str,
    dev: Mapping[str, Part],
    test: Mapping[str, Part] | None = None,
    *,
    files: Mapping[str, str] | None = None,
    about: Mapping[str, Any] | None = None,
    random_state: int | None = None,
) -> tuple[Path, Path | None]:
    """Write a package; test rows are shuffled and get random ids, what they come from goes into NAME-private.

    benchmark.json is written last: a folder without it is no benchmark, so a torn one is never opened.

    Args:
        folder: The public folder; must not be there yet, or be empty.
        name: How the benchmark is called.
        version: Its version.
        dev: Task name -> rows that are published whole.
        test: Task name -> rows of which id and fields alone are published.
        files: Path inside the folder -> text of further files (README.md, croissant.json).
        about: Further keys of benchmark.json (licence, seeds, sources).
        random_state: Seed of the ids and the order of the test rows; drawn where left out. Who knows it can
            undo the shuffling, so it stands in the private folder alone.

    Returns:
        The public folder, and the private one where there are test rows.

    Raises:
        MohsError: The seed is no whole number from 0, or the rows of a task are no `Part`.
        RunError: A folder that is there already and is not empty, or a file name that leads out of it.
        RunFailed: A file cannot be written.
    """
    secret = secrets.randbits(128) if random_state is None else as_seed(random_state)
    for parts in (dev, test or {}):
        check_parts(parts)
    folder = as_path(folder)
    hidden = folder.with_name(f"{folder.name}-private") if test else None
    with filling(folder), nullcontext() if hidden is None else filling(hidden):
        written: dict[str, Path] = {}
        for task, part in dev.items():
            _write_table(folder, f"data/{task}/dev.parquet", part.table, written)
        kept: dict[str, Path] = {}
        for number, (task, part) in enumerate((test or {}).items()):
            assert hidden is not None
            public, private = _split(part, np.random.SeedSequence([secret, number]))
            _write_table(folder, f"data/{task}/test.parquet", public, written)
            _write_table(hidden, f"data/{task}/test.parquet", private, kept)
        if dev:
            for file, annotated in (("dev.json", False), ("dev_ann.json", True)):
                _write_text(folder, file, _as_advglue(dev, annotated=annotated), written)
        for file, text in (files or {}).items():
            _write_text(folder, file, text, written)
        write_json(
            folder / RECORD,
            {
                "schema": SCHEMA,
                "name": name,
                "version": version,
                **(about or {}),
                "tasks": _tasks(dev, test or {}),
                "files": _listed(written),
            },
        )
        if hidden is not None:
            write_json(
                hidden / RECORD,
                {
                    "schema": PRIVATE_SCHEMA,
                    "name": name,
                    "version": version,
                    "public_sha256": sha256_of(folder / RECORD),
                    "seed": secret,
                    "files": _listed(kept),
                },
            )
    return folder, hidden


def _tasks(dev: Mapping[str, Part], test: Mapping[str, Part]) -> dict[str, Any]:
    tasks = {}
    for name in dict.fromkeys((*dev, *test)):
        task = (dev[name] if name in dev else test[name]).task
        splits = {"dev": dev.get(name), "test": test.get(name)}
        tasks[name] = {
            "fields": list(task.fields),
            "labels": list(task.labels),
            "metrics": list(task.metrics),
            "perturb": list(task.perturb),
            "subject": task.subject,
            "counts": {split: len(part) for split, part in splits.items() if part is not None},
        }
    return tasks


def _split(part: Part, seeds: np.random.SeedSequence) -> tuple["pa.Table", "pa.Table"]:
    """The rows in a random order under random ids: what is published, and what is kept."""
    import pyarrow as pa

    order, ids = (np.random.default_rng(seed) for seed in seeds.spawn(2))
    table = part.table.take(pa.array(order.permutation(len(part))))
    drawn: dict[str, None] = {}
    while len(drawn) < len(part):
        drawn[ids.bytes(8).hex()] = None
    former = table.column("id")
    named = table.set_column(table.schema.get_field_index("id"), table.schema.field("id"), pa.array(drawn))
    public = named.select(["id", *part.task.fields]).replace_schema_metadata(None)
    private = named.drop_columns(list(part.task.fields)).append_column("former_id", former)
    return public, private


def _as_advglue(parts: Mapping[str, Part], *, annotated: bool) -> str:
    """The rows in the layout of AdvGLUE's files; idx is the number of the row."""
    content: dict[str, list[dict[str, Any]]] = {}
    for name, part in parts.items():
        kept = {field: part.column(f"original_{field}") for field in part.task.fields}
        content[name] = []
        for number, row in enumerate(part):
            texts: dict[str, Any] = {}
            for field, text in row.fields.items():
                texts[field] = text
                if annotated and kept[field][number] is not None:
                    texts[f"original_{field}"] = kept[field][number]
            made = {"data_construction": row.data_construction, "method": row.method} if annotated else {}
            content[name].append({"idx": number, **texts, "label": row.label, **made})
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _write_table(folder: Path, name: str, table: "pa.Table", written: dict[str, Path]) -> None:
    from pyarrow import parquet

    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        parquet.write_table(table, temporary)
    written[name] = path


def _write_text(folder: Path, name: str, text: str, written: dict[str, Path]) -> None:
    pure = PurePosixPath(name)
    if pure.is_absolute() or ".." in pure.parts or name in (*written, RECORD):
        raise RunError(f"a benchmark cannot have a file {name!r}", expected="a path inside it, not taken yet")
    path = folder / pure
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")
    written[name] = path


def _listed(written: Mapping[str, Path]) -> dict[str, Any]:
    return {
        name: {"sha256": sha256_of(path), "bytes": path.stat().st_size}
        for name, path in sorted(written.items())
    }
