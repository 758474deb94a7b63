"""The page of a comparison."""

import re
import shutil

import pytest

from compared import evaluated, row
from mohs.api.comparing import compare
from mohs.report.comparison import forest

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
