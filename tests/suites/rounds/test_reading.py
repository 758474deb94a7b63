"""Rounds as a suite."""

import pytest

import mohs
from mohs.errors import DataError
from mohs.suites.opening import open_suite
from mohs.suites.rounds.service import open_rounds
from written_rounds import CONTEXTS, Shouted, confirmed, fool, other


@pytest.fixture
def rounds(tmp_path):
    with open_rounds(tmp_path / "rounds", "mnli") as opened:
        opened.begin(Shouted(), [{"context": text, "genre": "made up"} for text in CONTEXTS])
        yield opened


def test_what_verifiers_confirmed_is_a_case_with_all_that_is_known_of_it(rounds):
    done = confirmed(rounds, "ann")
    done = rounds.explain(done.id, "It looks at the last word.")
    fool(rounds, "bo")
    suite = open_suite(f"rounds:{rounds.folder}")
    (case,) = suite.cases
    assert case.fields == {**done.context, "hypothesis": done.fooling.text}
    assert (case.task, case.label) == ("mnli", ("entailment", "neutral", "contradiction").index(done.label))
    assert case.rationale == "It looks at the last word."
    assert case.facts == {
        "round": 1, "adversary": done.fooling.prediction, "address": "object:tests:Shouted", "tries": 1,
        "verifiers": [done.label] * 2, "agreement": 1.0, "genre": "made up",
    }  # fmt: skip
    assert suite.notes == ("texts and tries that are no examples (yet): waiting 1, kept 1",)


def test_only_confirmed_labels_are_kept_and_overruled_or_discarded_ones_are_not(rounds):
    given = rounds.give("ann")
    wrong = other(given.label)
    assert confirmed(rounds, "ann", (wrong, wrong)).standing == "overruled"
    with pytest.raises(DataError, match="no example is kept yet"):
        open_suite(f"rounds:{rounds.folder}")
    confirmed(rounds, "bo")
    assert len(open_suite(f"rounds:{rounds.folder}?rounds=1")) == 1
    with pytest.raises(DataError, match="has no round 2"):
        open_suite(f"rounds:{rounds.folder}?rounds=2")


def test_texts_on_one_context_are_a_group(rounds):
    made = [confirmed(rounds, f"writer {k}") for k in range(6)]
    groups = {case.group for case in open_suite(f"rounds:{rounds.folder}").cases}
    assert len(made) == 6
    assert len(groups) == 3


def test_the_adversary_of_a_round_gets_all_of_it_wrong(rounds):
    for k in range(4):
        confirmed(rounds, f"writer {k}")
    result = mohs.evaluate(Shouted(), f"suite:rounds:{rounds.folder}")
    assert result.value("robust_accuracy", "mnli") == 0
    (row,) = [row for row in result.rows if row["metric"] == "robust_accuracy" and row.get("task")]
    assert (row["n"], row["clusters"]) == (4, 3)
