"""The page of an evaluation: whole, escaped, without scripts of others; looked at in a browser where there is one."""

import re
import shutil

import pytest

from made_benchmarks import package, says_equal, says_good
from mohs.api.drawing import draw_report
from mohs.api.evaluation import evaluate
from mohs.benchmark.package import Part, Row, write_benchmark
from mohs.data.tasks import BUILT_IN
from mohs.errors import RunError

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    return evaluate(
        {"sst2": says_good, "qqp": says_equal},
        package(folder / "small"),
        out=folder / "run",
        name="<i>mine</i>",
    ).folder


def page(folder):
    return (folder / "report.html").read_text(encoding="utf-8")


def test_the_page_has_every_part(run):
    text = page(run)
    for part in (
        "By task",
        "By phenomenon",
        "By attack",
        "Which label is taken for which",
        "How often each label",
        "Rows",
    ):
        assert f"<h2>{part}" in text
    assert "embedding-similarity" in text and "all broken" in text and "Each task by phenomenon" in text
    assert text.count("<svg") == 3 + 2


def test_every_number_of_the_tables_has_its_n_in_sight(run):
    tables = page(run).partition("<h2>By task")[2].partition('id="labels"')[0]
    cells = re.findall(r"<td[^>]*>\s*(<span class=.value.*?)</td>", tables, re.DOTALL)
    assert len(cells) > 20
    assert [cell for cell in cells if "n = " not in cell] == []


def test_whatever_came_from_outside_is_escaped(run):
    text = page(run)
    assert "<script>alert(1)</script>" not in text and "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<i>mine</i>" not in text and "&lt;i&gt;mine&lt;/i&gt;" in text


def test_the_page_asks_nobody_for_anything(run):
    text = page(run)
    assert "default-src 'none'" in text and not re.search(r"(?:src|href)=\"(?!#)", text)
    assert " style=" not in text and " onclick=" not in text


def test_it_is_drawn_again_to_the_byte(run):
    before = page(run)
    assert draw_report(run) == run / "report.html"
    assert page(run) == before


def test_a_folder_without_results_is_not_drawn(run, tmp_path):
    shutil.copytree(run, tmp_path / "copy")
    (tmp_path / "copy" / "results.json").write_text('{"results": []}', encoding="utf-8")
    with pytest.raises(RunError, match="cannot be drawn"):
        draw_report(tmp_path / "copy")


def test_a_suite_has_its_failures_by_capability(run, tmp_path):
    said = {"capability": "<b>care</b>", "test": "plain <i>denial</i>", "expectation": "label"}
    rows = [
        Row(str(k), str(k), {"sentence": f"good {k}"}, None, k % 2, "CheckList", "human", said)
        for k in range(4)
    ]
    folder, _ = write_benchmark(tmp_path / "b", "b", "1", {"sst2": Part.of(BUILT_IN["sst2"], rows)})
    text = page(evaluate(says_good, folder, out=tmp_path / "run").folder)
    assert "<h2>Failures by capability</h2>" in text
    assert "&lt;b&gt;care&lt;/b&gt;" in text and "plain &lt;i&gt;denial&lt;/i&gt;" in text
    assert "<b>care</b>" not in text and "<i>denial</i>" not in text
    assert "Failures by capability" not in page(run)


def test_one_task_without_anything_known_of_its_rows_has_a_page_too(tmp_path):
    rows = [Row(str(k), str(k), {"sentence": f"text {k}"}, None, k % 2) for k in range(3)]
    folder, _ = write_benchmark(tmp_path / "b", "b", "1", {"sst2": Part.of(BUILT_IN["sst2"], rows)})
    text = page(evaluate(says_good, folder, out=tmp_path / "run").folder)
    assert "does not say what its rows were made by" in text


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 900)], ids=["phone", "desktop"])
def test_in_a_browser_it_fits_filters_and_runs_no_script_of_a_text(run, screenshots, width, height):
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            shown = browser.new_page(viewport={"width": width, "height": height})
            told = []
            shown.on("dialog", lambda dialog: (told.append(dialog.message), dialog.dismiss()))
            shown.on("console", lambda message: told.append(message.text))
            shown.on("pageerror", lambda problem: told.append(str(problem)))
            shown.goto((run / "report.html").as_uri())
            assert shown.evaluate("document.documentElement.scrollWidth") <= width
            rows = shown.locator("#examples tbody tr")
            assert rows.count() == 7 and rows.locator("visible=true").count() == 7
            shown.select_option("#by-task", "qqp")
            assert rows.locator("visible=true").count() == 2
            shown.select_option("#by-outcome", "right")
            assert rows.locator("visible=true").count() == 1
            shown.click("button[type=reset]")
            shown.fill("#by-text", "<script>")
            assert rows.locator("visible=true").count() == 1
            shown.click("button[type=reset]")
            kept = screenshots / f"evaluation-{width}.png"
            kept.write_bytes(shown.screenshot(full_page=True))
            assert kept.stat().st_size > 20_000
            assert told == []
        finally:
            browser.close()
