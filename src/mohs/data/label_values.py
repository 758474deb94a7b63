"""Labels as they come, of whatever kind, as numbers and their names."""

import datetime
from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal
from typing import Any
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from mohs.data.values import as_integer, as_name, has_masked, plain, short
from mohs.errors import DataError

Array = NDArray[Any]

_LISTED = 10
_NUMBERS = (int, float, np.integer, np.floating)
_TEXTS = (str, bool, np.bool_, *_NUMBERS, Decimal, datetime.date)


def numbered(y: Any, name: str, *, first: int, unit: str) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """The number of each label, and the names of the labels in the order of their values.

    Args:
        y: (n,) or (n, 1) labels.
        name: What messages call the data.
        first: What they call the first row.
        unit: Whether that counts lines of a file or rows.

    Raises:
        DataError: A label is missing or no single value, there is one class only, or the labels look like
            measured numbers.
    """
    if y is None:
        raise DataError(f"{name}: the labels are missing", mend="give y")
    values = np.asarray(y.detach().cpu() if hasattr(y, "detach") else y)
    if values.ndim == 1 and isinstance(y, list | tuple) and _is_changed(values, y):
        values = np.array(y, dtype=object)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise DataError(
            f"{name}: y needs one label for each row",
            got=f"an array of shape {values.shape}" if values.ndim else f"a {type(y).__name__}",
        )
    if values.dtype.kind in "SVc":
        values = values.astype(object)
    if missing := _missing(values, y):
        raise DataError(
            f"{name}: {len(missing):,} {'rows have' if len(missing) > 1 else 'row has'} no label",
            got=f"{unit} " + ", ".join(str(first + row) for row in missing[:_LISTED]),
            mend="leave them out, or label them",
        )
    if values.dtype.kind == "O":
        values = label_values(values, name)
    known, codes = np.unique(values, return_inverse=True)
    names = tuple(as_name(value.item()) for value in known)
    if len(names) < 2:
        raise DataError(
            f"{name}: there is one class only",
            got=names[0] if names else "no rows",
            expected="labels of at least two classes",
        )
    if len(names) > max(20, len(values) // 2) and _are_measured(values.dtype.kind, names):
        raise DataError(
            f"{name}: the label looks like a measured number",
            got=f"{len(names):,} different values in {len(values):,} rows",
            expected="a class for each row",
        )
    return codes.astype(np.int64), names


def label_values(given: Array, name: str) -> Array:
    """Truth values, whole numbers, numbers or texts: the first of these that holds all labels exactly.

    Args:
        given: (n,) labels, none of them missing.
        name: What messages call the data.

    Raises:
        DataError: One is no single value (a list, a mapping, bytes that are no UTF-8, a complex number), or
            ends in a NUL, which an array of texts would drop.
    """
    values = given.tolist()
    if all(isinstance(value, bool | np.bool_) for value in values):
        return np.array(values, dtype=bool)
    if all(isinstance(value, _NUMBERS) for value in values):
        if all(isinstance(value, int | np.integer) and abs(int(value)) < 2**63 for value in values):
            return np.array(values, dtype=np.int64)
        if not any(isinstance(value, int | np.integer) and abs(int(value)) > 2**53 for value in values):
            return np.array(values, dtype=np.float64)
    return np.array([_text(value, name) for value in values])


def is_number(value: Any) -> bool:
    """Whether it is a number, or a text of one."""
    try:
        float(value)
    except (ValueError, TypeError):
        return False
    return True


def alike(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Names that differ in capitals, in blanks at the ends or in how numbers or accents are written alone."""
    groups: dict[str | float, list[str]] = {}
    for name in names:
        key = float(name) if is_number(name) else normalize("NFC", name.strip().casefold())
        groups.setdefault(key, []).append(name)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def _is_changed(values: Array, given: Sequence[Any]) -> bool:
    """Whether an array has dropped NULs at the end of what was given, or digits of whole numbers."""
    if values.dtype.kind == "U":
        return any(isinstance(one, str) and one.endswith("\0") for one in given)
    return values.dtype.kind == "f" and any(isinstance(one, int) and abs(one) > 2**53 for one in given)


def _missing(values: Array, given: Any) -> list[int]:
    if has_masked(given):  # of which the array has forgotten that they are
        return np.flatnonzero(np.ravel(given._mask)).tolist()
    if values.dtype.kind == "O":
        return [row for row, value in enumerate(values.tolist()) if plain(value) in (None, "")]
    empty = np.zeros(len(values), dtype=bool)
    if values.dtype.kind == "U":
        empty = np.char.str_len(values) == 0
    elif values.dtype.kind in "fmM":
        empty = ~np.isfinite(values)
    return [int(row) for row in np.flatnonzero(empty)]


def _text(value: Any, name: str) -> str:
    if isinstance(value, bytes):
        with suppress(UnicodeDecodeError):
            value = value.decode()
    if isinstance(value, _TEXTS):
        text = str(value)
        if text.endswith("\0"):
            raise DataError(f"{name}: a label ends in a NUL", got=short(text), mend="write it without")
        return text
    raise DataError(
        f"{name}: a label is no single value",
        got=f"{short(repr(value))}, a {type(value).__name__}",
        expected="a text, a whole number or a truth value for each row",
    )


def _are_measured(kind: str, names: Sequence[str]) -> bool:
    """Whether labels are numbers with fractions, or texts of such numbers."""
    texts = kind == "U" and all(map(is_number, names)) and any(as_integer(name) is None for name in names)
    return kind == "f" or texts
