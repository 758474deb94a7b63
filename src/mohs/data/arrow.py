"""Parquet files and pyarrow tables."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mohs.data.files import scan
from mohs.data.rows import Cells, Problem, Rows
from mohs.errors import DataError
from mohs.runs.parquet import open_parquet

_BATCH = 8192


def read_parquet(path: Path) -> Rows:
    """Open a Parquet file; of its columns only those that are asked for are read.

    Raises:
        DataError: As `scan`; or not a Parquet file.
    """
    import pyarrow

    looked = scan(path, text=False)
    try:
        with open_parquet(path) as file:
            schema = file.schema_arrow
    except (pyarrow.ArrowException, OSError) as problem:
        raise _not_parquet(path, problem) from None

    def batches(names: Sequence[str]) -> Iterator[Any]:
        try:
            with open_parquet(path) as file:
                yield from file.iter_batches(batch_size=_BATCH, columns=list(names))
        except (pyarrow.ArrowException, OSError) as problem:
            raise _not_parquet(path, problem) from None

    return from_batches(
        str(path), schema, batches, sha256=looked.sha256, name=path.stem, label_names=class_labels(schema)
    )


def read_table(table: Any, path: str) -> Rows:
    """The rows of a pyarrow Table."""
    return from_batches(
        path,
        table.schema,
        lambda names: table.select(list(names)).to_batches(max_chunksize=_BATCH),
        label_names=class_labels(table.schema),
    )


def from_batches(
    path: str,
    schema: Any,
    batches: Any,
    *,
    sha256: str | None = None,
    name: str = "data",
    label_names: Mapping[str, tuple[str, ...]],
) -> Rows:
    """Rows from record batches of pyarrow."""

    def read(names: Sequence[str]) -> Iterator[Cells | Problem]:
        row = 0
        made: Iterable[Any] = batches(list(dict.fromkeys(names)))
        for batch in made:
            columns = [_values(batch.column(name), f"{path}: column {name!r}") for name in names]
            for values in zip(*columns, strict=True):
                yield path, row, values
                row += 1

    return Rows(path, tuple(schema.names), read, "row", sha256, label_names, name)


def class_labels(schema: Any) -> dict[str, tuple[str, ...]]:
    """The names of integer labels, which the library datasets leaves in the schema's metadata."""
    try:
        features = json.loads((schema.metadata or {})[b"huggingface"])["info"]["features"]
        return {
            column: tuple(map(str, feature["names"]))
            for column, feature in features.items()
            if isinstance(feature, dict)
            and feature.get("_type") == "ClassLabel"
            and isinstance(feature.get("names"), list)
            and feature["names"]
        }
    except (KeyError, TypeError, AttributeError, ValueError):
        return {}


def _values(column: Any, place: str) -> list[Any]:
    try:
        values: list[Any] = column.to_pylist()
        return values
    except UnicodeDecodeError:  # bytes that claim to be text; kept, so that their row can be named
        return [
            None
            if (buffer := cell.as_buffer()) is None
            else buffer.to_pybytes().decode("utf-8", "surrogateescape")
            for cell in column
        ]
    except (OverflowError, ValueError) as problem:  # a date before year 1 or after 9999
        raise DataError(f"{place} holds a {column.type} that cannot be read", got=str(problem)) from None


def _not_parquet(path: Path, problem: Exception) -> DataError:
    return DataError(f"{path} is no readable Parquet file", got=str(problem).splitlines()[0])
