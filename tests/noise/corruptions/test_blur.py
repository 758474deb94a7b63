"""Blurs keep what is even, and do to a single point what their kernels say."""

import numpy as np
import pytest
from PIL import Image, ImageFilter

from mohs.noise.corruptions import blur

RNG = np.random.default_rng
STRENGTHS = {
    "gaussian_blur": 1,
    "glass_blur": (0.7, 1, 2),
    "defocus_blur": (1.5, 0.1),
    "motion_blur": (9, 2.5),
    "zoom_blur": (0.26, 0.01),
}


def point(side=31):
    image = np.zeros((side, side, 1))
    image[side // 2, side // 2] = 1
    return image


@pytest.mark.parametrize("name", list(STRENGTHS))
@pytest.mark.parametrize("shape", [(32, 32, 3), (20, 33, 1)])
def test_an_even_image_stays_even(name, shape):
    image = np.full(shape, 0.3)
    assert blur.ALL[name](image, STRENGTHS[name], RNG(0)) == pytest.approx(image)


@pytest.mark.parametrize("name", ["gaussian_blur", "defocus_blur", "motion_blur"])
def test_no_light_is_lost(name):
    assert blur.ALL[name](point(), STRENGTHS[name], RNG(0)).sum() == pytest.approx(1)


def test_a_gaussian_blur_is_that_of_pillow():
    image = RNG(1).random((40, 40))
    ours = blur.gaussian_blur(image[..., None], 2.0, RNG(0))[..., 0]
    theirs = Image.fromarray(np.rint(image * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(2.0))
    inside = np.s_[6:-6, 6:-6]
    assert np.abs(ours[inside] - np.asarray(theirs)[inside] / 255).max() < 0.02  # theirs is boxes in a row


def test_glass_moves_pixels_and_makes_none():
    image = RNG(2).random((16, 16, 3))
    made = blur.glass_blur(image, (0.0, 2, 2), RNG(0))
    assert sorted(map(tuple, made.reshape(-1, 3))) == sorted(map(tuple, image.reshape(-1, 3)))
    assert (made != image).any()


@pytest.mark.parametrize("strength", [(0.4, 1, 2), (0.0, 3, 1), (0.7, 2, 1)])
def test_glass_is_a_loop_of_swaps_between_two_blurs(strength):
    """Pixel for pixel, from the last to the first, as far from the edges as no step leaves the image."""
    spread, reach, rounds = strength
    image, rng = RNG(3).random((14, 11, 3)), RNG(5)
    pixels = blur.gaussian_blur(image, spread, rng)
    for _ in range(rounds):
        places = [(row, column) for row in range(reach, 14 - reach) for column in range(reach, 11 - reach)]
        steps = rng.integers(-reach, reach, (len(places), 2))
        for (row, column), (down, right) in zip(reversed(places), steps, strict=True):
            here, there = (row, column), (row + down, column + right)
            pixels[here], pixels[there] = pixels[there].copy(), pixels[here].copy()
    expected = blur.gaussian_blur(pixels, spread, rng)
    assert blur.glass_blur(image, strength, RNG(5)) == pytest.approx(expected)


def test_a_defocused_point_is_a_disc():
    made = blur.defocus_blur(point(), (3, 0.1), RNG(0))[..., 0]
    rows, columns = np.mgrid[-15:16, -15:16]
    disc = rows**2 + columns**2 <= 9
    assert made[disc] == pytest.approx(1 / disc.sum(), rel=1e-6)
    assert made[~disc].max() < 1e-9


@pytest.mark.parametrize(("radius", "edge"), [(8, 1), (8.5, 2)])
def test_the_soft_edge_of_a_disc_is_a_pixel_wide_and_of_a_large_one_two(radius, edge):
    lit = blur.defocus_blur(point(), (radius, 0.5), RNG(0))[..., 0] > 0
    rows, columns = np.mgrid[-15:16, -15:16]
    disc = rows**2 + columns**2 <= radius**2
    beside = np.pad(disc, edge)
    steps = range(2 * edge + 1)
    assert (lit == np.any([beside[a : a + 31, b : b + 31] for a in steps for b in steps], axis=0)).all()


def test_at_the_edges_a_disc_sees_the_image_mirrored_without_its_last_pixel_twice():
    image = RNG(4).random((9, 12, 2))
    wide = np.pad(image, ((2, 2), (2, 2), (0, 0)), mode="reflect")
    near = [(a, b) for a in range(5) for b in range(5) if (a - 2) ** 2 + (b - 2) ** 2 <= 4]
    expected = np.mean([wide[a : a + 9, b : b + 12] for a, b in near], axis=0)
    assert blur.defocus_blur(image, (2, 0.01), RNG(0)) == pytest.approx(expected)


def test_a_streak_falls_off_behind_its_point():
    made = blur.streaks(point(), 2, 1.5, 0.0)[15, :, 0]
    weights = np.exp(-(np.arange(5) ** 2) / (2 * 1.5**2))
    # a pixel takes from those on its right, so that a point leaves its streak on its left
    assert made[11:16][::-1] == pytest.approx(weights / weights.sum())
    assert made.sum() == pytest.approx(1)
    down = blur.streaks(point(), 2, 1.5, 90.0)[:, 15, 0]
    assert down == pytest.approx(made)


def test_zooming_twice_as_near_shows_the_middle_half():
    ramp = np.arange(9.0)[:, None, None] * np.ones((1, 5, 1))
    assert blur.zoomed(ramp, 2.0)[:, 0, 0] == pytest.approx(np.linspace(2, 6, 9))
    assert blur.zoomed(ramp, 1.0) == pytest.approx(ramp)
    assert blur.zoomed(ramp, 2.0).shape == ramp.shape
