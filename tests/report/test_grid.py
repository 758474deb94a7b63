"""The page of a grid: numbers and figures, nothing from outside, everything escaped."""

import re
from xml.etree import ElementTree

import pytest

import mohs
from drawn import Drawn
from grids import MODELS, Nearest, X, Y
from mohs.estimate import Estimate, no_data
from mohs.report.grid import Numbers, _of_model, _series, headline, percent, write_grid_page
from mohs.report.lines import colour_of
from page_tables import table_of


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


def test_every_table_has_the_numbers_of_the_results(done, page):
    def row(metric, **where):
        (found,) = [
            one for one in done.rows
            if one["metric"] == metric and all(one.get(key) == value for key, value in where.items())
        ]  # fmt: skip
        return found

    details = done.document["grid"]
    shown = details["eps_shown"]
    costs = table_of(page, "trained on", "accuracy without noise")
    assert len(costs) == 3 * 4
    for model, training, eps, accuracy, splits, rows in costs:
        fit = {"model": model, "training": training, "eps_train": float(eps)}
        fit["eps_train"] = next(e for e in details["eps_train"] if f"{e:.4g}" == eps)
        clean = row("accuracy", **fit, eps_test=0.0, estimand="splits")
        assert accuracy == percent(clean)
        for estimand, cell in (("splits", splits), ("rows", rows)):
            assert cell == percent(row("mscr", **fit, eps_test=shown, estimand=estimand), 3)
    best = table_of(page, "best eps_train", "may be best")
    told = [one for one in done.rows if one["metric"] == "best_eps_train"]
    for one, cells in zip(told, best, strict=True):
        where = {key: one[key] for key in ("model", "training", "eps_test")}
        possible = ", ".join(f"{eps:.4g}" for eps in one["possible"])
        assert cells == [
            one["model"], one["training"], f"{one['eps_test']:.4g}", f"{one['value']:.4g}", possible,
            percent(row("gain_of_best", **where), 3),
        ]  # fmt: skip
    compared = table_of(page, "against", "p (Holm)")
    known = [
        one for one in done.rows if one["metric"] == "accuracy_difference" and one["estimand"] == "splits"
    ]
    known.sort(key=lambda one: 2.0 if one["p_holm"] is None else one["p_holm"])
    assert len(compared) == min(60, len(known))
    for one, cells in zip(known, compared, strict=False):
        against = one["against"]
        assert cells == [
            f"{one['model']}, {one['training']}, {one['eps_train']:.4g}",
            f"{against['model']}, {against['training']}, {against['eps_train']:.4g}",
            one["family"], f"{one['eps_test']:.4g}", percent(one, 3),
            "-" if one["p_holm"] is None else f"{one['p_holm']:.2g}",
        ]  # fmt: skip
    assert f"{len(compared)} of {sum(one['metric'] == 'accuracy_difference' for one in done.rows)}," in page


def test_each_map_is_called_what_it_shows(done, page):
    maps = done.document["grid"]["plane"]["maps"]
    names = {"near": "near", "cut": "cut", "<b>evil</b>": "&lt;b&gt;evil&lt;/b&gt;"}
    titles = re.findall(r"What (\S+) decides, eps_train (\S+?)</figcaption>", page)
    assert titles == [(names[one["model"]], f"{one['eps_train']:.4g}") for one in maps]
    assert re.findall(r'class="plot plot-plane-(\d+)"', page) == [str(place) for place in range(len(maps))]


def test_the_figures_of_each_model_have_its_numbers(done):
    numbers = Numbers(done.document)
    drawn = list(_of_model(numbers, "near", "noisy"))
    assert [title.partition(":")[0].partition(";")[0] for title, _ in drawn] == [
        "Accuracy of near, trained noisy", "Accuracy of near, trained noisy, %", "The same as a surface",
    ]  # fmt: skip
    curves = Drawn(drawn[0][1])
    y = curves.up()
    details = done.document["grid"]
    for place, eps_train in enumerate(details["eps_train"]):
        (line,) = curves.lines(colour_of(place / (len(details["eps_train"]) - 1)))
        fit = ("near", "plain" if eps_train == 0 else "noisy", eps_train)
        expected = [100 * numbers.get("accuracy", fit, eps)["value"] for eps in details["eps_test"]]
        assert [y(at) for at in line.y] == pytest.approx(expected, abs=0.3)
    cells = [one.text for one in Drawn(drawn[1][1]).texts if one.colour == "paper"]
    fits = numbers.fits("near", "noisy")
    assert cells == [
        f"{100 * numbers.get('accuracy', fit, eps)['value']:.2f}"
        for eps in details["eps_test"]
        for fit in fits
    ]
    assert list(_of_model(numbers, "gone", "noisy")) == []
    series = _series(numbers)
    assert list(series) == list(details["models"])
    shown = details["eps_shown"]
    for (eps, (value, low, high)), fit in zip(series["near"], fits, strict=True):
        known = numbers.get("mscr", fit, shown)
        assert (eps, value, low, high) == (fit[2], *(100 * known[key] for key in ("value", "low", "high")))


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
