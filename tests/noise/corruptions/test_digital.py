"""Processing, against other programs' pixels."""

import colorsys
import io

import numpy as np
import pytest
from PIL import Image

from mohs.noise.corruptions import digital

RNG = np.random.default_rng
IMAGE = RNG(0).random((28, 30, 3))


def test_contrast_shrinks_around_the_mean_of_each_channel():
    made = digital.contrast(IMAGE, 0.25, RNG(0))
    assert made.mean(axis=(0, 1)) == pytest.approx(IMAGE.mean(axis=(0, 1)))
    assert made.std(axis=(0, 1)) == pytest.approx(0.25 * IMAGE.std(axis=(0, 1)))


@pytest.mark.parametrize("strength", [(0.3, 0), (2, 0.1), (20, 0.2)])
def test_saturate_is_that_of_hsv(strength):
    image = IMAGE.copy()
    image[0, 0], image[0, 1] = 0, 0.5
    expected = np.empty_like(image)
    for at in np.ndindex(*image.shape[:2]):
        hue, saturation, value = colorsys.rgb_to_hsv(*image[at])
        wanted = min(1, max(0, saturation * strength[0] + strength[1]))
        expected[at] = colorsys.hsv_to_rgb(hue, wanted, value)
    assert digital.saturate(image, strength, RNG(0)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("share", [0.25, 0.5, 0.65, 0.95])
def test_pixelate_is_pillows_box(share):
    whole = np.rint(IMAGE * 255).astype(np.uint8)
    small = Image.fromarray(whole).resize((int(30 * share), int(28 * share)), Image.Resampling.BOX)
    theirs = np.asarray(small.resize((30, 28), Image.Resampling.BOX)) / 255
    made = digital.pixelate(whole / 255, share, RNG(0))
    # Pillow takes pixels whole or not at all where a box cuts through them
    assert np.corrcoef(made.ravel(), theirs.ravel())[0, 1] > (0.999 if share == 0.5 else 0.85)
    if share == 0.5:
        assert np.abs(made - theirs).max() < 1.5 / 255  # it rounds twice


def test_pixelate_keeps_the_mean_where_the_sizes_divide():
    assert digital.pixelate(IMAGE[:, :28], 0.25, RNG(0)).mean() == pytest.approx(IMAGE[:, :28].mean())


@pytest.mark.parametrize("channels", [1, 3])
def test_jpeg_is_pillows(channels):
    image = IMAGE[..., :channels]
    whole = np.rint(image * 255).astype(np.uint8)
    held = io.BytesIO()
    Image.fromarray(whole.squeeze()).save(held, "JPEG", quality=40)
    theirs = np.asarray(Image.open(held)).reshape(image.shape) / 255
    assert digital.jpeg_compression(image, 40, RNG(0)).tolist() == theirs.tolist()


def test_an_elastic_map_of_no_strength_changes_nothing():
    assert digital.elastic_transform(IMAGE, (0, 0.1, 0), RNG(0)) == pytest.approx(IMAGE)


def test_an_elastic_map_keeps_an_even_image_and_stays_in_range():
    even = np.full((20, 24, 1), 0.6)
    assert digital.elastic_transform(even, (0.1, 0.04, 0.1), RNG(0)) == pytest.approx(even)
    made = digital.elastic_transform(IMAGE, (0.1, 0.04, 0.1), RNG(0))
    assert IMAGE.min() - 1e-9 <= made.min() < made.max() <= IMAGE.max() + 1e-9


@pytest.mark.parametrize("strength", [(0.3, 0.12, 0), (0, 0.1, 0.15), (0.2, 0.1, 0.1)])
def test_an_elastic_map_is_looked_up_pixel_by_pixel(strength):
    """Displacements by plain sums, then the map of three points; of each pixel's neighbours what lies nearer."""
    image, (high, wide), side = IMAGE[:13, :16], (13, 16), 13
    push, smooth, shear = (part * side for part in strength)
    rng = RNG(7)
    fields = rng.uniform(-1, 1, (2, high, wide))
    before = np.array([[6 + 4, 8 + 4], [6 + 4, 8 - 4], [6 - 4, 8 - 4]])
    after = before + rng.uniform(-shear, shear, (3, 2))
    reach = int(3 * smooth + 0.5)
    weights = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * smooth**2))
    weights /= weights.sum()

    def smoothed(field):
        for _ in range(2):
            around = np.pad(field, ((reach, reach), (0, 0)), mode="symmetric")
            field = sum(w * around[k : k + len(field)] for k, w in enumerate(weights)).T
        return field

    def moved_back(place):
        """By how much of each side of the moved triangle a place lies from its first corner."""
        share = np.linalg.solve((after[1:] - after[0]).T, place - after[0])
        return before[0] + share @ (before[1:] - before[0])

    def inside(place, length):
        return place % (2 * length - 2) if place % (2 * length - 2) < length else -place % (2 * length - 2)

    down, right = (push * smoothed(field) for field in fields)
    expected = np.zeros_like(image)
    for at in np.ndindex(high, wide):
        row, column = moved_back(np.array([at[0] + down[at], at[1] + right[at]]))
        for a in (int(np.floor(row)), int(np.floor(row)) + 1):
            for b in (int(np.floor(column)), int(np.floor(column)) + 1):
                weight = (1 - abs(row - a)) * (1 - abs(column - b))
                expected[at] += weight * image[inside(a, high), inside(b, wide)]
    assert digital.elastic_transform(image, strength, RNG(7)) == pytest.approx(expected, abs=1e-9)


def test_the_affine_part_moves_a_linear_image_linearly():
    """On a ramp the map shows itself: away from the edges the moved ramp is affine again."""
    rows, columns = np.mgrid[:60, :60].astype(float)
    ramp = ((rows + 2 * columns) / 200)[..., None]
    made = digital.elastic_transform(ramp, (0, 0.1, 0.05), RNG(3))[20:40, 20:40, 0]
    design = np.column_stack([rows[:20, :20].ravel(), columns[:20, :20].ravel(), np.ones(400)])
    left = made.ravel() - design @ np.linalg.lstsq(design, made.ravel(), rcond=None)[0]
    assert np.abs(left).max() < 1e-9
    assert np.abs(made - ramp[20:40, 20:40, 0]).max() > 1e-3
