"""More figures of a grid: convergence, distances, the plane."""

import numpy as np
import pytest

from drawn import Drawn
from mohs.report import grid_data_plots as plots

SETTLED = {
    "m": {"copies": [[1, 0.9, 0.1], [2, 0.91, 0.05]], "runs": [[1, -0.1, None, None], [4, -0.2, -0.3, -0.1]]}
}


def test_what_settles_is_drawn_and_what_has_one_point_is_not():
    assert "plot-copies" in plots.over_copies(SETTLED)
    assert "plot-runs" in plots.over_runs(SETTLED)
    one = {"m": {"copies": [[1, 0.9, 0.1]], "runs": [[1, -0.1, None, None]]}}
    assert plots.over_copies(one) == plots.over_runs(one) == plots.over_runs({}) == ""


def test_what_settles_lies_where_both_axes_say_it_is():
    settled = {
        **SETTLED,
        "n": {
            "copies": [[1, 0.8, 0.0], [5, 0.85, 0.02]],
            "runs": [[1, -0.4, None, None], [3, -0.1, -0.9, 0.7], [4, -0.15, -0.2, 0.1]],
        },
    }
    svg = Drawn(plots.over_copies(settled))
    x, y = svg.across(), svg.up()
    for (model, told), colour in zip(settled.items(), plots.COLOURS, strict=False):
        (line,), (band,) = svg.lines(colour), [one for one in svg.bands if one.colour == colour]
        steps = told["copies"]
        assert [x(at) for at in line.x] == pytest.approx([k for k, *_ in steps], abs=0.03)
        assert [y(at) for at in line.y] == pytest.approx([100 * mean for _, mean, _ in steps], abs=0.2)
        expected = [100 * mean + 100 * way * sd for _, mean, sd in steps for way in (-1, 1)]
        assert sorted({round(y(at)) for at in band.y}) == sorted({round(one) for one in expected})
        assert [one.colour for one in svg.texts if one.text == model] == [colour]
    svg = Drawn(plots.over_runs(settled))
    x, y = svg.across(), svg.up()
    for told, colour in zip(settled.values(), plots.COLOURS, strict=False):
        (line,) = svg.lines(colour)
        steps = told["runs"]
        # A line that leaves the axes is cut off at their edge.
        last = slice(1, None)
        assert [x(at) for at in line.x[last]] == pytest.approx([many for many, *_ in steps[last]], abs=0.03)
        assert [y(at) for at in line.y[last]] == pytest.approx(
            [100 * mean for _, mean, *_ in steps[last]], abs=0.3
        )
    numbers = [
        float(one.text.replace("−", "-"))
        for one in svg.texts
        if one.anchor == "end" and one.colour == "muted"
    ]
    assert (min(numbers), max(numbers)) == (-30, 10)  # from intervals of four runs and more


def test_runs_that_are_all_alike_have_a_line_without_a_band():
    alike = {"m": {"copies": [[1, 0.9, 0.0]], "runs": [[1, -0.1, None, None], [5, -0.1, None, None]]}}
    svg = Drawn(plots.over_runs(alike))
    (line,) = svg.lines(plots.COLOURS[0])
    assert (len(line.x), svg.bands) == (2, [])


def test_distances_are_bars_with_the_radii_where_the_axis_says_they_are():
    nearest = {"edges": [0, 1, 2, 3], "counts": [5, 2, 1], "n": 8}
    svg = Drawn(plots.nearest_with_radii(nearest, 0.25, [0.25, 1.5, 99.0]))
    x, bars = svg.across(), svg.bars("held")
    assert [x(min(bar.x)) for bar in bars] == pytest.approx([0, 1, 2], abs=0.02)
    heights = np.array([max(bar.y) - min(bar.y) for bar in bars])
    assert heights / heights[0] == pytest.approx([1, 0.4, 0.2], abs=0.01)
    assert [x(line.x[0]) for line in svg.lines("broken")] == pytest.approx([0.25, 1.5, 0.25], abs=0.01)
    assert [x(one.x) for one in svg.texts if one.colour == "ink"] == pytest.approx([0.25, 1.5], abs=0.01)
    assert [one.anchor for one in svg.texts if one.colour == "ink"] == ["start", "end"]
    same = Drawn(plots.nearest_with_radii(nearest, 0.25, [0.25]))
    assert [one.text for one in same.texts if one.colour == "ink"] == ["eps_min 0.25"]


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


PLANE = {
    "columns": ["a", "b"],
    "labels": ["x", "y"],
    "norm": "linf",
    "radius": [0.1, 0.2],
    "whole": {"low": [0, 0], "high": [4, 8], "points": [[1, 6], [3, 2]], "point_labels": [0, 1]},
    "near": {"low": [0, 0], "high": [1, 1], "points": [[0.5, 0.25]], "point_labels": [1]},
    "maps": [
        {"model": "m", "eps_train": 0.1, "whole": ["0x2 1x2"] * 4, "near": None},
        {"model": "m", "eps_train": 0.1, "whole": ["1x4"] * 4, "near": ["0x4"] * 4},
    ],
}


def test_rows_of_a_plane_lie_where_both_axes_say_they_are():
    drawn = plots.plane(PLANE, 0)
    svg = Drawn(drawn)
    x, y = svg.across(), svg.up()
    assert [(round(x(one.x[0]), 1), round(y(one.y[0]), 1), one.colour) for one in svg.dots] == [
        (1, 6, plots.COLOURS[0]), (3, 2, plots.COLOURS[1]),
    ]  # fmt: skip
    areas = [one for one in svg.shapes if one.filled and one.colour in plots.COLOURS]
    assert [one.colour for one in areas] == list(plots.COLOURS[:2])
    left, right = areas
    assert [x(min(left.x)), x(max(right.x))] == pytest.approx([0, 4], abs=0.05)
    assert x(max(left.x)) == pytest.approx(2, abs=0.01) == x(min(right.x))
    assert [y(max(left.y)), y(min(left.y))] == pytest.approx([0, 8], abs=0.1)
    assert {"a", "b"} <= {one.text for one in svg.texts}
    assert "near the closest enemies" not in drawn


def test_near_the_closest_enemies_each_row_has_its_ball():
    svg = Drawn(plots.plane(PLANE, 1))
    assert "near the closest enemies" in [one.text for one in svg.texts]
    areas = [one.colour for one in svg.shapes if one.filled and one.colour in plots.COLOURS]
    assert areas == [plots.COLOURS[1], plots.COLOURS[0]]  # all of one label each
    (ball,) = svg.lines(plots.COLOURS[1])
    (dot,) = svg.dots[2:]
    middle = (max(ball.x) + min(ball.x)) / 2, (max(ball.y) + min(ball.y)) / 2
    assert middle == pytest.approx((dot.x[0], dot.y[0]), abs=0.2)
    wide, high = max(ball.x) - min(ball.x), max(ball.y) - min(ball.y)
    (frame,) = svg.bars(plots.COLOURS[0])
    assert wide / (max(frame.x) - min(frame.x)) == pytest.approx(0.2, abs=0.01)
    assert high / (max(frame.y) - min(frame.y)) == pytest.approx(0.4, abs=0.01)


def test_rows_of_a_map_are_spelt_out():
    assert plots._spelt_out("0x2 3x1") == [0, 0, 3]
