"""What a contrast says in words and numbers."""

from dataclasses import replace

import numpy as np
import pytest

from mohs.estimate import Estimate, paired_difference
from mohs.estimate.paired import mcnemar_over_sources
from mohs.evaluation.contrast import Contrast, agreeing, headline, sentence


def contrast(value, p, **changes):
    def estimate(number, low, high):
        return Estimate(number, low, high, 200, 100, 0.95, "cluster-bootstrap")

    made = {
        "metric": "robust_accuracy",
        "table": (),
        "coordinates": {},
        "baseline": "old",
        "other": "new",
        "first": estimate(0.5, 0.4, 0.6),
        "second": estimate(0.5 + value, 0.4, 0.6),
        "difference": estimate(value, value - 0.05, value + 0.05),
        "only_first": 3,
        "only_second": 4,
        "p": p / 2,
        "p_holm": p,
    }
    return Contrast(**made | changes)


@pytest.mark.parametrize(
    ("value", "p", "verdict"),
    [(0.1, 0.01, "better"), (-0.1, 0.01, "worse"), (0.1, 0.05, ""), (-0.1, 0.9, "")],
)
def test_a_verdict_is_given_below_the_level_alone(value, p, verdict):
    assert contrast(value, p).verdict == verdict


def test_the_sentence_names_both_numbers_the_interval_and_p():
    assert sentence(contrast(0.1, 0.012)) == (
        "new is better by 10.0 points: robust accuracy 60.0 % against 50.0 % of old, on the same 200 rows; "
        "a difference of +5.0 to +15.0 points fits (p = 0.006, adjusted by Holm = 0.012)."
    )
    assert "(p = 0.0012)" in sentence(replace(contrast(0.1, 0.0012), p=0.0012))
    assert "(p < 0.0001, adjusted by Holm < 0.0001)" in sentence(contrast(0.1, 0.00001))


def test_a_difference_that_is_there_can_be_seen():
    told = sentence(contrast(0.0004, 0.01))
    assert told.startswith("new is better by 0.04 points: robust accuracy 50.04 % against 50.00 % of old")


def test_no_data_is_said():
    nothing = Estimate(None, None, None, 0, 0, 0.95, "no data")
    assert "no row in common" in sentence(contrast(0.1, 1.0, difference=nothing))


def test_in_one_piece_it_has_the_sentence_and_as_rows_both_sides_and_the_difference():
    one = contrast(-0.1, 0.01)
    assert one.to_json()["sentence"] == sentence(one)
    assert [row["metric"] for row in one.rows()] == ["robust_accuracy", "robust_accuracy", "difference"]
    assert one.rows()[2]["verdict"] == "worse"


@pytest.mark.parametrize("seed", range(40))
def test_an_interval_without_0_never_stands_beside_a_p_that_is_no_evidence(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 12))
    a, b, sources = rng.random(n) < 0.3, rng.random(n) < 0.9, rng.integers(0, n, n)
    difference, p = paired_difference(b, a, sources), mcnemar_over_sources(a, b, sources)
    found = agreeing(difference, p)
    if p >= 0.05:
        assert found.low <= 0 <= found.high
    else:
        assert found == difference
    assert found.low <= difference.low and found.high >= difference.high  # never narrower


def test_five_rows_that_all_changed_in_one_direction_may_be_chance():
    a, b = np.zeros(5, bool), np.ones(5, bool)
    p = mcnemar_over_sources(a, b)
    assert p == pytest.approx(2 / 2**5)
    assert paired_difference(b, a).low > 0
    found = agreeing(paired_difference(b, a), p)
    assert (found.low, found.value) == (0.0, 1.0)
    assert found.method.endswith("to 0 by the exact test")
    six = np.ones(6, bool)
    assert agreeing(paired_difference(six, ~six), mcnemar_over_sources(~six, six)).low > 0


def test_the_headline_of_one_comparison_is_its_sentence():
    assert headline([contrast(0.1, 0.012), contrast(0.1, 0.5, table=("task",))]) == sentence(
        contrast(0.1, 0.012)
    )
    assert headline([contrast(0.1, 0.012, table=("task",))]) == ""


def test_the_headline_of_several_names_them_all_by_verdict_the_largest_difference_first():
    nothing = Estimate(None, None, None, 0, 0, 0.95, "no data")
    several = [
        contrast(0.02, 0.9, other="a"),
        contrast(0.1, 0.01, other="b"),
        contrast(-0.2, 0.001, other="c"),
        contrast(0.3, 0.001, other="d"),
        contrast(0, 1.0, other="e", difference=nothing),
        contrast(0.1, 0.01, other="b", metric="accuracy"),
    ]
    assert headline(several) == (
        "Against old, in robust accuracy: d (80.0 % against 50.0 %) and b (60.0 % against 50.0 %) are better; "
        "c (30.0 % against 50.0 %) is worse; a (52.0 % against 50.0 %) is not to be told apart from it; "
        "e has no row in common with it."
    )
