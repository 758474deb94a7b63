"""What there is, as other programs may rely on it."""

import json

from mohs.api.listing import list_attacks, list_metrics, list_models, list_suites, list_tasks
from mohs.attacks.build import build
from mohs.benchmark.package import open_benchmark
from mohs.benchmark.taxonomy import _KNOWN, kind_of


def test_attacks_have_the_keys_of_the_contract():
    rows = list_attacks()
    json.dumps(rows)
    keys = {"name", "level", "phenomenon", "tasks", "needs", "options", "constraints", "reference"}
    keys |= {"constraints_off", "benchmark"}
    assert rows and all(set(row) == keys for row in rows)


def test_an_attack_is_listed_for_the_tasks_that_it_is_made_for():
    tasks = {row["name"]: row["tasks"] for row in list_attacks()}
    assert tasks["textbugger"] == ["sst2", "qqp", "mnli", "mnli-mm", "qnli", "rte"]
    assert tasks["stresstest-distraction"] == ["sst2", "mnli", "mnli-mm", "qnli", "rte"]


def test_every_constraint_is_listed_as_on_or_off_and_what_switches_it_on_does():
    known = {"words", "keep", "maximum-modified-rate", "word-similarity", "same-part-of-speech"}
    for row in list_attacks():
        on, off = row["constraints"], row["constraints_off"]
        assert not set(on) & set(off)
        assert row["level"] != "word" or {*on, *off} == {*known, "sentence-similarity"}
        for constraint, how in off.items():
            name, _, option = how.partition(".")
            switched = build(name, dict([option.split("=")]))
            assert constraint in {one.name for one in switched.constraints}


def test_listed_options_build_the_default_attack():
    searching = [row for row in list_attacks() if row["level"] != "human"]
    assert searching
    for row in searching:
        assert build(row["name"], row["options"]) == build(row["name"])


def test_all_fourteen_of_advglue_are_listed_and_the_human_crafted_ones_as_benchmarks():
    rows = {row["name"]: row for row in list_attacks()}
    assert {kind.attack for kind in (kind_of(*known) for known in _KNOWN)} <= set(rows)
    human = {name: row["benchmark"] for name, row in rows.items() if row["level"] == "human"}
    assert set(human) == {"checklist", "stresstest-numerical", "anli", "adv-squad"}
    assert human["anli"] == ["suite:anli:PATH"] and rows["anli"]["phenomenon"] == "anli"
    assert rows["anli"]["needs"] == ["files"] and rows["textbugger"]["benchmark"] == []


def test_the_six_tasks_have_their_labels():
    tasks = {row["name"]: row for row in list_tasks()}
    assert set(tasks) == {"sst2", "qqp", "mnli", "mnli-mm", "qnli", "rte"}
    assert tasks["mnli"]["labels"] == ["entailment", "neutral", "contradiction"]


def test_models_and_metrics_are_listed():
    assert "kit:sst2-linear" in {row["address"] for row in list_models()}
    assert "attack_success_rate" in {row["name"] for row in list_metrics()}


def test_every_suite_is_listed_with_the_addresses_that_open_it():
    rows = {row["name"]: row for row in list_suites()}
    json.dumps(list(rows.values()))
    assert rows["checklist"]["addresses"] == ["suite:checklist", "suite:checklist:PATH"]
    assert rows["anli"]["addresses"] == ["suite:anli:PATH"]
    assert rows["anli"]["tasks"] == rows["stresstest"]["tasks"] == ["mnli", "mnli-mm"]
    for row in rows.values():
        for address in row["addresses"]:
            if not address.endswith("PATH"):
                assert set(open_benchmark(address).tasks) <= set(row["tasks"])
