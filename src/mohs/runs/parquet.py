"""Parquet files, by their paths and nothing else."""

from pathlib import Path
from typing import Any


def open_parquet(path: Path) -> Any:
    """A Parquet file to read from: pyarrow's ParquetFile, a context manager.

    pyarrow itself takes a path like `run:1/x.parquet` for the address of a file system, and its `read_table`
    the names of folders (`seed=1/x.parquet`) for columns.

    Raises:
        OSError: It is not there or cannot be read.
        pyarrow.ArrowException: It is no Parquet file.
    """
    from pyarrow import parquet

    return parquet.ParquetFile(path.absolute())
