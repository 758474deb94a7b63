"""Noise that is not bounded by a ball: Gaussian, impulse and Gaussian in a patch, for any rows of numbers.

Every row and copy has a stream of its own, which SeedSequence makes of the seed, the purpose, the copy and
the row: a draw does not depend on the batch.
"""

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from mohs.data.values import check_finite, check_unmasked, check_whole
from mohs.errors import MohsError
from mohs.noise.ball import Stream
from mohs.noise.norm import Array, Floats

_STREAMS: dict[Stream, int] = {"train": 2, "test": 3}  # apart from those of noise in a ball


class RandomNoise(Protocol):
    """One kind of noise."""

    name: ClassVar[str]

    def of_row(self, row: Floats, rng: np.random.Generator, low: Floats, high: Floats) -> Floats:
        """One row with noise, in the shape of the row; it may lie outside the box."""
        ...


@dataclass(frozen=True)
class GaussianNoise:
    """A normal number is added to every value.

    Attributes:
        sigma: Standard deviation, in units of the data; at least 0.
    """

    name: ClassVar[str] = "gaussian"
    sigma: float

    def __post_init__(self) -> None:
        _at_least_zero("sigma", self.sigma)

    def of_row(self, row: Floats, rng: np.random.Generator, low: Floats, high: Floats) -> Floats:
        """See `RandomNoise`."""
        return row + self.sigma * rng.standard_normal(row.shape)


@dataclass(frozen=True)
class ImpulseNoise:
    """A share of the values becomes the least or the largest value of the box, as likely each.

    Attributes:
        share: Of the values, from 0 to 1; each is hit on its own.
    """

    name: ClassVar[str] = "impulse"
    share: float

    def __post_init__(self) -> None:
        check_finite(share=self.share)
        if not 0 <= self.share <= 1:
            raise MohsError("share is a share of the values", got=f"{self.share:g}", expected="0 to 1")

    def of_row(self, row: Floats, rng: np.random.Generator, low: Floats, high: Floats) -> Floats:
        """See `RandomNoise`."""
        drawn = rng.random(row.shape)
        return np.where(drawn < self.share, np.where(drawn < self.share / 2, low, high), row)


@dataclass(frozen=True)
class PatchNoise:
    """Gaussian noise in a square whose middle is a random pixel (Lopes et al. 2019, arXiv 1906.02611).

    The square may lie partly outside the image. Rows must have the shape of images.

    Attributes:
        sigma: Standard deviation, in units of the data; at least 0.
        size: Side of the square in pixels; at least 1.
        up_to: Draw the standard deviation uniformly from 0 to sigma for each image, as for training, instead
            of taking sigma itself.
    """

    name: ClassVar[str] = "patch"
    sigma: float
    size: int
    up_to: bool = False

    def __post_init__(self) -> None:
        _at_least_zero("sigma", self.sigma)
        check_whole(size=self.size)

    def of_row(self, row: Floats, rng: np.random.Generator, low: Floats, high: Floats) -> Floats:
        """See `RandomNoise`."""
        if row.ndim < 2:
            raise MohsError(
                "patch noise is for images",
                got=f"rows of shape {row.shape}",
                mend="give images, or gaussian noise for rows without places",
            )
        sigma = self.sigma * float(rng.random()) if self.up_to else self.sigma
        corner = [int(rng.integers(length)) - (self.size - 1) // 2 for length in row.shape[:2]]
        rows, columns = (slice(max(0, start), max(0, start + self.size)) for start in corner)
        found = row.copy()
        found[rows, columns] += sigma * rng.standard_normal(found[rows, columns].shape)
        return found


def with_noise(
    X: Array,
    noise: RandomNoise,
    *,
    bounds: tuple[Floats | float, Floats | float] = (0.0, 1.0),
    clip: bool = True,
    random_state: int = 0,
    stream: Stream = "test",
    copy: int = 0,
    first: int = 0,
) -> Floats:
    """Rows with noise.

    Args:
        X: (n, ...) rows of numbers; images keep their shape.
        noise: Which noise.
        bounds: The least and the largest value that there can be, each one for all or in the shape of a row.
        clip: Move values outside to the edge; else they stay outside.
        random_state: Seed.
        stream: "train" or "test".
        copy: Which copy of the data.
        first: The number of the first row.

    Returns:
        (n, ...) float64.

    Raises:
        MohsError: An option is out of range, or values of X are masked.
    """
    check_whole(0, random_state=random_state, copy=copy, first=first)
    check_unmasked(X=X)
    if stream not in (*_STREAMS,):
        raise MohsError("stream is unknown", got=repr(stream), expected=", ".join(_STREAMS))
    if not isinstance(noise, GaussianNoise | ImpulseNoise | PatchNoise) and not hasattr(noise, "of_row"):
        raise MohsError(
            "this is no noise",
            got=repr(noise)[:80],
            expected="GaussianNoise(0.1), ImpulseNoise or PatchNoise",
        )
    try:
        low, high = bounds
        values, *edges = (np.asarray(one, dtype=np.float64) for one in (X, low, high))
        least, most = (np.broadcast_to(edge, values[0].shape) for edge in edges)
    except (TypeError, ValueError, IndexError, OverflowError) as problem:
        raise MohsError(
            "X is no array of rows of numbers, or bounds do not fit its rows",
            got=str(problem)[:200],
        ) from None
    if not (least <= most).all():
        raise MohsError("bounds are two numbers, the lower one first", got=f"{low} and {high}"[:200])
    found = np.empty_like(values)
    for place, row in enumerate(values):
        key = (_STREAMS[stream], copy, first + place)
        rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(random_state, spawn_key=key)))
        found[place] = noise.of_row(row, rng, least, most)
    return np.clip(found, least, most) if clip else found


def _at_least_zero(name: str, value: float) -> None:
    check_finite(**{name: value})
    if value < 0:
        raise MohsError(
            f"{name} is a standard deviation", got=f"{value:g}", expected="a finite number of at least 0"
        )
