"""The page says what was found, asks nobody for anything, and lets nothing of the data act."""

import json
import re

import numpy as np
import pytest

from drawn import Drawn
from mohs.api.separation_run import SeparationOptions, separation_command
from mohs.report.separation import nearest_enemies
from page_tables import table_of


@pytest.fixture
def page(tmp_path):
    def draw(content, command=None, **more):
        (tmp_path / "data.csv").write_text(content, encoding="utf-8")
        run = separation_command(
            SeparationOptions(data=str(tmp_path / "data.csv"), out=tmp_path / "run", **more), command=command
        )
        return (run.folder / "report.html").read_text(encoding="utf-8")

    return draw


def test_the_finding_comes_first(page):
    text = page("a,label\n0,x\n1,x\n3,y\n", norm="l2", class_pairs=True)
    assert (
        '<h1 class="headline">2r is 2, between rows 1 and 2 (x and y): noise up to eps_min = 1 crosses no class.</h1>'
        in text
    )
    assert "The closest rows of every two classes" in text
    assert "Rows that are equal" not in text


def test_every_table_has_the_numbers_of_the_results(page, tmp_path):
    text = page("a,label\n0,x\n1,x\n3,y\n7,z\n7.5,z\n", norm="l2", class_pairs=True, command="mohs <b>")
    document = json.loads((tmp_path / "run" / "results.json").read_text(encoding="utf-8"))
    rows = table_of(text, "distance", "rows", "")
    assert [row[1:] for row in rows] == [
        [f"{one['value']:.6g}", f"{one['n']:,}"] for one in document["results"]
    ]
    assert rows[0][:2] == ["2r: the closest rows of different labels", "2"]
    assert ["eps_min: half of it", "1", "5"] in rows
    shares = {
        int(words.split()[0]): value
        for words, value, _ in rows
        if "of the rows have an enemy within" in words
    }
    # Of the rows 0, 1, 3, 7 and 7.5 the nearest enemies are 3, 2, 2, 4 and 4.5 away.
    for share, value in shares.items():
        assert float(value) == pytest.approx(np.quantile([3, 2, 2, 4, 4.5], share / 100), rel=1e-5)
    details = document["separation"]
    closest = table_of(text, "labels", "2r without them")
    assert closest == [
        [" and ".join(map(str, one["pair"])), " / ".join(one["labels"]),
         *(f"{one[key]:.6g}" if one[key] is not None else "no data" for key in ("distance", "without", "without_closer"))]
        for one in details["closest"]
    ]  # fmt: skip
    assert closest[0][:3] == ["1 and 2", "x / y", "2"]
    assert table_of(text, "classes", "distance") == [
        ["x / y", "1 and 2", "2"], ["x / z", "1 and 3", "6"], ["y / z", "2 and 3", "4"],
    ]  # fmt: skip
    assert table_of(text, "class", "rows") == [["x", "2"], ["y", "1"], ["z", "2"]]
    made = dict(re.findall(r'<span class="name">(.*?)</span> <bdi>(.*?)</bdi>', text))
    assert made["path"].endswith("data.csv")
    assert (made["rows"], made["columns"], made["norm"], made["scale"]) == ("5", "1", "l2", "none")
    assert len(made["sha256"]) == 64
    assert (made["bounds.low"], made["bounds.high"], made["bounds.stated"]) == ("0.0", "7.5", "no")
    assert "mohs &lt;b&gt;</bdi></code></pre>" in text
    assert "mohs" in made


def test_conflicts_are_a_caution_and_a_table(page):
    text = page("a,label\n0,x\n0,y\n3,y\n5,x\n")
    assert "2 rows at 1 places are equal but have different labels" in text
    assert "0, 1" in text


def test_nothing_of_the_data_acts_and_nobody_is_asked(page):
    text = page("a,label\n0,<script>alert(1)</script>\n1,\u202ey\n")
    assert "<script" not in text
    assert "\u202e" not in text
    assert "default-src 'none'" in text
    assert "http://" not in text.replace("http://www.w3.org", "")


@pytest.mark.parametrize("distances", [[1.0, 2.0, 5.0], [0.0, 0.0], [1e-30], list(range(1000))])
def test_the_figure_is_drawn_for_any_distances(distances):
    made = nearest_enemies(np.array(distances, dtype=float), min(distances))
    assert made.startswith("<svg")
    assert "2r" in made
    assert made == nearest_enemies(np.array(distances, dtype=float), min(distances))


def test_the_bars_count_all_rows_and_2r_and_half_of_it_lie_where_the_axis_says():
    distances = np.array([1.0, 1.02, 2.0, 5.0, 5.0, 5.0])
    svg = Drawn(nearest_enemies(distances, 1.0))
    x, bars = svg.across(), svg.bars("held")
    heights = np.array([max(bar.y) - min(bar.y) for bar in bars])
    counts, edges = np.histogram(distances, bins=len(bars), range=(0, 5))
    assert heights / heights.max() == pytest.approx(counts / counts.max(), abs=0.01)
    assert [x(min(bar.x)) for bar in bars] == pytest.approx(edges[:-1], abs=0.02)
    assert [x(line.x[0]) for line in svg.lines("broken")] == pytest.approx([0.5, 1.0], abs=0.01)
    assert [one.text for one in svg.texts if one.colour == "ink"] == ["eps_min 0.5", "2r 1"]
    assert {one.anchor for one in svg.texts if one.colour == "ink"} == {"start"}
    far = Drawn(nearest_enemies(np.array([4.0, 5.0]), 4.0))
    assert [one.anchor for one in far.texts if one.colour == "ink"] == ["start", "end"]


def test_a_style_of_somebodys_changes_no_plot(page, tmp_path, request):
    text = page("a,label\n0,x\n1,x\n3,y\n")
    assert request.getfixturevalue("in_style")(tmp_path / "run") == text
