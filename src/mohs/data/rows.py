"""Rows: what every reader gives, before anyone has said which column is what."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from mohs.errors import DataError

Unit = Literal["line", "row"]


@dataclass(frozen=True, slots=True)
class Problem:
    """A row that cannot be used.

    Attributes:
        path: The file, or what stands for it.
        line: Where the row starts: its line in the file, from 1; or its row, from 0, where lines are none.
        reason: What is wrong with it.
        unit: Which of the two `line` is.
    """

    path: str
    line: int
    reason: str
    unit: Unit = "line"

    @property
    def place(self) -> str:
        """The file and line, as an editor understands them, or the file and row."""
        return f"{self.path}:{self.line}" if self.unit == "line" else f"{self.path}, row {self.line}"

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"


Cells = tuple[str, int, Sequence[object]]
"""The path and the place of a row, and its values in the columns that were asked for."""


@dataclass
class Rows:
    """A table that is read once, row by row.

    Attributes:
        path: How messages call the table.
        columns: Names of its columns, in order; a name may stand there twice.
        read: Given names of columns, goes through the rows and gives the cells of each, or what is wrong.
        unit: What the place of a row is: a line of a file or the number of a row.
        sha256: Of the file or files; None where there is none.
        label_names: Column -> names of its integers, where the table itself says so (ClassLabel).
        name: What a task inferred from the table is called.
        task: Name of the task that the table belongs to, where its address says so.
        notes: Remarks; a reader may still add to them while it reads.
    """

    path: str
    columns: tuple[str, ...]
    read: Callable[[Sequence[str]], Iterator[Cells | Problem]]
    unit: Unit = "line"
    sha256: str | None = None
    label_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    name: str = "data"
    task: str | None = None
    notes: list[str] = field(default_factory=list)


def concatenate(path: str, parts: Sequence[Rows], *, sha256: str, name: str) -> Rows:
    """The rows of several tables of the same columns, one after the other (the shards of a data set).

    Raises:
        DataError: Their columns differ, or what their integers are the names of.
    """
    first = parts[0]
    for part in parts[1:]:
        if set(part.columns) != set(first.columns):
            raise DataError(
                f"{part.path} has other columns than {first.path}",
                got=", ".join(part.columns),
                expected=", ".join(first.columns),
            )
        if part.label_names != first.label_names:
            raise DataError(
                f"{part.path} names the integers of its labels otherwise than {first.path}",
                got=_named(part),
                expected=_named(first),
            )

    notes: list[str] = []

    def read(names: Sequence[str]) -> Iterator[Cells | Problem]:
        for part in parts:
            yield from part.read(names)
            notes.extend(f"{part.path}: {note}" for note in part.notes)

    return Rows(path, first.columns, read, first.unit, sha256, first.label_names, name, notes=notes)


def _named(rows: Rows) -> str:
    return "; ".join(f"{name}: {', '.join(names)}" for name, names in rows.label_names.items()) or "no names"
