"""Noise of a camera's sensor. Each takes one image, (h, w, c) from 0 to 1, and gives values to be clipped."""

from typing import Any

import numpy as np

from mohs.noise.norm import Floats


def gaussian_noise(image: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """Adds a normal number to every value."""
    return image + rng.normal(scale=strength, size=image.shape)


def shot_noise(image: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """Counts photons, of which full brightness sends `strength`."""
    return np.asarray(rng.poisson(image * strength) / strength)


def impulse_noise(image: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """Makes a share of all values black or white, as likely each."""
    drawn = rng.random(image.shape)
    return np.where(drawn < strength, (drawn < strength / 2).astype(np.float64), image)


def speckle_noise(image: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """Multiplies every value by 1 and a normal number."""
    return image * (1 + rng.normal(scale=strength, size=image.shape))


ALL: dict[str, Any] = {
    "gaussian_noise": gaussian_noise,
    "shot_noise": shot_noise,
    "impulse_noise": impulse_noise,
    "speckle_noise": speckle_noise,
}
