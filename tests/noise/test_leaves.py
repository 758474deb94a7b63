"""Leaves hold every point once, those of one label alone, and their boxes are lower bounds."""

import numpy as np
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
