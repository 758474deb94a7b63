"""Pairs to train on: texts that say the same, from two columns of tables or data sets."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mohs.data.sources import open_rows
from mohs.errors import DataError
from mohs.training.texts import cells_of, text_in

COLUMNS = (("question1", "question2"), ("sentence1", "sentence2"), ("text1", "text2"), ("source", "target"))
"""What the two columns are called, where nobody names them."""


@dataclass(frozen=True)
class Source:
    """Where pairs came from.

    Attributes:
        path: A file, or the address of a data set.
        sha256: Of the file; of the pairs where there is none.
        columns: The two that were read.
        rows: How many rows there were.
        pairs: How many of its pairs were taken and no source before it had.
    """

    path: str
    sha256: str
    columns: tuple[str, str]
    rows: int
    pairs: int

    def to_json(self) -> dict[str, Any]:
        """The same as JSON has it."""
        return asdict(self)


def read_pairs(
    sources: Sequence[str],
    columns: Sequence[str] = (),
    where: Mapping[str, str] | None = None,
    split: str | None = None,
) -> tuple[list[tuple[str, str]], list[Source]]:
    """All pairs, and where they came from; neither one with an empty text nor one of equal texts.

    Args:
        sources: Tables, or what else `mohs attack --data` takes and needs no task.
        columns: The two columns of texts; without any, those with a usual name (`COLUMNS`).
        where: Column -> value: only rows with these values are taken (those that people called duplicates).
        split: The split of data sets that have several.

    Raises:
        DataError: A source cannot be read, lacks a column, a row cannot be used, or no row is left.
    """
    if columns and len(columns) != 2:
        raise DataError("pairs are read from two columns", got=", ".join(columns), expected="--text twice")
    wanted = dict(where or {})
    seen: dict[tuple[str, str], None] = {}
    found = []
    for source in sources:
        rows = open_rows(source, None, split)
        first, second = _columns(tuple(columns), rows.columns, rows.path)
        if lost := [name for name in wanted if name not in rows.columns]:
            raise DataError(
                f"{rows.path} has no column {lost[0]!r}", got=", ".join(rows.columns),
                mend="see --where COLUMN=VALUE",
            )  # fmt: skip
        before, count, digest = len(seen), 0, hashlib.sha256()
        for texts, values in _cells(rows.read((first, second, *wanted)), len(wanted)):
            count += 1
            if values != tuple(wanted.values()):
                continue
            digest.update("\0".join((*texts, "")).encode("utf-8", "surrogatepass"))
            if all(text.strip() for text in texts) and texts[0].split() != texts[1].split():
                seen[texts] = None
        sha256 = rows.sha256 or digest.hexdigest()
        found.append(Source(source, sha256, (first, second), count, len(seen) - before))
    if not seen:
        asked = ", ".join(f"{name}={value}" for name, value in wanted.items())
        raise DataError(
            "there is no pair to train on", got=", ".join(sources) + (f" where {asked}" if asked else "")
        )
    return list(seen), found


def _columns(named: tuple[str, ...], there: Sequence[str], path: str) -> tuple[str, str]:
    for first, second in [named] if named else COLUMNS:
        if first in there and second in there:
            return first, second
    raise DataError(
        f"{path} has no two columns of texts" + ("" if named else " with usual names"),
        got=", ".join(there) or "no columns",
        expected=" and ".join(named) if named else "; ".join(f"{a} and {b}" for a, b in COLUMNS),
        mend="name the columns: --text FIRST --text SECOND",
    )


def _cells(rows: Iterable[Any], values: int) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    """Two texts of each row, and the values that say whether it is wanted."""
    for place, cells in cells_of(rows):
        first, second = (text_in(cell, place) for cell in cells[: len(cells) - values])
        yield (first, second), tuple(str(cell) for cell in cells[len(cells) - values :])
