"""A forest plot shows each estimate where it lies, and nothing that came from outside leaves its text."""

from xml.etree import ElementTree

from mohs.estimate import no_data, proportion
from mohs.report.forest import Line, forest


def drawn(*lines):
    return ElementTree.fromstring(forest(lines, name="x", axis="accuracy"))


def test_dots_lie_where_their_shares_are():
    root = drawn(Line("a", proportion(5, 10)), Line("b", proportion(10, 10), before=proportion(0, 10)))
    dots = [(dot.get("class"), float(dot.get("cx"))) for dot in root.iter("circle")]
    assert dots == [("f-broken", 152.0), ("f-broken", 300.0), ("f-paper s-held", 4.0)]
    texts = [text.text for text in root.iter("text")]
    assert "50 % [24, 76]" in texts and "0 → 100 %" in texts


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
