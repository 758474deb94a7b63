"""The figures of a grid draw what they are given and survive what is missing."""

from itertools import pairwise

import pytest

from drawn import Drawn
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


def test_curves_and_their_bands_lie_where_both_axes_say_they_are():
    lines = {0.0: [(99, 98, 100), (90, 89, 91)], 0.02: [(95, None, None), (96, None, None)],
             0.05: [(97, None, None), (92, 91, 94)]}  # fmt: skip
    svg = Drawn(grid_plots.accuracy_curves(EPS, lines, "m"))
    x, y = svg.across(), svg.up()
    colours = [grid_plots.colour_of(share) for share in (0, 0.5, 1)]
    for colour, values in zip(colours, lines.values(), strict=True):
        (line,) = svg.lines(colour)
        assert [x(at) for at in line.x] == pytest.approx(EPS, abs=0.001)
        assert [y(at) for at in line.y] == pytest.approx([value for value, *_ in values], abs=0.05)
    bands = {band.colour: sorted({round(y(at), 1) for at in band.y}) for band in svg.bands}
    assert bands == {colours[0]: [89, 91, 98, 100], colours[2]: [91, 94]}
    named = {one.text: one for one in svg.texts if one.colour.startswith("#")}
    assert [(name, one.colour) for name, one in named.items()] == [
        ("0", colours[0]), ("0.05", colours[2]), ("0.02", colours[1]),
    ]  # fmt: skip
    heights = [one.y for one in named.values()]
    assert heights == sorted(heights, reverse=True)
    assert all(above - below > 12 for above, below in pairwise(heights))


def test_lines_are_named_in_the_order_in_which_they_end():
    lines = {0.0: [(99, None, None), (95, None, None), (60, None, None)],
             0.05: [(90, None, None), (70, None, None), (80, None, None)]}  # fmt: skip
    svg = Drawn(grid_plots.accuracy_curves([0.0, 0.1, 0.2], lines, "m"))
    places = {one.text: one.y for one in svg.texts if one.colour.startswith("#")}
    assert places["0.05"] < places["0"]
    for eps, values in lines.items():
        (line,) = svg.lines(grid_plots.colour_of(float(eps > 0)))
        assert [svg.up()(at) for at in line.y] == pytest.approx([value for value, *_ in values], abs=0.3)
        assert places[f"{eps:.3g}"] == pytest.approx(line.y[-1], abs=5)


def test_costs_lie_where_both_axes_say_they_are_and_series_stand_a_little_aside():
    series = {"forest": [(0.0, (-0.1, -0.2, 0.0)), (0.1, (0.1, None, None))],
              "tree": [(0.0, (-0.3, -0.4, -0.2)), (0.1, (0.05, 0.0, 0.1))]}  # fmt: skip
    svg = Drawn(grid_plots.costs(series, 0.02))
    x, y = svg.across(), svg.up()
    for place, (title, points) in enumerate(series.items()):
        colour = grid_plots.COLOURS[place]
        (name,) = [one for one in svg.texts if one.text == title]
        assert name.colour == colour
        dots = [one for one in svg.dots if one.colour == colour]
        assert [x(one.x[0]) for one in dots] == pytest.approx([0.0, 0.1], abs=0.0015)
        assert [y(one.y[0]) for one in dots] == pytest.approx([one[0] for _, one in points], abs=0.002)
        line, *intervals = svg.lines(colour)
        assert [y(at) for at in line.y] == pytest.approx([one[0] for _, one in points], abs=0.002)
        known = [one[1:] for _, one in points if one[1] is not None]
        assert [[y(at) for at in one.y] for one in intervals] == [
            pytest.approx(ends, abs=0.002) for ends in known
        ]
    assert {one.x[0] for one in svg.dots if one.colour == grid_plots.COLOURS[0]}.isdisjoint(
        one.x[0] for one in svg.dots if one.colour == grid_plots.COLOURS[1]
    )
    (zero,) = svg.lines("muted")
    assert [y(at) for at in zero.y] == pytest.approx([0, 0], abs=0.002)


def test_a_cell_of_the_matrix_has_its_number_colour_and_place():
    table = [[99.5, 98.25], [None, 90.0]]
    svg = Drawn(grid_plots.heat_map(EPS, [0.0, 0.05], table, {0.1: [0.05]}, "m"))
    written = {one.text: one for one in svg.texts if one.colour == "paper"}
    assert list(written) == ["99.50", "98.25", "90.00"]
    shares = {"99.50": 0.0, "98.25": 1.25 / 9.5, "90.00": 1.0}
    for text, share in shares.items():
        (cell,) = svg.bars(grid_plots.colour_of(share))
        assert min(cell.x) < written[text].x < max(cell.x)
        assert min(cell.y) < written[text].y < max(cell.y)
    ticks = {one.text: one for one in svg.texts if one.colour == "muted"}
    assert ticks["0.05"].x == pytest.approx(written["98.25"].x, abs=0.2) == written["90.00"].x
    assert ticks["0.1"].y == pytest.approx(written["90.00"].y, abs=1)
    (frame,) = svg.lines("ink")
    assert min(frame.x) < written["90.00"].x < max(frame.x)
    assert min(frame.y) < written["90.00"].y < max(frame.y)
    assert grid_plots.colour_of(0) in grid_plots.heat_map([0.0], [0.0], [[50.0]], {}, "m")


@pytest.mark.parametrize(
    ("many", "ticks"), [(1, [0]), (4, [0, 1, 2, 3]), (9, [0, 2, 4, 6, 8]), (8, [0, 2, 4, 5, 7])]
)
def test_of_many_radii_five_are_written(many, ticks):
    assert grid_plots._few(many) == ticks


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
