"""Sums over groups never say that points are farther apart than they are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.noise.blocks import pairwise
from mohs.noise.groups import Groups
from mohs.noise.norm import as_norm
from oracles_of_noise import NORMS, labelled


@given(labelled(dimensions=st.sampled_from([1, 5, 6, 7, 40]), most=12), st.sampled_from(NORMS))
def test_no_pair_is_above_the_limit_of_its_own_distance(data, norm):
    X, chosen = data[0], as_norm(norm)
    groups = Groups([X], chosen)
    true = np.stack([chosen.distances(X, row) for row in X])
    assert (pairwise(groups.points[0], groups.points[0], chosen) <= groups.limit(true)).all()


@pytest.mark.parametrize("norm", NORMS)
def test_where_all_of_a_group_differ_alike_nothing_is_lost(norm):
    X, chosen = np.linspace(0, 1, 20)[:, None] * np.ones((1, 18)) + 1e6, as_norm(norm)
    groups = Groups([X], chosen)
    true = np.stack([chosen.distances(X, row) for row in X])
    made = pairwise(groups.points[0], groups.points[0], chosen)
    assert made == pytest.approx(true, rel=1e-6, abs=1e-6)
    assert (made <= groups.limit(true)).all()


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("far", [1e3, 1e6, 1e9])
def test_rounding_of_far_points_puts_no_pair_above_its_limit(norm, far):
    """All coordinates of a group differ alike, so that nothing is to spare, and their sums are rounded."""
    rng, chosen = np.random.default_rng(1), as_norm(norm)
    X = far * (1 + rng.random(18)) + rng.random((60, 1))
    groups = Groups([X], chosen)
    true = np.stack([chosen.distances(X, row) for row in X])
    assert (pairwise(groups.points[0], groups.points[0], chosen) <= groups.limit(true)).all()


def test_groups_of_one_are_the_points_themselves():
    X = np.random.default_rng(0).random((5, 7))
    groups = Groups([X, X[:2]], as_norm("l1"), size=1)
    assert [part.tolist() for part in groups.points] == [X.tolist(), X[:2].tolist()]
