"""Estimators that were fitted to a frame: which columns they know, and rows or texts as they know them."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.errors import ModelError
from mohs.models.classifier import Input

Hand = Callable[[NDArray[Any]], Any]
"""From (n, d) rows to what an estimator is given."""

HandTexts = Callable[[Sequence[Input]], Any]
"""From texts, or tuples of texts, to what an estimator is given."""


def handing(estimator: Any, columns: Sequence[str], address: str) -> Hand:
    """How rows of these columns are handed to an estimator: as a frame, if it was fitted to one.

    scikit-learn goes by the order of the columns and only warns where an array has no names, so that a model
    that was fitted to the same columns in another order gives numbers that mean nothing.

    Args:
        estimator: Anything; what was fitted to a frame has scikit-learn's `feature_names_in_`.
        columns: Names of the data's columns; none where they have no names, and then nothing can be checked.
        address: What messages call the estimator.

    Raises:
        ModelError: It was fitted to other columns, or to these in another order.
    """
    known = _known(estimator)
    if not known or not columns:
        return lambda rows: rows
    if known != tuple(columns):
        same = sorted(known) == sorted(columns)
        raise ModelError(
            f"{address} was fitted to {'these columns in another order' if same else 'other columns'}",
            got=", ".join(columns[:20]),
            expected=", ".join(known[:20]),
            mend=f"--features {','.join(known)}" if set(known) <= {*columns} else None,
        )
    try:
        import pandas
    except ImportError:
        return lambda rows: rows
    return lambda rows: pandas.DataFrame(rows, columns=list(known))


def handing_texts(estimator: Any, fields: Sequence[str] | None, address: str) -> HandTexts:
    """How texts are handed to an estimator: as a frame, if it was fitted to one, else as an array.

    The column of a single field may have any name; those of several are the fields by their names.

    Args:
        estimator: Anything; what was fitted to a frame has scikit-learn's `feature_names_in_`.
        fields: The fields of the task; None where no task is known yet.
        address: What messages call the estimator.

    Raises:
        ModelError: It was fitted to columns that are not the fields, or to several and no task is known.
    """
    known = _known(estimator)
    if not known:
        return _as_array
    single = len(known) == 1 and (fields is None or len(fields) == 1)
    if not single and set(known) != set(fields or ()):
        columns = " ".join(f"--column {name}=..." for name in known)
        raise ModelError(
            f"{address} was fitted to other columns than the task's fields",
            got=", ".join((fields or ("no task",))[:20]),
            expected=", ".join(known[:20]),
            mend="leave --task out and name the fields as it does: " + columns
            if fields is not None and len(known) == len(fields)
            else None,
        )
    try:
        import pandas
    except ImportError:
        return _as_array
    order = [0] if single else [list(fields or ()).index(name) for name in known]

    def as_frame(inputs: Sequence[Input]) -> Any:
        rows = [(one,) if isinstance(one, str) else tuple(one) for one in inputs]
        return pandas.DataFrame(
            {name: [row[place] for row in rows] for name, place in zip(known, order, strict=True)}
        )

    return as_frame


def _as_array(inputs: Sequence[Input]) -> Any:
    return np.array(list(inputs), dtype=object)


def _known(estimator: Any) -> tuple[str, ...]:
    try:
        names = tuple(map(str, estimator.feature_names_in_))
    except Exception:  # none, or whatever a foreign estimator raises where it has none
        return ()
    # LightGBM calls the columns of an array so.
    return () if names == tuple(f"Column_{place}" for place in range(len(names))) else names
