"""The page of a comparison."""

import re
import shutil

import pytest

from compared import evaluated, row
from drawn import Drawn
from mohs.api.comparing import compare
from mohs.estimate import Estimate, proportion
from mohs.report.comparison import _row, _tables, _told, forest

CHROMIUM = shutil.which("chromium")


@pytest.fixture
def page(tmp_path):
    rows = [
        [row(i, (i + shift) % 3 > 0, phenomenon=f"<i>{i % 2}</i>") for i in range(30)] for shift in (0, 1)
    ]
    runs = [evaluated(tmp_path / name, some) for name, some in zip(("<b>a</b>", "b"), rows, strict=True)]
    done = compare(*runs, out=tmp_path / "both", command="mohs compare a <b> --out both")
    return (done.folder / "report.html").read_text(encoding="utf-8"), done


def test_it_says_what_changed_and_how_it_was_made(page):
    text, done = page
    assert "Robust accuracy by phenomenon" in text
    assert "p (Holm) is adjusted for the 2 cells" in text
    assert "mohs compare a &lt;b&gt; --out both</bdi></code></pre>" in text
    assert done.sentences[0].replace("<", "&lt;").replace(">", "&gt;") in text


def test_names_from_outside_are_escaped_and_nothing_is_loaded(page):
    text, _ = page
    assert "<b>a</b>" not in text
    assert "<i>" not in text
    assert not re.findall(r"(?:src|href)=\"(?!#)", text)
    assert "default-src 'none'" in text


def test_a_forest_has_a_dot_for_each_cell_and_says_its_numbers(page):
    _, done = page
    cells = [one for one in done.document["comparison"]["contrasts"] if one["table"] == ["phenomenon"]]
    drawn = forest(cells, "x")
    assert drawn.count("points of difference") == 1
    assert "Differences in points:" in drawn
    assert forest([], "x") == ""


def contrast(low, value, high, *, table=("phenomenon",), cell="typos", verdict=None, **more):
    """One cell of a comparison, as results.json has it."""
    return {
        "metric": "robust_accuracy",
        "table": list(table),
        "coordinates": {"phenomenon": cell} if table else {},
        "model": "b",
        "difference": Estimate(value, low, high, 1_500, 20, 0.95, "x").to_json("d"),
        "first": proportion(20, 30).to_json("a"),
        "second": proportion(17, 30).to_json("b"),
        "only_baseline": 1_500,
        "only_model": 2,
        "p": 0.0123,
        "p_holm": 0.00001,
        "verdict": verdict,
        "sentence": None,
        **more,
    }


CELLS = [
    contrast(-0.2, -0.1, -0.05, verdict="worse"),
    contrast(0.1, 0.3, 0.42, cell="<i>", verdict="better"),
    contrast(None, 0.05, None, cell="same"),
    contrast(None, None, None, cell="nothing"),
]


def test_every_dot_and_interval_lies_where_the_axis_says_its_number_is():
    svg = Drawn(forest(CELLS, "x"))
    x = svg.across()
    assert [(round(x(one.x[0]), 1), one.colour) for one in svg.dots] == [
        (-10.0, "broken"), (30.0, "held"), (5.0, "muted"),
    ]  # fmt: skip
    for colour, ends in (("broken", [-20, -5]), ("held", [10, 42])):
        (line,) = svg.lines(colour)
        assert [x(at) for at in line.x] == pytest.approx(ends, abs=0.1)
    zero, empty = svg.lines("muted")
    assert [x(at) for at in (*zero.x, *empty.x)] == pytest.approx([0, 0, 5, 5], abs=0.1)
    words = [one.text for one in svg.texts if one.colour == "ink"]
    assert words == [
        "typos", "-10.0 [-20.0, -5.0]", "<i>", "+30.0 [+10.0, +42.0]", "same", "+5.0",
    ]  # fmt: skip
    rows = [one.y[0] for one in svg.dots]
    assert rows == sorted(rows)
    beside = [one.y for one in svg.texts if one.text.startswith(("-10.0 [", "+30.0 [", "+5.0"))]
    assert beside == pytest.approx(rows, abs=4)


