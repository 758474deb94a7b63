"""The search finds what all distances say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.noise.norm import as_norm
from mohs.noise.points import Points
from mohs.noise.tree import nearest
from oracles_of_noise import NORMS, TINY, all_nearest, labelled, size_of


def distances(queries, enemies, norm):
    found = nearest(queries, enemies, norm)
    lengths = np.full(len(queries), np.inf)
    there = found >= 0
    assert (queries.y[there] != enemies.y[found[there]]).all()
    lengths[there] = norm.distances(queries.X[there], enemies.X[found[there]])
    return lengths


@given(labelled(), st.sampled_from(NORMS))
def test_every_point_finds_its_nearest_enemy(data, norm):
    points = Points.of(*data)
    expected = all_nearest(points.X, points.y, norm)
    assert distances(points, points, as_norm(norm)) == pytest.approx(
        expected, rel=1e-13, abs=TINY * size_of(points)
    )


@pytest.mark.parametrize("norm", [1, 1.5, 2, 3, 4, 7, np.inf], ids=str)
@pytest.mark.parametrize("outlier", [1e90, 1e160, 1e290])
def test_one_huge_value_hides_no_enemy(norm, outlier):
    X = np.random.default_rng(0).random((40, 3))
    X[7, 1], X[12] = outlier, X[13]
    points = Points.of(X, np.arange(40) % 2)
    norm = as_norm(norm)
    lengths = norm.lengths(points.X[:, None] - points.X)
    lengths[points.y[:, None] == points.y] = np.inf
    assert distances(points, points, norm) == pytest.approx(lengths.min(axis=1), rel=1e-13, abs=0)


@given(labelled(dimensions=st.just(2)), labelled(dimensions=st.just(2)), st.sampled_from(NORMS))
def test_enemies_may_be_other_points(asked, others, norm):
    queries, enemies = Points.of(*asked), Points.of(*others)
    expected = all_nearest(queries.X, queries.y, norm, enemies.X, enemies.y)
    assert distances(queries, enemies, as_norm(norm)) == pytest.approx(
        expected, rel=1e-13, abs=TINY * size_of(queries, enemies)
    )


@given(labelled(), st.sampled_from(["linf", "l1", "l2"]))
def test_whole_numbers_are_exact(data, norm):
    points = Points.of(data[0].astype(np.uint8), data[1])
    assert distances(points, points, as_norm(norm)).tolist() == all_nearest(points.X, points.y, norm).tolist()


@pytest.mark.parametrize("size", [1e-200, 1e200])
@pytest.mark.parametrize("norm", NORMS)
def test_neither_small_nor_large_numbers_are_lost(size, norm):
    rng = np.random.default_rng(0)
    points = Points.of(rng.random((40, 3)) * size, rng.integers(0, 3, 40))
    expected = all_nearest(points.X, points.y, norm)
    assert distances(points, points, as_norm(norm)) / size == pytest.approx(expected / size, rel=1e-13)


@pytest.mark.parametrize("norm", NORMS)
def test_enemies_are_told_by_every_bit_of_their_labels(norm):
    norm = as_norm(norm)
    rng = np.random.default_rng(2)
    for labels, others in (
        ([0, 1], [0, 2]),
        ([0, 0], [4]),
        ([5, 7], [5, 1]),
        ([2], [0, 1, 2, 3]),
        ([8, 0], [0, 0]),
    ):
        queries = Points.of(rng.random((len(labels), 3)), np.array(labels))
        enemies = Points.of(rng.random((len(others), 3)), np.array(others))
        expected = all_nearest(queries.X, queries.y, norm, enemies.X, enemies.y)
        assert distances(queries, enemies, norm) == pytest.approx(expected, rel=1e-13)
