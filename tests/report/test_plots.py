"""Plots."""

import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

from drawn import Drawn
from mohs.estimate import Estimate, no_data, proportion
from mohs.report.plots import _bins, accuracy_before_and_after, histograms, success_by_attack

RATES = {
    "TextFooler": proportion(62, 100),
    "TextBugger": proportion(0, 100),
    "all together": proportion(70, 100),
}


def drawings():
    """One of each kind."""
    counts = np.random.default_rng(0).poisson(3, 80)
    return [
        success_by_attack(RATES),
        accuracy_before_and_after({name: (proportion(90, 100), rate) for name, rate in RATES.items()}),
        histograms({"TextFooler": counts, "TextBugger": counts + 60}, "Words changed", "words", broken=True),
        histograms({"TextFooler": counts * 40}, "Texts asked", "queries", broken=False),
    ]


@pytest.mark.parametrize("number", range(4))
def test_a_plot_is_small_well_formed_and_takes_its_colours_from_the_page(number):
    svg = drawings()[number]
    assert len(svg) < 8_000
    root = ElementTree.fromstring(svg)
    assert root.tag == "svg"
    assert root.get("role") == "img" and root.get("aria-label")
    assert not re.search(r"style=|#0000|<style|metadata|xlink|rgb\(", svg)
    for element in root.iter():
        assert element.get("fill", "none") == "none" and "stroke" not in element.attrib


def test_the_same_numbers_give_the_same_bytes():
    assert drawings() == drawings()


def test_ids_do_not_clash_between_plots():
    ids = [re.findall(r'\bid="([^"]+)"', svg) for svg in drawings()]
    flat = [one for each in ids for one in each]
    assert len(set(flat)) == len(flat)
    used = {
        name
        for svg in drawings()
        for name in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg)
        for name in name
    }
    assert used - {""} <= set(flat)


def test_texts_are_texts_and_say_the_numbers():
    svg = success_by_attack(RATES)
    texts = [element.text for element in ElementTree.fromstring(svg).iter("text")]
    assert "TextFooler" in texts
    assert "62 % [52, 71]" in texts
    assert "TextFooler 62 % [52, 71], TextBugger 0 % [0, 4]" in svg
    pairs = accuracy_before_and_after({"TextFooler": (proportion(90, 100), proportion(31, 100))})
    assert "90 → 31 %" in [element.text for element in ElementTree.fromstring(pairs).iter("text")]


def test_every_dot_and_interval_lies_where_the_axis_says_its_number_is():
    svg = Drawn(success_by_attack(RATES))
    x = svg.across()
    assert [x(one.x[0]) for one in svg.dots] == pytest.approx([62, 0, 70], abs=0.1)
    ends = [[x(at) for at in line.x] for line in svg.lines("broken")]
    for found, rate in zip(ends, RATES.values(), strict=True):
        assert found == pytest.approx([100 * rate.low, 100 * rate.high], abs=0.1)
    assert [x(one.x[0]) for one in svg.lines("grid")] == pytest.approx([0, 25, 50, 75, 100], abs=0.1)
    rows = [one.y[0] for one in svg.dots]
    assert rows == sorted(rows) and [one.y[0] for one in svg.lines("broken")] == rows
    assert [one.y for one in svg.texts if one.text.startswith(("62", "0 % [", "70"))] == pytest.approx(
        rows, abs=4
    )


def test_before_and_after_lie_where_the_axis_says_they_are():
    pairs = {name: (proportion(90, 100), rate) for name, rate in RATES.items()}
    svg = Drawn(accuracy_before_and_after(pairs))
    x = svg.across()
    hollow, full = ([x(one.x[0]) for one in svg.dots if one.colour == name] for name in ("held", "broken"))
    assert hollow == pytest.approx([90, 90, 90], abs=0.1)
    assert full == pytest.approx([62, 0, 70], abs=0.1)
    joined = [line for line in svg.lines("grid") if line.y[0] == line.y[1]]
    assert [[x(at) for at in line.x] for line in joined] == [
        pytest.approx([100 * rate.value, 90], abs=0.1) for rate in RATES.values()
    ]
    assert accuracy_before_and_after({"a": (proportion(1, 2), no_data())}) == ""


