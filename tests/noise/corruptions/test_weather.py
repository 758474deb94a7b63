"""Weather: brightness is that of HSV, fog and plasma stay in their range, snow and frost brighten."""

import colorsys

import numpy as np
import pytest

from mohs.noise.corruptions import weather
from mohs.noise.corruptions.strengths import SMALL

RNG = np.random.default_rng


@pytest.mark.parametrize("strength", [0.05, 0.3, 0.9])
def test_brightness_is_that_of_hsv(strength):
    image = RNG(0).random((6, 7, 3))
    image[0, 0], image[0, 1] = 0, 0.5  # black and grey have no hue
    expected = np.empty_like(image)
    for at in np.ndindex(6, 7):
        hue, saturation, value = colorsys.rgb_to_hsv(*image[at])
        expected[at] = colorsys.hsv_to_rgb(hue, saturation, min(1, value + strength))
    assert weather.brightness(image, strength, RNG(0)) == pytest.approx(expected)


def test_brightness_of_grey_is_added():
    grey = RNG(0).random((5, 5, 1)) * 0.7
    assert weather.brightness(grey, 0.3, RNG(0)) == pytest.approx(grey + 0.3)


@pytest.mark.parametrize("side", [2, 28, 32, 33])
@pytest.mark.parametrize("decay", [1.3, 3])
def test_plasma_goes_from_0_to_1_and_repeats(side, decay):
    made = weather.plasma(side, decay, RNG(1))
    assert made.shape[0] >= side
    assert (made.min(), made.max()) == (0, 1)
    if side == 32 and decay == 3:
        steps = np.abs(np.diff(np.concatenate([made, made[:1]]), axis=0)).mean(axis=1)
        assert steps[-1] < 2 * steps.mean()  # the step over the edge is as any other


def test_plasma_is_rougher_where_it_decays_less():
    rough, smooth = (np.abs(np.diff(weather.plasma(64, decay, RNG(0)))).mean() for decay in (1.3, 3))
    assert rough > 2 * smooth


def test_fog_keeps_the_brightest_value_and_takes_away_contrast():
    image = RNG(0).random((32, 32, 1))
    made = weather.fog(image, (1.5, 3), RNG(0))
    assert made.max() <= image.max()
    assert made.std() < image.std()


@pytest.mark.parametrize("name", ["snow", "frost"])
def test_snow_and_frost_brighten_the_dark(name):
    dark = np.full((32, 32, 3), 0.2)
    for strength in SMALL[name]:
        assert weather.ALL[name](dark, strength, RNG(0)).mean() > 0.2


def test_water_lightens_and_mud_is_brown():
    grey = np.full((64, 64, 3), 0.5)
    water = weather.spatter(grey, (0.65, 0.3, 1, 0.69, 0.5, False), RNG(0))
    assert water.max() > 0.5
    assert water.min() == pytest.approx(0.5)
    mud = weather.spatter(grey, (0.65, 0.3, 1, 0.65, 0.6, True), RNG(0))
    splash = mud[(mud != grey).any(axis=2)]
    assert len(splash)
    assert (splash[:, 0] > splash[:, 2]).all()
    dry = weather.spatter(grey, (0.0, 0.01, 1, 0.69, 0.5, False), RNG(0))
    assert (dry == grey).all()


def test_luminance_weighs_green_most():
    assert weather.luminance(np.eye(3)[None])[0, :, 0].tolist() == pytest.approx([0.299, 0.587, 0.114])
