"""Labels as they come, objects or bytes, as an array of one type."""

import datetime
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.data.values import short
from mohs.errors import DataError

Array = NDArray[Any]

_NUMBERS = (int, float, np.integer, np.floating)
_TEXTS = (str, bool, np.bool_, *_NUMBERS, Decimal, datetime.date)


def label_values(given: Array, name: str) -> Array:
    """Truth values, whole numbers, numbers or texts: the first of these that all labels are.

    Args:
        given: (n,) labels, none of them missing.
        name: What messages call the data.

    Raises:
        DataError: One is no single value (a list, a mapping, bytes that are no UTF-8, a complex number).
    """
    values = given.tolist()
    if all(isinstance(value, bool | np.bool_) for value in values):
        return np.array(values, dtype=bool)
    if all(isinstance(value, _NUMBERS) for value in values):
        whole = all(isinstance(value, int | np.integer) and abs(int(value)) < 2**63 for value in values)
        return np.array(values, dtype=np.int64 if whole else np.float64)
    return np.array([_text(value, name) for value in values])


def _text(value: Any, name: str) -> str:
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            pass
    if isinstance(value, _TEXTS):
        return str(value)
    raise DataError(
        f"{name}: a label is no single value",
        got=f"{short(repr(value))}, a {type(value).__name__}",
        expected="a text, a whole number or a truth value for each row",
    )