@pytest.mark.parametrize("numbers", [[1, 2, 2, 3], [5, 5, 6, 1], [12, 90, 400, 401, 402]])
def test_bars_are_as_high_as_their_counts_and_the_median_is_marked(numbers):
    svg = Drawn(histograms({"a": numbers}, "Words", "words", broken=True))
    x, bars = svg.across(), svg.bars("broken")
    edges, _ = _bins(np.array(numbers))
    counts, _ = np.histogram(numbers, edges)
    heights = np.array([max(bar.y) - min(bar.y) for bar in bars])
    assert heights / heights.max() == pytest.approx(counts / counts.max(), abs=0.01)
    (median,) = svg.lines("ink")
    assert x(median.x[0]) == pytest.approx(np.median(numbers), rel=0.01)
    words = [one.text for one in svg.texts if one.colour == "ink"]
    assert words == [f"n = {len(numbers)}, median {np.median(numbers):g}"]
    assert str(counts.max()) in [one.text for one in svg.texts if one.colour == "muted"]


def test_several_histograms_share_an_axis_and_each_says_its_own():
    one, other = [1, 2, 2, 3], [5, 5, 6, 1]
    svg = Drawn(histograms({"a": one, "b": other}, "Words", "words", broken=False))
    x = svg.across()
    assert [x(line.x[0]) for line in svg.lines("ink")] == pytest.approx([2, 5], abs=0.05)
    assert [text.text for text in svg.texts if text.colour == "ink"] == [
        "a: n = 4, median 2",
        "b: n = 4, median 5",
    ]
    assert len(svg.bars("held")) == 2 * 6


def test_what_lies_beyond_the_last_bar_is_in_it_and_said():
    svg = Drawn(histograms({"a": [1] * 99 + [2] * 49 + [1_000]}, "Words", "words", broken=True))
    heights = [max(bar.y) - min(bar.y) for bar in svg.bars("broken")]
    assert heights[1] / heights[0] == pytest.approx(50 / 99, abs=0.01)
    assert [one.text for one in svg.texts] == ["1", "≥ 2", "Words", "99", "n = 149, median 1"]
    many = Drawn(histograms({"a": [1] * 99 + [900] * 49 + [2_000]}, "Words", "words", broken=True))
    assert [one.text for one in many.texts][:10] == [
        "0", "100", "200", "300", "400", "500", "600", "700", "800", "≥ 900",
    ]  # fmt: skip


def test_hostile_and_odd_names_stay_text():
    hostile = "</svg><script>alert(1)</script>"
    for name in (hostile, "$x^2$ $", "\u202e\x00\ufffe", "攻撃", "a & b", "x" * 300):
        svg = success_by_attack({name: proportion(1, 2)})
        assert "<script" not in svg
        assert len(ElementTree.fromstring(svg).findall(".//script")) == 0
        assert "\u202e" not in svg


def test_nothing_measured_draws_nothing():
    assert success_by_attack({"TextFooler": no_data()}) == ""
    assert accuracy_before_and_after({"TextFooler": (no_data(), no_data())}) == ""
    assert histograms({"TextFooler": []}, "Words", "words", broken=True) == ""


def test_a_number_without_interval_is_drawn_without():
    svg = success_by_attack({"TextFooler": Estimate(0.5, None, None, 1, None, 0.95, "x")})
    assert "50 %</text>" in svg


@pytest.mark.parametrize(
    ("numbers", "width", "edges", "beyond"),
    [
        ([1, 2, 2, 3], 1, [1, 2, 3, 4], False),
        ([0], 1, [0, 1], False),
        ([1] * 99 + [1_000], 1, [1, 2], True),
        (list(range(100)), 5, list(range(0, 101, 5)), False),
    ],
)
def test_bins_are_whole_and_few_and_hold_everything(numbers, width, edges, beyond):
    got, far = _bins(np.array(numbers))
    assert got.tolist() == edges
    assert set(np.diff(got)) == {width}
    assert far == beyond


def test_every_example_is_in_a_bar():
    numbers = np.random.default_rng(0).lognormal(4, 1.5, 500).astype(int)
    edges, _ = _bins(numbers)
    counts, _ = np.histogram(np.minimum(numbers, edges[-1] - 0.5), edges)
    assert counts.sum() == 500
    assert len(edges) <= 22


def test_a_home_that_cannot_be_written_into_is_nothing_to_tell_and_nothing_stays(tmp_path):
    (tmp_path / "home").write_text("a file, in which nothing can lie", encoding="utf-8")
    (tmp_path / "temporary").mkdir()
    own = {"HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path / "temporary")}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MPL", "XDG"))}
    code = "from mohs.report.plots import success_by_attack, undisturbed\nwith undisturbed():\n    success_by_attack({})"
    done = subprocess.run([sys.executable, "-c", code], env=kept | own, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")
    assert not list((tmp_path / "temporary").iterdir())
