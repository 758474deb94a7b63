"""Blurs. Each takes one image, (h, w, c) from 0 to 1, and gives values to be clipped."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from mohs.noise.norm import Floats


def gaussian_blur(image: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """A Gaussian kernel of this standard deviation."""
    from scipy.ndimage import gaussian_filter

    return np.asarray(gaussian_filter(image, (strength, strength, 0), mode="nearest"))


def glass_blur(image: Floats, strength: tuple[float, int, int], rng: np.random.Generator) -> Floats:
    """A blur, pixels that change places with near ones, and the blur again.

    The authors' code copies one pixel over the other where it means to swap them, because it assigns views;
    here they are swapped.
    """
    blur, reach, rounds = strength
    high, wide = image.shape[:2]
    soft = gaussian_blur(image, blur, rng)
    order = list(range(high * wide))
    inside = [(row, column) for row in range(high - reach - 1, reach - 1, -1)
              for column in range(wide - reach - 1, reach - 1, -1)]  # fmt: skip
    for _ in range(rounds):
        steps = rng.integers(
            -reach, reach, (len(inside), 2)
        ).tolist()  # as theirs: never as far ahead as back
        for (row, column), (down, right) in zip(inside, steps, strict=True):
            here, there = row * wide + column, (row + down) * wide + column + right
            order[here], order[there] = order[there], order[here]
    return gaussian_blur(soft.reshape(high * wide, -1)[order].reshape(image.shape), blur, rng)


def defocus_blur(image: Floats, strength: tuple[float, float], rng: np.random.Generator) -> Floats:
    """A disc, as a lens out of focus makes one."""
    from scipy.ndimage import convolve, gaussian_filter

    radius, soft = strength
    reach = max(2, math.ceil(radius) + 2)
    grid = np.arange(-reach, reach + 1)
    disc = (grid[:, None] ** 2 + grid**2 <= radius**2).astype(np.float64)
    edge = 1 if radius <= 8 else 2
    disc = gaussian_filter(disc, soft, radius=edge)
    return np.asarray(convolve(image, (disc / disc.sum())[..., None], mode="mirror"))


def motion_blur(image: Floats, strength: tuple[float, float], rng: np.random.Generator) -> Floats:
    """Streaks in a direction of at most 45 degrees from the horizontal."""
    return streaks(image, *strength, float(rng.uniform(-45, 45)))


def streaks(image: Floats, radius: float, spread: float, degrees: float) -> Floats:
    """Every pixel becomes a weighted mean of those behind it in one direction (half a Gaussian).

    Args:
        image: (h, w, c).
        radius: The streak has 2 * radius + 1 pixels.
        spread: Standard deviation of the weights.
        degrees: The direction, counted from the right towards below.
    """
    steps = np.arange(2 * int(radius) + 1)
    weights = np.exp(-(steps**2) / (2 * spread**2))
    angle = math.radians(degrees)
    down, right = (np.rint(steps * turn).astype(int) for turn in (math.sin(angle), math.cos(angle)))
    reach = len(steps)
    padded = np.pad(image, ((reach, reach), (reach, reach), (0, 0)), mode="edge")
    high, wide = image.shape[:2]
    found = np.zeros_like(image)
    for y, x, weight in zip(down + reach, right + reach, weights / weights.sum(), strict=True):
        found += weight * padded[y : y + high, x : x + wide]
    return found


def zoom_blur(image: Floats, strength: tuple[float, float], rng: np.random.Generator) -> Floats:
    """The mean of the image and of ever larger ones, as a camera that moves towards its object sees them."""
    most, step = strength
    factors = np.arange(1, 1 + most, step)
    total = image.copy()
    for factor in factors:
        total += zoomed(image, float(factor))
    return total / (len(factors) + 1)


def zoomed(image: Floats, factor: float) -> Floats:
    """The middle of an image (h, w, c), so many times as large (at least 1), in the image's own size."""
    high, wide, channels = image.shape
    rows = (_weights(high, factor) @ image.reshape(high, -1)).reshape(high, wide, channels)
    return np.asarray(_weights(wide, factor) @ rows)


@lru_cache(maxsize=256)
def _weights(length: int, factor: float) -> Floats:
    """(length, length) how much of each pixel goes into each pixel of the zoomed image, by interpolation."""
    middle = (length - 1) / 2
    places = np.clip(middle + (np.arange(length) - middle) / factor, 0, length - 1)
    return np.asarray(np.maximum(0, 1 - np.abs(places[:, None] - np.arange(length))))


ALL: dict[str, Any] = {
    "gaussian_blur": gaussian_blur,
    "glass_blur": glass_blur,
    "defocus_blur": defocus_blur,
    "motion_blur": motion_blur,
    "zoom_blur": zoom_blur,
}
