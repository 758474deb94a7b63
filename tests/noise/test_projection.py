"""A projection never says that points are farther apart than they are."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mohs.noise.projection import left, project, right
from oracles_of_noise import labelled


def all_distances(A, B):
    gaps = np.abs(A[:, None].astype(float) - B[None].astype(float))
    largest = gaps.max(initial=0.0) or 1.0
    return largest * np.sqrt(np.square(gaps / largest).sum(axis=-1))  # squares of tiny gaps would vanish


@given(labelled(dimensions=st.sampled_from([1, 2, 9, 80]), most=12), st.integers(1, 20))
@example((np.array([[0.0], [2.0**-1025]]), np.array([0, 1])), 1)
def test_no_pair_is_above_the_limit_of_its_own_distance(data, k):
    X = data[0]
    projection, (stored,) = project([X], k)
    values = left(stored) @ right(stored).T
    assert (values <= projection.limit(all_distances(X, X))).all()


@pytest.mark.parametrize("far", [0.0, 1e3, 1e8])
@pytest.mark.parametrize("size", [1e-20, 1.0, 1e20])
def test_neither_place_nor_scale_breaks_the_limit(far, size):
    rng = np.random.default_rng(0)
    A, B = ((rng.random((60, 30)) + far) * size for _ in range(2))
    projection, (a, b) = project([A, B], 5)
    assert (left(a) @ right(b).T <= projection.limit(all_distances(A, B))).all()


def test_it_tells_most_of_the_distance_where_points_lie_in_few_directions():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(200, 4)) @ rng.normal(size=(4, 100))
    projection, (stored,) = project([X], 6)
    true = all_distances(X, X)
    assert stored.shape == (200, 7)
    assert np.sqrt(np.maximum(left(stored) @ right(stored).T, 0)) / projection.scale == pytest.approx(
        true, abs=true.max() * 1e-3
    )


def test_a_tight_limit_is_kept_by_points_along_a_kept_direction():
    """Where the projection loses nothing, the limit has no room but that for rounding."""
    X = np.linspace(0, 1, 50)[:, None] * np.ones((1, 16))
    projection, (stored,) = project([X], 1)
    true = all_distances(X, X)
    values = left(stored) @ right(stored).T
    assert (values <= projection.limit(true)).all()
    apart = true > 0.1
    assert (values > projection.limit(true * 0.99 - 1e-3))[apart].all()


def test_its_random_choices_change_the_speed_alone():
    X = np.random.default_rng(2).random((3000, 90))
    for seed in (0, 1):
        projection, (stored,) = project([X], 8, seed)
        values = left(stored[:200]) @ right(stored[200:400]).T
        assert (values <= projection.limit(all_distances(X[:200], X[200:400]))).all()