@pytest.mark.parametrize(
    ("largest", "ticks"),
    [
        (-0.42, "-40 -20 0 +20 +40"),
        (0.01, "-4 -2 0 +2 +4"),
        (0.12, "-10 -5 0 +5 +10"),
        (0.42, "-40 -20 0 +20 +40"),
        (1.0, "-50 0 +50"),
    ],
)
def test_an_axis_has_a_few_round_ticks_on_both_sides(largest, ticks):
    ends = (-largest, 0.0, largest) if largest > 0 else (largest, largest / 2, 0.0)
    svg = Drawn(forest([contrast(*ends)], "x"))
    assert [one.text for one in svg.texts if one.anchor == "middle"][:-1] == ticks.split()
    x = svg.across()
    assert [x(at) for at in svg.lines("muted")[-1].x] == pytest.approx(
        [100 * ends[0], 100 * ends[2]], abs=0.3
    )


def test_it_is_counted_which_cells_are_better_or_worse():
    assert _told(CELLS) == ["Better in 1 of 4 cells: <i>.", "Worse in 1 of 4 cells: typos."]
    assert _told(CELLS[2:]) == ["In none of 2 cells can a difference be told from chance."]
    assert _told([contrast(0, 0.1, 0.2, table=(), verdict="better")]) == []
    several = [*CELLS[:1], CELLS[0] | {"model": "c", "metric": "task_score"}]
    assert _told(several) == ["Worse in 2 of 2 cells: typos: b; typos: c (task score)."]


def test_a_line_of_a_table_has_all_numbers_of_its_cell():
    assert _row(CELLS[0], False) == [
        "typos", "66.7 % [48.8, 80.8]", "56.7 % [39.2, 72.6]", "-10.0 [-20.0, -5.0]", "1,500 (20 sources)",
        "1,500 / 2", "0.012", "< 0.0001", "worse",
    ]  # fmt: skip
    apart = contrast(0, 0.1, 0.2, difference=proportion(3, 1_500).to_json("d"), p=0.0001, p_holm=1.0)
    assert _row(apart, True)[4:] == ["1,500", "1,500 / 2", "0.0001", "1", "–"]
    assert _row(apart, True)[0] == "typos: b"
    own = proportion(3, 30).to_json("d") | {"clusters": 30}
    assert _row(contrast(0, 0.1, 0.2, table=(), difference=own), True)[::4] == ["b", "30", "–"]


def test_each_measure_and_table_has_its_lines_and_a_plot_of_its_first_thirty():
    many = [contrast(-0.1, 0.0, 0.1, cell=f"c{k}") for k in range(33)]
    whole = contrast(-0.1, 0.0, 0.1, table=())
    first, second = _tables([whole, *many])
    assert (first["title"], first["plot"], first["left"]) == ("Robust accuracy, all rows", None, 0)
    assert (second["title"], second["cells"], second["left"]) == ("Robust accuracy by phenomenon", 33, 3)
    assert len(second["rows"]) == 33
    assert len(Drawn(second["plot"]).dots) == 30
    (few,) = _tables(many[:4])
    assert few["left"] == 0


@pytest.mark.skipif(not CHROMIUM, reason="needs Chromium")
def test_in_a_browser_nothing_is_cut_off_on_a_telephone_or_a_screen(page, screenshots):
    playwright = pytest.importorskip("playwright.sync_api")
    _, done = page
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for width in (390, 1280):
                shown = browser.new_page(viewport={"width": width, "height": 800})
                told = []
                shown.on("console", lambda message, told=told: told.append(message.text))
                shown.on("pageerror", lambda problem, told=told: told.append(str(problem)))
                shown.goto((done.folder / "report.html").as_uri())
                assert shown.evaluate("document.documentElement.scrollWidth") <= width
                assert shown.locator("svg.plot").count() == 1
                shown.screenshot(path=screenshots / f"comparison-{width}.png", full_page=True)
                assert told == []
        finally:
            browser.close()


def test_a_style_of_somebodys_changes_no_plot(page, in_style):
    text, done = page
    assert in_style(done.folder) == text
