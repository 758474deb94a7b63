"""JSON Lines, and JSON arrays of objects, with the line of every row."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from mohs.data.files import open_text, scan, stem
from mohs.data.rows import Cells, Problem, Rows, Unit
from mohs.data.text_faults import BROKEN_BYTE, fault
from mohs.errors import DataError

_Object = tuple[int, dict[str, Any] | str]
"""The line where a row starts, and the row, or in words why there is none."""


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """As dict(pairs), but a key that stands there twice is an error: one of the two values would be lost."""
    content = dict(pairs)
    if len(content) < len(pairs):
        keys = [key for key, _ in pairs]
        raise KeyError(next(key for key in keys if keys.count(key) > 1))
    return content


_UNUSABLE = (KeyError, RecursionError, ValueError)  # a repeated key, deep nesting, an integer of 5,000 digits
_DECODER = json.JSONDecoder(object_pairs_hook=_unique_keys)


def read_json_lines(path: Path) -> Rows:
    """Open a file with one JSON object a line."""
    looked = scan(path)
    notes: list[str] = []
    objects = partial(_lines, path, looked.utf8, notes)
    return from_objects(str(path), objects, sha256=looked.sha256, name=stem(path), notes=notes)


def json_objects(path: Path) -> tuple[Iterator[_Object], str, list[str]]:
    """The objects of a file with one a line, its sha256, and remarks that are added to when it has been read.

    Raises:
        DataError: As `scan`.
    """
    looked = scan(path)
    notes: list[str] = []
    return _lines(path, looked.utf8, notes), looked.sha256, notes


def _lines(path: Path, utf8: bool, notes: list[str]) -> Iterator[_Object]:
    blank = 0
    with open_text(path, newline="\n") as file:
        for number, line in enumerate(file, 1):
            stripped = line.strip()
            if not stripped:
                blank += 1
                continue
            bad = fault(line) if not utf8 or "\0" in line else None
            yield number, bad or _object(stripped)
    note = f"blank lines, which are no rows: {blank:,}"
    if blank and note not in notes:  # a file that is gone through twice says it once
        notes.append(note)


def _object(line: str) -> dict[str, Any] | str:
    try:
        content = _DECODER.decode(line)
    except json.JSONDecodeError as problem:
        return f"not JSON: {problem.msg}, column {problem.colno}"
    except _UNUSABLE as problem:
        return _in_words(problem)
    return content if isinstance(content, dict) else f"not a JSON object: {line[:40]}"


def load_json(path: Path) -> tuple[object, str]:
    """The content of a JSON file, and its sha256.

    Raises:
        DataError: As `scan`; or not JSON.
    """
    looked = scan(path, whole=True)
    text = _text(path, utf8=looked.utf8)
    try:
        return _DECODER.decode(text), looked.sha256
    except json.JSONDecodeError as problem:
        raise _not_json(path, problem) from None
    except _UNUSABLE as problem:
        raise _not_usable(str(path), problem) from None


def read_json_array(path: Path) -> Rows:
    """Open a JSON file that holds an array of objects.

    Raises:
        DataError: Not JSON, or something else than an array.
    """
    looked = scan(path, whole=True)
    text = _text(path, utf8=looked.utf8)
    start = _skip_blank(text, 0)
    if text[start : start + 1] != "[":
        raise DataError(
            f"{path} holds no rows",
            got=f"{text[start : start + 40]!r}...",
            expected="a JSON array of objects",
        )
    objects = partial(_array, path, text, start + 1)
    return from_objects(str(path), objects, sha256=looked.sha256, name=stem(path), notes=[])


def _text(path: Path, *, utf8: bool) -> str:
    with open_text(path, newline=None) as file:
        text = file.read()
    if not utf8:
        line = next(number for number, part in enumerate(text.split("\n"), 1) if BROKEN_BYTE.search(part))
        raise DataError(f"{path}:{line}: the text is not UTF-8", mend="save the file as UTF-8")
    return text


def _skip_blank(text: str, position: int) -> int:
    while text[position : position + 1] in (" ", "\t", "\n", "\r"):
        position += 1
    return position


def _array(path: Path, text: str, position: int) -> Iterator[_Object]:
    """The elements of an array, one after the other, so that each can be given its line."""
    line, counted = 1, 0
    position = _skip_blank(text, position)
    if text[position : position + 1] == "]":
        return
    while True:
        position = _skip_blank(text, position)
        line, counted = line + text.count("\n", counted, position), position
        content: Any
        try:
            content, position = _DECODER.raw_decode(text, position)
        except json.JSONDecodeError as problem:
            raise _not_json(path, problem) from None
        except _UNUSABLE as problem:
            raise _not_usable(f"{path}:{line}", problem) from None
        yield line, content if isinstance(content, dict) else f"not a JSON object: {str(content)[:40]}"
        position = _skip_blank(text, position)
        if text[position : position + 1] == "]":
            if (rest := _skip_blank(text, position + 1)) < len(text):
                raise _not_json(path, json.JSONDecodeError("Extra data after the array", text, rest))
            return
        if text[position : position + 1] != ",":
            raise _not_json(path, json.JSONDecodeError("Expecting ',' or ']'", text, position))
        position += 1


def _not_json(path: Path, problem: json.JSONDecodeError) -> DataError:
    return DataError(f"{path}:{problem.lineno}: not JSON", got=f"{problem.msg}, column {problem.colno}")


def _not_usable(place: str, problem: Exception) -> DataError:
    return DataError(f"{place}: {_in_words(problem)}")


def _in_words(problem: Exception) -> str:
    if isinstance(problem, KeyError):
        return f"the key {problem.args[0]!r} stands there twice"
    return "nested too deeply" if isinstance(problem, RecursionError) else f"not usable: {problem}"


def from_objects(
    path: str,
    objects: Callable[[], Iterator[_Object]],
    *,
    sha256: str | None,
    name: str,
    notes: list[str],
    unit: Unit = "line",
) -> Rows:
    """Rows from objects; their columns are the keys of all of them, which are gone through for it once.

    Args:
        path: How messages call them.
        objects: Gives them from the first on, each time that it is called.
        sha256: Of the file; None where there is none.
        name: What a task inferred from them is called.
        notes: Remarks, to which `objects` may add while it is gone through.
        unit: What the place of an object is.

    Raises:
        DataError: No rows, or nothing but rows that cannot be read.
    """
    columns: dict[str, None] = {}
    first: tuple[int, str] | None = None
    usable = False
    for place, content in objects():
        if isinstance(content, dict):
            usable = True
            columns.update(dict.fromkeys(map(str, content)))
        elif first is None:
            first = place, content
    if not usable:
        raise DataError(
            str(Problem(path, *first, unit)) if first else f"{path} has no rows",
            expected="objects with a text and a label",
        )

    def read(names: Sequence[str]) -> Iterator[Cells | Problem]:
        for line, content in objects():
            if isinstance(content, dict):
                yield path, line, [content.get(column) for column in names]
            else:
                yield Problem(path, line, content, unit)

    return Rows(path, tuple(columns), read, unit, sha256=sha256, name=name, notes=notes)
