"""The search finds what all distances say, whatever it leaves out on the way."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.noise import chebyshev
from mohs.noise.chebyshev import closest, nearest
from mohs.noise.norm import as_norm
from mohs.noise.points import Points
from oracles_of_noise import TINY, all_nearest, labelled, size_of

NORM = as_norm("linf")
SMALL = {"_ENEMIES": 128, "_BLOCK": 32, "_ALL": 5, "_MINIMUM": 4, "_FIRST": 50, "_FEW": 2, "_BYTES": 256}
MANY = st.sampled_from([1, 3, 11, 70])


def distances(queries, enemies):
    found = nearest(queries, enemies, NORM)
    lengths = np.full(len(queries), np.inf)
    there = found >= 0
    assert (queries.y[there] != enemies.y[found[there]]).all()
    lengths[there] = NORM.distances(queries.X[there], enemies.X[found[there]])
    return lengths


def clouds(n, d, kind, seed=0, classes=4):
    """Overlapping clouds of correlated values, as images and tables have them."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, classes, n)
    X = rng.normal(size=(n, 6)) @ rng.normal(size=(6, d)) + rng.normal(size=(classes, d))[y]
    X += 0.3 * rng.normal(size=(n, d))
    X = np.clip((X - X.min()) / np.ptp(X), 0, 1)
    return Points.of((X * 255).astype(np.uint8) if kind == "uint8" else X.astype(kind), y)


@given(labelled(dimensions=MANY, most=16))
def test_every_point_finds_its_nearest_enemy(data):
    points = Points.of(*data)
    expected = all_nearest(points.X, points.y, "linf")
    assert distances(points, points) == pytest.approx(expected, rel=1e-13, abs=TINY * size_of(points))


@given(labelled(dimensions=st.just(12), most=16), labelled(dimensions=st.just(12), most=16))
def test_enemies_may_be_other_points(asked, others):
    queries, enemies = Points.of(*asked), Points.of(*others)
    expected = all_nearest(queries.X, queries.y, "linf", enemies.X, enemies.y)
    tolerance = TINY * size_of(queries, enemies)
    assert distances(queries, enemies) == pytest.approx(expected, rel=1e-13, abs=tolerance)
    pair = closest(queries, enemies, NORM)
    if np.isinf(expected).all():
        assert pair is None
        return
    i, j = pair
    assert queries.y[i] != enemies.y[j]
    assert NORM.distances(queries.X[i], enemies.X[j]) == pytest.approx(
        expected.min(), rel=1e-13, abs=tolerance
    )


@pytest.mark.parametrize("kind", ["uint8", "float32", "float64"])
@pytest.mark.parametrize(("n", "d"), [(900, 12), (700, 200)])
def test_clouds_are_searched_exactly(kind, n, d):
    points = clouds(n, d, kind)
    expected = all_nearest(points.X, points.y, "linf")
    found = distances(points, points)
    assert found.tolist() == expected.tolist()
    i, j = closest(points, points, NORM)
    assert points.y[i] != points.y[j]
    assert NORM.distances(points.X[i], points.X[j]) == pytest.approx(expected.min(), rel=1e-14)


def test_small_blocks_find_the_same(monkeypatch):
    points = clouds(600, 40, "uint8", seed=1)
    whole = nearest(points, points, NORM)
    for name, value in SMALL.items():
        monkeypatch.setattr(chebyshev, name, value)
    pieces = nearest(points, points, NORM)
    for found in (whole, pieces):
        assert (
            NORM.distances(points.X, points.X[found]).tolist()
            == all_nearest(points.X, points.y, "linf").tolist()
        )
    i, j = closest(points, points, NORM)
    assert NORM.distances(points.X[i], points.X[j]) == all_nearest(points.X, points.y, "linf").min()


@pytest.mark.parametrize("size", [1e-30, 1e30])
@pytest.mark.parametrize("far", [0.0, 1e6])
def test_scale_and_place_do_not_matter(size, far):
    """A filter that is too coarse may let everything through, but must lose nothing."""
    base = clouds(300, 15, "float64", seed=2)
    points = Points((base.X + far) * size, base.y, base.rows)
    expected = all_nearest(points.X, points.y, "linf")
    assert distances(points, points) / size == pytest.approx(expected / size, rel=1e-13)


def test_an_outlier_changes_nothing_but_the_speed():
    base = clouds(300, 15, "float64", seed=3)
    X = base.X.copy()
    X[7, 3] = 1e9
    points = Points(X, base.y, base.rows)
    assert distances(points, points) == pytest.approx(all_nearest(X, base.y, "linf"), rel=1e-13)


def test_conflicts_have_no_distance():
    X = np.repeat(np.arange(40.0).reshape(2, 20), 3, axis=0)
    points = Points.of(X, np.array([0, 1, 2, 0, 1, 2]))
    assert distances(points, points).tolist() == [0.0] * 6
    i, j = closest(points, points, NORM)
    assert NORM.distances(points.X[i], points.X[j]) == 0.0


@pytest.mark.filterwarnings("error")
def test_differences_that_float32_does_not_hold_are_measured():
    rng = np.random.default_rng(4)
    y = np.arange(400) % 2
    X = (2 + rng.random((400, 60))) * 1e38 * np.where(y == 0, -1, 1)[:, None]
    points = Points.of(X.astype(np.float32), y)
    expected = all_nearest(points.X, points.y, "linf")
    assert expected.min() > np.finfo(np.float32).max
    assert distances(points, points).tolist() == expected.tolist()


def test_far_from_each_other_two_pairs_of_classes_find_their_own_enemies(monkeypatch):
    for name, value in SMALL.items():
        monkeypatch.setattr(chebyshev, name, value)
    rng = np.random.default_rng(5)
    y = np.repeat([0, 1, 2, 3], 150)
    for near in (0, 1):  # the closest pair is among the first two classes, or the last two
        X = rng.normal(size=(600, 30)) * np.where(y // 2 == near, 0.5, 1.0)[:, None]
        X += 1_000.0 * (y >= 2)[:, None]
        points = Points.of(X, y)
        expected = all_nearest(points.X, points.y, NORM.name)
        assert distances(points, points) == pytest.approx(expected, rel=1e-13)
        i, j = closest(points, points, NORM)
        assert NORM.distances(points.X[i], points.X[j]) == pytest.approx(expected.min(), rel=1e-13)


def test_one_enemy_alone_is_found_and_without_enemies_there_is_none():
    X = np.random.default_rng(0).random((30, 20))
    queries, one = Points.of(X, np.arange(30) % 2), Points.of(X[:1] + 0.5, np.array([2]))
    assert nearest(queries, one, NORM).tolist() == [0] * 30
    i, j = closest(queries, one, NORM)
    assert (j, NORM.distances(queries.X[i], one.X[j])) == (0, NORM.distances(queries.X, one.X[0]).min())
    same = queries.part(0, 15)
    assert nearest(same, same, NORM).tolist() == [-1] * 15
    assert closest(same, same, NORM) is None
