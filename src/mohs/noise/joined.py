"""Training and test rows as one table: the same columns, and labels by their names."""

import math
from dataclasses import replace
from typing import Any

import numpy as np

from mohs.data.table import Table, as_table
from mohs.errors import DataError


def labelled(X: Any, y: Any, bounds: tuple[float, float] | None, name: str) -> Table:
    """Rows with labels, as a table.

    Raises:
        DataError: As `as_table`; and where y is missing, or given beside a Table, which has its own.
    """
    if isinstance(X, Table):
        if y is not None or bounds is not None:
            raise DataError(
                f"{name} is a Table, which has its labels and bounds", mend="leave out y and bounds"
            )
        return X
    if y is None:
        raise DataError(f"the labels of {name} are missing", mend="give y, or a Table, which has them")
    return as_table(X, y, bounds=bounds, name=name)


def joined(X: Any, y: Any, X_test: Any, y_test: Any, bounds: tuple[float, float] | None) -> tuple[Table, int]:
    """One table of all rows, the test rows last, and how many of them are test rows.

    Args:
        X: (n, d) rows of numbers, or a Table.
        y: (n,) labels.
        X_test: Test rows, or None.
        y_test: Their labels.
        bounds: As `as_table`.

    Raises:
        DataError: As `labelled`; or the test rows have other columns, another order of them, or other bounds.
    """
    table = labelled(X, y, bounds, "X")
    if X_test is None:
        return table, 0
    test = labelled(X_test, y_test, None, "X_test")
    _check_columns(table, test)
    _check_bounds(table, test)
    names = sorted({*table.labels, *test.labels}, key=_order)
    number = {name: place for place, name in enumerate(names)}
    codes = [np.array([number[name] for name in one.labels])[one.y] for one in (table, test)]
    kind = table.X.dtype if table.X.dtype == test.X.dtype else np.float64
    both = replace(
        table,
        X=np.concatenate([table.X.astype(kind), test.X.astype(kind)]),
        y=np.concatenate(codes),
        labels=tuple(names),
    )
    return both, len(test)


def _check_columns(table: Table, test: Table) -> None:
    if test.X.shape[1] != table.X.shape[1]:
        raise DataError(
            "the test rows have another number of columns",
            got=str(test.X.shape[1]),
            expected=str(table.X.shape[1]),
        )
    if table.columns and test.columns and table.columns != test.columns:
        place = next(
            k for k, names in enumerate(zip(table.columns, test.columns, strict=True)) if len({*names}) > 1
        )
        raise DataError(
            f"{table.name} and {test.name} differ in their columns",
            got=f"column {place} is {table.columns[place]!r} in one and {test.columns[place]!r} in the other",
            expected="the same columns in the same order",
            mend="name them in one order with --features",
        )


def _check_bounds(table: Table, test: Table) -> None:
    """Check that both are in the same units, as far as their bounds tell."""
    ends, others = ((one.low.min(), one.high.max()) for one in (table, test))
    outside = table.stated and not ends[0] <= others[0] <= others[1] <= ends[1]
    if outside or (table.stated and test.stated and ends != others):
        raise DataError(
            f"{table.name} and {test.name} differ in their bounds",
            got=f"{others[0]:g} to {others[1]:g} in {test.name}",
            expected=f"{ends[0]:g} to {ends[1]:g}",
            mend="read both with the same bounds",
        )


def _order(name: str) -> tuple[int, float, str]:
    """Numbers by their size, then texts."""
    try:
        value = float(name)
    except ValueError:
        value = math.nan
    return (1, 0.0, name) if math.isnan(value) else (0, value, name)
