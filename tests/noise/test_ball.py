"""Noise is uniform in the ball: radius and single values follow their laws; it depends on nothing but its key."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from mohs.errors import MohsError
from mohs.noise.ball import BLOCK, Noise, check_radius, sample_ball, sample_sphere
from mohs.noise.norm import as_norm

NORMS = ["l1", "l2", "linf", 1.5, 4, 30]
FALSE_ALARM = 1e-6  # of one test; seeds are fixed, so a test that passes once passes always


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("d", [1, 2, 100, 3072])
def test_the_radius_follows_its_law_and_no_point_is_outside(norm, d):
    n = 4000 if d <= 100 else 400
    points = sample_ball(n, d, 0.3, norm, np.random.default_rng(5))
    radii = as_norm(norm).lengths(points)
    assert points.shape == (n, d)
    assert radii.max() <= 0.3
    # P(radius <= r) = (r / eps)^d
    assert stats.kstest((radii / 0.3) ** d, "uniform").pvalue > FALSE_ALARM


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("d", [1, 2, 100, 3072])
def test_the_noise_is_centred_and_its_values_are_alike(norm, d):
    n = 4000 if d <= 100 else 400
    points = sample_ball(n, d, 1.0, norm, np.random.default_rng(6))
    spread = points.std(axis=0)
    assert np.abs(points.mean(axis=0) / spread * math.sqrt(n)).max() < 6
    assert np.abs(spread / spread.mean() - 1).max() < 8 / math.sqrt(n)


@pytest.mark.parametrize("norm", NORMS)
def test_in_two_dimensions_it_is_uniform_as_rejection_from_the_square_is(norm):
    """An independent way to the same law: keep those points of a square that lie in the ball."""
    square = np.random.default_rng(7).uniform(-1, 1, (12_000, 2))
    kept = square[as_norm(norm).lengths(square) <= 1]
    drawn = sample_ball(len(kept), 2, 1.0, norm, np.random.default_rng(8))
    for view in (lambda P: P[:, 0], lambda P: P.sum(axis=1), lambda P: np.arctan2(P[:, 1], P[:, 0])):
        assert stats.ks_2samp(view(kept), view(drawn)).pvalue > FALSE_ALARM


@pytest.mark.parametrize("norm", ["l1", "l2", "linf"])
def test_one_value_of_many_has_the_marginal_law_of_the_ball(norm):
    """In d dimensions a value x has density ~ the volume of the (d-1)-dimensional ball that is left."""
    d, p = 5, as_norm(norm).p
    values = sample_ball(6000, d, 1.0, norm, np.random.default_rng(9))[:, 2]
    if math.isinf(p):
        law = stats.uniform(-1, 2).cdf
    else:
        grid = np.linspace(-1, 1, 20_001)
        density = (1 - np.abs(grid) ** p) ** ((d - 1) / p)
        cumulated = np.concatenate([[0], np.cumsum((density[1:] + density[:-1]) / 2)])
        law = lambda x: np.interp(x, grid, cumulated / cumulated[-1])  # noqa: E731
    assert stats.kstest(values, law).pvalue > FALSE_ALARM


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("d", [1, 2, 100, 3072])
def test_points_of_the_sphere_are_on_it(norm, d):
    points = sample_sphere(300, d, 2.0, norm, np.random.default_rng(1))
    assert points.shape == (300, d)
    radii = as_norm(norm).lengths(points)
    assert radii.max() <= 2.0
    assert radii.min() == pytest.approx(2.0, rel=1e-12)


def test_on_the_surface_of_the_cube_one_value_is_the_radius_and_the_others_are_uniform():
    points = sample_sphere(9000, 3, 2.0, "linf", np.random.default_rng(2))
    face = np.abs(points) == 2.0
    assert (face.sum(axis=1) == 1).all()
    sides = np.bincount(np.nonzero(face)[1] * 2 + (points[face] > 0), minlength=6)
    assert stats.chisquare(sides).pvalue > FALSE_ALARM
    assert stats.kstest(points[~face], stats.uniform(-2, 4).cdf).pvalue > FALSE_ALARM


def test_what_a_seed_means_stays_what_it_was():
    """Of each block its own stream: of the seed, then 0 for training or 1 for tests, copy, block and attempt."""
    key = np.random.SeedSequence(7, spawn_key=(1, 2, 3, 4))
    drawn = np.random.Generator(np.random.PCG64(key)).uniform(-1.0, 1.0, (256, 2)) * 0.5
    noise = Noise(2, 0.5, as_norm("linf"), 7)
    np.testing.assert_array_equal(noise.rows(2, 3 * 256, 4 * 256, 4), drawn)
    training = np.random.SeedSequence(7, spawn_key=(0, 0, 0, 0))
    drawn = np.random.Generator(np.random.PCG64(training)).uniform(-1.0, 1.0, (256, 2)) * 0.5
    noise = Noise(2, 0.5, as_norm("linf"), 7, stream="train")
    np.testing.assert_array_equal(noise.rows(0, 10, 20), drawn[10:20])


def test_no_rows_have_no_noise():
    for start, stop in ((0, 0), (BLOCK, BLOCK), (300, 300), (5, 2)):
        assert Noise(3, 0.1, as_norm("l2"), 0).rows(0, start, stop).shape == (0, 3)


def test_a_radius_of_nothing_is_no_noise():
    for norm in NORMS:
        assert not sample_ball(5, 3, 0.0, norm, np.random.default_rng(0)).any()
    assert sample_ball(0, 3, 1.0, "l2", np.random.default_rng(0)).shape == (0, 3)


@pytest.mark.parametrize(
    ("n", "d", "eps"), [(1, 1, -0.1), (1, 1, math.nan), (1, 1, math.inf), (-1, 1, 1), (1, 0, 1)]
)
def test_impossible_balls_are_refused(n, d, eps):
    with pytest.raises(MohsError):
        sample_ball(n, d, eps, "l2", np.random.default_rng(0))


@settings(max_examples=30)
@given(
    st.sampled_from(NORMS),
    st.lists(st.integers(1, 3 * BLOCK), min_size=1, max_size=6),
    st.integers(0, 2**63),
)
def test_the_draw_does_not_depend_on_the_batches(norm, sizes, seed):
    noise = Noise(3, 0.5, as_norm(norm), seed)
    whole = noise.rows(2, 0, sum(sizes))
    edges = np.cumsum([0, *sizes])
    parts = [noise.rows(2, start, stop) for start, stop in pairwise(edges)]
    assert np.concatenate(parts).tolist() == whole.tolist()
    assert len(noise.rows(0, 5, 5)) == 0


def test_rows_copies_streams_seeds_and_attempts_differ():
    norm = as_norm("linf")
    base = Noise(2, 1.0, norm, 3)
    draws = [
        base.rows(0, 0, 300),
        base.rows(1, 0, 300),
        base.rows(0, 0, 300, attempt=1),
        Noise(2, 1.0, norm, 4).rows(0, 0, 300),
        Noise(2, 1.0, norm, 3, "train").rows(0, 0, 300),
    ]
    values = np.concatenate([draw.ravel() for draw in draws])
    assert len(np.unique(values)) == len(values)


def test_two_streams_are_not_correlated():
    norm = as_norm("l2")
    train, test = (Noise(1, 1.0, norm, 0, stream).rows(0, 0, 20_000)[:, 0] for stream in ("train", "test"))
    assert abs(np.corrcoef(train, test)[0, 1]) < 6 / math.sqrt(20_000)


@pytest.mark.parametrize("eps", [10**400, -(10**400), math.nan, math.inf, "1", True], ids=range(6))
def test_a_radius_is_a_finite_number_of_at_least_0(eps):
    with pytest.raises(MohsError, match="eps is a radius"):
        check_radius(eps)
