"""What a contrast says in words and numbers."""

import pytest

from mohs.estimate import Estimate
from mohs.evaluation.contrast import Contrast, sentence


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
        "a difference of +5.0 to +15.0 points fits (p = 0.012)."
    )
    assert "(p = 0.0012)" in sentence(contrast(0.1, 0.0012))
    assert "p < 0.0001" in sentence(contrast(0.1, 0.00001))


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
