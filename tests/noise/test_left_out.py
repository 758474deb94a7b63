"""2r without some rows is 2r of the rest, as if it had been measured anew."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.noise import left_out
from mohs.noise.left_out import Known
from mohs.noise.norm import as_norm
from mohs.noise.points import Points
from mohs.noise.search import nearest_enemies
from oracles_of_noise import all_nearest, labelled


def known(X, y, norm="l2"):
    points = Points.of(X, y)
    distances, rows = nearest_enemies(points, points, as_norm(norm))
    back = np.argsort(points.rows)
    return Known(X, y, as_norm(norm), distances[back], rows[back])


@given(labelled(), st.data())
def test_it_is_that_of_the_rest(data, more):
    X, y = data
    gone = more.draw(st.sets(st.integers(0, len(y) - 1), max_size=len(y)))
    kept = np.array([row for row in range(len(y)) if row not in gone], dtype=int)
    found = known(X, y).without(np.array(sorted(gone), dtype=int))
    if len(set(y[kept].tolist())) < 2:
        assert found is None
        return
    assert found.distance == pytest.approx(all_nearest(X[kept], y[kept], "l2").min(), rel=1e-13)
    first, second = found.pair
    assert y[first] != y[second]
    assert not gone & {first, second}


def test_many_rows_that_lose_their_enemy_are_searched_together(monkeypatch):
    rng = np.random.default_rng(3)
    X, y = rng.random((400, 2)), rng.integers(0, 2, 400)
    gone = rng.permutation(400)[:200]
    expected = known(X, y).without(gone)
    monkeypatch.setattr(left_out, "_ONE_BY_ONE", 0)
    assert known(X, y).without(gone) == expected


def test_a_row_is_looked_at_again_once_all_that_is_remembered_is_gone(monkeypatch):
    monkeypatch.setattr(left_out, "_REMEMBERED", 2)
    X, y = np.array([[0.0], [1.0], [2.0], [3.0], [9.0]]), np.array([0, 1, 1, 1, 1])
    data = known(X, y)
    for gone, distance in (([1], 2.0), ([1, 2], 3.0), ([1, 2, 3], 9.0), ([2], 1.0)):
        assert data.without(np.array(gone)).distance == distance
    assert data.without(np.array([1, 2, 3, 4])) is None
    # On both sides of the gap the nearest two are gone.
    X, y = np.array([[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]]), np.array([0, 1, 1, 0, 0, 1])
    assert known(X, y).without(np.array([1, 2, 3, 4])).distance == 10.0
