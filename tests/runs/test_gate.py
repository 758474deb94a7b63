"""Gates."""

import pytest

from mohs.errors import MohsError
from mohs.estimate import Estimate, no_data
from mohs.runs.gate import (
    Condition,
    asked,
    asked_before,
    check_possible,
    gate,
    in_words,
    read_conditions,
    verdicts,
)
from mohs.runs.summary import METRICS

ROWS = [
    Estimate(0.62, 0.55, 0.69, 143, None, 0.95, "wilson").to_json("attack_success_rate")
    | {"attack": "textfooler", "task": "sst2"},
    Estimate(0.30, 0.20, 0.45, 143, None, 0.95, "wilson").to_json("attack_success_rate")
    | {"attack": "textbugger", "task": "sst2"},
    Estimate(61.5, 50.0, 70.0, 143, None, 0.95, "bootstrap").to_json("queries_per_example")
    | {"attack": "textfooler", "task": "sst2"},
    no_data().to_json("similarity") | {"attack": "textfooler", "task": "sst2"},
]


def test_reads_lists_of_conditions():
    assert read_conditions(["attack_success_rate=0.4, queries_per_example=90"], ["accuracy=.8"], METRICS) == [
        Condition("attack_success_rate", 0.4, over=True),
        Condition("queries_per_example", 90.0, over=True),
        Condition("accuracy", 0.8, over=False),
    ]


@pytest.mark.parametrize(
    "text", ["", "accuracy", "accuracy=", "=0.4", "accuracy=high", "accuracy=nan", "accuracy=inf"]
)
def test_what_cannot_be_read_is_said(text):
    with pytest.raises(MohsError, match="METRIC=VALUE"):
        read_conditions([], [text], METRICS)


def test_an_unknown_metric_lists_the_known_and_suggests_one():
    with pytest.raises(MohsError) as problem:
        read_conditions(["atack_success_rate=0.4"], [], METRICS)
    message = str(problem.value)
    assert "fail_over" in message
    assert ", ".join(METRICS) in message
    assert "did you mean attack_success_rate" in message


def test_a_share_in_per_cent_is_refused_with_what_was_meant():
    with pytest.raises(MohsError, match=r"attack_success_rate=0\.4"):
        read_conditions(["attack_success_rate=40"], [], METRICS)


def test_a_condition_may_be_of_one_task_or_attack():
    assert read_conditions([], ["sst2.accuracy=0.6,v1.2.accuracy=.5"], METRICS) == [
        Condition("accuracy", 0.6, over=False, place="sst2"),
        Condition("accuracy", 0.5, over=False, place="v1.2"),
    ]
    (held,) = read_conditions(["textbugger.attack_success_rate=0.2"], [], METRICS)
    (failure,) = gate(ROWS, [held])
    assert failure.startswith("attack_success_rate of textbugger on sst2 is 30.0 %")
    assert len(gate(ROWS, read_conditions(["sst2.attack_success_rate=0.2"], [], METRICS))) == 2


def test_a_task_or_attack_that_is_not_there_is_a_mistake_and_never_a_gate_that_passes():
    with pytest.raises(MohsError, match="no task or attack 'sst'") as problem:
        gate(ROWS, read_conditions([], ["sst.attack_success_rate=0.2"], METRICS))
    assert "did you mean sst2" in str(problem.value)
    (missing,) = gate(ROWS, read_conditions([], ["textbugger.similarity=0.2"], METRICS))
    assert missing == "this run has no such number, so --fail-under textbugger.similarity=0.2 cannot hold"
    with pytest.raises(MohsError, match=r"sst2\.accuracy: the value is a share(.|\n)*between 0 and 1"):
        read_conditions([], ["sst2.accuracy=60"], METRICS)
    with pytest.raises(MohsError, match=r"between -1 and 1(.|\n)*accuracy=-0\.05"):
        read_conditions([], ["accuracy=-5"], METRICS)


def test_compares_the_value_and_not_the_interval():
    (failure,) = gate(ROWS, [Condition("attack_success_rate", 0.4, over=True)])
    assert failure == "attack_success_rate of textfooler on sst2 is 62.0 % [55.0, 69.0], n = 143: over 40 %"
    (failure,) = gate(ROWS, [Condition("attack_success_rate", 0.4, over=False)])
    assert failure == "attack_success_rate of textbugger on sst2 is 30.0 % [20.0, 45.0], n = 143: under 40 %"


