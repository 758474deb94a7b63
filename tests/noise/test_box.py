"""At the edges of the box: each way does what it says, and tells how much it touched."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mohs.data.table import as_table
from mohs.errors import MohsError
from mohs.noise.ball import Noise
from mohs.noise.box import AT_EDGE, Box, add_noise, box_of
from mohs.noise.norm import as_norm
from mohs.noise.scaling import scaling_of

SQUARE = Box(np.zeros(2), np.ones(2))
CORNER = np.full((4000, 2), [0.05, 0.5])


def noise(norm="linf", eps=0.2, seed=1, where="ball"):
    return Noise(2, eps, as_norm(norm), seed, where=where)


def test_none_leaves_points_outside_and_counts_their_values():
    made = add_noise(CORNER, noise(), 0, 0, SQUARE)
    assert made.affected == (made.X[:, 0] < 0).sum() > 0
    assert (made.X - CORNER).tolist() == pytest.approx(noise().rows(0, 0, 4000))


@pytest.mark.parametrize("d", [1, 2, 16, 17, 100, 3000])
def test_values_outside_are_counted_in_few_columns_and_in_many(d):
    rng = np.random.default_rng(d)
    X, low, high = (
        rng.normal(size=(1500, d) if d < 3000 else (3, d)),
        rng.uniform(-2, 0, d),
        rng.uniform(0, 2, d),
    )
    X[0], X[1] = low, high  # the edges themselves are inside
    plain = sum(not low[k] <= row[k] <= high[k] for row in X for k in range(d))
    assert Box(low, high).outside(X) == plain > 0


def test_the_box_of_a_table_is_in_the_units_in_which_noise_is_added():
    table = as_table([[0.0, 10.0], [4.0, 30.0]], [0, 1])
    plain, scaled = box_of(table), box_of(table, scaling_of(table, "min-max"))
    assert (plain.low.tolist(), plain.high.tolist()) == ([0, 10], [4, 30])
    assert (scaled.low.tolist(), scaled.high.tolist()) == ([0, 0], [1, 1])


@pytest.mark.parametrize("at_edge", AT_EDGE)
def test_noisy_points_are_written_where_they_are_wanted(at_edge):
    place = np.empty_like(CORNER)
    made = add_noise(CORNER, noise(), 0, 0, SQUARE, at_edge, place)
    assert made.X is place
    assert (place == add_noise(CORNER, noise(), 0, 0, SQUARE, at_edge).X).all()


def test_clip_moves_values_to_the_edge():
    plain = add_noise(CORNER, noise(), 0, 0, SQUARE)
    made = add_noise(CORNER, noise(), 0, 0, SQUARE, "clip")
    assert made.X.tolist() == np.clip(plain.X, 0, 1).tolist()
    assert made.affected == plain.affected == (made.X[:, 0] == 0).sum()


def test_truncate_is_uniform_in_the_part_of_the_ball_inside_the_box():
    made = add_noise(CORNER, noise(), 0, 0, SQUARE, "truncate")
    assert stats.kstest(made.X[:, 0], stats.uniform(0, 0.25).cdf).pvalue > 1e-6
    assert stats.kstest(made.X[:, 1], stats.uniform(0.3, 0.4).cdf).pvalue > 1e-6
    assert made.affected == 4000  # the first value of every point
    other = add_noise(1 - CORNER, noise(), 0, 0, SQUARE, "truncate")
    assert stats.kstest(other.X[:, 0], stats.uniform(0.75, 0.25).cdf).pvalue > 1e-6
    assert other.affected == 4000


@pytest.mark.parametrize("norm", ["linf", "l2", "l1", 3])
def test_reject_is_the_law_of_the_points_that_lie_inside(norm):
    made = add_noise(CORNER, noise(norm), 0, 0, SQUARE, "reject")
    other = add_noise(CORNER, noise(norm, seed=2), 0, 0, SQUARE).X
    inside = other[(other >= 0).all(axis=1)]
    for column in (0, 1):
        assert stats.ks_2samp(made.X[:, column], inside[:, column]).pvalue > 1e-6
    assert made.X.min() >= 0


@given(st.sampled_from([one for one in AT_EDGE if one != "none"]), st.integers(1, 400), st.floats(0, 3))
def test_no_point_leaves_the_box_or_the_ball(at_edge, start, eps):
    X = np.random.default_rng(start).random((50, 2))
    made = add_noise(X, noise(eps=eps), 0, start, SQUARE, at_edge)
    assert ((made.X >= 0) & (made.X <= 1)).all()
    assert (np.abs(made.X - X) <= eps + 1e-15).all()


@pytest.mark.parametrize("at_edge", AT_EDGE)
def test_what_happens_to_a_row_does_not_depend_on_the_batch(at_edge):
    whole = add_noise(CORNER[:600], noise(), 3, 0, SQUARE, at_edge)
    parts = [
        add_noise(CORNER[a:b], noise(), 3, a, SQUARE, at_edge) for a, b in ((0, 1), (1, 300), (300, 600))
    ]
    assert np.concatenate([part.X for part in parts]).tolist() == whole.X.tolist()
    assert sum(part.affected for part in parts) == whole.affected


def test_what_makes_no_sense_is_refused():
    with pytest.raises(MohsError, match="L_inf ball"):
        add_noise(CORNER, noise("l2"), 0, 0, SQUARE, "truncate")
    with pytest.raises(MohsError, match="L_inf ball"):
        add_noise(CORNER, noise(where="sphere"), 0, 0, SQUARE, "truncate")
    with pytest.raises(MohsError, match="outside the box"):
        add_noise(CORNER - 1, noise(), 0, 0, SQUARE, "reject")
    with pytest.raises(MohsError, match="outside the box"):
        add_noise(CORNER + 1, noise(), 0, 0, SQUARE, "truncate")
    with pytest.raises(MohsError, match="edges of the box"):
        add_noise(CORNER, noise(), 0, 0, SQUARE, "bounce")


def test_points_that_are_drawn_again_are_drawn_a_block_at_a_time(monkeypatch):
    drawn = []
    block = Noise._block
    monkeypatch.setattr(Noise, "_block", lambda self, *key: drawn.append(key) or block(self, *key))
    X = np.full((600, 2), 0.01)
    made = add_noise(X, noise(), 0, 0, SQUARE, "reject")
    assert (made.X >= 0).all()
    assert len(drawn) == len(set(drawn))
    monkeypatch.undo()
    for row in np.flatnonzero(((X + noise().rows(0, 0, 600)) < 0).any(axis=1))[:50]:
        again = (X[row] + noise().rows(0, row, row + 1, attempt)[0] for attempt in range(1, 100))
        assert made.X[row].tolist() == next(point for point in again if (point >= 0).all()).tolist()


def test_a_box_without_room_is_told_at_once():
    flat = Box(np.zeros(2), np.array([1.0, 0.0]))
    with pytest.raises(MohsError, match=r"no room(.|\n)*column 1"):
        add_noise(np.zeros((3, 2)), noise(), 0, 0, flat, "reject")
    assert add_noise(np.zeros((3, 2)), noise(eps=0.0), 0, 0, flat, "reject").affected == 0


def test_reject_gives_up_where_it_is_hopeless():
    many = Noise(60, 0.5, as_norm("linf"), 0)
    with pytest.raises(MohsError, match="use clip"):
        add_noise(np.zeros((1, 60)), many, 0, 0, Box(np.zeros(60), np.ones(60)), "reject")
