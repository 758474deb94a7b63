"""What all pages look like: readable in light and dark, whole in print; measured by WCAG 2.2's contrast."""

import re
import shutil
from pathlib import Path

import pytest

import mohs
from made_up_runs import make_outcomes, make_report, make_run

ATTACKS = ("textbugger", "textfooler")
CSS = (Path(mohs.__file__).parent / "report" / "templates" / "report.css").read_text(encoding="utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", block))
    for block in re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
)


def luminance(colour):
    """Relative luminance (WCAG 2.2): of the linear parts of red, green and blue."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def test_the_contrast_of_black_and_white_is_twenty_one():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_every_colour_of_light_has_one_in_dark():
    assert LIGHT and LIGHT.keys() == DARK.keys()
    assert set(re.findall(r"var\(--(\w+)\)", CSS)) <= {*LIGHT, "sans", "mono"}


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_can_be_read_on_what_it_stands_on(scheme):
    pairs = [(text, "paper") for text in ("ink", "muted", "broken", "held")]
    pairs += [("ink", below) for below in ("raised", "was", "now", "caution")] + [("muted", "raised")]
    assert [pair for pair in pairs if contrast(scheme[pair[0]], scheme[pair[1]]) < 4.5] == []


def test_print_has_no_controls_opens_what_is_folded_and_keeps_the_marks():
    (printed,) = re.findall(r"@media print \{(.*?)\n\}", CSS, re.DOTALL)
    assert re.search(r"nav, \.filters, \.skip, summary \{ display: none; \}", printed)
    assert "details::details-content { content-visibility: visible" in printed
    assert re.search(r"mark, .*print-color-adjust: exact", printed)
    assert "break-inside: avoid" in printed


@pytest.fixture(scope="module")
def browser():
    if not (chromium := shutil.which("chromium") or shutil.which("chromium-browser")):
        pytest.skip("needs Chromium")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser, tmp_path):
    """The page of a made-up run, opened from its file; whatever goes wrong in it fails the test."""
    outcomes = make_outcomes(ATTACKS, 40)
    path = make_report(tmp_path, make_run(ATTACKS), outcomes)
    shown, told = browser.new_page(), []
    shown.on("console", lambda message: told.append(message.text))
    shown.on("pageerror", lambda problem: told.append(str(problem)))
    shown.on("request", lambda request: told.append(request.url) if request.url != path.as_uri() else None)
    shown.goto(path.as_uri())
    yield shown
    assert told == []
    shown.close()


def rows(page):
    """What is seen of the broken examples: attack and words of each row."""
    return page.eval_on_selector_all(
        "#examples tbody tr:not([hidden])", "rows => rows.map(row => [row.dataset.attack, row.textContent])"
    )


def test_broken_examples_are_filtered_by_attack_and_by_word_and_sorted(page):
    everything = rows(page)
    page.select_option("#by-attack", index=1)
    some = rows(page)
    assert 0 < len(some) < len(everything) and len({attack for attack, _ in some}) == 1
    assert page.text_content("#shown") == f"{len(some)} of {len(everything)} in this page."
    page.fill("#by-text", "film")
    fewer = rows(page)
    assert 0 < len(fewer) < len(some) and all("film" in words.lower() for _, words in fewer)
    page.fill("#by-text", "no such word anywhere")
    assert rows(page) == [] and page.is_visible("#none-left")
    page.click("#filters button")
    page.wait_for_selector("#none-left", state="hidden")  # the form is empty only after its event
    assert rows(page) == everything
    page.select_option("#sort", index=1)
    assert sorted(rows(page)) == sorted(everything) and rows(page) != everything


@pytest.mark.parametrize(("scheme", "colours"), [("light", LIGHT), ("dark", DARK)], ids=["light", "dark"])
def test_the_page_follows_the_readers_scheme(page, scheme, colours):
    page.emulate_media(color_scheme=scheme)
    paper = tuple(int(colours["paper"][k : k + 2], 16) for k in (1, 3, 5))
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == f"rgb({', '.join(map(str, paper))})"


def test_in_print_there_are_all_examples_and_no_controls(page):
    page.emulate_media(media="print")
    assert not page.is_visible("#filters") and not page.is_visible("nav")
    assert page.locator("#examples tbody tr").first.is_visible() and page.locator("svg").first.is_visible()
