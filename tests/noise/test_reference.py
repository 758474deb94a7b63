"""The paper's noise, with the defects that it is there to show."""

import numpy as np
import pytest

from mohs.errors import MohsError
from mohs.noise.norm import as_norm
from mohs.noise.reference import ReferenceNoise


def noise(norm="linf", *, d=2, eps=0.01, seed=7, asked=10):
    return ReferenceNoise(d, eps, as_norm(norm), seed, asked)


def test_it_draws_what_the_papers_code_draws_around_a_point():
    point = np.array([0.3, 0.6])
    np.random.seed(7)
    theirs = np.random.uniform(point - 0.01, point + 0.01, (10, 2))
    np.testing.assert_allclose(point + noise().offsets, theirs, rtol=0, atol=1e-15)


def test_all_points_share_their_offsets_and_eps_scales_them():
    rows = noise().rows(3, 5, 9)
    assert rows.shape == (4, 2)
    assert (rows == rows[0]).all()
    np.testing.assert_allclose(2 * noise().offsets, noise(eps=0.02).offsets, rtol=1e-15)
    assert (noise(seed=8).offsets != noise().offsets).all()


def test_for_l2_a_number_of_copies_is_lost_that_differs_with_the_seed():
    left = [noise("l2", seed=seed).copies for seed in range(2000)]
    assert np.mean(left) == pytest.approx(10 * np.pi / 4, abs=0.1)
    assert len(set(left)) > 3
    assert as_norm("l2").lengths(noise("l2", asked=500).offsets).max() < 0.01


def test_without_noise_all_copies_stay():
    assert noise("l2", eps=0.0).copies == 10


@pytest.mark.parametrize(
    ("options", "said"),
    [({"norm": "l1"}, "L_inf and L2"), ({"seed": 2**32}, "out of range"), ({"seed": -1}, "out of range")],
)
def test_what_the_papers_code_cannot_do_is_refused(options, said):
    with pytest.raises(MohsError, match=said):
        noise(**options)


def test_no_rows_have_no_noise():
    assert noise().rows(0, 5, 5).shape == noise().rows(0, 5, 3).shape == (0, 2)


def test_l2_in_many_dimensions_is_refused():
    with pytest.raises(MohsError, match="784 dimensions"):
        _ = noise("l2", d=784).offsets
