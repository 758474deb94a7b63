"""Weather: brightness is that of HSV, fog and plasma stay in their range, snow and frost brighten."""

import colorsys

import numpy as np
import pytest
from scipy.ndimage import gaussian_filter

from mohs.noise.corruptions import weather
from mohs.noise.corruptions.blur import streaks
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


def test_plasma_is_diamonds_and_squares_one_point_at_a_time():
    rng, size, decay = RNG(9), 8, 1.7
    surface, step, rough = np.zeros((size, size)), size, 1.0
    while step > 1:
        half = step // 2
        # Each kind of point is drawn as a whole: middles of squares, then of their upper, then of their left sides.
        for top, left, slanted in ((half, half, True), (0, half, False), (half, 0, False)):
            drawn = rng.uniform(-rough, rough, (size // step, size // step))
            for a, row in enumerate(range(top, size, step)):
                for b, column in enumerate(range(left, size, step)):
                    near = [(-half, -half), (-half, half), (half, -half), (half, half)]
                    near = near if slanted else [(-half, 0), (half, 0), (0, -half), (0, half)]
                    sides = [surface[(row + y) % size, (column + x) % size] for y, x in near]
                    surface[row, column] = np.mean(sides) + drawn[a, b]
        step, rough = half, rough / decay
    expected = (surface - surface.min()) / (surface.max() - surface.min())
    assert weather.plasma(size, decay, RNG(9)) == pytest.approx(expected)


def test_plasma_is_rougher_where_it_decays_less():
    rough, smooth = (np.abs(np.diff(weather.plasma(64, decay, RNG(0)))).mean() for decay in (1.3, 3))
    assert rough > 2 * smooth


def test_fog_keeps_the_brightest_value_and_takes_away_contrast():
    image = RNG(0).random((32, 32, 1))
    made = weather.fog(image, (1.5, 3), RNG(0))
    assert made.max() <= image.max()
    assert made.std() < image.std()


def test_fog_is_added_by_its_thickness_and_the_whole_made_darker_again():
    image = RNG(0).random((16, 12, 3))
    clouds = weather.plasma(16, 2.0, RNG(1))[:, :12, None]
    expected = (image + 0.5 * clouds) * image.max() / (image.max() + 0.5)
    assert weather.fog(image, (0.5, 2.0), RNG(1)) == pytest.approx(expected)


def test_snow_without_flakes_makes_the_image_paler_by_its_share():
    image = RNG(0).random((12, 12, 3))
    grey = image @ [0.299, 0.587, 0.114]
    expected = 0.7 * image + 0.3 * np.maximum(image, 1.5 * grey[..., None] + 0.5)
    assert weather.snow(image, (0.1, 0.3, 1, 9.0, 4, 2, 0.7), RNG(0)) == pytest.approx(expected)


def test_flakes_fall_downwards_in_both_directions_of_the_image_and_none_is_paler_than_the_least():
    black, rng = np.zeros((16, 16, 1)), RNG(2)
    flakes = rng.normal(0.3, 0.3, (16, 16, 1))
    flakes = np.where(flakes < 0.5, 0, np.minimum(flakes, 1))
    fallen = streaks(flakes, 3, 2, float(rng.uniform(-135, -45)))
    made = weather.snow(black, (0.3, 0.3, 1, 0.5, 3, 2, 1.0), RNG(2))
    assert made == pytest.approx(fallen + fallen[::-1, ::-1])


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


def test_mud_covers_what_is_muddy_enough_and_leaves_the_rest():
    strength, image = (0.65, 0.3, 1, 0.65, 0.6, True), RNG(1).random((40, 40, 3))
    liquid = gaussian_filter(RNG(3).normal(0.65, 0.3, (40, 40)), 1, mode="nearest")
    share = gaussian_filter((liquid > 0.65).astype(float), 0.6, mode="nearest")[..., None]
    share = np.where(share < 0.8, 0, share)
    brown = np.array([63, 42, 20]) / 255
    expected = image * (1 - share) + brown * share
    assert weather.spatter(image, strength, RNG(3)) == pytest.approx(expected)
    assert 0 < (share > 0).mean() < 1


def test_water_shines_by_the_rank_of_its_distance_from_the_edge_lit_from_one_side():
    strength, image = (0.65, 0.3, 1, 0.69, 0.5, False), RNG(1).random((30, 34, 3)) / 2
    liquid = gaussian_filter(RNG(3).normal(0.65, 0.3, (30, 34)), 1, mode="nearest")
    wet = liquid >= 0.69

    def around(values, fill):
        padded = np.pad(values, 1, **fill)
        return np.array([[padded[a : a + 30, b : b + 34] for b in range(3)] for a in range(3)])

    cross = [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]
    beside = around(wet, {"constant_values": False})
    edges = np.argwhere(wet & ~np.all([beside[at] for at in cross], axis=0))
    places = np.indices(wet.shape).reshape(2, -1).T
    far = np.hypot(*(places[:, None] - edges).transpose(2, 0, 1)).min(axis=1).reshape(wet.shape)
    far = around(np.minimum(far, 20), {"mode": "symmetric"}).mean(axis=(0, 1))
    ranks = (far.ravel()[None] <= far.ravel()[:, None] + 1e-6).mean(axis=1).reshape(wet.shape)
    emboss = np.array([[2, 1, 0], [1, 1, -1], [0, -1, -2]])
    light = (around(ranks, {"mode": "reflect"}) * emboss[..., None, None]).sum(axis=(0, 1))
    relief = around(np.clip(light, 0, 1), {"mode": "symmetric"}).mean(axis=(0, 1))
    shine = np.where(wet, liquid, 0) * relief
    expected = image + (shine / shine.max() * 0.5)[..., None] * np.array([175, 238, 238]) / 255
    assert weather.spatter(image, strength, RNG(3)) == pytest.approx(expected, abs=1e-9)


def test_luminance_weighs_green_most():
    assert weather.luminance(np.eye(3)[None])[0, :, 0].tolist() == pytest.approx([0.299, 0.587, 0.114])
