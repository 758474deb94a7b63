"""Noise: uniform in an L_p ball or on its sphere, independent for every point and copy.

A uniform point of the L_p ball is X / (|X_1|^p + ... + |X_d|^p + E)^(1/p) with X_i of density proportional to
exp(-|x|^p) and E exponential (Barthe, Guédon, Mendelson and Naor 2005, "A probabilistic approach to the
geometry of the l_p^n-ball"); without E it lies on the sphere, by the cone measure, which is the surface
measure for p = 1, 2 and infinity.
"""

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from mohs.data.values import check_whole, is_finite
from mohs.errors import MohsError
from mohs.noise.norm import Floats, Norm, as_norm

Where = Literal["ball", "sphere"]
Stream = Literal["train", "test"]

BLOCK = 256
"""Rows that are drawn together; a part of what a seed means, so it never changes."""

_STREAMS = {"train": 0, "test": 1}


def sample_ball(n: int, d: int, eps: float, norm: str | float | Norm, rng: np.random.Generator) -> Floats:
    """Draw points uniformly from the L_p ball around 0.

    Args:
        n: How many points; at least 0.
        d: Dimensions; at least 1.
        eps: Radius; at least 0.
        norm: "linf", "l2", "l1" or a number p >= 1.
        rng: Where the randomness comes from.

    Returns:
        (n, d) points, none of them farther from 0 than eps.

    Raises:
        MohsError: eps is negative or not finite, or n or d is too small.
    """
    return _draw(n, d, eps, as_norm(norm), rng, "ball")


def sample_sphere(n: int, d: int, eps: float, norm: str | float | Norm, rng: np.random.Generator) -> Floats:
    """Draw points from the L_p sphere around 0, by the cone measure.

    Args, Raises: As `sample_ball`.

    Returns:
        (n, d) points at the distance eps from 0, up to rounding.
    """
    return _draw(n, d, eps, as_norm(norm), rng, "sphere")


def _draw(n: int, d: int, eps: float, norm: Norm, rng: np.random.Generator, where: Where) -> Floats:
    check_radius(eps)
    check_whole(0, n=n)
    check_whole(d=d)
    if not hasattr(rng, "standard_exponential"):
        raise MohsError("rng draws no numbers", got=repr(rng)[:80], expected="numpy.random.default_rng(0)")
    points = _unit(n, d, norm, rng, where)
    points *= eps
    return _inside(points, eps, norm)


def check_radius(eps: Any) -> None:
    """Check that it is a radius.

    Raises:
        MohsError: It is negative, or no finite number.
    """
    if not is_finite(eps) or eps < 0:
        raise MohsError("eps is a radius", got=repr(eps)[:80], expected="a finite number of at least 0")


def _unit(n: int, d: int, norm: Norm, rng: np.random.Generator, where: Where) -> Floats:
    if math.isinf(norm.p):
        points = rng.uniform(-1.0, 1.0, (n, d))
        if where == "sphere" and n:
            points /= np.abs(points).max(axis=1, keepdims=True)
        return points
    if norm.p == 2.0:
        points = rng.standard_normal((n, d)) * math.sqrt(0.5)
        powers = np.square(points)
    elif norm.p == 1.0:
        powers = rng.standard_exponential((n, d))
        points = _signed(powers, rng)
    else:
        powers = rng.standard_gamma(1.0 / norm.p, (n, d))
        points = _signed(powers ** (1.0 / norm.p), rng)
    total = powers.sum(axis=1, keepdims=True)
    if where == "ball":
        total += rng.standard_exponential((n, 1))
    points /= total ** (1.0 / norm.p)
    return points


def _signed(sizes: Floats, rng: np.random.Generator) -> Floats:
    return np.copysign(sizes, rng.random(sizes.shape) - 0.5)


def _inside(points: Floats, eps: float, norm: Norm) -> Floats:
    """The points, with those that rounding put outside pulled in by as little as it takes."""
    if math.isinf(norm.p):  # no value of the cube rounds to more than its half side
        return points
    lengths = norm.lengths(points)
    step = 2.0**-52
    while (outside := lengths > eps).any():
        points[outside] *= (eps / lengths[outside] * (1.0 - step))[:, None]
        lengths[outside] = norm.lengths(points[outside])
        step *= 2
    return points


@dataclass(frozen=True)
class Noise:
    """The noise of one data set: for every copy and row its own draw, whatever the batches.

    Rows are drawn in blocks of 256 from a stream of their own, which SeedSequence makes of the seed, the
    purpose, the copy and the number of the block; so a draw depends on nothing else.

    Attributes:
        d: Dimensions.
        eps: Radius.
        norm: Of the ball.
        seed: Of the run.
        stream: "train" or "test": the noise that a model has seen in training is not that of the test.
        where: In the ball, or on its sphere.
    """

    d: int
    eps: float
    norm: Norm
    seed: int
    stream: Stream = "test"
    where: Where = "ball"

    def rows(self, copy: int, start: int, stop: int, attempt: int = 0) -> Floats:
        """The noise of rows start to stop (without it) in one copy of the data.

        Args:
            copy: Which copy, from 0.
            start: First row.
            stop: The row after the last.
            attempt: For points that are drawn again: how often they were drawn before.

        Returns:
            (stop - start, d) offsets.
        """
        if stop <= start:
            return np.empty((0, self.d))
        parts = []
        for block in range(start // BLOCK, -(-stop // BLOCK)):
            drawn = self._block(copy, block, attempt)
            first = block * BLOCK
            parts.append(drawn[max(start - first, 0) : stop - first])
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def _block(self, copy: int, block: int, attempt: int) -> Floats:
        key = (_STREAMS[self.stream], copy, block, attempt)
        rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(self.seed, spawn_key=key)))
        return _draw(BLOCK, self.d, self.eps, self.norm, rng, self.where)
