"""The Parquet files of a package: read, joined with what is kept private, and checked row by row."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mohs.benchmark.part import CONSTRUCTIONS, schema
from mohs.data.task import Task
from mohs.data.values import short
from mohs.errors import DataError
from mohs.runs.parquet import open_parquet

if TYPE_CHECKING:
    import pyarrow as pa

_SHOWN = 10


def read_rows(file: Path, task: Task, *, public: bool) -> "pa.Table":
    """The columns of a file; of public test rows, those that are not published are empty.

    Raises:
        DataError: No readable Parquet file, a column too few, or one too many in a public test split.
    """
    import pyarrow as pa

    wanted = schema(task)
    needed = ["id", *task.fields] if public else wanted.names
    try:
        with open_parquet(file) as opened:
            there = opened.schema_arrow.names
            if missing := [name for name in needed if name not in there]:
                raise DataError(f"{file} lacks columns", got=", ".join(there), expected=", ".join(missing))
            if twice := [name for name in needed if there.count(name) > 1]:
                raise DataError(f"{file}: column {twice[0]!r} is there twice")
            if public and (extra := [name for name in there if name not in needed]):
                raise DataError(
                    f"{file}: rows of a test split are published with id and fields only",
                    got=f"also {', '.join(extra)}",
                )
            table = opened.read(columns=needed)
        columns = [
            table.column(name).cast(wanted.field(name).type)
            if name in needed
            else _empty(table, name, wanted.field(name).type)
            for name in wanted.names
        ]
        made = pa.table(columns, schema=wanted)
        made.validate(full=True)  # bytes that claim to be text and are not
        return made
    except (pa.ArrowException, OSError) as problem:
        raise DataError(f"{file} is no readable Parquet file", got=str(problem).splitlines()[0]) from None


def _empty(table: "pa.Table", name: str, kind: Any) -> Any:
    import pyarrow as pa

    if name == "source_id":
        return table.column("id")
    if name == "label" or name.startswith("original_"):
        return pa.nulls(table.num_rows, kind)
    return pa.repeat(pa.scalar("{}" if name == "provenance" else "", kind), table.num_rows)


def with_private(table: "pa.Table", file: Path, task: Task) -> "pa.Table":
    """Test rows with what the private folder knows of them, in the public order.

    Raises:
        DataError: The private file does not know these rows, or cannot be read.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    public = ("id", *task.fields)
    wanted = schema(task)
    names = [name for name in wanted.names if name not in task.fields]
    try:
        with open_parquet(file) as opened:
            hidden = opened.read(columns=names)
        places = pc.index_in(table.column("id"), value_set=hidden.column("id"))
        if places.null_count or hidden.num_rows != table.num_rows:
            raise DataError(
                f"{file} does not know the test rows of task {task.name}",
                got=f"{hidden.num_rows:,} rows; {places.null_count:,} published ids are not among them",
                expected=f"{table.num_rows:,} rows",
            )
        rows = hidden.take(places)
        columns = [
            table.column(n) if n in public else rows.column(n).cast(wanted.field(n).type)
            for n in wanted.names
        ]
        return pa.table(columns, schema=wanted)
    except (pa.ArrowException, OSError, KeyError) as problem:
        raise DataError(f"{file} cannot be used", got=str(problem).splitlines()[0]) from None


def check_rows(file: Path, table: "pa.Table", task: Task, count: int) -> None:
    """Hold the rows to the record: their number, distinct ids, texts, labels.

    Raises:
        DataError: What is off, with its row.
    """
    import pyarrow.compute as pc

    if table.num_rows != count:
        raise DataError(
            f"{file}: the number of rows is off",
            got=f"{table.num_rows:,}",
            expected=f"{count:,} (benchmark.json)",
        )
    if not count:
        raise DataError(f"{file}: the task has no rows", mend="take the task out of the benchmark")
    for name in ("id", "source_id", *task.fields, "method", "data_construction", "provenance"):
        if nulls := table.column(name).null_count:
            row = table.column(name).is_null().to_pylist().index(True)
            raise DataError(f"{file}, row {row}: {name} is missing", got=f"{nulls:,} rows without it")
    ids = table.column("id")
    if len(ids.unique()) < count:
        repeated = [v["values"] for v in ids.value_counts().to_pylist() if v["counts"] > 1]
        raise DataError(f"{file}: ids stand there twice", got=_listed(repeated))
    labels = table.column("label")
    bad = pc.or_(pc.less(labels, 0), pc.greater_equal(labels, len(task.labels))).to_pylist()
    if True in bad:
        row = bad.index(True)
        raise DataError(
            f"{file}, row {row}: label {labels[row]} is not one of the task",
            expected=task.labels_in_words(),
        )
    if 0 < labels.null_count < count:
        raise DataError(f"{file}: {labels.null_count:,} of {count:,} rows have no label")
    levels = set(table.column("data_construction").unique().to_pylist()) - {"", *CONSTRUCTIONS}
    if levels:
        raise DataError(
            f"{file}: unknown data_construction",
            got=_listed(sorted(levels)),
            expected=", ".join(CONSTRUCTIONS),
        )


def _listed(values: Sequence[str]) -> str:
    more = f", ... and {len(values) - _SHOWN:,} more" if len(values) > _SHOWN else ""
    return ", ".join(map(short, values[:_SHOWN])) + more