def test_the_limit_itself_passes():
    assert gate(ROWS, [Condition("queries_per_example", 61.5, over) for over in (True, False)]) == []
    (failure,) = gate(ROWS, [Condition("queries_per_example", 61, over=True)])
    assert failure == "queries_per_example of textfooler on sst2 is 61.5 [50.0, 70.0], n = 143: over 61"


@pytest.mark.parametrize(
    ("first", "second", "limit", "over"), [(0.55, 0.65, 0.6, True), (0.01, 0.06, 0.035, False)]
)
def test_what_a_mean_is_rounded_by_decides_no_gate(first, second, limit, over):
    value = (first + second) / 2
    assert (value > limit) if over else (value < limit)
    row = Estimate(value, None, None, 9, None, 0.95, "bootstrap").to_json("score")
    assert gate([row], [Condition("score", limit, over)]) == []
    assert gate([row], [Condition("score", limit + (-1e-9 if over else 1e-9), over)]) != []


@pytest.mark.parametrize(("limit", "rounding"), [(1e6, 1e-10), (61.5, 7e-15), (1e-3, 5e-13), (0.0, 5e-13)])
def test_rounding_is_little_beside_the_limit_and_nothing_else_is(limit, rounding):
    for over, way in ((True, 1), (False, -1)):
        condition = Condition("queries_per_example", limit, over)
        assert not condition.broken_by(limit + way * rounding)
        assert condition.broken_by(limit + way * 1e-5)
        assert not condition.broken_by(limit - way * 1e-5)


@pytest.mark.parametrize("value", ["1.5", "-1.5", "-1.001"])
def test_a_share_lies_between_minus_1_and_1(value):
    with pytest.raises(MohsError, match="the value is a share"):
        read_conditions([], [f"accuracy={value}"], METRICS)
    for edge in ("1", "-1"):
        assert read_conditions([], [f"accuracy={edge}"], METRICS)[0].limit == float(edge)


def test_a_comma_in_the_place_of_a_point_is_said():
    with pytest.raises(MohsError, match=r"write 0\.5 and not 0,5"):
        read_conditions([], ["accuracy=0,5"], METRICS)


@pytest.mark.parametrize("over", [True, False])
def test_no_data_fails(over):
    (failure,) = gate(ROWS, [Condition("similarity", 0.5, over)])
    flag = "--fail-over" if over else "--fail-under"
    assert failure == f"similarity of textfooler on sst2: no data, so {flag} similarity=0.5 cannot hold"


def test_a_number_that_the_run_has_not_got_fails_and_the_others_are_held():
    missing, low = gate(
        ROWS, [Condition("f1", 0.5, over=False), Condition("queries_per_example", 70, over=False)]
    )
    assert missing == "this run has no such number, so --fail-under f1=0.5 cannot hold"
    assert low.startswith("queries_per_example of textfooler")


POSSIBLE = {"sst2": ["accuracy", "similarity"], "all": ["accuracy"], "": ["accuracy", "score"]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("all.similarity=0.5", "all will have no similarity\n  expected: one of accuracy"),
        ("sst2.score=0.5", "sst2 will have no score\n  expected: one of accuracy, similarity"),
        ("f1=0.5", "this run will have no f1\n  expected: one of accuracy, similarity, score"),
        (
            "sst.accuracy=0.5",
            "no task or attack 'sst'\n  expected: one of sst2, all\n  to mend: did you mean sst2",
        ),
    ],
)
def test_a_number_that_a_run_cannot_have_is_told_before_it_begins(text, said):
    conditions = read_conditions([], [text], ["accuracy", "similarity", "score", "f1"])
    with pytest.raises(MohsError) as told:
        check_possible(conditions, POSSIBLE)
    assert said in str(told.value)


def test_a_number_that_a_run_can_have_is_let_pass():
    texts = ["accuracy=0.5", "similarity=0.5", "score=0.5", "all.accuracy.low=0.5", "sst2.similarity=0.5"]
    check_possible(read_conditions([], texts, ["accuracy", "similarity", "score"]), POSSIBLE)


