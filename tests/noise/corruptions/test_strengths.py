"""The tables of strengths are whole, and small images take the small ones."""

import pytest

from mohs.noise.corruptions.strengths import COMMON, CORRUPTIONS, EXTRA, LARGE, SMALL, SMALL_SIDE, strength


def test_there_are_fifteen_and_four_each_at_five_severities():
    assert (len(COMMON), len(EXTRA)) == (15, 4)
    assert set(SMALL) == set(LARGE) == set(CORRUPTIONS)
    assert {len(values) for values in (*SMALL.values(), *LARGE.values())} == {5}


def test_the_size_of_the_image_decides():
    assert strength("gaussian_noise", 5, 32) == strength("gaussian_noise", 5, SMALL_SIDE) == 0.10
    assert strength("gaussian_noise", 5, 224) == 0.38
    assert strength("elastic_transform", 3, 224)[0] * 224 == pytest.approx(0.05 * 244)
