"""The numbers of rounds."""

import pytest

from mohs.suites.rounds.numbers import status
from mohs.suites.rounds.service import open_rounds
from written_rounds import CONTEXTS, Shouted, confirmed, other


def test_rates_are_over_tries_and_a_case_by_hand(tmp_path):
    with open_rounds(tmp_path, "mnli") as rounds:
        rounds.begin(Shouted(), CONTEXTS)
        given = rounds.give("ann")
        rounds.attempt(given.id, f"Missed {given.label.upper()}")  # 1 try, then 1 that fools: 2 tries
        confirmed(rounds, "ann")
        label = rounds.give("bo").label
        confirmed(rounds, "bo", (other(label),) * 2)  # fooled, overruled: 1 try
        rounds.give("cy")
        (found,) = status(rounds.rounds(), rounds.writings())["rounds"]
    values = {row["metric"]: (row["value"], row["n"]) for row in found["results"]}
    assert values == {
        "model_error_rate": (pytest.approx(2 / 3), 3), "verified_error_rate": (pytest.approx(1 / 3), 3),
        "tries_to_fool": (1.5, 2), "verifier_agreement": (0.5, 4),
    }  # fmt: skip
    assert found["standing"] == {
        "open": 1, "not fooled": 0, "given up": 0, "waiting": 0, "kept": 1, "overruled": 1, "discarded": 0,
    }  # fmt: skip
    assert (found["writers"], found["verifiers"], found["given"]) == (3, 2, 3)


def test_a_round_that_nobody_wrote_for_has_no_data(tmp_path):
    with open_rounds(tmp_path, "mnli") as rounds:
        rounds.begin(Shouted(), CONTEXTS)
        (found,) = status(rounds.rounds(), rounds.writings())["rounds"]
    assert [(row["value"], row["n"]) for row in found["results"]] == [(None, 0)] * 4
