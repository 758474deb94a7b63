"""Numbers with their intervals."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from mohs.estimate import (
    Estimate,
    mean,
    no_data,
    paired_difference,
    proportion,
    ratio,
    share,
)

flags_of_sources = st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=1, max_size=40)


def test_proportion_agrees_with_scipy():
    for successes, n in [(0, 5), (64, 148), (148, 148), (1, 10_000)]:
        expected = binomtest(successes, n).proportion_ci(method="wilson")
        got = proportion(successes, n)
        assert (got.low, got.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
        assert (got.value, got.n, got.clusters, got.method) == (successes / n, n, None, "wilson")


def test_nothing_measured_is_no_data_and_never_zero_or_nan():
    for empty in (proportion(0, 0), share([]), mean([]), ratio([1.0], [0.0]), paired_difference([], [])):
        assert (empty.value, empty.low, empty.high, empty.n, empty.method) == (None, None, None, 0, "no data")
        assert str(empty) == empty.percent() == empty.text() == "no data"
        json.dumps(empty.to_json("accuracy"), allow_nan=False)
    assert (share([], []).clusters, ratio([1.0], [0.0], ["a"]).clusters, mean([]).clusters) == (0, 0, None)


@pytest.mark.parametrize(
    "make",
    [
        lambda confidence: proportion(2, 9, confidence=confidence),
        lambda confidence: proportion(0, 0, confidence=confidence),
        lambda confidence: share([1, 0, 0], confidence=confidence),
        lambda confidence: share([1, 0, 0] * 8, [*"abcdefghijkl"] * 2, confidence=confidence),
        lambda confidence: mean(np.arange(9) ** 2, confidence=confidence),
        lambda confidence: mean([], confidence=confidence),
        lambda confidence: mean([1.0, 1.0], bounds=(0, 2), confidence=confidence),
        lambda confidence: paired_difference([1, 0] * 9, [0] * 18, confidence=confidence),
    ],
)
def test_an_estimate_has_the_confidence_that_it_was_asked_for_and_is_wider_for_more(make):
    half, most = make(0.5), make(0.99)
    assert (half.confidence, most.confidence) == (0.5, 0.99)
    assert half.n == 0 or most.high - most.low > half.high - half.low


def test_json_has_the_keys_of_a_number_and_reads_back():
    estimate = share([True, False, True, True], ["a", "a", "b", "c"])
    row = estimate.to_json("accuracy")
    assert list(row) == ["metric", "value", "low", "high", "n", "clusters", "confidence", "method"]
    assert (row["metric"], row["value"], row["n"], row["clusters"]) == ("accuracy", 0.75, 4, 3)
    assert (row["confidence"], row["method"]) == (0.95, "cluster-bootstrap")
    assert all(type(row[name]) is float for name in ("value", "low", "high"))
    assert Estimate.from_json({**row, "task": "sst2"}) == estimate


def test_words():
    estimate = Estimate(0.4324, 0.4012, 0.4634, 148, 87, 0.95, "cluster-bootstrap")
    assert str(estimate) == "43.2 % [40.1, 46.3], n = 148"
    assert estimate.percent(0) == "43 % [40, 46], n = 148"
    assert estimate.cells() == ("43.2 %", "40.1 to 46.3")
    assert str(Estimate(1.0, -1.0, 1.0, 3, None, 0.95, "x")) == "100.0 % [-100.0, 100.0], n = 3"
    assert str(Estimate(0.5, 0.1, 1.2, 3, None, 0.95, "x")) == "0.5 [0.1, 1.2], n = 3"
    assert str(Estimate(-3.0, -4.0, 0.1, 3, None, 0.95, "x")) == "-3.0 [-4.0, 0.1], n = 3"
    assert str(Estimate(61.34, 55.0, 70.25, 12, None, 0.95, "bootstrap")) == "61.3 [55.0, 70.3], n = 12"
    assert Estimate(61.0, None, None, 2, None, 0.95, "x").text() == "61.0, n = 2"
    assert str(Estimate(-0.0001, -0.2, 0.1, 9, None, 0.95, "x")) == "-0.01 % [-20.0, 10.0], n = 9"


def test_words_without_n():
    estimate = Estimate(-0.0125, -0.03, 0.006, 148, 87, 0.95, "cluster-bootstrap")
    assert estimate.percent(2, n=False) == "-1.25 % [-3.00, 0.60]"
    assert estimate.text(2, n=False) == "-0.01 [-0.03, 0.01]"
    assert estimate.points() == "-1.3 [-3.0, +0.6]"
    assert estimate.cells() == ("-1.3 %", "-3.0 to 0.6")
    bare = Estimate(0.5, None, None, 1, None, 0.95, "x")
    assert (bare.points(), bare.cells()) == ("+50.0", ("50.0 %", ""))
    nothing = no_data()
    assert nothing.percent(n=False) == nothing.points() == "no data"
    assert nothing.cells() == ("no data", "")


def test_share_is_wilson_where_every_source_has_one_row():
    assert share([1, 0, 1]) == proportion(2, 3)
    by_source = share([1, 0, 1], ["a", "b", "c"])
    assert (by_source.low, by_source.high) == (proportion(2, 3).low, proportion(2, 3).high)
    assert (by_source.clusters, by_source.method) == (3, "wilson")


def test_rows_copied_within_their_sources_do_not_narrow_the_interval():
    flags, sources = np.random.default_rng(0).random(60) < 0.4, np.arange(60)
    once, often = share(flags, sources), share(np.repeat(flags, 10), np.repeat(sources, 10))
    assert often.n == 600
    assert often.clusters == 60
    assert often.high - often.low > 0.9 * (once.high - once.low)


def test_cluster_bootstrap_has_the_width_of_the_ratio_estimators_standard_error():
    rng = np.random.default_rng(3)
    sizes = rng.integers(1, 9, size=400)
    sources = np.repeat(np.arange(400), sizes)
    flags = rng.random(sizes.sum()) < np.repeat(rng.random(400), sizes)
    got = share(flags, sources)
    # Linearised standard error of a ratio of cluster totals (Cochran 1977, 6.13).
    above, below = np.bincount(sources, flags), np.bincount(sources)
    residual = above - got.value * below
    error = math.sqrt(400 / 399 * (residual**2).sum()) / below.sum()
    assert got.high - got.low == pytest.approx(2 * 1.96 * error, rel=0.06)


def test_equal_values_claim_no_certainty():
    all_broken = share([1] * 6, ["a", "a", "b", "b", "c", "c"])
    assert (all_broken.low, all_broken.high) == (proportion(3, 3).low, 1.0)
    assert all_broken.method == "wilson (all values equal)"
    none_broken = share([0] * 6, ["a", "a", "b", "b", "c", "c"])
    assert (none_broken.low, none_broken.high) == (0.0, proportion(0, 3).high)
    unbounded = mean([100.0, 100.0, 100.0])
    assert (unbounded.value, unbounded.low, unbounded.high) == (100.0, None, None)
    assert unbounded.method == "no interval (all values equal)"
    # By hand: 0 of 2 has the upper end u = 0.6576; the mean lies within 0.1 - 0.1 u and 0.1 + 0.9 u.
    bounded = mean([0.1, 0.1], bounds=(0.0, 1.0))
    assert (bounded.low, bounded.high) == pytest.approx((0.03424, 0.69185), abs=1e-4)


@pytest.mark.parametrize("bounds", [(0.0, math.inf), (-math.inf, 1e9)])
def test_equal_values_that_are_bounded_on_one_side_alone_have_no_interval(bounds):
    got = mean([3.0, 3.0], bounds=bounds)
    assert (got.value, got.low, got.high, got.method) == (3.0, None, None, "no interval (all values equal)")


@pytest.mark.parametrize("scale", [1.0, 1e9, -1e9])
def test_values_that_rounding_alone_sets_apart_are_equal(scale):
    assert mean([scale * 0.3, scale * (0.1 + 0.2)]).method == "no interval (all values equal)"
    assert mean([scale, scale * (1 + 1e-9)]).method == "bootstrap"


def test_values_may_leave_their_bounds_by_rounding_alone():
    for outside in (1.0 + 1e-6, -1e-6):
        with pytest.raises(ValueError, match="bounds"):
            ratio([outside / 4], [0.25], bounds=(0, 1))
    assert mean([1.0 + 1e-12, 0.5, -1e-12], bounds=(0, 1)).value == pytest.approx(0.5)


def test_the_draws_have_a_seed_and_it_is_0_where_none_is_given():
    values = np.random.default_rng(0).random(20)
    assert mean(values) == mean(values, random_state=0) != mean(values, random_state=1)


@pytest.mark.parametrize("sources", [None, ["a"]])
def test_a_mean_of_one_source_has_no_interval(sources):
    got = mean([0.9], sources)
    assert (got.value, got.low, got.high, got.n) == (0.9, None, None, 1)
    assert got.method == "no interval (one source)"
    assert got.text(2) == "0.90, n = 1"


def test_one_source_tells_next_to_nothing():
    only = share([1, 0, 1, 1], ["a"] * 4)
    assert (only.value, only.clusters, only.n) == (0.75, 1, 4)
    assert only.high - only.low > 0.75


def test_ratio_divides_sums_and_leaves_out_rows_without_denominator():
    got = ratio([1.0, 2.0, 9.0, 0.0], [2.0, 4.0, 10.0, 0.0], ["a", "b", "c", "d"])
    assert got.value == pytest.approx(12 / 16)
    assert (got.n, got.clusters) == (3, 3)


def test_paired_difference_is_narrower_than_the_two_apart():
    rng = np.random.default_rng(0)
    clean = rng.random(300) < 0.9
    attacked = clean & (rng.random(300) < 0.5)
    got = paired_difference(attacked, clean)
    assert got.value == pytest.approx(attacked.mean() - clean.mean())
    apart = math.hypot(*((p.high - p.low) for p in (share(attacked), share(clean))))
    assert got.high - got.low < apart
    assert got.high < 0


def test_paired_difference_of_equal_classifiers_stays_open_on_both_sides():
    got = paired_difference([1, 0, 1, 1], [1, 0, 1, 1])
    assert got.value == 0
    assert got.high == -got.low == pytest.approx(proportion(0, 4).high)


@settings(deadline=None, max_examples=60)
@given(flags_of_sources, st.floats(0.5, 0.99))
def test_a_share_lies_within_its_interval_and_that_within_0_and_1(rows, confidence):
    flags, sources = zip(*rows, strict=True)
    got = share(flags, sources, confidence=confidence, resamples=200)
    assert 0 <= got.low <= got.value <= got.high <= 1
    assert got.low < got.high
    assert got.value == pytest.approx(np.mean(flags))


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(st.floats(-1e3, 1e3), st.integers(0, 5)), min_size=1, max_size=30),
    st.randoms(use_true_random=False),
)
def test_neither_order_of_rows_nor_names_of_sources_change_an_estimate(rows, shuffler):
    first = mean(*zip(*rows, strict=True), resamples=100)
    shuffled = [(value, f"source {source}") for value, source in rows]
    shuffler.shuffle(shuffled)
    assert mean(*zip(*shuffled, strict=True), resamples=100) == first


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=30))
def test_a_paired_difference_turns_sign_with_its_sides(rows):
    a, b = zip(*rows, strict=True)
    there, back = paired_difference(a, b, resamples=100), paired_difference(b, a, resamples=100)
    assert there.value == pytest.approx(-back.value, abs=1e-12)
    assert -1 <= there.low <= there.value <= there.high <= 1


@pytest.mark.parametrize("sources", [8, 40])
def test_intervals_of_clustered_shares_cover_what_they_promise(sources):
    """300 samples, a share that differs between sources, 1 to 6 rows a source; nominal 95 %."""
    rng = np.random.default_rng(7)
    covered = 0
    for _ in range(300):
        sizes = rng.integers(1, 7, size=sources)
        flags = rng.random(sizes.sum()) < np.repeat(rng.beta(2, 3, size=sources), sizes)
        got = share(flags, np.repeat(np.arange(sources), sizes), resamples=500)
        covered += got.low <= 0.4 <= got.high
    assert 0.92 <= covered / 300 <= 0.995


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: proportion(3, 2), "between 0 and n"),
        (lambda: proportion(1, 2, confidence=1.0), "confidence"),
        (lambda: mean([1.0, 1.0], confidence=0.0), "confidence"),
        (lambda: share([0.5]), "true or false"),
        (lambda: mean([math.nan]), "finite"),
        (lambda: mean([2.0], bounds=(0, 1)), "bounds"),
        (lambda: mean([[1.0]]), "flat"),
        (lambda: mean([1.0], ["a", "b"]), "source"),
        (lambda: ratio([1.0], [1.0, 2.0]), "as long"),
        (lambda: ratio([1.0], [-1.0]), "negative"),
        (lambda: paired_difference([1.0], [1.0, 0.0]), "paired"),
    ],
)
def test_senseless_input_is_refused(wrong, said):
    with pytest.raises(ValueError, match=said):
        wrong()
