"""CSV and TSV, and GLUE's own TSV, which knows no quoting."""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from mohs.data.files import ending, open_text, scan, stem
from mohs.data.rows import Cells, Problem, Rows
from mohs.data.text_faults import fault
from mohs.errors import DataError

_WIDEST = 2**31 - 1
_IN_QUOTES = re.compile(r'"(?:[^"]|"")*(?:"|$)')
_GLUE_HEADERS = (
    {"sentence", "label"},
    {"question1", "question2"},
    {"sentence1", "sentence2"},
    {"question", "sentence"},
)
_Raw = tuple[int, list[str] | str]
"""The line where a row starts, and its fields, or in words why it has none."""


def read_delimited(path: Path) -> Rows:
    """Open a CSV or TSV file with a header.

    A CSV is separated by commas, or by semicolons or tabs where its header has no comma; fields may be quoted
    and hold line breaks. A TSV is read as its fields stand, if its columns are GLUE's or no field begins with
    a quotation mark; else as quoted, unless that fails where the plain reading does not. The choice is noted.

    Raises:
        DataError: As `scan`; or no header.
    """
    looked = scan(path)
    notes: list[str] = []
    if ending(path) == ".csv":
        delimiter = _delimiter(path, notes)
        split = _quoted(delimiter)
    else:
        delimiter, split = "\t", _plain("\t")
        if looked.opens_quote:
            split = _quoted_or_not(path, notes)
    header = next(split(path), (1, "nothing"))[1]
    if isinstance(header, str) or not any(header):
        raise DataError(
            f"{path}:1: no header",
            got=header if isinstance(header, str) else "a blank line",
            expected="a first line that names the columns",
        )
    if bad := next(filter(None, map(fault, header)), None):
        raise DataError(f"{path}:1: {bad}", expected="UTF-8 text whose first line names the columns")

    def read(names: Sequence[str]) -> Iterator[Cells | Problem]:
        positions = [header.index(name) for name in names]
        blank = 0
        rows = split(path)
        next(rows)
        for line, fields in rows:
            if isinstance(fields, str):
                yield Problem(str(path), line, fields)
            elif len(fields) == len(header):
                bad = None if looked.utf8 else next(filter(None, map(fault, fields)), None)
                yield (
                    Problem(str(path), line, bad)
                    if bad
                    else (
                        str(path),
                        line,
                        [fields[position] for position in positions],
                    )
                )
            elif fields in ([], [""]):
                blank += 1
            else:
                yield Problem(str(path), line, f"{len(fields)} columns where the header has {len(header)}")
        if blank:
            notes.append(f"blank lines, which are no rows: {blank:,}")

    return Rows(str(path), tuple(header), read, sha256=looked.sha256, name=stem(path), notes=notes)


def _delimiter(path: Path, notes: list[str]) -> str:
    with open_text(path) as file:
        header = _IN_QUOTES.sub("", file.readline())
    for delimiter, name in ((",", "commas"), (";", "semicolons"), ("\t", "tabs")):
        if delimiter in header:
            if delimiter != ",":
                notes.append(f"columns are separated by {name}: the header has no comma")
            return delimiter
    return ","


def _plain(delimiter: str) -> Callable[[Path], Iterator[_Raw]]:
    """Fields as they stand: a line ends at a line feed, and a quotation mark is nothing special."""

    def split(path: Path) -> Iterator[_Raw]:
        with open_text(path, newline="\n") as file:
            for number, line in enumerate(file, 1):
                yield number, line.removesuffix("\n").removesuffix("\r").split(delimiter)

    return split


def _quoted(delimiter: str) -> Callable[[Path], Iterator[_Raw]]:
    """Fields as RFC 4180 has them; strict, because a lenient reader drops quotation marks in silence."""

    def split(path: Path) -> Iterator[_Raw]:
        with open_text(path) as file, _wide_fields():
            reader = csv.reader(file, delimiter=delimiter, strict=True)
            while True:
                line = reader.line_num + 1
                try:
                    yield line, next(reader)
                except StopIteration:
                    return
                except csv.Error as problem:
                    yield line, _in_words(str(problem), line, reader.line_num)

    return split


def _in_words(problem: str, first: int, last: int) -> str:
    if "unexpected end of data" in problem:
        return f"a quotation mark that is never closed; lines {first:,} to {last:,} cannot be read"
    if "expected after" in problem:
        problem = (
            "text after a closing quotation mark (inside a quoted field, a quotation mark is written twice)"
        )
    return problem if first == last else f"{problem}; lines {first:,} to {last:,} cannot be read"


def _quoted_or_not(path: Path, notes: list[str]) -> Callable[[Path], Iterator[_Raw]]:
    plain, quoted = _plain("\t"), _quoted("\t")
    header = next(plain(path))[1]
    if any(known <= set(header) for known in _GLUE_HEADERS):
        notes.append("quotation marks are read as they stand: the columns are GLUE's, which quotes nothing")
        return plain
    if _is_rectangular(quoted(path)) or not _is_rectangular(plain(path)):
        notes.append("fields in quotation marks are read without them, as CSV writers put them there")
        return quoted
    notes.append("quotation marks are read as they stand: as quoted fields they do not add up")
    return plain


def _is_rectangular(rows: Iterator[_Raw]) -> bool:
    return len({len(fields) if isinstance(fields, list) else 0 for _, fields in rows if fields != [""]}) == 1


@contextmanager
def _wide_fields() -> Iterator[None]:
    """Let csv read fields over its 131,072 characters; a row that is too long is then reported as such."""
    before = csv.field_size_limit(_WIDEST)
    try:
        yield
    finally:
        csv.field_size_limit(before)
