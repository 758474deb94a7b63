"""Pixels are bytes, unless the bounds 0 and 1 ask for numbers from 0 to 1."""

import numpy as np
import pytest

from mohs.data.pixels import image_table
from mohs.errors import DataError

IMAGES = np.arange(24, dtype=np.uint8).reshape(4, 2, 3) * 11
LABELS = [0, 0, 1, 1]


@pytest.mark.parametrize("bounds", [None, (0, 255), (-5.0, 300.0)])
def test_they_stay_bytes(bounds):
    table = image_table(IMAGES, LABELS, bounds, name="images")
    assert (table.X.dtype, table.shape, table.notes) == (np.uint8, (2, 3), ())
    assert (table.low[0], table.high[0]) == (bounds or (0, 255))


@pytest.mark.parametrize("bounds", [(0, 1), (0.0, 1.0)])
def test_bounds_of_0_and_1_make_numbers_of_them_and_say_so(bounds):
    table = image_table(IMAGES, LABELS, bounds, name="images")
    assert table.X.dtype == np.float32
    assert table.X.ravel().tolist() == (IMAGES.ravel() / np.float32(255)).tolist()
    assert (table.low[0], table.high[0], table.stated) == (0, 1, True)
    assert "bytes / 255" in table.notes[0]


def test_bytes_that_lie_in_the_bounds_are_left_alone():
    table = image_table(IMAGES % 2, LABELS, (0, 1), name="images")
    assert (table.X.dtype, table.X.max()) == (np.uint8, 1)
    assert not any("255" in note for note in table.notes)


def test_other_bounds_that_pixels_exceed_are_refused():
    with pytest.raises(DataError, match="outside the bounds"):
        image_table(IMAGES, LABELS, (0, 2), name="images")
