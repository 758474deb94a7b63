"""What processing does. Each takes one image, (h, w, c) from 0 to 1, and gives values to be clipped."""

import io
from typing import Any

import numpy as np

from mohs.noise.norm import Floats


def contrast(image: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """Every value comes nearer to the mean of its channel."""
    middle = image.mean(axis=(0, 1), keepdims=True)
    return np.asarray((image - middle) * strength + middle)


def elastic_transform(
    image: Floats, strength: tuple[float, float, float], rng: np.random.Generator
) -> Floats:
    """A random affine map, and then a smooth random displacement of every pixel.

    Both maps are joined and the image is looked up once; the authors' code interpolates twice.
    """
    from scipy.ndimage import gaussian_filter, map_coordinates

    high, wide = image.shape[:2]
    side = min(high, wide)
    push, smooth, shear = (share * side for share in strength)
    fields = rng.uniform(-1, 1, (2, high, wide))
    moved = [push * gaussian_filter(field, smooth, mode="reflect", truncate=3) for field in fields]
    rows, columns = np.mgrid[:high, :wide].astype(np.float64) + moved
    middle, third = np.array([high, wide]) // 2, side // 3
    before = middle + third * np.array([[1, 1], [1, -1], [-1, -1]])
    after = before + rng.uniform(-shear, shear, (3, 2))
    # The affine map that takes `after` to `before`: where each pixel of the result comes from.
    back = np.linalg.solve(np.c_[after, np.ones(3)], before)
    places = np.stack([rows, columns, np.ones_like(rows)], axis=-1) @ back
    found = [
        map_coordinates(image[..., c], [places[..., 0], places[..., 1]], order=1, mode="mirror")
        for c in range(image.shape[2])
    ]
    return np.stack(found, axis=-1)


def pixelate(image: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """Fewer pixels, each the mean of its area, shown at the old size."""
    for axis in (0, 1):
        many = image.shape[axis]
        few = max(1, int(many * strength))
        edges = np.arange(few + 1) * (many / few)
        pixels = np.arange(many)
        overlap = np.minimum(edges[1:, None], pixels + 1) - np.maximum(edges[:-1, None], pixels)
        small = np.tensordot(np.maximum(overlap, 0) * (few / many), image, axes=(1, axis))
        nearest = ((pixels + 0.5) * few / many).astype(int)
        image = np.moveaxis(small[nearest], 0, axis)
    return image


def jpeg_compression(image: Floats, strength: int, rng: np.random.Generator) -> Floats:
    """What is left after JPEG of this quality."""
    from PIL import Image

    bytes_ = np.rint(image * 255).astype(np.uint8)
    held = io.BytesIO()
    Image.fromarray(bytes_[..., 0] if image.shape[2] == 1 else bytes_).save(held, "JPEG", quality=strength)
    with Image.open(held) as opened:
        read = np.asarray(opened, dtype=np.float64) / 255
    return read.reshape(image.shape)


def saturate(image: Floats, strength: tuple[float, float], rng: np.random.Generator) -> Floats:
    """The saturation of each pixel is multiplied and shifted; hue and brightness stay. Grey counts as red."""
    factor, shift = strength
    value = image.max(axis=2, keepdims=True)
    fade = value - image
    most = fade.max(axis=2, keepdims=True)
    saturation = most / np.where(value > 0, value, 1)
    wanted = np.clip(saturation * factor + shift, 0, 1) * value
    red = np.array([0.0, 1.0, 1.0])
    changed = np.where(most > 0, fade * (wanted / np.where(most > 0, most, 1)), red * wanted)
    return np.asarray(value - changed)


ALL: dict[str, Any] = {
    "contrast": contrast,
    "elastic_transform": elastic_transform,
    "pixelate": pixelate,
    "jpeg_compression": jpeg_compression,
    "saturate": saturate,
}
