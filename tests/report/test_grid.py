"""The page of a grid: numbers and figures, nothing from outside, everything escaped."""

import re
from xml.etree import ElementTree

import pytest

import mohs
from grids import MODELS, Nearest, X, Y
from mohs.estimate import Estimate, no_data
from mohs.report.grid import Numbers, headline, percent, write_grid_page


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    return mohs.grid(
        {**MODELS, "<b>evil</b>": Nearest()}, X, Y, bounds=(0, 1), eps_train=(0, "eps_min", 0.05),
        eps_test=(0, "eps_min", 0.1), runs=4, copies=3, copies_train=2, control=True,
        out=tmp_path_factory.mktemp("grid") / "run",
    )  # fmt: skip


@pytest.fixture(scope="module")
def page(done):
    return (done.folder / "report.html").read_text(encoding="utf-8")


def test_the_page_has_every_figure_of_the_paper(page):
    for kind in ("curves", "matrix", "surface", "mscr-by-eps", "copies", "runs", "nearest-radii", "plane-0"):
        assert f"plot-{kind}" in page
    for figure in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(figure)


def test_the_page_asks_nobody_for_anything_and_escapes_names(page):
    assert "default-src 'none'" in page
    assert "<b>evil</b>" not in page
    assert "&lt;b&gt;evil&lt;/b&gt;" in page
    assert not re.search(r"(src|href)=\"http", page)


def test_the_page_has_the_numbers(done, page):
    row = next(row for row in done.rows if row["metric"] == "mscr" and row["value"] is not None)
    assert percent(row, 3) in page
    assert "which eps_train is best" in page.lower()
    assert "Nadeau" in page


def test_the_headline_is_of_models_trained_without_noise(done):
    said = headline(Numbers(done.document))
    assert "eps_min" in said
    assert "near" in said
    assert "cut" in said


def test_a_grid_that_is_not_complete_says_so(done, tmp_path):
    document = {**done.document, "grid": {**done.document["grid"], "cells": {"done": 3, "planned": 48}}}
    run = {"name": "part", "data": done.document["data"], "command": None}
    write_grid_page(run, document, tmp_path / "report.html")
    assert "not complete: 3 of 48" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_no_data_and_missing_intervals_are_said():
    assert percent(no_data().to_json("mscr")) == "no data"
    assert percent(Estimate(0.5, None, None, 1, None, 0.95, "x").to_json("mscr")) == "50.00 %"
    assert percent(Estimate(0.5, 0.25, 0.75, 9, None, 0.95, "x").to_json("mscr"), 0) == "50 % [25, 75]"


def test_without_test_noise_there_is_still_a_page(tmp_path):
    done = mohs.grid(
        {"near": Nearest()}, X, Y, eps_train=(0,), eps_test=(0,), runs=2, copies=2, out=tmp_path / "run"
    )
    assert "models were fitted" in headline(Numbers(done.document))


def test_a_style_of_somebodys_changes_no_plot(done, page, in_style):
    assert in_style(done.folder) == page
