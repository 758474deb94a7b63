"""What becomes of a text that fooled an adversary."""

import json
from itertools import product

import pytest

from mohs.suites.rounds.writing import AMBIGUOUS, Try, Verdict, Writing, is_settled, settled


def writing(label="neutral", verdicts=(), *, fooled=True, tries=1, most=5, **more):
    made = [Try(k + 1, f"text {k}", "a", "x", {}, fooled and k + 1 == tries, "") for k in range(tries)]
    said = tuple(Verdict(f"v{k}", one, "") for k, one in enumerate(verdicts))
    return Writing("1", 1, "ann", {}, "sentence", label, most, tuple(made), verdicts=said, **more)


def lines(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


@pytest.mark.parametrize(
    ("verdicts", "standing", "gold"),
    [
        ((), "waiting", None),
        (("neutral",), "waiting", None),
        (("neutral", "neutral"), "kept", "neutral"),
        (("neutral", "entailment"), "waiting", None),
        (("neutral", "entailment", "neutral"), "kept", "neutral"),
        (("entailment", "neutral", "neutral"), "kept", "neutral"),
        (("entailment", "entailment"), "overruled", "entailment"),
        (("neutral", "entailment", "entailment"), "overruled", "entailment"),
        (("neutral", "entailment", "contradiction"), "discarded", None),
        ((AMBIGUOUS, AMBIGUOUS), "discarded", None),
        ((AMBIGUOUS, "neutral", AMBIGUOUS), "discarded", None),
        ((AMBIGUOUS, "neutral", "neutral"), "kept", "neutral"),
    ],
)
def test_two_of_two_or_three_verifiers_settle_a_label(verdicts, standing, gold):
    made = writing("neutral", verdicts)
    assert (made.standing, made.gold) == (standing, gold)


def test_a_third_verifier_is_asked_exactly_where_the_first_two_differ():
    labels = ("e", "n", "c", AMBIGUOUS)
    assert all(is_settled(pair) == (pair[0] == pair[1]) for pair in product(labels, repeat=2))
    assert all(is_settled(three) for three in product(labels, repeat=3))


def test_without_a_fooled_adversary_it_is_open_until_the_tries_are_used_up_or_given_up():
    assert writing(fooled=False, tries=4).standing == "open"
    assert writing(fooled=False, tries=4).left == 1
    assert writing(fooled=False, tries=5).standing == "not fooled"
    assert writing(fooled=False, tries=2, given_up=True).standing == "given up"
    assert writing(fooled=True, tries=2).left == 0


def test_the_rule_keeps_every_row_of_the_public_dev_sets_with_its_label(shared):
    folder = shared / "data" / "anli_dev"
    by_uid = {row["uid"]: row["verifier labels"] for row in lines(folder / "verifier_labels.jsonl")}
    rows = lines(folder / "anli_dev_r1_r2.jsonl")
    assert len(rows) == 2000
    assert all(settled(by_uid[row["uid"]]) == "enc"[row["label"]] for row in rows)


def test_the_public_verifiers_were_asked_as_the_rule_asks(shared):
    rows = lines(shared / "data" / "anli_dev" / "verifier_labels.jsonl")
    said = [row["verifier labels"] for row in rows]
    three = [one for one in said if len(one) == 3]
    assert (len(said), len(three)) == (15_000, 4_212)
    assert not any(is_settled(one[:2]) for one in three)  # a third one only after two who differ
    assert sum(not is_settled(one) for one in said) == 22  # two who differ, and nobody was asked again
    assert sum(settled(one) is None for one in three) == 9
