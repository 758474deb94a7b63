"""Estimators that were fitted to a frame: which columns they know, and rows as they know them."""

from collections.abc import Callable, Sequence
from typing import Any

from numpy.typing import NDArray

from mohs.errors import ModelError

Hand = Callable[[NDArray[Any]], Any]
"""From (n, d) rows to what an estimator is given."""


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


def _known(estimator: Any) -> tuple[str, ...]:
    try:
        names = tuple(map(str, estimator.feature_names_in_))
    except Exception:  # none, or whatever a foreign estimator raises where it has none
        return ()
    # LightGBM calls the columns of an array so.
    return () if names == tuple(f"Column_{place}" for place in range(len(names))) else names
