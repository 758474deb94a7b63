"""Points in few dimensions whose distances are no larger than the true ones: a filter that misses nothing.

Let z be a point, centred and scaled, Q an orthonormal basis of k directions and r(z) the length of what they
leave of z. Then (Q'z, r(z)) is a contraction: for any x and z, Pythagoras and the triangle inequality give

    |x - z|^2  =  |Q'(x - z)|^2 + |rest of x - rest of z|^2  >=  |Q'x - Q'z|^2 + (r(x) - r(z))^2.

What is stored is not quite that. With v = 2**-53, u = 2**-24, the computed basis V in the place of Q, and
e = ||V'V - I|| (so that ||V - Q|| <= e for the orthonormal polar factor Q of V), a stored point differs from
the contraction of its z by at most h * |z|, where

    h = e + 2 sqrt(k) d v + v + 2u + sqrt(t),     t = 4 (d + k + 4) v + 4 (e + 2 sqrt(k) d v + v):

e for the basis, 2 sqrt(k) d v for the float64 product, v for centring, u each for storing the coordinates and
the rest as float32; the square of the rest is a difference of two sums with an error of at most t |z|^2, and
roots differ by no more than the root of the difference. So if |x - z| <= D, the stored points are within
D + 2 h max|z|.

Their squared distance is computed as one float32 product of k + 3 terms, |a|^2 + |b|^2 - 2ab. Whatever the
order of summation, its error is at most g (|a|^2 + |b|^2 + 2|a||b|) <= 4 g max|a|^2 with
g = (k + 3) u / (1 - (k + 3) u), and 2u (|a|^2 + |b|^2) for storing the squares. Hence every pair with
|x - z| <= D has a computed value of at most

    (D + 2 h max|z|)^2 + 4 (g + u) max|a|^2,

which is what `limit` gives, with one part in a million more for its own rounding. No pair above it matters.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.noise.norm import Array, Floats, power_of_two, scaled

Single = NDArray[np.float32]

_SAMPLE = 2_048
_CHUNK = 4_096
_V, _U = 2.0**-53, 2.0**-24


@dataclass(frozen=True, eq=False)
class Projection:
    """A contraction, and how far what it stores may be off.

    Attributes:
        centre: (d,) of the scaled points.
        basis: (d, k) directions.
        scale: A power of two; distances of the projection are scaled by it.
        off: h * max|z| of the module's proof.
        largest: max|a|^2 of the stored points.
    """

    centre: Floats
    basis: Floats
    scale: float
    off: float
    largest: float

    def limit(self, distance: Any) -> Any:
        """The largest computed value that a pair of points within this distance can have.

        Args:
            distance: In the units of the data; a number or an array.
        """
        terms = self.basis.shape[1] + 3
        g = terms * _U / (1 - terms * _U)
        reach = np.asarray(distance, dtype=np.float64) * self.scale + 2 * self.off
        return (reach * reach + 4 * (g + _U) * self.largest) * (1 + 2.0**-20) + 1e-30


def project(sets: list[Array], k: int, seed: int = 0) -> tuple[Projection, list[Single]]:
    """Project several sets of points by one contraction.

    Args:
        sets: (n, d) finite numbers each.
        k: Directions to keep; at most d.
        seed: Of the sample that the directions are taken from; changes the speed and no result.

    Returns:
        The projection, and for each set its (n, k + 1) stored points: k coordinates and the rest.
    """
    scale = power_of_two(*sets) / math.sqrt(sets[0].shape[1])
    scale = 2.0 ** math.floor(math.log2(scale))
    sample = _sample(sets, seed) * scale
    centre = sample.mean(axis=0)
    basis = _directions(sample - centre, min(k, len(centre)), seed)
    stored, largest = [], 0.0
    for X in sets:
        points = np.empty((len(X), basis.shape[1] + 1), dtype=np.float32)
        for start in range(0, len(X), _CHUNK):
            z = scaled(X[start : start + _CHUNK], scale) - centre
            coordinates = z @ basis
            squares = np.einsum("ij,ij->i", z, z)
            rest = squares - np.einsum("ij,ij->i", coordinates, coordinates)
            points[start : start + _CHUNK, :-1] = coordinates
            points[start : start + _CHUNK, -1] = np.sqrt(np.maximum(rest, 0.0))
            largest = max(largest, float(squares.max()))
        stored.append(points)
    off = _off(basis) * math.sqrt(largest) * (1 + 1e-6)
    return Projection(centre, basis, scale, off, largest * (1 + 1e-4)), stored


def _off(basis: Floats) -> float:
    """H of the module's proof."""
    d, k = basis.shape
    gram = basis.T @ basis - np.eye(k)
    e = float(np.linalg.norm(gram)) + 2 * k * d * _V
    product = 2 * math.sqrt(k) * d * _V
    t = 4 * (d + k + 4) * _V + 4 * (e + product + _V)
    return float(e + product + _V + 2 * _U + math.sqrt(t))


def _sample(sets: list[Array], seed: int) -> Floats:
    rng = np.random.default_rng(seed)
    total = sum(map(len, sets))
    parts = []
    for X in sets:
        share = max(1, _SAMPLE * len(X) // total)
        rows = np.arange(len(X)) if len(X) <= share else rng.choice(len(X), share, replace=False)
        parts.append(np.asarray(X[np.sort(rows)], dtype=np.float64))
    return np.concatenate(parts)


def _directions(z: Floats, k: int, seed: int) -> Floats:
    """(d, k) orthonormal directions along which the points spread most, nearly (Halko et al. 2011)."""
    d = z.shape[1]
    if d <= 64:
        return np.linalg.eigh(z.T @ z)[1][:, ::-1][:, :k].copy()
    rng = np.random.default_rng(seed)
    guess = np.linalg.qr(z.T @ (z @ rng.standard_normal((d, min(k + 8, d)))))[0]
    guess = np.linalg.qr(z.T @ (z @ guess))[0]
    small = z @ guess
    turn = np.linalg.eigh(small.T @ small)[1][:, ::-1][:, :k]
    return np.linalg.qr(guess @ turn)[0]


def left(points: Single) -> Single:
    """(n, m + 2): the left factor of all squared distances, (-2a, |a|^2, 1)."""
    return _with(points, -2.0, squares_first=True)


def right(points: Single) -> Single:
    """(n, m + 2): the right factor, (b, 1, |b|^2)."""
    return _with(points, 1.0, squares_first=False)


def _with(points: Single, factor: float, *, squares_first: bool) -> Single:
    squares = np.einsum("ij,ij->i", points, points, dtype=np.float64)
    made = np.empty((len(points), points.shape[1] + 2), dtype=np.float32)
    np.multiply(points, np.float32(factor), out=made[:, :-2])
    made[:, -2], made[:, -1] = (squares, 1.0) if squares_first else (1.0, squares)
    return made
