"""The figures of an MSCR run: they show what they are given, and numbers in them are not rounded away."""

import pytest

from drawn import Drawn
from mohs.estimate import Estimate, no_data
from mohs.report.mscr_plots import by_distance, changes, flips


def estimate(value, low=None, high=None):
    return Estimate(value, low, high, 100, 10, 0.95, "cluster-bootstrap")


def part(start, stop, rate):
    return {"from": start, "to": stop, "flip_rate": rate.to_json("flip_rate")}


def test_changes_are_drawn_with_their_decimals():
    drawn = changes(
        {"all rows": estimate(-0.0013, -0.0026, -0.0001), "a < b": estimate(0.02), "none": no_data()}
    )
    assert "all rows: -0.13 % [-0.26, -0.01]" in drawn
    assert "a &lt; b: 2.00 %" in drawn
    assert "none" not in drawn.split("aria-label")[0]
    assert changes({"none": no_data()}) == ""


def test_every_change_lies_where_the_axis_says_it_is_and_a_gain_has_the_other_colour():
    known = {"all": estimate(-0.1, -0.2, -0.05), "b": estimate(0.05), "c": estimate(0.0, -0.02, 0.15)}
    svg = Drawn(changes(known))
    x = svg.across()
    assert [(round(x(one.x[0]), 1), one.colour) for one in svg.dots] == [
        (-10.0, "broken"), (5.0, "held"), (0.0, "held"),
    ]  # fmt: skip
    (loss,), (gain,), (zero,) = svg.lines("broken"), svg.lines("held"), svg.lines("grid")
    assert [x(at) for at in (*loss.x, *gain.x, *zero.x)] == pytest.approx([-20, -5, -2, 15, 0, 0], abs=0.05)
    rows = [one.y[0] for one in svg.dots]
    assert rows == sorted(rows) and (loss.y[0], gain.y[0]) == (rows[0], rows[2])


@pytest.mark.parametrize("one", [(-0.1, -0.2, -0.05), (0.1, 0.05, 0.2), (0.0, None, None)])
def test_the_axis_of_changes_reaches_from_0_to_the_farthest_end(one):
    svg = Drawn(changes({"all": estimate(*one)}))
    places = [at for shape in (*svg.shapes, *svg.dots) for at in shape.x]
    assert 8 < min(places) <= max(places) < 403 * 0.97
    assert max(places) - min(places) > 340 or one[0] == 0


def test_flips_are_bars_as_high_as_their_rows():
    svg = Drawn(flips({"never": 20, "edges": [0.0, 0.25, 0.5], "rows": [3, 1]}, 10))
    x, (first, second) = svg.across(), svg.bars("broken")
    assert [x(min(bar.x)) for bar in (first, second)] == pytest.approx([0, 25], abs=0.1)
    assert x(max(second.x)) == pytest.approx(25 + 0.9 * 25, abs=0.1)
    heights = [max(bar.y) - min(bar.y) for bar in (first, second)]
    assert heights[0] / heights[1] == pytest.approx(3, rel=0.01)


def test_flips_by_distance_lie_where_both_axes_say_they_are():
    parts = [part(0.0, 0.02, estimate(0.1, 0.05, 0.2)), part(0.02, 0.4, estimate(0.03))]
    svg = Drawn(by_distance(parts, 0.012))
    x, y = svg.across(log=True), svg.up()
    near, interval, far = svg.lines("held")
    assert [x(at) for at in (*near.x, *far.x)] == pytest.approx([0.012, 0.02, 0.02, 0.4], rel=0.01)
    assert [y(at) for at in (*near.y, *far.y)] == pytest.approx([10, 10, 3, 3], abs=0.05)
    assert [y(at) for at in interval.y] == pytest.approx([5, 20], abs=0.05)
    assert x(interval.x[0]) == pytest.approx((0.012 * 0.02) ** 0.5, rel=0.01)
    assert [x(line.x[0]) for line in svg.lines("broken")] == pytest.approx([0.012, 0.024], rel=0.01)


def test_flips_say_how_many_rows_never_do():
    drawn = flips({"never": 20, "edges": [0.0, 0.5, 1.0], "rows": [3, 1]}, 10)
    assert "4 rows; 20 others never flip in 10 copies" in drawn


def test_flips_by_distance_mark_eps_and_take_distances_of_zero():
    parts = [part(0.0, 0.02, estimate(0.1, 0.05, 0.2)), part(0.02, 0.4, estimate(0.0, 0.0, 0.03))]
    drawn = by_distance(parts, 0.012)
    assert ">2 eps<" in drawn
    assert "up to 0.02 10.00 % [5.00, 20.00]" in drawn
    assert ">0.012<" in drawn  # a tick, as it is written
    assert ">2 eps<" not in by_distance([part(0.0, 0.0, estimate(0.0))], 0.0)
