"""What is written down beside the numbers: fragile rows, flips, and flips by distance."""

from itertools import pairwise

import numpy as np
import pytest

from mohs import mscr
from mohs.api.mscr_document import MSCR_METRICS, by_label, details, numbers


@pytest.fixture(scope="module")
def found():
    X = np.column_stack([np.linspace(0, 1, 50), np.zeros(50)])
    y = (X[:, 0] > 0.5).astype(int)
    return mscr(lambda rows: (rows[:, 0] > 0.5).astype(int), X, y, eps=0.1, copies=20, nearest=True)


def test_fragile_rows_are_those_that_flip_the_most_first(found):
    rows = details(found, 0)["fragile"]
    flipped = [row["flipped"] for row in rows]
    assert flipped == sorted(flipped, reverse=True)
    assert flipped[0] == found.flipped.max()
    assert all(row["flipped"] > 0 and row["low"] < row["flipped"] / 20 < row["high"] for row in rows)
    assert {row["row"] for row in rows} == set(np.flatnonzero(found.flipped).tolist())


def test_flips_are_counted_in_full(found):
    flips = details(found, 0)["flips"]
    assert flips["never"] + sum(flips["rows"]) == 50
    assert len(flips["edges"]) == len(flips["rows"]) + 1
    assert (flips["edges"][0], flips["edges"][-1]) == (0.0, 1.0)


def test_rows_near_their_enemies_flip_more_often_and_all_rows_are_in_a_part(found):
    parts = details(found, 0)["by_distance"]
    rates = [part["flip_rate"]["value"] for part in parts]
    assert rates[0] > 0
    assert rates[-1] == 0.0
    assert sum(part["flip_rate"]["n"] for part in parts) == 50
    assert all(before["to"] <= after["from"] for before, after in pairwise(parts))


def test_rows_of_one_distance_are_in_one_part():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 4, (60, 2))
    done = mscr(lambda rows: rows[:, 0] > 1.5, X, X[:, 0] > 1, eps=0.7, copies=5, nearest=True)
    parts = details(done, 0)["by_distance"]
    assert len(parts) > 1
    assert all(before["to"] < after["from"] for before, after in pairwise(parts))
    for part in parts:
        there = (done.nearest >= part["from"]) & (done.nearest <= part["to"])
        assert part["flip_rate"]["n"] == there.sum()
        assert part["flip_rate"]["value"] == pytest.approx(done.flipped[there].mean() / 5)


def test_each_number_says_how_it_was_found(found):
    how = {row["metric"]: row["method"] for row in numbers(found, "mine")}
    assert (how["two_r"], how["eps_min"]) == ("exact", "exact")
    assert how["noise_share_of_variance"] == "variance components"
    assert {how[name] for name in ("values_at_edge", "noise_l2_mean", "noise_rms")} == {"counted"}


def test_without_distances_there_are_no_parts():
    plain = mscr(lambda rows: (rows[:, 0] > 0.5).astype(int), [[0.1], [0.9]], [0, 1], eps=0.1)
    assert details(plain, 0)["by_distance"] == []
    assert details(plain, 0)["fragile"] == []


def test_all_numbers_have_their_coordinates(found):
    rows = numbers(found, "mine")
    assert [row["metric"] for row in rows[:6]] == list(MSCR_METRICS)
    assert {(row["model"], row["norm"]) for row in rows} == {("mine", "linf")}
    assert rows[0]["clusters"] == 50
    assert rows[0]["n"] == 1000
    assert {row["metric"]: row["value"] for row in rows}["eps_min"] == found.separation.eps_min
    labelled = by_label(found, "mine")
    assert {row["label"] for row in labelled} == {"0", "1"}
    assert sum(row["n"] for row in labelled if row["metric"] == "accuracy_clean") == 50


def test_for_one_copy_the_share_of_the_noise_is_no_data():
    one = mscr(lambda rows: (rows[:, 0] > 0.5).astype(int), [[0.1], [0.9]], [0, 1], eps=0.1, copies=1)
    row = next(row for row in numbers(one, "mine") if row["metric"] == "noise_share_of_variance")
    assert (row["value"], row["n"], row["method"]) == (None, 0, "no data")
