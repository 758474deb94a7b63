"""The figures of an MSCR run: they show what they are given, and numbers in them are not rounded away."""

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
