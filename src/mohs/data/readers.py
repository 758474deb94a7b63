"""`read`: rows from anywhere become examples of a task; what cannot be used is said, never dropped."""

import dataclasses
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mohs.data.columns import Chosen, choose
from mohs.data.example import Example
from mohs.data.gather import Gathered, gather
from mohs.data.hugging_face import refuse_split
from mohs.data.notes import notes_of
from mohs.data.rows import Problem, Rows
from mohs.data.sources import open_rows
from mohs.data.task import Task
from mohs.data.tasks import infer_task, open_task
from mohs.data.text_faults import NOT_UTF8, fault
from mohs.data.values import as_integer, as_name, kind, plain
from mohs.errors import DataError
from mohs.paths import AnyPath

_SHOWN = 10


@dataclass(frozen=True)
class Reading:
    """What was read.

    Attributes:
        task: The task of the examples: the one asked for, or what the columns amount to.
        examples: One a usable row, in the order of the rows.
        problems: The rows that were left out, each with its place and the reason.
        notes: Remarks on usable rows: columns taken, invisible characters, repeats, balance of the labels.
        path: What was read.
        sha256: Of the file or files; of the examples where they came from memory.
        rows: How many rows there were: examples and problems.
    """

    task: Task
    examples: tuple[Example, ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]
    path: str
    sha256: str
    rows: int


def read_examples(
    path: Any,
    task: Task | AnyPath | None = None,
    *,
    text: str | None = None,
    columns: Mapping[str, str] | None = None,
    label: str | None = None,
    fields: Sequence[str] | None = None,
    split: str | None = None,
    skip_bad_rows: bool = False,
    allow_empty: bool = False,
    labels: Sequence[str] | None = None,
) -> list[Example]:
    """The examples of a file, a data set or rows in memory; `read` also says what was left out.

    `path` is what `read` calls its source: rows in memory will do. Args and errors as for `read`.
    """
    return list(
        read(
            path,
            task,
            text=text,
            columns=columns,
            label=label,
            fields=fields,
            split=split,
            skip_bad_rows=skip_bad_rows,
            allow_empty=allow_empty,
            labels=labels,
        ).examples
    )


def read(
    source: Any,
    task: Task | AnyPath | None = None,
    *,
    text: str | None = None,
    columns: Mapping[str, str] | None = None,
    label: str | None = None,
    fields: Sequence[str] | None = None,
    split: str | None = None,
    skip_bad_rows: bool = False,
    allow_empty: bool = False,
    labels: Sequence[str] | None = None,
) -> Reading:
    """Read labelled rows.

    Args:
        source: A file (.csv, .tsv, .jsonl, .json, .parquet; texts may be packed, .csv.gz), a folder or the id
            of a Hugging Face data set, `glue:DIR`, `advglue:DIR_OR_FILE`, `kit:NAME`; or rows in memory:
            dicts, a frame of pandas or polars, a pyarrow Table, a data set of Hugging Face, examples.
        task: A task, its name, or a YAML file; without it, the columns make one.
        text: The column of the only field.
        columns: Field -> column, for those that are not named as their fields.
        label: The column of the labels.
        fields: The fields that an attack may change; all that the task names by default.
        split: The split, where the source has several; "validation" where none is named.
        skip_bad_rows: Leave rows that cannot be used out and list them, instead of stopping.
        allow_empty: Take texts without a character as well; no attack can do anything with them.
        labels: The names of the labels in their order, for a task that the columns make; by default the
            distinct values, sorted.

    Raises:
        DataError: The source cannot be read, a column is missing or ambiguous, no row is usable, or, without
            `skip_bad_rows`, some rows are not; with their places.
        MissingExtra: A Hugging Face data set, without the package that reads it.
    """
    known = open_task(task) if task is not None else None
    if _are_examples(source):
        refuse_split(split, "a list of examples")
        return _reading_of_examples(source, known or task_of(source), fields)
    rows = open_rows(source, known.name if known else None, split)
    if known is None and rows.task is not None:
        known = open_task(rows.task)
    chosen = choose(rows.columns, known, text=text, columns=columns, label=label, path=rows.path)
    draft = known or Task(rows.name, tuple(chosen.texts), ())
    perturb = draft.only(fields).perturb if fields else draft.perturb
    gathered = gather(rows, chosen, perturb, allow_empty=allow_empty)
    known = dataclasses.replace(known or _inferred(rows, chosen, gathered, labels), perturb=perturb)
    examples = gathered.examples(known)
    problems = [problem for _, problem in sorted(gathered.problems, key=lambda numbered: numbered[0])]
    if problems and not skip_bad_rows:
        raise _bad_rows(rows.path, problems, gathered, known)
    if not examples:
        raise DataError(
            f"{rows.path} has no usable row",
            got=_listed(problems) if problems else "a header and nothing else",
            expected=f"rows with {', '.join(known.fields)} and a label",
        )
    left_out = f"rows that cannot be used are left out: {len(problems):,} of {gathered.count:,}"
    notes = [f"{left_out} (the first: {problems[0]})"] if problems else []
    scale = [gathered.scale] if gathered.scale else []
    notes += [*scale, *rows.notes, *chosen.notes, *gathered.notes, *notes_of(known, examples)]
    return Reading(
        known,
        tuple(examples),
        tuple(problems),
        tuple(notes),
        rows.path,
        rows.sha256 or _sha256(examples),
        gathered.count,
    )


