"""Predictions from a file: every row answered once, or nothing is scored.

Two layouts are read. JSON Lines, one `{"task": "sst2", "id": "0", "label": "positive"}` a line, in any order,
with optional `scores` (one number a label); and AdvGLUE's own, a JSON object of task -> list of labels in the
order of the benchmark's file. A label is a name or an integer of the task. `null` says that the answer was
none of the labels (a language model that wrote something else): it counts as wrong and is counted on its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mohs.data.files import BROKEN, cannot_read, ending, is_packed, open_bytes
from mohs.data.json_rows import json_objects, load_json
from mohs.data.values import as_name, short
from mohs.errors import DataError
from mohs.evaluation.sheet import MISSING, OUTSIDE, Answers, Faults, Sheet, Wanted

_LINES = (".jsonl", ".ndjson")
_LEAST_BYTES = 1 << 20
_BYTES_A_ROW = 10_000
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Predictions:
    """A file of predictions that fits.

    Attributes:
        answers: Task name -> answers.
        path: The file.
        sha256: Of the file.
        notes: Remarks, such as blank lines.
    """

    answers: Mapping[str, Answers]
    path: str
    sha256: str
    notes: tuple[str, ...] = ()


def read_predictions(path: Path, wanted: Mapping[str, Wanted], *, skip: Sequence[str] = ()) -> Predictions:
    """Read the predictions for these rows.

    Args:
        path: A file that ends in .jsonl or .ndjson, or in .json; it may be packed (.jsonl.gz).
        wanted: Task name -> the rows to be answered.
        skip: Tasks of the benchmark that are not asked for: predictions for them are passed over.

    Raises:
        DataError: Rows without a prediction or with two, ids or tasks that the benchmark does not have,
            labels that the task does not have, lists of the wrong length; the first ten of each and their
            number. Also a file that is far too large to hold predictions for so few rows.
    """
    rows = sum(len(one.ids) for one in wanted.values())
    _check_size(path, rows)
    faults, notes = Faults(), list[str]()
    if ending(path) in _LINES:
        lines, sha256, notes = json_objects(path)
        answers = _by_id(lines, wanted, skip, faults)
    elif ending(path) == ".json":
        content, sha256 = load_json(path)
        if isinstance(content, dict):
            answers = _by_order(content, wanted, skip, faults)
        elif isinstance(content, list):
            answers = _by_id(enumerate(content), wanted, skip, faults, unit="row")
        else:
            raise DataError(f"{path} holds no predictions", got=short(repr(content)), expected=_EXPECTED)
    else:
        raise DataError(
            f"{path}: the ending does not say what it is",
            expected="predictions that end in .jsonl, or in .json for AdvGLUE's layout",
            mend="rename it",
        )
    if faults.counts:
        raise DataError(
            f"{path} does not fit the benchmark, so nothing is scored",
            got=faults.listed(),
            expected=f"one prediction for each of {rows:,} rows, with a label of its task"
            + (_labels_in_words(wanted) if _NO_LABEL in faults.counts else ""),
            mend=_mend(faults),
        )
    return Predictions(answers, str(path), sha256, tuple(notes))


def _check_size(path: Path, rows: int) -> None:
    most = _LEAST_BYTES + rows * _BYTES_A_ROW
    try:
        size = path.stat().st_size
        if is_packed(path) and path.is_file():
            size = _unpacked(path, most)
    except OSError as problem:
        raise cannot_read(path, problem) from None
    if path.is_file() and size > most:
        packed = is_packed(path)
        raise DataError(
            f"{path} is too large to be predictions for {rows:,} rows",
            got=f"{'over ' if packed else ''}{size / 1e6:,.0f} MB{', unpacked' if packed else ''}",
            expected=f"at most {most / 1e6:,.0f} MB",
            mend="name the file of the predictions, without the texts",
        )


def _unpacked(path: Path, most: int) -> int:
    """The size of what is in a packed file; of one that holds more than `most`, a little over that."""
    size = 0
    with open_bytes(path) as file, suppress(*BROKEN):  # the reader says what is wrong with it
        while size <= most and (chunk := file.read(_CHUNK)):
            size += len(chunk)
    return size


_EXPECTED = "objects with task, id and label, or a JSON object of task -> list of labels"
_TWICE = "predictions for a row that has one already"
_NO_ROW = "ids that the benchmark does not have"
_NO_TASK = "predictions for a task that is not asked for"
_NO_LABEL = "labels that the task does not have"
_NO_SCORES = "scores that are not one finite number a label"
_BROKEN = "that cannot be read"
_NO_LIST = "tasks without a list of labels"
_LENGTH = "lists of the wrong length"


def _labels_in_words(wanted: Mapping[str, Wanted]) -> str:
    return "".join(f"\n    {name}: {one.task.labels_in_words()}" for name, one in wanted.items())


def _mend(faults: Faults) -> str | None:
    if set(faults.counts) <= {MISSING, _NO_LIST}:
        return "add them; to score some of the tasks alone, name these with --task"
    if _NO_LABEL in faults.counts:
        return "an answer that is none of the labels is written as null, and counts as wrong"
    return None


def _by_id(
    objects: Iterable[tuple[int, Any]],
    wanted: Mapping[str, Wanted],
    skip: Sequence[str],
    faults: Faults,
    unit: str = "line",
) -> dict[str, Answers]:
    sheets = {name: Sheet(one) for name, one in wanted.items()}
    only = next(iter(sheets)) if len(sheets) == 1 and not skip else None
    left_out = set(skip)
    for number, found in objects:
        if not isinstance(found, dict) or "id" not in found or "label" not in found:
            faults.add(f"{unit}s {_BROKEN}", f"{unit} {number} ({_what(found)})")
            continue
        name = found.get("task", only)
        if not isinstance(name, str) or (name not in sheets and name not in left_out):
            faults.add(_NO_TASK, f"{unit} {number} ({short(repr(name))})")
            continue
        if name in left_out:
            continue
        sheet, own = sheets[name], found["id"]
        if type(own) is not str:
            own = as_name(own) if type(own) in (int, float) else repr(own)
        place = sheet.place.get(own)
        if place is None:
            faults.add(_NO_ROW, f"{unit} {number} ({name} {short(own)})")
            continue
        if sheet.answered(place):
            faults.add(_TWICE, f"{unit} {number} ({name} {short(own)})")
            continue
        label = sheet.read_label(found["label"])
        if isinstance(label, str):
            faults.add(_NO_LABEL, f"{unit} {number} ({name}: {label})")
            label = OUTSIDE
        sheet.put(place, label)
        scores = found.get("scores")
        if scores is not None and not sheet.put_scores(place, scores):
            faults.add(_NO_SCORES, f"{unit} {number} ({name}: {len(sheet.task.labels)} are needed)")
    return {name: sheet.answers(faults) for name, sheet in sheets.items()}


def _what(found: object) -> str:
    """What a line is that is no prediction, in words."""
    if isinstance(found, dict):
        return f"no {' and no '.join(key for key in ('id', 'label') if key not in found)}"
    return found if isinstance(found, str) else short(repr(found))


def _by_order(
    content: Mapping[str, object], wanted: Mapping[str, Wanted], skip: Sequence[str], faults: Faults
) -> dict[str, Answers]:
    """AdvGLUE's layout: task -> labels, in the order of the rows."""
    answers = {}
    for name in content:
        if name not in wanted and name not in skip:
            faults.add(_NO_TASK, short(repr(name)))
    for name, one in wanted.items():
        given = content.get(name)
        if not isinstance(given, list):
            faults.add(_NO_LIST, name)
            continue
        if len(given) != len(one.ids):
            faults.add(_LENGTH, f"{name} has {len(given):,} labels for {len(one.ids):,} rows")
            continue
        sheet = Sheet(one)
        for place, value in enumerate(given):
            label = sheet.read_label(value)
            if isinstance(label, str):
                faults.add(_NO_LABEL, f"{name} row {place} ({label})")
                label = OUTSIDE
            sheet.put(place, label)
        answers[name] = sheet.answers(faults)
    return answers
