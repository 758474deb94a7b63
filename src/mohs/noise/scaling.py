"""How features are scaled before distances are taken and noise is added: eps means nothing without it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from mohs.data.table import Table
from mohs.errors import MohsError
from mohs.noise.norm import Array, Floats

Scale = Literal["none", "min-max"]
SCALES: tuple[Scale, ...] = ("none", "min-max")

_UNLIKE = 100.0
"""Columns of which one is so many times as wide as another are hardly in one unit."""


@dataclass(frozen=True, eq=False)
class Scaling:
    """value -> (value - offset) / width, column by column.

    Attributes:
        offset: (d,) what becomes 0.
        width: (d,) what becomes a distance of 1; positive.
    """

    offset: Floats
    width: Floats

    def apply(self, X: Array) -> Floats:
        """(n, d) scaled rows."""
        return (np.asarray(X, dtype=np.float64) - self.offset) / self.width

    def undo(self, X: Array) -> Floats:
        """(n, d) rows in the units of the data."""
        return np.asarray(X, dtype=np.float64) * self.width + self.offset


def scaling_of(table: Table, scale: Scale | Scaling) -> Scaling | None:
    """The scaling of a table's columns.

    Args:
        table: The data.
        scale: "none"; "min-max", after which every column goes from 0 to 1 in the table's box (a constant
            column stays as it is); or a scaling of one's own.

    Returns:
        The scaling; None where nothing is scaled.

    Raises:
        MohsError: Another word, or widths that are not positive.
    """
    if isinstance(scale, Scaling):
        if len(scale.offset) != table.X.shape[1] or not (scale.width > 0).all():
            raise MohsError("a scaling needs an offset and a positive width for each column")
        return scale
    if scale == "none":
        return None
    if scale == "min-max":
        width = table.high - table.low
        return Scaling(table.low, np.where(width > 0, width, 1.0))
    raise MohsError("there is no such scaling", got=repr(scale), expected=", ".join(SCALES))


def remark_on_units(table: Table, scale: Scale | Scaling | None) -> Iterator[str]:
    """A sentence where columns as they come are so unlike in width that one eps cannot fit them all.

    Args:
        table: The data.
        scale: How its columns are scaled; nothing is said where they are, of images, and of columns that have
            stated bounds in common.
    """
    if scale not in (None, "none") or table.stated or len(table.shape) > 1:
        return
    widths = table.high - table.low
    varying = np.flatnonzero(widths > 0)
    if len(varying) < 2:
        return
    widest, narrowest = (int(varying[end(widths[varying])]) for end in (np.argmax, np.argmin))
    if widths[widest] >= _UNLIKE * widths[narrowest]:
        named = [table.columns[one] if table.columns else f"column {one}" for one in (widest, narrowest)]
        yield (
            f"nothing is scaled, and the values of {named[0]} span {widths[widest]:.4g}, those of {named[1]} "
            f"{widths[narrowest]:.4g}: a distance, and noise of one size, means another thing in each. "
            "scale min-max (--scale) measures every column by its own range"
        )
