"""The search finds what all distances say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.noise.blocks import _row_blocks, closest, nearest
from mohs.noise.norm import as_norm
from mohs.noise.points import Points
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


@given(labelled(), st.sampled_from(NORMS))
def test_the_two_closest_enemies_are_as_close_as_any(data, norm):
    points = Points.of(*data)
    i, j = closest(points, points, as_norm(norm))
    assert points.y[i] != points.y[j]
    found = as_norm(norm).distances(points.X[i], points.X[j])
    assert found == pytest.approx(
        all_nearest(points.X, points.y, norm).min(), rel=1e-13, abs=TINY * size_of(points)
    )


@given(labelled(dimensions=st.just(2)), labelled(dimensions=st.just(2)))
def test_the_closest_of_two_sets(asked, others):
    queries, enemies = Points.of(*asked), Points.of(*others)
    expected = all_nearest(queries.X, queries.y, "l1", enemies.X, enemies.y).min()
    found = closest(queries, enemies, as_norm("l1"))
    if np.isinf(expected):
        assert found is None
    else:
        assert as_norm("l1").distances(queries.X[found[0]], enemies.X[found[1]]) == pytest.approx(expected)


@given(st.lists(st.sampled_from([1, 3, 200, 511, 512, 1300]), min_size=1, max_size=8))
def test_blocks_hold_every_point_once_and_part_large_classes(sizes):
    y = np.repeat(np.arange(len(sizes)), sizes)
    points = Points.of(np.zeros((len(y), 1)), y)
    blocks = list(_row_blocks(points))
    assert [row for block in blocks for row in range(block.start, block.stop)] == list(range(len(y)))
    for block in blocks:
        counts = np.unique(points.y[block], return_counts=True)[1]
        assert block.stop - block.start <= 512 + 511
        assert len(counts) == 1 or counts.max() < 512


def test_many_classes_of_few_points_find_their_enemies():
    rng = np.random.default_rng(0)
    points = Points.of(rng.random((1500, 40)), rng.integers(0, 700, 1500))
    assert distances(points, points, as_norm("l1")) == pytest.approx(all_nearest(points.X, points.y, "l1"))


@pytest.mark.parametrize("norm", NORMS)
def test_enemies_at_the_edges_of_both_sets_are_found(norm):
    norm = as_norm(norm)
    rng = np.random.default_rng(2)
    for labels, others in (
        ([1], [0, 2]),
        ([1, 1], [0, 1, 2]),
        ([0, 0, 1], [0]),
        ([0, 0, 1], [0] * 90 + [2] * 3),
        ([0, 2], [1, 1]),
        ([0, 0], [0, 1]),
    ):
        queries = Points.of(rng.random((len(labels), 40)), np.array(labels))
        enemies = Points.of(rng.random((len(others), 40)), np.array(others))
        expected = all_nearest(queries.X, queries.y, norm, enemies.X, enemies.y)
        assert distances(queries, enemies, norm) == pytest.approx(expected, rel=1e-13)
        i, j = closest(queries, enemies, norm)
        assert norm.distances(queries.X[i], enemies.X[j]) == pytest.approx(expected.min(), rel=1e-13)
