"""Pairs that improve on their bounds are found, with their distances, and no others."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.noise import exact
from mohs.noise.exact import Pairs, take_smallest
from mohs.noise.norm import as_norm
from oracles_of_noise import NORMS, labelled


@given(labelled(), st.sampled_from(NORMS), st.data())
def test_they_are_those_that_are_closer(data, norm, more):
    X, _ = data
    number = st.integers(0, len(X) - 1)
    pairs = more.draw(st.lists(st.tuples(number, number), max_size=30))
    i, j = (np.array([pair[side] for pair in pairs], dtype=int) for side in (0, 1))
    distances = as_norm(norm).distances(X[i], X[j]) if len(i) else np.empty(0)
    # Bounds that lie at distances that occur are the hardest.
    bound = np.array([more.draw(st.sampled_from([*distances, np.inf])) for _ in pairs])
    found = Pairs(X, X, as_norm(norm)).improving(i, j, bound)
    closer = distances < bound
    assert [part.tolist() for part in found] == [part[closer].tolist() for part in (i, j, distances)]


@pytest.mark.parametrize("kind", ["uint8", "float32"])
def test_the_quick_look_loses_nothing_at_the_edge(kind, monkeypatch):
    monkeypatch.setattr(exact, "_PAIRS", 5_000)
    rng = np.random.default_rng(0)
    X = (rng.random((50, 3000)) * 255).astype(kind)
    i, j = (side.ravel() for side in np.meshgrid(np.arange(50), np.arange(50)))
    distances = as_norm("l2").distances(X[i], X[j])
    assert len(Pairs(X, X, as_norm("l2")).improving(i, j, distances)[0]) == 0
    assert len(Pairs(X, X, as_norm("l2")).improving(i, j, np.nextafter(distances, np.inf))[0]) == 2500


@pytest.mark.parametrize("size", [1e-19, 1e-21, 1e-22, 3e-23, 1e-25, 1e-38, 1e-44])
def test_float32_whose_squares_vanish_is_not_lost(size):
    X = (np.random.default_rng(0).random((40, 3)) * size).astype(np.float32)
    i, j = (side.ravel() for side in np.meshgrid(np.arange(40), np.arange(40)))
    distances = as_norm("l2").distances(X[i], X[j])
    found = Pairs(X, X, as_norm("l2")).improving(i, j, np.nextafter(distances, np.inf))
    assert len(found[0]) == 1600


@pytest.mark.parametrize("size", [1e11, 1e13, 1e25, 1e37])
def test_float32_whose_squares_overflow_is_not_lost(size):
    X = (np.random.default_rng(0).random((40, 3)) * size).astype(np.float32)
    i, j = (side.ravel() for side in np.meshgrid(np.arange(40), np.arange(40)))
    distances = as_norm("l2").distances(X[i], X[j])
    assert len(Pairs(X, X, as_norm("l2")).improving(i, j, np.nextafter(distances, np.inf))[0]) == 1600


def test_float32_of_any_size_is_looked_at():
    for size in (1e-30, 1e30):
        X = (np.arange(8).reshape(4, 2) * np.float32(size)).astype(np.float32)
        i, j = np.array([0, 0, 1]), np.array([1, 2, 1])
        found = Pairs(X, X, as_norm("l2")).improving(i, j, np.full(3, np.inf))
        assert found[2].tolist() == as_norm("l2").distances(X[i], X[j]).tolist()


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 9), st.integers(0, 5)), max_size=30))
def test_of_several_the_smallest_is_entered(entries):
    best, found = np.full(5, 3.0), np.full(5, -1)
    at, other, distances = (np.array([entry[k] for entry in entries], dtype=int) for k in range(3))
    take_smallest(at, other, distances.astype(float), best, found)
    for place in range(5):
        mine = [(distance, number) for where, number, distance in entries if where == place and distance < 3]
        assert best[place] == min([3, *(distance for distance, _ in mine)])
        assert (
            found[place] in {-1}
            if not mine
            else {number for distance, number in mine if distance == best[place]}
        )
