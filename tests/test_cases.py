"""Inputs and situations that broke other tools, each with the right behaviour; ids as in ../shared/cases/peers.md."""

import json
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

import mohs
from fakes import Weights, example
from mohs.errors import ModelError, MohsError, RunFailed
from mohs.language.vectors import WordVectors
from mohs.language.words import Edit, Text, replay

ROOT = Path(__file__).resolve().parent.parent
BUGGER = {"textbugger": {"similarity": "off"}}


def attack(classifier, rows, attacks="textbugger", task="sst2", options=BUGGER, **more):
    return mohs.attack(classifier, rows, attacks, task=task, options=options, encoder="none", **more)


def outcomes(text, classifier=None, **more):
    rows = [{"sentence": text, "label": 1}]
    return list(attack(classifier or Weights({}, bias=1.0), rows, **more).outcomes())


class Unsure(Weights):
    """Nearer to the goal with every letter that is not as it was, and never there."""

    def __init__(self, original):
        super().__init__({})
        self.original = original

    def logit(self, text):
        same = sum(a == b for a, b in zip(text, self.original, strict=False))
        return 1.0 + same / 100 - abs(len(text) - len(self.original)) / 50


def peers(shared, name):
    for line in (shared / "cases" / "peers.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["id"] == name:
            return case
    raise AssertionError(name)


@pytest.mark.parametrize("name", ["A1", "A1b", "A1c", "A5", "A10", "B2b", "B4"])
def test_a_b_everything_outside_the_edits_is_identical(shared, name):
    text = peers(shared, name)["text"]
    (outcome,) = outcomes(text, Unsure(text))
    if outcome["perturbed"] is None:
        assert outcome["status"] == "not_attackable"
        return
    edits = [Edit(e["word"], e["from"], e["to"], e["kind"]) for e in outcome["edits"]]
    assert edits and replay(text, edits).string == outcome["perturbed"]["sentence"]


def test_a1_numbers_and_addresses_stay(shared):
    text = peers(shared, "A1")["text"]
    (outcome,) = outcomes(text, Unsure(text))
    assert "192.168.1.1!" in outcome["perturbed"]["sentence"] and "e.g." in outcome["perturbed"]["sentence"]


def test_a2_a_replacement_has_the_case_of_the_word():
    assert Text("GREAT MOVIE!!!").replace(0, "HEAVY", "synonym").string == "HEAVY MOVIE!!!"
    options = {"textfooler": {"similarity": "off"}}
    (outcome,) = outcomes("GREAT MOVIE!!!", Unsure("GREAT MOVIE!!!"), attacks="textfooler", options=options)
    assert outcome["edits"] and all(edit["to"].isupper() for edit in outcome["edits"])


def test_a4_numbers_and_abbreviations_are_one_token(shared):
    words = Text(peers(shared, "A4")["text"]).words()
    assert {"1,000.50", "3.5", "U.S.", "e.g.", "AT&T", "C++"} <= set(words)


def test_a5_markup_addresses_and_handles_are_protected(shared):
    text = peers(shared, "A5")["text"]
    (outcome,) = outcomes(text, Unsure(text))
    for kept in ("<br /><br />", "http://a.b/c?x=1", "bob@x.org", "@you", "#tag"):
        assert kept in outcome["perturbed"]["sentence"]


@pytest.mark.parametrize("name", ["A9", "D4", "D4b"])
def test_a9_d4_fields_are_kept_apart_and_only_the_named_one_is_changed(shared, name):
    fields = peers(shared, name)["pair"]
    first, second = fields

    class Pair(Weights):
        def logit(self, texts):
            return 1.0 - 0.01 * sum(a != b for a, b in zip(texts[1], fields[second], strict=False))

    from mohs.data.task import Task

    task = Task("pair", (first, second), ("negative", "positive"))
    classifier = Pair({})
    (outcome,) = attack(classifier, [{**fields, "label": 1}], task=task, fields=[second]).outcomes()
    assert {texts[0] for texts in classifier.seen} == {fields[first]}
    assert {edit["field"] for edit in outcome["edits"]} <= {second}


def test_d4_an_unknown_field_is_an_error():
    with pytest.raises(MohsError, match="no field"):
        attack(
            Weights({}), [{"question": "a", "sentence": "b", "label": 0}], task="qnli", fields=["hypothesis"]
        )


def test_b1_offsets_are_code_points(shared):
    text = Text(peers(shared, "B1")["text"])
    assert text.words() == ["İİİİ", "hello", "brave", "new", "world"]


@pytest.mark.parametrize("name", ["B2", "C1a", "C1b", "C2", "C2b"])
def test_b2_c1_c2_nothing_to_change_is_not_attackable_and_counted(shared, name):
    run = attack(Weights({}, bias=1.0), [{"sentence": peers(shared, name)["text"], "label": 1}])
    assert [o["status"] for o in run.outcomes()] == ["not_attackable"]
    rates = {row["metric"]: row for row in run.rows}
    assert rates["attack_success_rate"]["n"] == 1 and run.counts[0]["statuses"]["not_attackable"] == 1


def test_b4_invisible_characters_are_flagged():
    run = attack(Weights({}, bias=1.0), [{"sentence": "good\u200bmovie", "label": 1}])
    assert any("invisible" in note for note in run.record["data"]["notes"])


@pytest.mark.parametrize("name", ["C1e", "C1f", "C8"])
def test_c1_c8_one_word_and_huge_numbers_are_no_trouble(shared, name):
    text = peers(shared, name)["text"]
    (outcome,) = outcomes(text, Unsure(text))
    assert outcome["status"] == "failure"
    assert ("99999999999999999999" in text) == ("99999999999999999999" in outcome["perturbed"]["sentence"])


def test_c5_a_long_text_asks_for_no_more_than_its_words(shared):
    text = peers(shared, "C5")["text"]
    (outcome,) = outcomes(text, Unsure(text))
    assert outcome["asked"]["classify"] <= 6 * len(text.split()) + 2


@pytest.mark.parametrize("label", [np.int64(1), 1.0, "1", "positive", np.array(1)])
def test_d1_a_label_may_be_any_integer(label):
    (outcome,) = attack(Weights({}, bias=1.0), [{"sentence": "wonderful", "label": label}]).outcomes()
    assert outcome["label"] == "positive"


def test_d3_labels_in_another_order_stop_the_run():
    rows = [{"sentence": f"good {k}" if k % 2 else f"bad {k}", "label": int(not k % 2)} for k in range(40)]
    with pytest.raises(ModelError, match="label_map"):
        attack(Weights({"good": 2.0, "bad": -2.0}), rows)


def test_d6_the_gold_label_is_the_reference():
    (outcome,) = attack(Weights({"good": 2.0}), [{"sentence": "good", "label": 0}]).outcomes()
    assert outcome["status"] == "skipped"


def test_d7_rounded_probabilities_are_not_taken_for_logits():
    run = attack(lambda rows: [[0.241, 0.758]] * len(rows), [{"sentence": "wonderful", "label": 1}])
    (outcome,) = run.outcomes()
    assert outcome["probability_before"] == pytest.approx(0.758 / 0.999, abs=1e-4)


def test_d9_a_sample_is_balanced_over_the_labels():
    rows = [{"sentence": f"film {k}", "label": k // 50} for k in range(100)]
    run = attack(Weights({}, bias=1.0), rows, limit=20, check_labels=False)
    assert run.record["data"]["labels"] == {"negative": 10, "positive": 10}


def test_e1_asked_and_computed_are_counted_apart():
    classifier = Weights({}, bias=1.0)
    done = list(attack(classifier, [example("wonderful charming picture")], attacks="textbugger").outcomes())
    assert sum(o["cost"]["computed"]["classify"] for o in done) == len(classifier.seen)
    assert all(o["asked"]["classify"] >= 1 for o in done)


def test_e2_a_budget_is_a_status_of_its_own_and_never_exceeded():
    (outcome,) = outcomes("wonderful charming picture indeed", max_queries=4)
    assert outcome["status"] == "budget" and outcome["asked"]["classify"] <= 4


def test_e3_an_attack_that_fails_is_an_error_and_not_robust():
    def broken(rows):
        raise ValueError("no")

    with pytest.raises(RunFailed, match="1 of 1 outcomes are errors"):
        attack(broken, [{"sentence": "good", "label": 1}])


def test_e5_the_same_seed_gives_the_same_in_any_order():
    rows = [{"id": str(k), "sentence": f"wonderful picture number {k}", "label": 1} for k in range(12)]
    classifier = Weights({}, bias=1.0)
    forwards = {o["id"]: o["perturbed"] for o in attack(classifier, rows).outcomes()}
    backwards = {o["id"]: o["perturbed"] for o in attack(classifier, rows[::-1]).outcomes()}
    assert forwards == backwards


@pytest.mark.parametrize(
    ("word", "opposite"), [("good", "bad"), ("hot", "cold"), ("unthinkable", "imaginable")]
)
def test_e10_an_opposite_is_no_synonym(word, opposite):
    assert opposite not in dict(WordVectors.kit().neighbours(word, 50, 0.5))


def test_e12_edits_are_of_spans_and_survive_a_blank(shared):
    text = Text(peers(shared, "E12")["text"]).replace(0, "go od", "insert").replace(1, "well", "synonym")
    assert text.string == "go od well great"


def test_f1_importing_and_attacking_asks_nothing_of_a_network(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("a connection was asked for")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert attack("kit:sst2-linear", [{"sentence": "a good film", "label": 1}]).status == "complete"


def test_f3_the_core_needs_no_heavy_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    core = " ".join(project["dependencies"])
    assert not any(
        name in core for name in ("torch", "transformers", "scikit-learn", "spacy", "pandas", "datasets")
    )
    assert all(">=" in one for one in project["dependencies"])


def test_f4_every_file_of_the_kit_is_where_the_package_is():
    done = subprocess.run(
        [sys.executable, "-m", "mohs", "resources", "verify", "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
