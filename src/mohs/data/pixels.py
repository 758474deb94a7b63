"""Tables of images: pixels as bytes from 0 to 255, or as numbers from 0 to 1 where that is asked for."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mohs.data.table import Array, Table, as_table

_NOTE = "pixels are numbers from 0 to 1 (bytes / 255), as the bounds 0 and 1 say; eps is in these units"


def image_table(
    X: Array, y: Any, bounds: tuple[float, float] | None, *, notes: Sequence[str] = (), **told: Any
) -> Table:
    """Make a table of images that a file holds as bytes.

    Args:
        X: (n, ...) bytes.
        y: (n,) labels.
        bounds: None, for 0 and 255. With 0 and 1 bytes are divided by 255, as float32, which a note tells;
            unless no byte exceeds 1, so that they are in these bounds as they are. Others as `as_table`.
        notes: Remarks to keep.
        told: name and sha256, as `as_table`.

    Raises:
        DataError: As `as_table`.
    """
    if np.array_equal(bounds or (), (0, 1)) and X.size and X.max() > 1:
        X, notes = np.asarray(X / np.float32(255), dtype=np.float32), (_NOTE, *notes)
    return as_table(X, y, bounds=bounds or (0, 255), unit="image", notes=notes, **told)
