"""The page of an MSCR run and its words."""

import re

import numpy as np
import pytest

from mohs import mscr
from mohs.api.mscr_document import by_label, details, numbers
from mohs.estimate import Estimate
from mohs.estimate.wording import hundredths
from mohs.report.mscr import headline, lines, number, radius, write_mscr_page
from page_tables import table_of

LENGTHS = {"noise_l2_mean", "noise_rms", "two_r", "eps_min"}
EVIL = "<script>alert(1)</script>"


def half(rows):
    return np.where(rows[:, 0] > 0.5, EVIL, "left")


def document(**options):
    X = np.column_stack([np.linspace(0, 1, 60), np.zeros(60)])
    found = mscr(half, X, half(X), **{"eps": 0.1, "nearest": True} | options)
    chosen = {"eps_is": "stated", "noise": "independent", "where": "ball"}
    return {
        "results": numbers(found, "mine"),
        "by_label": by_label(found, "mine"),
        "mscr": {**chosen, **details(found, 0)},
        "warnings": [EVIL],
    }


RUN = {
    "name": EVIL,
    "model": {"address": EVIL},
    "data": {"path": EVIL, "rows": 60},
    "command": f"mohs mscr --data {EVIL}",
    "config": {"norm": "linf"},
    "versions": {"mohs": "0"},
    "created": "today",
}


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    write_mscr_page(RUN, document(), path)
    return path.read_text(encoding="utf-8")


def test_nothing_of_a_file_or_person_is_markup(page):
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_numbers_figures_and_what_they_are_of_are_there(page):
    for words in ("MSCR: change of accuracy, relative", "cluster-bootstrap", "this one trained classifier",
                  "The most fragile rows", "By label", "Flips by distance"):  # fmt: skip
        assert words in page
    assert page.count("<svg") == 3


@pytest.mark.parametrize(("confidence", "said"), [(0.95, "95 %"), (0.8, "80 %"), (0.999, "99.9 %")])
def test_intervals_are_called_what_they_are(tmp_path, confidence, said):
    found = document(confidence=confidence)
    every = [
        *found["results"],
        *found["by_label"],
        *(one["flip_rate"] for one in found["mscr"]["by_distance"]),
    ]
    assert {row["confidence"] for row in every} == {confidence}
    write_mscr_page(RUN, found, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert set(re.findall(r"([\d.]+ %) interval", page)) == {said}


def test_every_table_has_the_numbers_of_the_results(page):
    found = document()
    rows = table_of(page, "value", "how")
    assert len(rows) == len(found["results"])
    for row, (_, value, interval, of, how) in zip(found["results"], rows, strict=True):
        if row["value"] is None:
            assert (value, interval, of, how) == ("no data", "", "0", "")
            continue
        shown = f"{row['value']:.6g}" if row["metric"] in LENGTHS else Estimate.from_json(row).cells(2)[0]
        assert (value, how) == (shown, row["method"])
        assert of == f"{row['n']:,}" + (f" of {row['clusters']:,} rows" if row["clusters"] else "")
        assert (interval == "") == (row["low"] is None)
        if interval:
            assert interval == f"{hundredths(row['low'], 2)} to {hundredths(row['high'], 2)}"
    by_place = {(row["label"], row["metric"]): Estimate.from_json(row) for row in found["by_label"]}
    shown = ("accuracy_clean", "accuracy_noisy", "mscr", "flip_rate")
    for label, count, *cells in table_of(page, "label", "with noise"):
        assert cells == [by_place[label, metric].percent(2, n=False) for metric in shown]
        assert count == str(by_place[label, "accuracy_clean"].n)
    parts = found["mscr"]["by_distance"]
    for part, row in zip(parts, table_of(page, "distance", "rows"), strict=True):
        rate = Estimate.from_json(part["flip_rate"])
        ends = f"{part['from']:.4g} to {part['to']:.4g}"
        assert row == [ends, str(rate.n), rate.percent(2, n=False)]
    fragile = table_of(page, "row", "nearest enemy")
    for row, cells in zip(found["mscr"]["fragile"], fragile, strict=True):
        assert cells[0] == str(row["row"])
        assert cells[1:3] == [row["label"], row["prediction"]]
        assert cells[3] == f"{row['flipped']} of {row['copies']}"
        assert cells[5] == f"{row['nearest']:.6g}"


@pytest.mark.parametrize(
    ("mscr_", "words"),
    [
        ((-0.05, -0.09, -0.02), "loses 5.00 % [2.00, 9.00] of its accuracy"),
        ((0.05, 0.02, 0.09), "gains 5.00 % [2.00, 9.00] of its accuracy"),
        ((-0.05, None, None), "loses 5.00 % of its accuracy"),
        ((0.0, -0.01, 0.02), "loses 0.00 % [-2.00, 1.00] of its accuracy"),
    ],
)
def test_a_gain_is_no_loss_and_a_change_without_interval_has_none(mscr_, words):
    rows = document()["results"]
    made = Estimate(*mscr_, 600, 60, 0.95, "x").to_json("mscr")
    said = headline({"results": [made, *rows[1:]]})
    assert words in said
    assert ("may as well be none" in said) == (mscr_[1] is not None and mscr_[1] <= 0 <= mscr_[2])


def test_no_number_is_without_its_n(page):
    said = lines(document())
    assert all(row[3] for row in said.numbers)
    assert [row[1] for row in said.by_label] == ["30", "30"]


def test_the_headline_says_what_came_of_it_and_how_sure_it_is():
    assert headline(document()).startswith("With noise the classifier loses ")
    assert re.fullmatch(
        r"With noise .* loses [\d.]+ % \[[\d.]+, [\d.]+\] of its accuracy, from 100.00 % \[.*\] to .* % \[.*\] "
        r"\(n = 60 rows\)\.",
        headline(document()),
    )
    assert "it may as well be none" in headline(document(eps=0.001))
    assert headline(document(eps=0)).startswith("With noise the classifier loses 0.00 % [")
    nothing = {"metric": "mscr", "value": None, "low": None, "high": None, "n": 0, "clusters": 0}
    rows = [nothing | {"metric": name, "confidence": 0.95, "method": "no data"}
            for name in ("mscr", "accuracy_clean", "accuracy_noisy")]  # fmt: skip
    assert "no row right" in headline({"results": rows})


def test_lengths_are_no_percentages():
    rows = {row["metric"]: number(row) for row in document()["results"]}
    assert rows["eps_min"][0] == "0.00847458"
    assert rows["mscr"][0].endswith(" %")
    assert rows["accuracy_noisy"][2] == "600 of 60 rows"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "linf noise, eps = 0.1, 10 copies"),
        ({"eps_is": "eps_min"}, "linf noise, eps = eps_min = 0.1, 10 copies"),
        ({"noise": "reference"}, "the paper's own linf noise"),
        ({"where": "sphere"}, "noise on the sphere"),
    ],
    ids=["stated", "eps_min", "reference", "sphere"],
)
def test_the_noise_is_told(changes, words):
    assert words in radius(document()["mscr"] | changes)


def test_a_style_of_somebodys_changes_no_plot(page, in_style, tmp_path):
    write_mscr_page(RUN, document(), tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == page
