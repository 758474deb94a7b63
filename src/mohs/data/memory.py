"""Rows that are in memory already: dicts, columns, frames of pandas and polars, tables of pyarrow.

Which library an object is from is told by the name of its module, so that none of them is imported here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from mohs.data.arrow import read_table
from mohs.data.json_rows import from_objects
from mohs.data.rows import Cells, Problem, Rows
from mohs.errors import DataError

_EXPECTED = (
    "a path or an address, a list of dicts, a dict of columns, a frame of pandas or polars, a pyarrow Table, "
    "a data set of Hugging Face, or examples"
)


def library(source: object) -> str:
    """The name of the package that an object is from."""
    return type(source).__module__.partition(".")[0]


def read_memory(source: Any) -> Rows:
    """Open rows that are in memory.

    Raises:
        DataError: Nothing that has rows.
    """
    known = {"pandas": _pandas, "polars": _polars, "pyarrow": _pyarrow}.get(library(source))
    if known is not None:
        return known(source)
    if isinstance(source, Mapping):
        return _columns(source)
    if isinstance(source, Iterable) and not isinstance(source, str | bytes):
        objects = [(row, _row(content)) for row, content in enumerate(source)]
        return from_objects("rows", lambda: iter(objects), sha256=None, name="rows", notes=[], unit="row")
    raise _no_rows(source)


def _row(content: object) -> dict[str, Any] | str:
    if isinstance(content, Mapping):
        return {str(column): value for column, value in content.items()}
    return f"a {type(content).__name__}, not a dict of column -> value"


def _no_rows(source: object) -> DataError:
    return DataError(f"no rows in a {type(source).__name__}", got=repr(source)[:80], expected=_EXPECTED)


def _pandas(frame: Any) -> Rows:
    if not hasattr(frame, "columns"):
        raise _no_rows(frame)
    names = list(map(str, frame.columns))
    return _from_columns("data frame", names, lambda position: frame.iloc[:, position].tolist())


def _polars(frame: Any) -> Rows:
    frame = frame.collect() if hasattr(frame, "collect") else frame
    if not hasattr(frame, "columns"):
        raise _no_rows(frame)
    names = list(frame.columns)
    return _from_columns("data frame", names, lambda position: frame.to_series(position).to_list())


def _pyarrow(table: Any) -> Rows:
    if not hasattr(table, "to_batches"):
        raise _no_rows(table)
    return read_table(table, "table")


def _columns(columns: Mapping[Any, Any]) -> Rows:
    values = list(columns.values())
    if not values or any(isinstance(one, str) or not isinstance(one, Sequence) for one in values):
        raise _no_rows(columns)
    lengths = {str(name): len(one) for name, one in columns.items()}
    if len(set(lengths.values())) > 1:
        counts = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise DataError("the columns differ in length", got=counts)
    return _from_columns("columns", list(lengths), lambda position: values[position])


def _from_columns(path: str, columns: list[str], column: Callable[[int], Sequence[object]]) -> Rows:
    def read(names: Sequence[str]) -> Iterator[Cells | Problem]:
        picked = [column(columns.index(name)) for name in names]
        for row, values in enumerate(zip(*picked, strict=True)):
            yield path, row, values

    return Rows(path, tuple(columns), read, "row")
