"""Rows that are equal: which they are, and which of them have different labels."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Rows = NDArray[np.int64]

_SEED = 0x6D6F6873


@dataclass(frozen=True, eq=False)
class Distinct:
    """The data without repetitions.

    Attributes:
        place: (n,) for each row the number of its place; equal rows, and they alone, share one.
        rows: One row of each (place, label), the first; ascending.
        of: (n,) for each row which of `rows` has its place and label.
        conflicts: The places with more than one label: all rows there, ascending.
    """

    place: Rows
    rows: Rows
    of: Rows
    conflicts: list[tuple[int, ...]]


def distinct(X: Array, y: Rows) -> Distinct:
    """Find equal rows.

    Args:
        X: (n, d) finite numbers.
        y: (n,) labels as numbers.
    """
    place = places(X)
    keys = np.stack([place, y], axis=1)
    order = np.lexsort((np.arange(len(y)), y, place))
    ordered = keys[order]
    new = np.ones(len(y), dtype=bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    firsts, number = order[new], np.cumsum(new) - 1
    rank = np.argsort(np.argsort(firsts))
    of = np.empty(len(y), dtype=np.int64)
    of[order] = rank[number]
    rows = np.sort(firsts)
    counts = np.bincount(place[rows])
    mixed = counts > 1
    conflicts: list[tuple[int, ...]] = []
    if mixed.any():
        members = np.flatnonzero(mixed[place])
        members = members[np.argsort(place[members], kind="stable")]
        cuts = np.flatnonzero(np.diff(place[members])) + 1
        conflicts = sorted(tuple(map(int, group)) for group in np.split(members, cuts))
    return Distinct(place, rows, of, conflicts)


def places(X: Array) -> Rows:
    """(n,) numbers of places: equal for equal rows and for no others.

    Rows are told apart by a 64-bit hash, and rows of one hash compared value by value.
    """
    words = _words(X)
    drawn = np.random.default_rng(_SEED).integers(0, 2**63, size=(words.shape[1],))
    factors = drawn.astype(np.uint64)
    factors |= 1  # odd, so that no bit is lost
    hashes = np.zeros(len(words), dtype=np.uint64)
    for column in range(words.shape[1]):  # wraps around, as it should
        hashes += _mixed(words[:, column]) * factors[column]
    order = np.argsort(hashes, kind="stable")
    same = hashes[order[1:]] == hashes[order[:-1]]
    pairs = np.flatnonzero(same)
    for start in range(0, len(pairs), 4096):
        some = pairs[start : start + 4096]
        if (words[order[some + 1]] != words[order[some]]).any():  # as good as never
            return np.unique(words, axis=0, return_inverse=True)[1].astype(np.int64).reshape(-1)
    number = np.empty(len(words), dtype=np.int64)
    number[order] = np.concatenate([[0], np.cumsum(~same)]) if len(words) else []
    return number


def _mixed(words: Array) -> Array:
    """Bits of high places brought to low ones, since products only carry upwards."""
    return np.asarray((words ^ (words >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15))


def _words(X: Array) -> Array:
    """The rows as 64-bit words; -0.0 is 0.0."""
    if X.dtype != np.uint8:
        return (np.asarray(X, dtype=np.float64) + 0.0).view(np.uint64)
    width = -(-X.shape[1] // 8) * 8
    padded = np.zeros((len(X), width), dtype=np.uint8)
    padded[:, : X.shape[1]] = X
    return padded.view(np.uint64)
