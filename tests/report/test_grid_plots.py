"""The figures of a grid draw what they are given and survive what is missing."""

import pytest

from mohs.report import grid_plots

EPS = [0.0, 0.1]


def test_a_curve_a_radius_is_drawn_and_named():
    drawn = grid_plots.accuracy_curves(
        EPS, {0.0: [(99, 98, 100), (90, 89, 91)], 0.05: [(97, None, None), (95, None, None)]}, "m"
    )
    assert "eps_train" in drawn
    assert ">0.05<" in drawn
    assert grid_plots.colour_of(0) in drawn
    assert grid_plots.colour_of(1) in drawn


def test_costs_have_their_series():
    drawn = grid_plots.costs({"forest": [(0.0, (-0.1, -0.2, 0.0)), (0.1, (0.1, None, None))]}, 0.02)
    assert "forest" in drawn
    assert "MSCR at eps_test 0.02" in drawn


def test_the_matrix_has_its_numbers_and_frames():
    table = [[99.5, 98.25], [None, 90.0]]
    plain = grid_plots.heat_map(EPS, [0.0, 0.05], table, {}, "m")
    framed = grid_plots.heat_map(EPS, [0.0, 0.05], table, {0.0: [0.0, 0.05]}, "m")
    for number in ("99.50", "98.25", "90.00"):
        assert number in plain
    assert framed.count("s-ink") > plain.count("s-ink")


@pytest.mark.parametrize(("eps_test", "table"), [([0.0], [[1.0, 2.0]]), (EPS, [[1.0, None], [2.0, 3.0]])])
def test_a_surface_needs_a_whole_matrix(eps_test, table):
    assert grid_plots.surface(eps_test, [0.0, 0.05], table, "m") == ""


def test_a_surface_is_drawn_even_where_nothing_varies():
    assert "plot-surface" in grid_plots.surface(EPS, [0.0, 0.05], [[1.0, 1.0], [1.0, 1.0]], "m")
