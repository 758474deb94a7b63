"""A forest plot shows each estimate where it lies, and nothing that came from outside leaves its text."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from mohs.estimate import Estimate, no_data, proportion
from mohs.report.forest import Line, forest


def drawn(*lines):
    return ElementTree.fromstring(forest(lines, name="x", axis="accuracy"))


def test_dots_lie_where_their_shares_are():
    root = drawn(Line("a", proportion(5, 10)), Line("b", proportion(10, 10), before=proportion(0, 10)))
    dots = [(dot.get("class"), float(dot.get("cx"))) for dot in root.iter("circle")]
    assert dots == [("f-broken", 152.0), ("f-broken", 300.0), ("f-paper s-held", 4.0)]
    texts = [text.text for text in root.iter("text")]
    assert "50 % [24, 76]" in texts and "0 → 100 %" in texts


def test_the_axis_has_its_lines_where_its_shares_are_and_all_fits_into_the_plot():
    root = drawn(Line("a", proportion(5, 10)), Line("b", proportion(1, 10)), Line("c", proportion(2, 10)))
    height = float(root.get("viewBox").split()[3])
    ticks = {text.text: float(text.get("x")) for text in root.iter("text") if text.get("class") == "f-muted"}
    shares = {"0 %": 4.0, "25 %": 78.0, "50 %": 152.0, "75 %": 226.0, "100 %": 300.0}
    assert ticks == {**shares, "accuracy": 152.0}
    grid = [
        re.fullmatch(r"M(\S+) (\S+)V(\S+)", one.get("d"))
        for one in root.iter("path")
        if one.get("class") == "s-grid"
    ]
    assert [float(line[1]) for line in grid] == list(shares.values())
    dots = [float(dot.get("cy")) for dot in root.iter("circle")]
    assert {(float(line[2]) < dots[0], dots[-1] < float(line[3])) for line in grid} == {(True, True)}
    lowest = max(float(text.get("y")) for text in root.iter("text"))
    assert lowest < height < lowest + 10
    assert [b - a for a, b in pairwise(dots)] == [36, 36]


def test_before_and_after_are_joined_and_their_interval_is_that_of_after():
    after = proportion(5, 11)
    root = drawn(Line("a", after, before=proportion(9, 10)))
    (joined,) = [one.get("d") for one in root.iter("path") if one.get("stroke-width") == "4"]
    (interval,) = [one.get("d") for one in root.iter("path") if one.get("class") == "s-broken"]
    y = next(root.iter("circle")).get("cy")
    assert joined == f"M{4 + 296 * 5 / 11:.1f} {y}H270.4"
    ends = [float(end) for end in re.fullmatch(rf"M(\S+) {y}H(\S+)", interval).groups()]
    assert ends == pytest.approx([4 + 296 * after.low, 4 + 296 * after.high], abs=0.06)
    alone = drawn(Line("a", Estimate(0.5, None, None, 1, None, 0.95, "x"), before=no_data()))
    assert [one for one in alone.iter("path") if one.get("class") != "s-grid"] == []


def test_titles_are_shown_whole_up_to_44_letters():
    shown = [drawn(Line("x" * length, proportion(1, 2))) for length in (44, 45)]
    texts = [next(text.text for text in root.iter("text") if text.get("class") == "f-ink") for root in shown]
    assert texts == ["x" * 44, "x" * 43 + "…"]


def test_what_takes_no_skill_is_marked():
    root = drawn(Line("a", proportion(5, 10), majority=0.6, chance=0.5))
    dashed = {
        path.get("stroke-dasharray"): path.get("d")
        for path in root.iter("path")
        if path.get("stroke-dasharray")
    }
    assert dashed["4 2"].startswith("M181.6 ") and dashed["1 2"].startswith("M152 ")


def test_lines_without_data_are_left_out_and_a_plot_of_none_is_empty():
    assert len(list(drawn(Line("a", proportion(1, 2)), Line("b", no_data())).iter("circle"))) == 1
    assert forest([Line("b", no_data())], name="x", axis="") == ""


def test_titles_are_escaped_and_long_ones_cut():
    svg = forest([Line("<script>" + "x" * 100, proportion(1, 2))], name="x", axis="<b>")
    assert "<script>" not in svg and "<b>" not in svg and "…" in svg
    ElementTree.fromstring(svg)
