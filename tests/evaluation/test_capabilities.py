"""Failures by capability: worked out by hand, for each expectation."""

import numpy as np
import pytest

import mohs
from mohs.benchmark.part import Part, Row
from mohs.data.tasks import BUILT_IN
from mohs.evaluation.capabilities import TOLERANCE, capabilities, verdicts
from mohs.evaluation.judged import Judged
from mohs.evaluation.sheet import FAULTY, Answers

TASK = BUILT_IN["sst2"]


def row(name, group, label=1, expectation="label", test="t", **more):
    said = {"capability": "negation", "test": test, "expectation": expectation, **more}
    return Row(name, group, {"sentence": name}, None, label, "CheckList", "human", said)


def judged(rows, labels, scores=None):
    made = None if scores is None else np.array([[1 - one, one] for one in scores], np.float32)
    return Judged.of(Part.of(TASK, rows), Answers(np.array(labels, np.int64), made))


def failed(one):
    return [verdict.failed for verdict in verdicts(one)]


def test_a_label_fails_where_it_is_wrong():
    assert failed(judged([row("a", "a"), row("b", "b"), row("c", "c", 0)], [1, 0, 0])) == [False, True, False]


@pytest.mark.parametrize(("labels", "fails"), [([1, 1, 1], False), ([0, 0, 0], False), ([1, 1, 0], True)])
def test_invariance_fails_where_answers_differ_and_not_where_all_are_wrong(labels, fails):
    rows = [row(name, "g", expectation="invariance") for name in "abc"]
    assert failed(judged(rows, labels)) == [fails]


@pytest.mark.parametrize(
    ("scores", "fails"), [((0.5, 0.9), False), ((0.9, 0.9 - TOLERANCE / 2), False), ((0.9, 0.6), True)]
)
def test_direction_fails_where_the_probability_falls(scores, fails):
    rows = [row(name, "g", expectation="direction", toward=1) for name in "ab"]
    assert failed(judged(rows, [1, 1], scores)) == [fails]


def test_direction_without_scores_fails_where_the_label_is_lost():
    rows = [row(name, "g", expectation="direction", toward=1) for name in "ab"]
    assert [failed(judged(rows, labels)) for labels in ([1, 0], [0, 0], [0, 1], [1, 1])] == [
        [True], [False], [False], [False],
    ]  # fmt: skip


def test_invariance_goes_by_the_labels_whatever_is_said_of_a_direction():
    rows = [row(name, "g", expectation="invariance", toward=1) for name in "ab"]
    assert failed(judged(rows, [0, 1], [0.2, 0.9])) == [True]
    rows = [row(name, "g", expectation="direction") for name in "ab"]
    assert failed(judged(rows, [0, 1], [0.2, 0.9])) == [True]


def test_direction_goes_by_the_labels_where_a_score_is_not_known():
    rows = [row(name, "g", expectation="direction", toward=1) for name in "ab"]
    for scores in ((0.9, np.nan), (np.nan, 0.9)):
        assert failed(judged(rows, [1, 0], scores)) == [True]
        assert failed(judged(rows, [1, 1], scores)) == [False]


def test_each_capability_has_its_own_cases():
    rows = [row("a", "a"), row("b", "b", capability="fairness"), row("c", "c", capability="fairness")]
    found = capabilities({"sst2": judged(rows, [1, 0, 1])})
    assert [(one["capability"], one.get("test"), one["value"], one["n"]) for one in found] == [
        ("negation", None, 0.0, 1),
        ("negation", "t", 0.0, 1),
        ("fairness", None, 0.5, 2),
        ("fairness", "t", 0.5, 2),
    ]


def test_what_names_no_test_is_no_case():
    bare = Row("a", "a", {"sentence": "a"}, None, 1, "CheckList", "human", {"capability": "negation"})
    assert verdicts(judged([bare], [0])) == []


def test_a_group_of_which_one_row_is_left_is_not_judged():
    rows = [row(name, "g", expectation="invariance") for name in "ab"]
    assert failed(judged(rows, [1, FAULTY])) == []


def test_rates_are_of_cases_by_capability_and_by_test():
    rows = [
        row("a", "a"),
        row("b", "b"),
        *(row(name, "g", expectation="invariance", test="u") for name in "cd"),
    ]
    whole, label, same = capabilities({"sst2": judged(rows, [1, 0, 1, 0])})
    assert (whole["capability"], whole["value"], whole["n"]) == ("negation", 2 / 3, 3)
    assert "test" not in whole
    assert (label["test"], label["value"], label["n"]) == ("t", 0.5, 2)
    assert (same["test"], same["expectation"], same["value"], same["n"]) == ("u", "invariance", 1.0, 1)
    assert whole["low"] < whole["value"] < whole["high"]
    assert whole["metric"] == "failure_rate"


def test_of_a_million_rows_of_no_suite_none_is_made(monkeypatch):
    one = judged([Row(str(k), str(k), {"sentence": "a"}, None, 1) for k in range(3)], [1, 0, 1])
    monkeypatch.setattr(Part, "_row", lambda *_: pytest.fail("a row was made"))
    assert verdicts(one) == []


def test_rows_of_no_suite_have_no_capability():
    plain = Row("a", "a", {"sentence": "a"}, None, 1, "CheckList", "human", {})
    assert capabilities({"sst2": judged([plain], [1])}) == []


def test_results_of_a_suite_have_them():
    def always(texts):
        return np.tile([0.1, 0.9], (len(texts), 1))

    document = mohs.evaluate({"sst2": always}, "suite:checklist?count=2").document
    found = {
        one["test"]: one["value"]
        for one in document["diagnosis"]["capabilities"]
        if one.get("test") is not None
    }
    assert found["plain praise"] == 0.0
    assert found["plain blame"] == 1.0
    assert found["where the director is from, blame"] == 0.0  # always wrong, but always the same
