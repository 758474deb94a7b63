"""Errata: rows of a published benchmark that are withdrawn or mended, so that old results can be corrected.

The file is YAML (or JSON, which is YAML too):

    schema: mohs/errata/1
    benchmark: AdvGLUE
    version: 1fa6e2ac2b62          # as `mohs audit` prints it
    rows:
    - {task: sst2, split: dev, id: "80", withdraw: "no-op: nothing was changed"}
    - {task: sst2, split: dev, id: "105", mend: "truncated", fields: {sentence: "the script ..."}}
    - {task: sst2, split: dev, id: "132", mend: "contested label", label: negative}

A result from before an erratum cannot say anything of a text that was mended since: such rows are left out
where old predictions are scored again, and stay in where a classifier answers anew.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from mohs.benchmark.package import Benchmark, Part, Row
from mohs.benchmark.rules.entry import Entry
from mohs.data.task import Task
from mohs.data.values import short
from mohs.data.yaml_file import read_yaml, yaml_text
from mohs.errors import DataError
from mohs.paths import AnyPath, as_path
from mohs.runs.folder import replacing

SCHEMA = "mohs/errata/1"


@dataclass(frozen=True, slots=True)
class Erratum:
    """What is to be done with one row.

    Attributes:
        task: Name of its task.
        split: "dev" or "test".
        id: Its id.
        why: What is wrong with it.
        withdrawn: Whether it is taken out; else it is mended.
        fields: Field name -> new text, of the fields that are mended.
        label: Name of the new label; None where it stays.
    """

    task: str
    split: str
    id: str
    why: str
    withdrawn: bool
    fields: Mapping[str, str]
    label: str | None


@dataclass(frozen=True)
class Errata:
    """What is to be done with the rows of one version of a benchmark.

    Attributes:
        benchmark: The benchmark's name.
        version: Its version.
        rows: One erratum a row.
        path: The file, for messages.
    """

    benchmark: str
    version: str
    rows: tuple[Erratum, ...]
    path: str = "errata"


def read_errata(path: AnyPath) -> Errata:
    """Read a file of errata.

    Raises:
        DataError: As `read_yaml`; and a newer schema, or an entry that cannot be used; with line and number.
    """
    file = read_yaml(as_path(path), holds="errata", expected=f"schema: {SCHEMA}, and rows")
    content = file.content
    if content.get("schema") != SCHEMA:
        raise DataError(
            f"{file.path} is no file of errata", got=f"schema {content.get('schema')!r}", expected=SCHEMA
        )
    rows = content.get("rows")
    if not isinstance(rows, list):
        raise DataError(f"{file.place('rows')}: rows is missing or no list", got=short(repr(rows)))
    places = [f"{file.place('rows', number)}: entry {number}" for number in range(len(rows))]
    errata = tuple(map(_erratum, rows, places))
    seen: set[tuple[str, str, str]] = set()
    for place, one in zip(places, errata, strict=True):
        row = (one.task, one.split, one.id)
        if row in seen:
            raise DataError(f"{place} is about {' '.join(row)}, as one before it is")
        seen.add(row)
    return Errata(str(content.get("benchmark")), str(content.get("version")), errata, str(file.path))


def write_errata(path: AnyPath, errata: Errata) -> None:
    """Write a file of errata.

    Raises:
        RunFailed: It cannot be written.
    """
    content = {
        "schema": SCHEMA,
        "benchmark": errata.benchmark,
        "version": errata.version,
        "rows": [_to_json(one) for one in errata.rows],
    }
    with replacing(as_path(path)) as temporary:
        temporary.write_text(yaml_text(content), encoding="utf-8")


def withdraw(name: str, version: str, found: Iterable[tuple[Entry, str]]) -> Errata:
    """The errata that take these rows out, each with why; a row that is there several times once."""
    whys: dict[tuple[str, str, str], list[str]] = {}
    for row, why in found:
        whys.setdefault((row.task.name, row.split, row.id), []).append(why)
    rows = (Erratum(*place, "; ".join(why), True, {}, None) for place, why in whys.items())
    return Errata(name, version, tuple(rows))


def apply_errata(benchmark: Benchmark, errata: Errata, *, mended_texts: bool = True) -> Benchmark:
    """The benchmark with its errata applied.

    Args:
        benchmark: One split; errata of another split are passed over.
        errata: What is to be done.
        mended_texts: Keep rows whose text is mended, with the new text. Off, they are left out: for
            predictions that were made of the old text.

    Returns:
        The benchmark; its version says that errata were applied.

    Raises:
        DataError: The errata are of another benchmark or version, or name a row, field or label that is not
            there.
    """
    if (errata.benchmark, errata.version) != (benchmark.name, benchmark.version):
        raise DataError(
            f"{errata.path}: errata of another benchmark",
            got=f"{errata.benchmark}, version {errata.version}",
            expected=f"{benchmark.name}, version {benchmark.version}",
        )
    wanted = {(one.task, one.id): one for one in errata.rows if one.split == benchmark.split}
    tasks = {}
    for name, part in benchmark.tasks.items():
        kept = []
        for row in part:
            one = wanted.pop((name, row.id), None)
            if one is None:
                kept.append(row)
            elif not one.withdrawn:
                mended = _mended(part, row, one, errata.path)
                if mended_texts or mended.fields == row.fields:
                    kept.append(mended)
        tasks[name] = Part.of(part.task, kept, part.benign)
    if wanted:
        places = [f"{task} {own}" for task, own in wanted]
        raise DataError(
            f"{errata.path}: {len(places):,} rows are not in {benchmark.name} {benchmark.split}",
            got=", ".join(places[:10]),
        )
    return replace(benchmark, tasks=tasks, version=f"{benchmark.version}+errata")


def _mended(part: Part, row: Row, one: Erratum, path: str) -> Row:
    task: Task = part.task
    place = f"{path}: {task.name} {row.id}"
    if unknown := [name for name in one.fields if name not in task.fields]:
        raise DataError(
            f"{place}: no field {unknown[0]!r}", expected=f"fields among {', '.join(task.fields)}"
        )
    if one.label is None:
        label = row.label
    else:
        try:
            label = task.label_index(one.label)
        except DataError as problem:
            what = f"{place}: {problem.what}"
            raise DataError(what, expected=problem.expected, mend=problem.mend) from None
    return replace(row, fields={**row.fields, **one.fields}, label=label)


def _erratum(row: object, place: str) -> Erratum:
    expected = "task, split, id, and withdraw: WHY, or mend: WHY with fields or label"
    if not isinstance(row, dict):
        raise DataError(f"{place} is no mapping", got=short(repr(row)), expected=expected)
    known = {"task", "split", "id", "withdraw", "mend", "fields", "label"}
    if unknown := [str(key) for key in row if key not in known]:
        raise DataError(f"{place}: unknown keys {', '.join(unknown)}", expected=expected)
    lacking = [name for name in ("task", "split", "id") if not isinstance(row.get(name), str | int)]
    todo = [name for name in ("withdraw", "mend") if name in row]
    fields, label = row.get("fields") or {}, row.get("label")
    if lacking or len(todo) != 1 or (todo == ["mend"]) != bool(fields or label is not None):
        raise DataError(f"{place} cannot be used", got=short(repr(row)), expected=expected)
    if not isinstance(fields, dict) or not all(isinstance(text, str) for text in fields.values()):
        raise DataError(f"{place}: fields must be names with texts", got=short(repr(fields)))
    if label is not None and not isinstance(label, str | int):
        raise DataError(f"{place}: label must be a name or an integer", got=short(repr(label)))
    why = str(row[todo[0]] or "")
    task, split, own = (str(row[name]) for name in ("task", "split", "id"))
    return Erratum(task, split, own, why, todo == ["withdraw"], fields, None if label is None else str(label))


def _to_json(one: Erratum) -> dict[str, Any]:
    content: dict[str, Any] = {"task": one.task, "split": one.split, "id": one.id}
    content["withdraw" if one.withdrawn else "mend"] = one.why
    if one.fields:
        content["fields"] = dict(one.fields)
    return content if one.label is None else {**content, "label": one.label}