def test_what_has_neither_tasks_nor_attacks_has_conditions_without_a_place():
    with pytest.raises(MohsError, match=r"no task or attack 'all'\n  expected: METRIC=VALUE alone"):
        check_possible(read_conditions([], ["all.mscr=0.5"], ["mscr"]), {"": ["mscr"]})


def test_a_number_near_the_limit_is_shown_with_the_decimals_that_part_them():
    rows = [{"metric": "mscr", "value": -0.00118, "low": -0.002, "high": 0.0, "n": 10, "clusters": 5,
             "confidence": 0.95, "method": "cluster-bootstrap"}]  # fmt: skip
    (said,) = gate(rows, read_conditions([], ["mscr=-0.001"], ["mscr"]))
    assert said == "mscr is -0.12 % [-0.20, 0.00], n = 10: under -0.1 %"


def test_an_end_of_the_interval_can_be_held_to_the_limit():
    surely_over, maybe_over = "attack_success_rate.low=0.54", "attack_success_rate.high=0.5"
    conditions = read_conditions([surely_over, f"textbugger.{maybe_over}"], [], METRICS)
    assert [one.written for one in conditions] == [surely_over, f"textbugger.{maybe_over}"]
    assert gate(ROWS, conditions) == [
        "attack_success_rate of textfooler on sst2 is 62.0 % [55.0, 69.0], n = 143: "
        "the low end of its interval is over 54 %"
    ]
    (under,) = gate(ROWS, read_conditions([], ["textbugger.attack_success_rate.high=0.5"], METRICS))
    assert "the high end of its interval is under 50 %" in under


def test_a_number_without_an_interval_fails_a_gate_on_its_end():
    exact = Estimate(0.1, None, None, 1, None, 0.95, "exact").to_json("accuracy")
    conditions = read_conditions(["accuracy.high=0.4"], [], METRICS)
    assert gate([exact], conditions) == [
        "accuracy: no interval, so --fail-over accuracy.high=0.4 cannot hold"
    ]
    empty = no_data().to_json("accuracy")
    assert gate([empty], conditions) == ["accuracy: no data, so --fail-over accuracy.high=0.4 cannot hold"]


def test_an_end_of_no_metric_is_a_mistake():
    for text in ("low=0.4", ".low=0.4"):
        with pytest.raises(MohsError):
            read_conditions([text], [], METRICS)


def test_verdicts_are_those_of_the_gate_with_every_number_that_is_held():
    conditions = read_conditions(
        ["attack_success_rate=0.4,similarity=0.5"], ["textbugger.attack_success_rate.low=0.1"], METRICS
    )
    found = verdicts(ROWS, conditions)
    assert [one["failure"] for one in found if not one["passed"]] == gate(ROWS, conditions)
    assert [(one["gate"], one["passed"]) for one in found] == [
        ("--fail-over attack_success_rate=0.4", False),
        ("--fail-over attack_success_rate=0.4", True),
        ("--fail-over similarity=0.5", False),
        ("--fail-under textbugger.attack_success_rate.low=0.1", True),
    ]
    assert found[0].items() >= ROWS[0].items() and (found[0]["limit"], found[3]["end"]) == (0.4, "low")
    assert in_words(found[0]) == ("attack_success_rate of textfooler on sst2", "62.0 % [55.0, 69.0], n = 143")
    assert in_words(found[2]) == ("similarity of textfooler on sst2", "no data")


def test_a_condition_without_a_number_is_written_down_as_one_that_failed():
    (found,) = verdicts(ROWS, read_conditions(["textbugger.queries_per_example=9"], [], METRICS))
    assert not found["passed"] and "no such number" in found["failure"]
    assert in_words(found) == ("queries_per_example", "no data")


def test_what_is_written_down_is_read_again():
    conditions = read_conditions(["attack_success_rate.high=0.45"], ["sst2.accuracy=0.125"], METRICS)
    for kept in (asked(conditions), verdicts(ROWS, conditions)):
        assert asked_before(kept, METRICS) == conditions
