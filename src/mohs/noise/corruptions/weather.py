"""Weather and dirt. Each takes one image, (h, w, c) from 0 to 1, and gives values to be clipped."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mohs.noise.corruptions.blur import gaussian_blur, streaks, zoomed
from mohs.noise.norm import Floats

_WATER = (175 / 255, 238 / 255, 238 / 255)
_MUD = (63 / 255, 42 / 255, 20 / 255)
_ICE = (0.93, 0.97, 1.0)
_EDGE = 20  # pixels from its edge beyond which a drop of water is evenly bright


def snow(image: Floats, strength: Sequence[float], rng: np.random.Generator) -> Floats:
    """A paler image, with flakes that fall in streaks."""
    middle, spread, zoom, least, radius, streak, stays = strength
    flakes = zoomed(rng.normal(middle, spread, image.shape[:2])[..., None], zoom)
    flakes = np.clip(np.where(flakes < least, 0, flakes), 0, 1)
    flakes = streaks(flakes, radius, streak, float(rng.uniform(-135, -45)))
    pale = np.maximum(image, luminance(image) * 1.5 + 0.5)
    return np.asarray(stays * image + (1 - stays) * pale + flakes + np.rot90(flakes, 2))


def frost(image: Floats, strength: tuple[float, float], rng: np.random.Generator) -> Floats:
    """Ice over the image.

    The paper lays photographs of frost over it; here the ice is drawn: crystals along the ridges of a rough
    surface. So figures of this one corruption are not to be compared with those on the published images.
    """
    stays, ice = strength
    high, wide = image.shape[:2]
    rough, broad = (plasma(max(high, wide), decay, rng)[:high, :wide] for decay in (1.3, 2.2))
    crystals = (1 - np.abs(2 * rough - 1)) ** 2
    drawn = np.clip(0.25 + 0.5 * broad + 0.6 * crystals * broad, 0, 1)[..., None]
    return np.asarray(stays * image + ice * drawn * _colour(_ICE, image))


def fog(image: Floats, strength: tuple[float, float], rng: np.random.Generator) -> Floats:
    """Fog of uneven thickness; what was brightest stays so."""
    thick, decay = strength
    high, wide = image.shape[:2]
    brightest = image.max()
    clouds = plasma(max(high, wide), decay, rng)[:high, :wide, None]
    return np.asarray((image + thick * clouds) * brightest / (brightest + thick))


def brightness(image: Floats, strength: float, rng: np.random.Generator) -> Floats:
    """The brightness of each pixel (its largest value) is raised; hue and saturation stay."""
    value = image.max(axis=2, keepdims=True)
    raised = np.minimum(value + strength, 1)
    return np.asarray(np.where(value > 0, image * (raised / np.where(value > 0, value, 1)), raised))


def spatter(image: Floats, strength: tuple[Any, ...], rng: np.random.Generator) -> Floats:
    """Drops of water, or splashes of mud, on the lens."""
    middle, spread, blur, least, last, mud = strength
    liquid = gaussian_blur(rng.normal(middle, spread, image.shape[:2])[..., None], blur, rng)[..., 0]
    if mud:
        share = gaussian_blur((liquid > least).astype(np.float64)[..., None], last, rng)
        share[share < 0.8] = 0
        return image * (1 - share) + _colour(_MUD, image) * share
    drops = np.where(liquid < least, 0, liquid)
    shine = drops * _relief(drops > 0)
    most = shine.max()
    return image + (shine * (last / most) if most > 0 else shine)[..., None] * _colour(_WATER, image)


def _relief(wet: Any) -> Floats:
    """How bright a drop is lit from one side: by the distance from its edge, evened out and embossed."""
    from scipy.ndimage import binary_erosion, convolve, distance_transform_edt, uniform_filter

    edges = wet & ~binary_erosion(wet)
    if not edges.any():
        return np.zeros(wet.shape)
    # Rounded, so that distances that are equal but for the order of their sums share a rank.
    far = uniform_filter(np.minimum(distance_transform_edt(~edges), _EDGE), 3).round(9)
    ranks = np.searchsorted(np.sort(far, axis=None), far, side="right") / far.size
    light = convolve(ranks, np.array([[-2, -1, 0], [-1, 1, 1], [0, 1, 2]]), mode="mirror")
    return np.asarray(uniform_filter(np.clip(light, 0, 1), 3))


def luminance(image: Floats) -> Floats:
    """(h, w, 1) how bright each pixel looks (ITU-R BT.601)."""
    if image.shape[2] == 1:
        return image
    return np.asarray(image @ np.array([0.299, 0.587, 0.114]))[..., None]


def _colour(colour: tuple[float, float, float], image: Floats) -> Floats:
    """(1, 1, c) a colour; in an image without colours, how bright it looks."""
    whole = np.array(colour)[None, None]
    return whole if image.shape[2] == 3 else luminance(whole)


def plasma(side: int, decay: float, rng: np.random.Generator) -> Floats:
    """A random surface from 0 to 1 by diamonds and squares, which repeats at its edges.

    Args:
        side: Its side is the least power of two of at least this (and 2).
        decay: By how much the roughness falls from one scale to the next finer one.
        rng: Where the randomness comes from.
    """
    size = 1 << max(1, (side - 1).bit_length())
    surface = np.zeros((size, size))
    step, rough = size, 1.0

    def wobble(mean: Floats) -> Floats:
        return mean + rng.uniform(-rough, rough, mean.shape)

    while step >= 2:
        half = step // 2
        corners = surface[::step, ::step]
        rows = corners + np.roll(corners, -1, axis=0)
        middles = wobble((rows + np.roll(rows, -1, axis=1)) / 4)
        surface[half::step, half::step] = middles
        across = middles + np.roll(middles, 1, axis=0) + corners + np.roll(corners, -1, axis=1)
        surface[::step, half::step] = wobble(across / 4)
        down = middles + np.roll(middles, 1, axis=1) + corners + np.roll(corners, -1, axis=0)
        surface[half::step, ::step] = wobble(down / 4)
        step, rough = half, rough / decay
    surface -= surface.min()
    return np.asarray(surface / surface.max())


ALL: dict[str, Any] = {
    "snow": snow,
    "frost": frost,
    "fog": fog,
    "brightness": brightness,
    "spatter": spatter,
}
