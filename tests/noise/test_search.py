"""The front of the searches: distances and rows of the data, whichever search finds them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.noise import search
from mohs.noise.norm import as_norm
from mohs.noise.points import Points
from mohs.noise.search import closest_enemies, nearest_enemies
from oracles_of_noise import NORMS, TINY, all_nearest, labelled, size_of

DIMENSIONS = st.sampled_from([1, 2, 11, 20])


@given(labelled(dimensions=DIMENSIONS, most=16), st.sampled_from(NORMS))
def test_distances_are_those_of_the_rows_that_are_named(data, norm):
    X, y = data
    points = Points.of(X, y)
    distances, rows = nearest_enemies(points, points, as_norm(norm))
    assert (y[points.rows] != y[rows]).all()
    assert distances.tolist() == as_norm(norm).distances(points.X, X[rows]).tolist()
    expected = all_nearest(points.X, points.y, norm)
    assert distances == pytest.approx(expected, rel=1e-13, abs=TINY * size_of(points))


@given(labelled(dimensions=DIMENSIONS, most=16), st.sampled_from(NORMS))
def test_the_minimum_alone_is_the_minimum_of_all(data, norm):
    X, y = data
    points = Points.of(X, y)
    found = closest_enemies(points, points, as_norm(norm))
    smallest = all_nearest(X, y, norm).min()
    assert found.distance == pytest.approx(smallest, rel=1e-13, abs=TINY * size_of(points))
    first, second = found.pair
    assert first < second
    assert y[first] != y[second]
    assert found.distance == as_norm(norm).distances(X[first], X[second])


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("little", [0, 1 << 40])
def test_few_pairs_are_all_measured_and_many_are_searched_to_the_same_end(little, norm, monkeypatch):
    monkeypatch.setattr(search, "_LITTLE", little)
    rng = np.random.default_rng(0)
    points = Points.of(rng.integers(0, 256, (90, 300), dtype=np.uint8), rng.integers(0, 3, 90))
    distances, _ = nearest_enemies(points, points, as_norm(norm))
    assert distances == pytest.approx(all_nearest(points.X, points.y, norm), rel=1e-13)
    found = closest_enemies(points, points, as_norm(norm))
    assert found.distance == pytest.approx(distances.min(), rel=1e-13)


@pytest.mark.parametrize("d", [2, 20])
@pytest.mark.parametrize("norm", NORMS)
def test_of_no_points_there_are_no_distances(d, norm, monkeypatch):
    points, norm = Points.of(np.arange(4.0 * d).reshape(4, d), np.array([0, 1, 0, 1])), as_norm(norm)
    none = points.part(0, 0)
    for little in (0, 1 << 40):
        monkeypatch.setattr(search, "_LITTLE", little)
        distances, rows = nearest_enemies(points, none, norm)
        assert (distances.tolist(), rows.tolist()) == ([np.inf] * 4, [-1] * 4)
        assert [part.shape for part in nearest_enemies(none, points, norm)] == [(0,), (0,)]
        assert closest_enemies(points, none, norm) is closest_enemies(none, points, norm) is None


def test_without_enemies_there_is_no_distance():
    points = Points.of(np.arange(6.0).reshape(3, 2), np.array([0, 1, 1]))
    one = points.part(1, 3)
    distances, rows = nearest_enemies(points, one, as_norm("l2"))
    assert (np.isinf(distances).tolist(), rows.tolist()) == ([False, True, True], [1, -1, -1])
    assert closest_enemies(one, one, as_norm("l2")) is None
