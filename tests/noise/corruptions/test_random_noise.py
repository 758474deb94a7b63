"""Unbounded noise: its moments, its place, its streams."""

import numpy as np
import pytest

from mohs.errors import MohsError
from mohs.noise.corruptions.random_noise import GaussianNoise, ImpulseNoise, PatchNoise, with_noise

GREY = np.full((40, 16, 16), 0.5)


def test_gaussian_noise_has_its_spread_and_is_clipped_to_the_box():
    made = with_noise(GREY, GaussianNoise(0.1)) - 0.5
    assert made.std() == pytest.approx(0.1, rel=0.03)
    assert abs(made.mean()) < 6 * 0.1 / made.size**0.5
    assert with_noise(GREY, GaussianNoise(5)).max() == 1
    assert with_noise(GREY, GaussianNoise(5), clip=False).max() > 1


def test_impulses_go_to_the_ends_of_each_columns_box():
    low, high = np.array([0.0, -5.0]), np.array([1.0, 7.0])
    made = with_noise(np.full((4000, 2), 0.5), ImpulseNoise(0.4), bounds=(low, high))
    for column in (0, 1):
        values, counts = np.unique(made[:, column], return_counts=True)
        assert values.tolist() == [low[column], 0.5, high[column]]
        assert counts / 4000 == pytest.approx([0.2, 0.6, 0.2], abs=0.03)


def test_a_patch_is_a_square_and_nothing_outside_it_changes():
    for image in with_noise(GREY, PatchNoise(0.1, 5), clip=False):
        rows, columns = (np.flatnonzero((image != 0.5).any(axis=axis)) for axis in (1, 0))
        assert len(rows) <= 5
        assert len(columns) <= 5
        assert (image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] != 0.5).all()


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_middle_of_a_patch_is_any_pixel_and_the_square_may_lie_partly_outside(size):
    seen = set()
    for image in with_noise(np.zeros((400, 4, 4)), PatchNoise(0.1, size), bounds=(-9, 9)):
        rows, columns = (np.flatnonzero(image.any(axis=axis)).tolist() for axis in (1, 0))
        seen |= {(0, rows[0], rows[-1]), (1, columns[0], columns[-1])}
    before, after = (size - 1) // 2, size - 1 - (size - 1) // 2
    expected = {(max(0, at - before), min(3, at + after)) for at in range(4)}
    assert seen == {(axis, *ends) for axis in (0, 1) for ends in expected}


def test_a_patch_as_large_as_twice_the_image_is_gaussian_noise_everywhere():
    made = with_noise(GREY, PatchNoise(0.1, 64), clip=False) - 0.5
    assert (made != 0).all()
    assert made.std() == pytest.approx(0.1, rel=0.05)
    spreads = (with_noise(GREY, PatchNoise(0.1, 64, up_to=True), clip=False) - 0.5).std(axis=(1, 2))
    assert spreads.min() < 0.03
    assert spreads.max() < 0.12


@pytest.mark.parametrize("kind", [GaussianNoise(0.1), ImpulseNoise(0.2), PatchNoise(0.2, 7)])
def test_a_row_has_its_own_stream_whatever_the_batch(kind):
    whole = with_noise(GREY, kind, copy=2, first=3)
    assert with_noise(GREY[5:6], kind, copy=2, first=8)[0].tolist() == whole[5].tolist()
    for other in ({"copy": 1}, {"copy": 2, "random_state": 1}, {"copy": 2, "stream": "train"}):
        assert (with_noise(GREY, kind, first=3, **other) != whole).any()


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: GaussianNoise(-0.1), "sigma is a standard deviation"),
        (lambda: GaussianNoise(float("nan")), "sigma"),
        (lambda: PatchNoise(-0.1, 2), "sigma is a standard deviation"),
        (lambda: ImpulseNoise(1.5), "share is a share"),
        (lambda: ImpulseNoise("half"), "share"),
        (lambda: ImpulseNoise(float("nan")), "share is no finite number"),
        (lambda: PatchNoise(0.1, 0), "size"),
        (lambda: with_noise(np.zeros((2, 9)), PatchNoise(0.1, 2)), "patch noise is for images"),
        (lambda: with_noise(GREY, 0.1), "this is no noise"),
        (lambda: with_noise(GREY, GaussianNoise(0.1), stream="valid"), "stream is unknown"),
        (lambda: with_noise(GREY, GaussianNoise(0.1), bounds=(1, 0)), "the lower one first"),
        (lambda: with_noise(GREY, GaussianNoise(0.1), bounds=(0, 1, 2)), "bounds do not fit"),
        (lambda: with_noise(GREY, GaussianNoise(0.1), copy=-1), "copy is no whole number"),
        (lambda: with_noise(GREY, GaussianNoise(0.1), first=-1), "first is no whole number"),
        (lambda: with_noise(GREY, GaussianNoise(0.1), random_state=-1), "random_state is no whole number"),
    ],
)
def test_what_makes_no_sense_is_refused(make, said):
    with pytest.raises(MohsError, match=said):
        make()


@pytest.mark.parametrize("nothing", [GaussianNoise(0), ImpulseNoise(0), PatchNoise(0, 3)])
def test_noise_of_no_size_changes_nothing(nothing):
    assert (with_noise(GREY, nothing) == GREY).all()


def test_a_noise_of_ones_own_has_a_row_and_its_stream():
    class Shift:
        def of_row(self, row, rng, low, high):
            return row + rng.random() * (high - low)

    made = with_noise(GREY[:2], Shift(), bounds=(0.5, 0.75)) - 0.5
    assert 0 < made[0].min() == made[0].max() != made[1].min() == made[1].max() < 0.25


def test_masked_values_get_no_noise():
    with pytest.raises(MohsError, match="values of X are masked"):
        with_noise(np.ma.masked_array([[0.5, 0.5]], [[True, False]]), GaussianNoise(0.1))


@pytest.mark.parametrize("given", [([[10**400]], (0, 1)), ([[1]], (0, 10**400))], ids=["X", "bounds"])
def test_a_whole_number_beyond_float64_is_told(given):
    with pytest.raises(MohsError, match="no array of rows of numbers"):
        with_noise(given[0], GaussianNoise(0.1), bounds=given[1])
