"""Table: arrays X and y, with the names of the labels and the box that the values lie in."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.data.label_values import alike, is_number, numbered
from mohs.data.values import as_integer, has_masked, plain, short
from mohs.errors import DataError

Array = NDArray[Any]
Ends = tuple[NDArray[np.float64], NDArray[np.float64]]
"""The least and the largest value of each column."""

LARGEST_WHOLE = 2**53
"""Beyond it, not every whole number is a float64."""

_LISTED = 10
_HUGE = 1e300
_SIDE_BY_SIDE = 1_024


@dataclass(frozen=True, eq=False)
class Table:
    """Labelled rows of numbers.

    Attributes:
        X: (n, d) finite numbers; integers of one byte stay as they are, all else is float64 or float32.
        y: (n,) int64, numbers of labels: row i has the label `labels[y[i]]`.
        labels: The names of the classes, in the order of their values.
        low: (d,) the least value of each column: what was stated, or the data's own.
        high: (d,) the largest, likewise.
        stated: Whether low and high were stated; the data's own otherwise.
        shape: The shape of one row before it was laid flat ((28, 28) for images).
        columns: Names of the columns; empty where they have none.
        name: What messages and reports call the data.
        sha256: Of the file; None for arrays in memory.
        notes: What a reader should know of how it was read.
    """

    X: Array
    y: NDArray[np.int64]
    labels: tuple[str, ...]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    stated: bool
    shape: tuple[int, ...]
    columns: tuple[str, ...] = ()
    name: str = "data"
    sha256: str | None = None
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.X)

    def __repr__(self) -> str:
        rows, columns = self.X.shape
        return f"Table({self.name}: {rows:,} rows, {columns:,} columns, {len(self.labels):,} labels)"

    def take(self, rows: Array) -> "Table":
        """The same table with these rows alone, in this order; labels and box stay."""
        return replace(self, X=self.X[rows], y=self.y[rows])


def as_table(
    X: Any,
    y: Any,
    *,
    bounds: tuple[float, float] | None = None,
    columns: Sequence[str] = (),
    name: str = "data",
    sha256: str | None = None,
    notes: Sequence[str] = (),
    first: int = 0,
    unit: str = "row",
) -> Table:
    """Check arrays and make a table of them.

    Args:
        X: Rows of numbers: an array, a frame of pandas or polars, a pyarrow table, a data set of Hugging
            Face, a tensor or lists. More than two dimensions (images) are laid flat.
        y: One label for each row: integers, texts or truth values.
        bounds: The least and the largest value that a number may have. Without it the data's own: for images
            (one-byte integers, or more than two dimensions) one for all values, for tables one a column.
        columns: Names of the columns, for messages; those of a frame by default.
        name: What messages call the data.
        sha256: Of the file.
        notes: Remarks to keep.
        first: What messages call the first row.
        unit: Whether that counts lines of a file or rows.

    Raises:
        DataError: No rows, lengths that differ, something that is no finite number (named by row and column),
            missing labels, one class only, or bounds that the data exceed.
    """
    if hasattr(X, "to_pandas") and not hasattr(X, "__array__"):  # a data set of Hugging Face
        X = X.to_pandas()
    columns = tuple(columns) or tuple(map(str, getattr(X, "columns", ())))
    place = _Place(name, columns, first, unit)
    if twice := [column for column, times in Counter(columns).items() if times > 1]:
        raise DataError(f"{name}: column {twice[0]!r} is there twice", mend="rename or leave out one of them")
    values, shape = _numbers(X, place)
    codes, labels = numbered(y, name, first=first, unit=unit)
    if len(values) != len(codes):
        raise DataError(
            f"{name}: X and y differ in length", got=f"{len(values):,} rows and {len(codes):,} labels"
        )
    ends = _extremes(values)
    _check_finite(values, ends, place)
    low, high = _box(values, ends, bounds, image=values.dtype == np.uint8 or len(shape) > 1, place=place)
    return Table(
        values,
        codes,
        labels,
        low,
        high,
        bounds is not None,
        shape,
        columns if len(columns) == values.shape[1] else (),
        name,
        sha256,
        (*notes, *_remarks(ends, codes, labels, place)),
    )


@dataclass(frozen=True)
class _Place:
    name: str
    columns: tuple[str, ...]
    first: int
    unit: str

    def column(self, number: int) -> str:
        return f"column {self.columns[number]!r}" if number < len(self.columns) else f"column {number}"

    def cell(self, row: int, column: int) -> str:
        return f"{self.unit} {self.first + row}, {self.column(column)}"


def bad_cells(name: str, cells: Sequence[str], count: int, texts: Sequence[str] = ()) -> DataError:
    """The message for cells that hold no finite number.

    Args:
        name: What the data are called.
        cells: Place and content of the first of them, in words.
        count: How many there are.
        texts: Columns in which no value is a number.
    """
    mend = "leave the rows or columns out, or fill them in: mohs does not guess values"
    if texts:
        mend = f"leave out {', '.join(texts)}, where no value is a number, or turn it into numbers yourself"
    more = f"; and {count - len(cells):,} more" if count > len(cells) else ""
    return DataError(
        f"{name}: {count:,} {'values are' if count > 1 else 'value is'} no finite "
        f"number{'s' if count > 1 else ''}",
        got="; ".join(cells) + more,
        expected="numbers, without blanks, NaN or infinity",
        mend=mend,
    )


def _numbers(X: Any, place: _Place) -> tuple[Array, tuple[int, ...]]:
    """X as a 2-D array of numbers, and the shape of one row."""
    if has_masked(X):
        raise DataError(f"{place.name}: values of X are masked", mend="leave these rows out, or fill them in")
    try:
        values = np.asarray(X.detach().cpu() if hasattr(X, "detach") else X)
    except (ValueError, TypeError) as problem:
        raise DataError(f"{place.name}: X is no array of numbers", got=str(problem)) from None
    if values.ndim == 0:
        raise DataError(
            f"{place.name}: X is no array of rows and columns",
            got=f"a {type(X).__name__}",
            mend="X.toarray()" if hasattr(X, "toarray") else None,
        )
    if values.size == 0:
        raise DataError(f"{place.name}: X has no values", got=f"an array of shape {values.shape}")
    if values.ndim == 1:
        raise DataError(
            f"{place.name}: X has one dimension", expected="rows and columns", mend="X.reshape(-1, 1)"
        )
    shape = values.shape[1:]
    values = values.reshape(len(values), -1)
    if values.dtype.kind in "OUS":
        values = _parsed(values, place)
    kind = values.dtype.kind
    if kind not in "buif":
        raise DataError(f"{place.name}: X holds no real numbers", got=f"values of type {values.dtype}")
    if kind in "iu" and values.dtype.itemsize == 8:
        largest = max(abs(int(values.min())), abs(int(values.max())))
        if largest > LARGEST_WHOLE:
            raise _too_large(place.name, largest)
    if values.dtype in (np.uint8, np.float32, np.float64):
        return np.ascontiguousarray(values), shape
    with np.errstate(over="ignore"):  # what float64 does not hold is told as infinite
        return np.ascontiguousarray(values, dtype=np.float64), shape


def _too_large(name: str, number: int) -> DataError:
    return DataError(
        f"{name}: an integer is too large to be compared exactly",
        got=short(str(number)),
        expected="at most 2**53",
    )


def _parsed(values: Array, place: _Place) -> NDArray[np.float64]:
    """Texts and objects as numbers; those that are none are named."""
    if values.dtype.kind == "S":
        values = np.char.decode(values, "utf-8", "replace")
    try:
        made = np.array(values, dtype=np.float64)
        for row, column in np.argwhere(np.abs(made) >= LARGEST_WHOLE).tolist():
            whole = as_integer(plain(values[row, column]))
            if whole is not None and whole != int(made[row, column]):
                raise _too_large(place.name, whole)
        return made
    except OverflowError:
        whole = next(one for one in values.flat if isinstance(one, int) and abs(one) > LARGEST_WHOLE)
        raise _too_large(place.name, whole) from None
    except (ValueError, TypeError):
        cells: list[str] = []
        counts = [0] * values.shape[1]
        for row, line in enumerate(values):
            for column, value in enumerate(line):
                if is_number(value):
                    continue
                counts[column] += 1
                if len(cells) < _LISTED:
                    cells.append(f"{place.cell(row, column)}: {short(str(value))}")
        texts = [place.column(column) for column, count in enumerate(counts) if count == len(values)]
        raise bad_cells(place.name, cells, sum(counts), texts) from None


def _check_finite(values: Array, ends: Ends, place: _Place) -> None:
    if values.dtype == np.uint8:
        return
    most = min(_HUGE, float(np.finfo(values.dtype).max) / 2)  # beyond it, differences overflow
    if (ends[0] >= -most).all() and (ends[1] <= most).all():  # not so where there is a NaN
        return
    bad = ~(np.abs(values) <= most)
    count = int(bad.sum())
    if count:
        where = np.argwhere(bad.any(axis=1))[:_LISTED, 0]
        cells = [
            f"{place.cell(int(row), int(column))}: {values[row, column]}"
            for row in where
            for column in np.flatnonzero(bad[row])
        ]
        raise bad_cells(place.name, cells[:_LISTED], count)


def _box(
    values: Array, ends: Ends, bounds: tuple[float, float] | None, *, image: bool, place: _Place
) -> Ends:
    low, high = ends
    if bounds is None:
        return (np.full_like(low, low.min()), np.full_like(high, high.max())) if image else (low, high)
    least, most = _two_numbers(bounds)
    if low.min() < least or high.max() > most:
        below = low.min() < least
        column = int(low.argmin() if below else high.argmax())
        row = int(values[:, column].argmin() if below else values[:, column].argmax())
        raise DataError(
            f"{place.name}: values lie outside the bounds",
            got=f"{place.cell(row, column)}: {values[row, column]:g}",
            expected=f"{least:g} to {most:g}",
            mend=f"--bounds {low.min():g},{high.max():g}",
        )
    return np.full_like(low, least), np.full_like(high, most)


def _two_numbers(bounds: Any) -> tuple[float, float]:
    try:
        low, high = map(float, bounds)
    except (TypeError, ValueError, OverflowError):
        low = high = np.nan
    if not -_HUGE <= low < high <= _HUGE:
        raise DataError("bounds are two numbers, the lower one first", got=short(repr(bounds)))
    return low, high


def _extremes(values: Array) -> Ends:
    """(d,) the least and the largest value of each column.

    numpy goes down columns a row at a time, which takes long where rows are short: so many lie side by side.
    """
    rows, columns = values.shape
    beside = min(rows, max(1, _SIDE_BY_SIDE // columns))
    rest = values[rows // beside * beside :]
    wide = values[: len(values) - len(rest)].reshape(-1, beside * columns)
    low, high = (
        end(np.concatenate([end(wide, axis=0).reshape(-1, columns), rest]), axis=0).astype(np.float64)
        for end in (np.min, np.max)
    )
    return low, high


def _remarks(ends: Ends, codes: NDArray[np.int64], labels: tuple[str, ...], place: _Place) -> list[str]:
    notes = []
    constant = np.flatnonzero(ends[0] == ends[1])
    if len(constant):
        named = ", ".join(place.column(int(one)).removeprefix("column ") for one in constant[:_LISTED])
        more = f" and {len(constant) - _LISTED:,} more" if len(constant) > _LISTED else ""
        notes.append(f"constant columns, which tell no classes apart: {named}{more}")
    counts = np.bincount(codes, minlength=len(labels))
    alone = [labels[one] for one in np.flatnonzero(counts == 1)]
    if alone:
        notes.append(f"labels with one row only: {', '.join(alone[:_LISTED])}")
    if groups := alike(labels):
        named = "; ".join(", ".join(map(repr, group[:_LISTED])) for group in groups[:_LISTED])
        notes.append(f"labels that look alike are different labels: {named}")
    return notes
