"""Released files with one JSON object a line: all of them read, or every line that cannot be used named."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from mohs.data.files import ending
from mohs.data.json_rows import json_objects
from mohs.data.text_faults import fault
from mohs.data.values import short
from mohs.errors import DataError

T = TypeVar("T")

_SHOWN = 10


class BadLine(Exception):
    """What is wrong with a line."""


def read_lines(path: Path, made: Callable[[Mapping[str, Any]], T]) -> list[T]:
    """What `made` makes of each line of a file.

    Args:
        path: The file.
        made: Takes an object; raises `BadLine` where it cannot be used.

    Raises:
        DataError: The file cannot be read, has no rows, or lines that cannot be used.
    """
    objects, _, _ = json_objects(path)
    found, problems = [], []
    for number, content in objects:
        try:
            if isinstance(content, str):
                raise BadLine(content)
            found.append(made(content))
        except BadLine as problem:
            problems.append(f"\n    line {number:,}: {problem}")
    if problems:
        more = f"\n    ... and {len(problems) - _SHOWN:,} more" if len(problems) > _SHOWN else ""
        raise DataError(
            f"{path}: {len(problems):,} lines cannot be used", got="".join(problems[:_SHOWN]) + more
        )
    if not found:
        raise DataError(f"{path} has no rows")
    return found


def text_of(content: Mapping[str, Any], *names: str) -> str:
    """The text under the first of these names that is there.

    Raises:
        BadLine: It is missing, no text, empty, or broken.
    """
    for name in names:
        if name in content:
            text = content[name]
            if not isinstance(text, str) or not text.strip():
                raise BadLine(f"{name} is no text: {short(repr(text))}")
            if why := fault(text):
                raise BadLine(f"{why} ({name})")
            return text
    raise BadLine(f"{' or '.join(names)} is missing")


def files_of(path: Path, endings: tuple[str, ...]) -> Iterator[Path]:
    """The file itself, or the files of a folder with these endings, packed or not, sorted.

    Raises:
        DataError: A folder without any.
    """
    if not path.is_dir():
        yield path
        return
    found = sorted(one for one in path.rglob("*") if one.is_file() and ending(one) in endings)
    if not found:
        raise DataError(f"{path} holds no file that ends in {' or '.join(endings)}")
    yield from found
