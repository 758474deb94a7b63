"""Bit sets leave out nobody who is within reach, and in few values nobody else stays."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.noise import bits as module
from mohs.noise.bits import Reach, bits, levels_of, members, telling
from oracles_of_noise import labelled


def within(reach, X, row, u, start):
    dims = reach.levels.dims
    plan = reach.plan(X[row : row + 1, dims].astype(float), np.array([u]))
    ((line, points),) = reach.within(plan, start, 0, len(start))
    assert not line.any()
    return points


@given(labelled(dimensions=st.integers(1, 30), most=20), st.data())
def test_everybody_within_reach_stays(data, more):
    X, _ = data
    gaps = np.abs(X[:, None].astype(float) - X[None].astype(float)).max(axis=-1)
    u = more.draw(st.sampled_from(sorted(set(gaps.ravel().tolist()))))
    reach = Reach(X, levels_of(X, np.arange(X.shape[1]), whole=X.dtype == np.uint8))
    everybody = bits(len(X), [(0, len(X))])
    for row in range(len(X)):
        left = set(within(reach, X, row, u, everybody).tolist())
        assert set(np.flatnonzero(gaps[row] <= u).tolist()) <= left


@pytest.mark.parametrize(("steps", "thin"), [(1, 0), (2, 8), (5, 1 << 20), (1, 1 << 20)])
def test_whole_numbers_of_few_values_are_told_apart_exactly(steps, thin, monkeypatch):
    for name, value in (("_DENSE", steps), ("_SPARSE", steps), ("_THIN", thin)):
        monkeypatch.setattr(module, name, value)
    rng = np.random.default_rng(0)
    X = rng.integers(0, 50, (3000, 9), dtype=np.uint8)
    reach = Reach(X, levels_of(X, np.arange(9), whole=True))
    gaps = np.abs(X.astype(int) - X[5].astype(int)).max(axis=1)
    for u in (0, 3, 20, 49):
        left = within(reach, X, 5, float(u), bits(3000, [(100, 2900)]))
        assert left.tolist() == [row for row in np.flatnonzero(gaps <= u).tolist() if 100 <= row < 2900]


def test_words_may_be_passed_over():
    X = np.zeros((300, 1))
    X[::2] = 1.0
    reach = Reach(X, levels_of(X, np.arange(1), whole=False))
    plan = reach.plan(np.array([[1.0]]), np.array([0.1]))
    start = bits(300, [(64, 200)])
    ((line, points),) = reach.within(plan, start, 1, 4)
    assert (line.tolist(), points.tolist()) == ([0] * 68, list(range(64, 200, 2)))


@pytest.mark.parametrize(("together", "pairs"), [(1, 1 << 20), (1, 0), (1, 300), (200, 0), (1 << 15, 0)])
def test_many_points_are_asked_about_at_once_and_each_has_its_own(together, pairs, monkeypatch):
    monkeypatch.setattr(module, "_TOGETHER", together)
    monkeypatch.setattr(module, "_PAIRS", pairs)
    rng = np.random.default_rng(0)
    X = rng.integers(0, 50, (1000, 8), dtype=np.uint8)
    reach = Reach(X, levels_of(X, np.arange(8), whole=True))
    everybody, u = bits(1000, [(0, 1000)]), np.array([0.0, 5.0, 25.0, 12.0, 49.0])
    found = list(reach.within(reach.plan(X[:5].astype(float), u), everybody, 0, len(everybody)))
    line, points = (np.concatenate(parts) for parts in zip(*found, strict=True))
    assert sum(len(set(some.tolist())) for some, _ in found) == len(set(line.tolist()))
    gaps = np.abs(X[:5, None].astype(int) - X.astype(int)).max(axis=2)
    assert [line.tolist(), points.tolist()] == [part.tolist() for part in np.nonzero(gaps <= u[:, None])]
    assert not list(reach.within(np.empty((0, 16), dtype=np.int64), everybody, 0, len(everybody)))


@given(st.lists(st.booleans(), min_size=1, max_size=300))
def test_bits_and_members_are_each_others_inverse(flags):
    parts = [(place, place + 1) for place, flag in enumerate(flags) if flag]
    assert members(bits(len(flags), parts)).tolist() == [start for start, _ in parts]


def test_coordinates_that_tell_nothing_apart_are_not_chosen():
    rng = np.random.default_rng(0)
    X, y = np.zeros((500, 40)), rng.integers(0, 2, 500)
    X[:, [3, 17, 29]] = rng.random((500, 3))
    assert set(telling(X, y, 0.5, 3).tolist()) == {3, 17, 29}
    assert telling(X[:, :3], y, 0.5, 3).tolist() == [0, 1, 2]
    assert len(set(telling(X, y, 0.5, 20).tolist())) == 20
