"""Leaves hold every point once, those of one label alone, and their boxes are lower bounds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.noise.leaves import cut
from mohs.noise.points import Points
from oracles_of_noise import labelled


@given(labelled(most=40), st.integers(1, 9))
def test_every_point_is_in_one_leaf_of_its_label(data, size):
    points = Points.of(*data)
    X = points.X.astype(np.float32)
    leaves = cut(X, points.classes(), size)
    assert sorted(leaves.order.tolist()) == list(range(len(points)))
    for leaf in range(len(leaves)):
        members = leaves.order[leaves.members(leaf)]
        assert 1 <= len(members) <= size
        assert set(points.y[members].tolist()) == {leaves.labels[leaf]}
        assert (X[members] >= leaves.low[leaf]).all()
        assert (X[members] <= leaves.high[leaf]).all()


def test_the_gap_of_two_boxes_is_how_far_they_lie_apart():
    X = np.array([[0, 0], [1, 2], [4, 1], [6, 3], [1, 7], [0, 6]], dtype=np.float32)
    leaves = cut(X, [(0, 0, 2), (1, 2, 4), (2, 4, 6)], 2)
    assert leaves.gaps(0, leaves).tolist() == pytest.approx([0, 9, 16], rel=1e-8)
    assert leaves.gaps(1, leaves).tolist() == pytest.approx([9, 0, 9 + 9], rel=1e-8)


@given(labelled(most=40), st.integers(1, 9))
def test_gaps_of_boxes_are_no_larger_than_distances(data, size):
    points = Points.of(*data)
    X = points.X.astype(np.float32).astype(float)
    leaves = cut(X.astype(np.float32), points.classes(), size)
    for leaf in range(len(leaves)):
        gaps = leaves.gaps(leaf, leaves)
        mine = X[leaves.order[leaves.members(leaf)]]
        for other in range(len(leaves)):
            theirs = X[leaves.order[leaves.members(other)]]
            squares = ((mine[:, None] - theirs[None]) ** 2).sum(axis=-1)
            assert gaps[other] <= squares.min()
