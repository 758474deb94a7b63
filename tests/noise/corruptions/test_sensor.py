"""Noise of a sensor has the moments of its law."""

import numpy as np
import pytest

from mohs.noise.corruptions import sensor

GREY = np.full((200, 200, 1), 0.4)


def rng():
    return np.random.default_rng(0)


@pytest.mark.parametrize(
    ("function", "strength", "spread"),
    [
        (sensor.gaussian_noise, 0.1, 0.1),
        (sensor.shot_noise, 100, (0.4 / 100) ** 0.5),
        (sensor.speckle_noise, 0.2, 0.4 * 0.2),
    ],
)
def test_mean_and_spread(function, strength, spread):
    made = function(GREY, strength, rng())
    assert made.mean() == pytest.approx(0.4, abs=6 * spread / 200)
    assert made.std() == pytest.approx(spread, rel=0.03)


def test_shot_noise_counts_whole_photons():
    counts = sensor.shot_noise(GREY, 25, rng()) * 25
    assert np.abs(counts - np.rint(counts)).max() < 1e-9


def test_impulses_are_half_black_half_white_and_the_rest_stays():
    made = sensor.impulse_noise(GREY, 0.3, rng())
    assert set(np.unique(made)) == {0.0, 0.4, 1.0}
    for value, share in ((0, 0.15), (1, 0.15), (0.4, 0.7)):
        assert (made == value).mean() == pytest.approx(share, abs=0.01)
