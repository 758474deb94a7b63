"""A corruption depends on the seed, its name and the image's number alone, and keeps shape and type."""

import numpy as np
import pytest

from mohs.errors import MohsError
from mohs.noise.corruptions import COMMON, CORRUPTIONS, corrupt

BYTES = np.random.default_rng(0).integers(0, 256, (3, 28, 28, 3), dtype=np.uint8)
# something with edges, as real images have them
BYTES[:, 8:20, 8:20] = 230
BYTES[:, :8] = 20


@pytest.mark.parametrize("name", CORRUPTIONS)
@pytest.mark.parametrize("severity", [1, 5])
def test_every_corruption_changes_images_and_keeps_their_shape_and_type(name, severity):
    made = corrupt(BYTES, name, severity)
    assert (made.shape, made.dtype) == (BYTES.shape, BYTES.dtype)
    assert (made != BYTES).any()
    floats = corrupt((BYTES / 255).astype(np.float32), name, severity)
    assert floats.dtype == np.float32
    assert 0 <= floats.min() <= floats.max() <= 1
    assert np.abs(floats - made / 255).max() < (0.6 / 255 if name != "jpeg_compression" else 1e-6)


@pytest.mark.parametrize("name", COMMON)
def test_grey_images_and_images_that_are_no_square_work(name):
    grey = BYTES[:, :20, :, 0]
    made = corrupt(grey, name, 3)
    assert made.shape == grey.shape
    assert made.tolist() == corrupt(grey[..., None], name, 3)[..., 0].tolist()


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_an_image_is_corrupted_alike_in_every_batch(name):
    whole = corrupt(BYTES, name, 2, random_state=4, first=7)
    alone = corrupt(BYTES[2:], name, 2, random_state=4, first=9)
    assert alone[0].tolist() == whole[2].tolist()


def test_images_seeds_and_corruptions_have_streams_of_their_own():
    same = np.full((2, 28, 28), 128, np.uint8)
    first, second = corrupt(same, "gaussian_noise", 3)
    other = corrupt(same, "gaussian_noise", 3, random_state=1)[0]
    for a, b in ((first, second), (first, other)):
        assert abs(np.corrcoef(a.ravel(), b.ravel())[0, 1]) < 0.2


@pytest.mark.parametrize("shape", [(200, 40), (40, 200)])
def test_the_shorter_side_decides_how_strong_it_is(shape):
    made = corrupt(np.full((1, *shape), 0.5), "gaussian_noise", 1) - 0.5
    assert made.std() == pytest.approx(0.04, rel=0.05)  # 0.08 for large images


def test_a_higher_severity_is_more_of_the_same_draw():
    floats = np.full((1, 28, 28), 0.5)
    mild, strong = (corrupt(floats, "gaussian_noise", severity) - 0.5 for severity in (1, 2))
    assert strong == pytest.approx(mild * 1.5)


@pytest.mark.parametrize("name", [n for n in COMMON if n not in ("glass_blur", "frost", "elastic_transform")])
def test_severity_5_is_farther_from_the_image_than_severity_1(name):
    distances = [np.abs(corrupt(BYTES, name, s).astype(float) - BYTES).mean() for s in (1, 5)]
    assert distances[0] < distances[1]


@pytest.mark.parametrize(
    ("images", "name", "severity", "said"),
    [
        (BYTES, "gausian_noise", 1, "did you mean"),
        (BYTES, "fog", 6, "from 1 to 5"),
        (BYTES, "fog", 0, "from 1 to 5"),
        (BYTES[..., 0], "saturate", 1, "in colour"),
        (BYTES.reshape(3, -1), "fog", 1, "no images"),
        (BYTES[:, :4], "fog", 1, "no images"),
        (BYTES[:, :, :4], "fog", 1, "no images"),
        (BYTES[..., :2], "fog", 1, "no images"),
        (BYTES[..., [0, 1, 2, 0]], "fog", 1, "no images"),
        (BYTES, "fog", True, "from 1 to 5"),
        (BYTES, "fog", 1.0, "from 1 to 5"),
        (BYTES.astype(float), "fog", 1, "between 0 and 1"),
        (BYTES / 200, "fog", 1, "between 0 and 1"),
        (BYTES / 255 - 0.1, "fog", 1, "between 0 and 1"),
        (np.full((1, 8, 8), np.nan), "fog", 1, "between 0 and 1"),
        (BYTES.astype(int), "fog", 1, "uint8 or floats"),
    ],
)
def test_what_cannot_be_corrupted_is_refused(images, name, severity, said):
    with pytest.raises(MohsError, match=said):
        corrupt(images, name, severity)


@pytest.mark.parametrize("wrong", [{"random_state": -1}, {"first": -1}, {"first": 0.5}], ids=str)
def test_a_seed_and_the_number_of_an_image_are_whole(wrong):
    with pytest.raises(MohsError, match=f"{next(iter(wrong))} is no whole number"):
        corrupt(BYTES, "fog", 1, **wrong)


def test_no_images_are_no_images():
    assert corrupt(BYTES[:0], "fog", 1).shape == (0, 28, 28, 3)


def test_masked_values_are_no_pixels():
    images = np.ma.masked_array(np.zeros((1, 8, 8)), False)
    assert corrupt(images, "fog", 1).shape == (1, 8, 8)
    images[0, 2, 3] = np.ma.masked
    with pytest.raises(MohsError, match="values of images are masked"):
        corrupt(images, "fog", 1)
