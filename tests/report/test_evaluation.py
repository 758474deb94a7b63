"""The page of an evaluation: whole, escaped, without scripts of others; looked at in a browser where there is one."""

import json
import re
import shutil

import pytest

from made_benchmarks import package, says_equal, says_good
from mohs.api.drawing import draw_report
from mohs.api.evaluation import evaluate
from mohs.benchmark.package import Part, Row, write_benchmark
from mohs.data.tasks import BUILT_IN
from mohs.errors import RunError
from mohs.report.evaluation import _examples, _labels, _subject
from mohs.report.scores import Scores
from page_tables import table_of

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


def words(estimate, digits=1):
    """A cell of the page: number, interval, n, and of how many sources where these are fewer."""
    if not estimate.n:
        return "–"
    said = f"{estimate.percent(digits, n=False)} n = {estimate.n:,}"
    if estimate.clusters is not None and estimate.clusters < estimate.n:
        said += f" of {estimate.clusters:,} source" + "s" * (estimate.clusters > 1)
    return said


def test_every_number_of_the_tables_is_that_of_the_results(run):
    document = json.loads((run / "results.json").read_text(encoding="utf-8"))
    scores, text = Scores(document), page(run)

    def said(metric, task="", **where):
        return words(scores.get(metric, task, **where))

    rows = table_of(text, "task", "metric", "majority label")
    assert [row[:2] for row in rows] == [
        ["sst2", "accuracy"], ["qqp", "accuracy"], ["qqp", "F1"], ["all rows", "accuracy"],
        ["mean of the tasks", "accuracy"],
    ]  # fmt: skip
    for task, row in (("sst2", rows[0]), ("qqp", rows[1]), ("", rows[3])):
        metric = "accuracy" if task else "robust_accuracy"
        levels = [said("accuracy", task, level=level) for level in scores.levels]
        compared = [said(one, task) for one in ("clean_accuracy", "gap", "attack_success_rate")]
        majority = said("majority_accuracy", task) if task else ""
        assert row[2:] == [
            said(metric, task), *levels, *compared, majority, f"{scores.get('robust_accuracy', task).n}",
        ]  # fmt: skip
    assert rows[2][2] == said("f1", "qqp")
    assert rows[4][2] == said("macro_accuracy")
    for group, cell in table_of(text, "task", "task score"):
        assert cell == (said("score") if group == "score" else said("task_score", group))
    for phenomenon, level, whole, *each in table_of(text, "phenomenon", "all tasks"):
        where = {"level": level, "phenomenon": phenomenon}
        assert [whole, *each] == [said("accuracy", task, **where) for task in ("", "sst2", "qqp")]
    for attack, phenomenon, level, accuracy, rate in table_of(text, "attack", "phenomenon", "accuracy"):
        where = {"level": level, "phenomenon": phenomenon, "attack": attack}
        assert [accuracy, rate] == [said(one, **where) for one in ("accuracy", "attack_success_rate")]


def test_labels_are_counted_with_their_shares():
    tables = [
        {"task": "t", "part": "dev", "counts": {"a": 3, "b": 1}},
        {"task": "u", "part": "dev", "counts": {"a": 0}},
    ]
    first, second = _labels(tables)
    assert first == {
        "task": "t", "part": "dev", "total": 4, "counts": [("a", 3, "75\u00a0%"), ("b", 1, "25\u00a0%")],
    }  # fmt: skip
    assert (second["total"], second["counts"]) == (0, [("a", 0, "no data")])


def test_a_row_is_listed_with_what_is_known_of_it():
    known = {
        "task": "t", "id": "1", "label": "a", "prediction": "b", "source_prediction": "a", "source_id": "s",
        "original": {"x": "one"}, "fields": {"x": "two"}, "attack": "by hand", "outcome": "broken", "probability": 0.125,
    }  # fmt: skip
    full, bare = _examples(
        [known, known | {"original": None, "attack": None, "outcome": "right", "probability": None}]
    )
    assert (full["source"], full["attack"], full["outcome"], full["wrong"]) == (
        "s", "by hand", "broken: the source right, this wrong", True,
    )  # fmt: skip
    assert (full["odds"], full["sort"]) == ("0.12", ["0.125"])
    assert (bare["source"], bare["attack"], bare["outcome"], bare["wrong"]) == (
        None,
        "not said",
        "right",
        False,
    )
    assert (bare["odds"], bare["sort"]) == (None, ["-"])
    ((name, was, now),) = full["fields"]
    assert (name, was.striptags(), now.striptags()) == (None, "one", "two")
    assert bare["fields"] == [(None, "two", None)]
    pair = known | {"original": {"x": "one", "y": "same"}, "fields": {"x": "two", "y": "same"}}
    (both,) = _examples([pair])
    assert [(name, now is None) for name, _, now in both["fields"]] == [("x", False), ("y", True)]


def test_the_subject_names_the_benchmark_and_every_model_once():
    run = {"data": {"name": "AdvGLUE", "version": "1", "split": "dev"}}
    rows = [{"model": name} for name in "hbgdacfe"] + [{"model": None}, {}, {"model": "b"}]
    assert _subject(run, {"results": rows}) == ["AdvGLUE 1, dev", *"abcdefgh"]


def test_the_page_says_how_its_intervals_were_made_and_offers_what_its_rows_have(run):
    text = page(run)
    assert "exact" not in re.search(r"Intervals: (.*?)What each number is", text, re.DOTALL)[1]
    for name in ("task", "attack", "outcome"):
        (options,) = re.findall(rf'<select id="by-{name}">(.*?)</select>', text, re.DOTALL)
        values = re.findall(r'value="([^"]+)"', options)
        assert values == sorted(set(values))
        assert values


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
