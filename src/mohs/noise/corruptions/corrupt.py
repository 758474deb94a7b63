"""One corruption of many images, each with a random stream of its own."""

from typing import Any

import numpy as np

from mohs.data.values import check_unmasked, check_whole, shown
from mohs.errors import MohsError
from mohs.noise.corruptions import blur, digital, sensor, weather
from mohs.noise.corruptions.strengths import CORRUPTIONS, SEVERITIES, strength
from mohs.noise.norm import Array, Floats
from mohs.spec import did_you_mean

_FUNCTIONS: dict[str, Any] = {**sensor.ALL, **blur.ALL, **weather.ALL, **digital.ALL}
_NEEDS_COLOUR = ("saturate",)
_LEAST_SIDE = 8


def corrupt(images: Array, name: str, severity: int, *, random_state: int = 0, first: int = 0) -> Array:
    """Corrupt images.

    What happens to an image depends on the seed, the corruption and the image's number, and on nothing else:
    not on the batch, and not on the severity, so that the five severities of an image are five strengths of
    one draw.

    Args:
        images: (n, h, w) or (n, h, w, 1) grey, or (n, h, w, 3) colour; uint8 from 0 to 255, or floats from
            0 to 1. Both sides have at least 8 pixels.
        name: One of `CORRUPTIONS`.
        severity: 1 to 5.
        random_state: Seed.
        first: The number of the first image.

    Returns:
        Images of the same shape and type.

    Raises:
        MohsError: There is no such corruption or severity, or the images are of another kind.
    """
    if name not in CORRUPTIONS:
        raise MohsError(
            "there is no such corruption",
            got=repr(name),
            expected=f"one of {', '.join(CORRUPTIONS)}",
            mend=did_you_mean(str(name), list(CORRUPTIONS)),
        )
    check_whole(0, random_state=random_state, first=first)
    if severity not in SEVERITIES or not isinstance(severity, int | np.integer) or severity is True:
        raise MohsError("a severity is a number from 1 to 5", got=shown(severity))
    values, shape = as_images(images)
    if name in _NEEDS_COLOUR and values.shape[3] == 1:
        raise MohsError(f"{name} needs images in colour", got=f"images of shape {shape[1:]}")
    how = strength(name, severity, min(values.shape[1:3]))
    function = _FUNCTIONS[name]
    found = np.empty_like(values)
    number = CORRUPTIONS.index(name)
    for place in range(len(values)):
        key = np.random.SeedSequence(random_state, spawn_key=(number, first + place))
        image = values[place] / 255 if values.dtype == np.uint8 else values[place].astype(np.float64)
        made: Floats = np.clip(function(image, how, np.random.Generator(np.random.PCG64(key))), 0, 1)
        found[place] = np.rint(made * 255) if values.dtype == np.uint8 else made
    return found.reshape(shape)


def as_images(images: Array) -> tuple[Array, tuple[int, ...]]:
    """Images as (n, h, w, c), and the shape that they came in.

    Raises:
        MohsError: They are no images of the kind that `corrupt` takes.
    """
    check_unmasked(images=images)
    values = np.asarray(images)
    shape = values.shape
    wide = values[..., None] if values.ndim == 3 else values
    if wide.ndim != 4 or wide.shape[3] not in (1, 3) or min(wide.shape[1:3]) < _LEAST_SIDE:
        raise MohsError(
            "these are no images",
            got=f"an array of shape {shape}",
            expected="(n, h, w), (n, h, w, 1) or (n, h, w, 3) with at least 8 pixels a side",
            mend="reshape flat rows to images first",
        )
    if wide.dtype == np.uint8:
        return wide, shape
    if wide.dtype.kind != "f":
        raise MohsError("images are uint8 or floats from 0 to 1", got=f"values of type {wide.dtype}")
    if wide.size and not (wide.min() >= 0 and wide.max() <= 1):  # NaN fails too
        raise MohsError(
            "values of images lie between 0 and 1",
            got=f"{wide.min():g} to {wide.max():g}",
            mend="divide by the largest value that there can be; or give uint8",
        )
    return wide, shape