def task_of(source: Any) -> Task | None:
    """The task that examples were read for; None where they do not say, and for anything but examples.

    Raises:
        DataError: They were read for several.
    """
    found = dict.fromkeys(row.task for row in source) if _are_examples(source) else {}
    tasks = [task for task in found if task is not None]
    if len(tasks) > 1:
        names = ", ".join(task.name for task in tasks)
        raise DataError(
            "the examples are of several tasks", got=names, mend="attack those of each task by themselves"
        )
    return tasks[0] if tasks else None


def _are_examples(source: Any) -> bool:
    return isinstance(source, Sequence) and bool(source) and all(isinstance(row, Example) for row in source)


def _inferred(rows: Rows, chosen: Chosen, gathered: Gathered, labels: Sequence[str] | None) -> Task:
    """The task that the columns make; labels named by the person or by the table come in their order."""
    values = [row.label for row in gathered.usable]
    task = infer_task(rows.columns, chosen.texts, chosen.label, () if labels else values, rows.name)
    names = labels or rows.label_names.get(chosen.label)
    return Task(task.name, task.fields, tuple(names)) if names else task


def _bad_rows(path: str, problems: Sequence[Problem], gathered: Gathered, task: Task) -> DataError:
    unknown = gathered.unknown_labels
    expected = f"labels {task.labels_in_words()}" if unknown else None
    coded = ["save the file as UTF-8"] if any(NOT_UTF8 in one.reason for one in problems) else []
    skip = "correct these rows, or leave them out with --skip-bad-rows: they are then listed in run.json"
    return DataError(
        f"{path}: {len(problems):,} of {gathered.count:,} rows cannot be used",
        got=_listed(problems) + (f"\n    labels found: {', '.join(unknown[:_SHOWN])}" if unknown else ""),
        expected=expected,
        mend="; ".join([*coded, skip, *([gathered.scale] if gathered.scale else [])]),
    )


def _listed(problems: Sequence[Problem]) -> str:
    lines = [str(problem) for problem in problems[:_SHOWN]]
    if len(problems) > _SHOWN:
        lines.append(f"... and {len(problems) - _SHOWN:,} more")
    return "".join(f"\n    {line}" for line in lines)


def _reading_of_examples(
    examples: Sequence[Example], task: Task | None, fields: Sequence[str] | None
) -> Reading:
    """Examples as they are, if they fit the task; a text may be empty here."""
    if task is None:
        raise DataError("examples need their task", mend='name it: task="sst2"')
    task = task.only(fields) if fields else task
    examples = [_plain(row, example) for row, example in enumerate(examples)]
    for row, example in enumerate(examples):
        if set(example.fields) != set(task.fields) or not 0 <= example.label < len(task.labels):
            raise DataError(
                f"example {row} (id {example.id!r}) does not fit task {task.name}",
                got=f"fields {', '.join(example.fields)}, label {example.label}",
                expected=f"fields {', '.join(task.fields)}, labels {task.labels_in_words()}",
            )
        for name, text in example.fields.items():
            if why := fault(text):
                raise DataError(f"example {row} (id {example.id!r}): {name}: {why}")
    (twice, count), *_ = Counter(example.id for example in examples).most_common(1)
    if count > 1:
        raise DataError(f"two examples have the id {twice!r}", expected="an id of its own for each")
    notes = tuple(notes_of(task, examples))
    return Reading(task, tuple(examples), (), notes, "examples", _sha256(examples), len(examples))


def _plain(row: int, example: Example) -> Example:
    """An example of plain values: ids and integers in any dress are taken, and texts are texts."""
    label = as_integer(plain(example.label))
    wrong = [name for name, text in example.fields.items() if not isinstance(text, str)]
    if label is None or wrong:
        raise DataError(
            f"example {row} (id {example.id!r}) cannot be used",
            got=f"{wrong[0]} is {kind(example.fields[wrong[0]])}" if wrong else f"label {example.label!r}",
            expected="texts, and the integer of a label",
        )
    own, source = as_name(plain(example.id)), as_name(plain(example.source_id))
    return dataclasses.replace(example, id=own, source_id=source, label=label)


def _sha256(examples: Sequence[Example]) -> str:
    digest = hashlib.sha256()
    for example in examples:
        row = [example.id, example.source_id, dict(example.fields), example.label]
        digest.update(json.dumps(row, sort_keys=True).encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()
