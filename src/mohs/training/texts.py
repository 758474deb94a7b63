"""Texts to train on: every text of some files or data sets, each once, in their order."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mohs.data.files import ending, open_text, scan
from mohs.data.rows import Problem
from mohs.data.sources import open_rows
from mohs.data.text_faults import fault
from mohs.errors import DataError
from mohs.paths import as_path

COLUMNS = (
    "text", "sentence", "sentence1", "sentence2", "premise", "hypothesis", "question", "question1",
    "question2", "review",
)  # fmt: skip
"""What columns of texts are called."""


@dataclass(frozen=True)
class Source:
    """Where texts came from.

    Attributes:
        path: A file, or the address of a data set.
        sha256: Of the file; of the texts where there is none.
        columns: Those that were read; none of a plain text file.
        rows: How many rows or lines there were.
        texts: How many of its texts no source before it had.
    """

    path: str
    sha256: str
    columns: tuple[str, ...]
    rows: int
    texts: int

    def to_json(self) -> dict[str, Any]:
        """The same as JSON has it."""
        return asdict(self)


def read_texts(
    sources: Sequence[str], columns: Sequence[str] = (), split: str | None = None
) -> tuple[list[str], list[Source]]:
    """All texts, and where they came from.

    Args:
        sources: Plain text files (.txt, one text a line), tables, or what else `mohs attack --data` takes
            and needs no task.
        columns: Columns of texts; without any, those with a usual name (`COLUMNS`).
        split: The split of data sets that have several.

    Raises:
        DataError: A source cannot be read, has no column of texts, a row cannot be used, or there is no text.
    """
    seen: dict[str, None] = {}
    found = []
    for source in sources:
        before, digest = len(seen), hashlib.sha256()
        names: tuple[str, ...] = ()
        lines: Iterator[tuple[str, ...]]
        path = as_path(source)
        if ending(path) == ".txt":
            sha256, lines = scan(path).sha256, _lines(path)
        else:
            rows = open_rows(source, None, split)
            names = _columns(columns or COLUMNS, rows.columns, rows.path, chosen=bool(columns))
            sha256, lines = rows.sha256 or "", _cells(rows.read(names))
        count = 0
        for texts in lines:
            count += 1
            for text in texts:
                digest.update(text.encode("utf-8", "surrogatepass") + b"\0")
                if text.strip():
                    seen[text] = None
        found.append(Source(source, sha256 or digest.hexdigest(), names, count, len(seen) - before))
    if not seen:
        raise DataError("there is no text to train on", got=", ".join(sources))
    return list(seen), found


def _columns(wanted: Sequence[str], there: Sequence[str], path: str, *, chosen: bool) -> tuple[str, ...]:
    names = tuple(name for name in dict.fromkeys(there) if name in wanted)
    missing = [name for name in wanted if name not in there]
    if not names or (chosen and missing):
        raise DataError(
            f"{path} has no column {' and no '.join(map(repr, missing))}" if chosen
            else f"{path} has no column of texts with a usual name",
            got=", ".join(there) or "no columns",
            expected=", ".join(wanted),
            mend="name the columns with --text",
        )  # fmt: skip
    return names


def _lines(path: Path) -> Iterator[tuple[str]]:
    with open_text(path, newline="\n") as file:
        for number, line in enumerate(file, 1):
            yield (text_in(line.rstrip("\r\n"), f"{path}:{number}"),)


def _cells(rows: Iterable[Any]) -> Iterator[tuple[str, ...]]:
    for place, cells in cells_of(rows):
        yield tuple(text_in(cell, place) for cell in cells)


def cells_of(rows: Iterable[Any]) -> Iterator[tuple[str, Sequence[Any]]]:
    """Where each row is, and its cells.

    Raises:
        DataError: A row cannot be read.
    """
    for row in rows:
        if isinstance(row, Problem):
            raise DataError(str(row), mend="repair or remove the row")
        path, line, cells = row
        yield f"{path}:{line}", cells


def text_in(cell: object, place: str) -> str:
    """The text of a cell; "" where it is empty.

    Raises:
        DataError: It is no text, or a broken one.
    """
    text = "" if cell is None else cell
    if not isinstance(text, str):
        raise DataError(f"{place}: {type(text).__name__} where a text is expected", got=ascii(text)[:80])
    if why := fault(text):
        raise DataError(f"{place}: {why}", got=ascii(text)[:80])
    return text
