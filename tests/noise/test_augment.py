"""Flips, crops and noise of a batch: what they keep, how far they go, and that they are drawn anew."""

import numpy as np
import pytest

from mohs.noise.augment import Augment

IMAGES = np.random.default_rng(0).random((200, 1, 6, 6)).astype(np.float32)
NOTHING = {
    "flip": False,
    "crop": 0,
    "eps": 0.0,
    "norm": "linf",
    "truncate": True,
    "high": 1.0,
    "scale": 1.0,
    "seed": 0,
}


def test_nothing_asked_for_changes_nothing():
    assert Augment(**NOTHING).images(IMAGES).tolist() == IMAGES.tolist()


def test_half_of_the_images_are_mirrored():
    made = Augment(**{**NOTHING, "flip": True}).images(IMAGES)
    mirrored = (made == IMAGES[..., ::-1]).all(axis=(1, 2, 3))
    same = (made == IMAGES).all(axis=(1, 2, 3))
    assert (mirrored ^ same).all()
    assert 60 < mirrored.sum() < 140


def test_a_crop_is_a_shift_with_zeros():
    made = Augment(**{**NOTHING, "crop": 2}).images(IMAGES)
    shifts = set()
    padded = np.pad(IMAGES, ((0, 0), (0, 0), (2, 2), (2, 2)))
    for image, wide in zip(made, padded, strict=True):
        found = [(i, j) for i in range(5) for j in range(5) if (image == wide[:, i : i + 6, j : j + 6]).all()]
        assert len(found) == 1
        shifts.update(found)
    assert len(shifts) == 25


@pytest.mark.parametrize("norm", ["linf", "l2"])
def test_noise_stays_in_the_ball_and_in_the_box(norm):
    made = Augment(**{**NOTHING, "eps": 0.5, "norm": norm}).images(IMAGES)
    offsets = (made - IMAGES).reshape(200, -1)
    lengths = np.abs(offsets).max(axis=1) if norm == "linf" else np.linalg.norm(offsets, axis=1)
    assert lengths.max() <= 0.5 + 1e-6
    assert 0 <= made.min() < made.max() <= 1
    free = Augment(**{**NOTHING, "eps": 0.5, "norm": norm, "truncate": False}).images(IMAGES)
    assert free.min() < 0 < 1 < free.max()


def test_noise_is_truncated_and_not_clipped():
    made = Augment(**{**NOTHING, "eps": 0.5}).images(np.zeros((200, 1, 6, 6), np.float32))
    assert (made > 0).all()
    assert made.mean() == pytest.approx(0.25, abs=0.01)


def test_other_norms_are_clipped_at_the_edges_of_the_box():
    for side in (0.0, 1.0):
        images = np.full((200, 1, 6, 6), side, np.float32)
        made = Augment(**{**NOTHING, "eps": 0.5, "norm": "l2"}).images(images)
        assert (made == side).mean() == pytest.approx(0.5, abs=0.02)


def test_every_batch_is_drawn_anew_and_eps_is_scaled():
    augment = Augment(**{**NOTHING, "eps": 51.0, "scale": 1 / 255})
    one, two = augment.images(IMAGES), augment.images(IMAGES)
    assert (one != two).any()
    assert np.abs(one - IMAGES).max() <= 0.2 + 1e-6
    again = Augment(**{**NOTHING, "eps": 51.0, "scale": 1 / 255})
    assert again.images(IMAGES).tolist() == one.tolist()


def test_pairs_become_tensors():
    torch = pytest.importorskip("torch")
    images, labels = Augment(**NOTHING)([(IMAGES[0], 3), (IMAGES[1], np.int64(1))])
    assert (tuple(images.shape), images.dtype) == ((2, 1, 6, 6), torch.float32)
    assert labels.tolist() == [3, 1]
