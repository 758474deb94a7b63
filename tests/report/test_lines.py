"""Names at the ends of lines do not cover each other."""

import re
from itertools import pairwise

from mohs.report.lines import axes_of, colour_of, draw_line, name_lines
from mohs.report.plots import _svg


def test_names_are_spread_in_the_order_of_their_lines():
    figure, axes = axes_of(3.0, "x", right=0.8)
    for k in range(5):
        draw_line(axes, [0, 1], [(k, None, None), (10 + 0.01 * k, 9, 11)], colour_of(k / 4))
    name_lines(axes, [(10 + 0.01 * k, f"name{k}", "#123456") for k in range(5)], "title")
    drawn = _svg(figure, "test", "words")
    places = {
        name: float(y)
        for y, name in re.findall(r"translate\([\d.]+ ([\d.]+)\)[^>]*>(?:<[^>]*>)?(name\d)", drawn)
    }
    if not places:
        places = {name: float(y) for y, name in re.findall(r'y="([\d.]+)"[^>]*>(name\d)', drawn)}
    ordered = [places[f"name{k}"] for k in range(5)]
    assert ordered == sorted(ordered, reverse=True)
    assert min(a - b for a, b in pairwise(ordered)) > 10
    assert "title" in drawn


def test_colours_go_from_blue_to_red():
    assert (colour_of(0), colour_of(1)) == ("#3a8aa3", "#c8502c")
