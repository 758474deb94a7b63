"""More figures of a grid: convergence, distances, the plane."""

import numpy as np
import pytest

from mohs.report import grid_data_plots as plots

SETTLED = {
    "m": {"copies": [[1, 0.9, 0.1], [2, 0.91, 0.05]], "runs": [[1, -0.1, None, None], [4, -0.2, -0.3, -0.1]]}
}


def test_what_settles_is_drawn_and_what_has_one_point_is_not():
    assert "plot-copies" in plots.over_copies(SETTLED)
    assert "plot-runs" in plots.over_runs(SETTLED)
    one = {"m": {"copies": [[1, 0.9, 0.1]], "runs": [[1, -0.1, None, None]]}}
    assert plots.over_copies(one) == plots.over_runs(one) == plots.over_runs({}) == ""


def test_distances_name_eps_min_and_the_largest_radius_within():
    nearest = {"edges": [0, 1, 2, 3], "counts": [5, 2, 1], "n": 8}
    drawn = plots.nearest_with_radii(nearest, 0.25, [0.25, 1.5, 99.0])
    assert "eps_min 0.25" in drawn
    assert "largest eps_test 1.5" in drawn
    assert "eps_min" not in plots.nearest_with_radii(nearest, None, [])


@pytest.mark.parametrize("norm", ["linf", "l2", "l1", 3])
def test_the_edge_of_a_ball_is_at_distance_1(norm):
    from mohs.noise.norm import as_norm

    edge = plots._ball(norm)
    assert as_norm(norm).lengths(edge) == pytest.approx(np.ones(len(edge)))


def test_rows_of_a_map_are_spelt_out():
    assert plots._spelt_out("0x2 3x1") == [0, 0, 3]
