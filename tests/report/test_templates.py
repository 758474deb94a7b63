"""What all pages look like: readable in light and dark, whole in print; measured by WCAG 2.2's contrast."""

import re
from pathlib import Path

import pytest

import mohs

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
