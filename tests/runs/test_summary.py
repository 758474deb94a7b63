"""From outcomes to numbers."""

import itertools
import json
import random
import tracemalloc

import pytest

from mohs.estimate import proportion
from mohs.runs.summary import METRICS, STATUSES, UNION, possible, results_document, summarise


def outcome(number, status, **changes):
    """One journal line as it would be for this status."""
    success = status == "success"
    found = {
        "id": str(number),
        "source_id": str(number),
        "task": "sst2",
        "attack": "textfooler",
        "model": "kit:sst2-linear",
        "status": status,
        "original": {"sentence": "a quiet , lovely film"},
        "perturbed": {"sentence": "a silent , lovely film"} if success else None,
        "label": "positive" if number % 2 else "negative",
        "prediction_before": "negative",
        "prediction_after": None,
        "asked": {"classify": 10 if status in ("success", "failure") else 0, "similarity": 0},
        "modified": {"words": 1, "rate": 0.25, "rate_input": 0.125} if success else None,
        "similarity": 0.9 if success else None,
        "reason": None,
        "cost": {"seconds": 0.1, "computed": {}},
    }
    return found | changes


def of(rows, metric, attack="textfooler"):
    """The one row of this metric and attack."""
    (row,) = [row for row in rows if (row["metric"], row["attack"]) == (metric, attack)]
    return row


def one_of_each():
    """4 success, 3 failure, 1 budget, 1 not attackable, 2 skipped, 1 error."""
    statuses = ["success"] * 4 + ["failure"] * 3 + ["budget", "not_attackable", "skipped", "skipped", "error"]
    return [outcome(number, status) for number, status in enumerate(statuses)]


def test_rates_by_hand():
    rows = summarise(one_of_each()).rows
    rate = of(rows, "attack_success_rate")
    assert (rate["value"], rate["n"]) == (4 / 9, 9)
    assert (rate["low"], rate["high"]) == (proportion(4, 9).low, proportion(4, 9).high)
    accuracy, under_attack = of(rows, "accuracy"), of(rows, "accuracy_under_attack")
    assert (accuracy["value"], accuracy["n"]) == (9 / 11, 11)
    assert (under_attack["value"], under_attack["n"]) == (5 / 11, 11)
    queries = of(rows, "queries_per_example")
    assert (queries["value"], queries["n"]) == (pytest.approx(70 / 9), 9)


def test_change_is_measured_on_the_broken_ones_alone():
    lines = one_of_each()
    lines[0]["modified"] = {"words": 3, "rate": 0.75, "rate_input": 0.5}
    lines[0]["similarity"] = None
    lines[5]["modified"] = {"words": 9, "rate": 1.0, "rate_input": 1.0}
    rows = summarise(lines).rows
    assert (of(rows, "modified_rate")["value"], of(rows, "modified_rate")["n"]) == (pytest.approx(1.5 / 4), 4)
    assert of(rows, "modified_rate_input")["value"] == pytest.approx((0.5 + 3 * 0.125) / 4)
    assert (of(rows, "similarity")["value"], of(rows, "similarity")["n"]) == (pytest.approx(0.9), 3)


def test_every_attack_has_every_metric_with_its_coordinates():
    lines = one_of_each() + [outcome(n, "failure", attack="textbugger", task="rte") for n in range(3)]
    rows = summarise(lines, [{"name": "textfooler", "level": "word", "phenomenon": None}]).rows
    assert [(row["task"], row["attack"], row["metric"]) for row in rows] == [
        (task, attack, metric)
        for task, attack in (("rte", "textbugger"), ("sst2", "textfooler"))
        for metric in METRICS
    ]
    assert all(row["model"] == "kit:sst2-linear" and "phenomenon" not in row for row in rows)
    assert {row["attack"]: row.get("level") for row in rows} == {"textbugger": None, "textfooler": "word"}


def test_the_similarity_of_one_broken_text_has_no_interval():
    row = of(summarise([outcome(0, "success"), outcome(1, "failure")]).rows, "similarity")
    assert (row["value"], row["low"], row["high"], row["n"]) == (0.9, None, None, 1)
    assert row["method"] == "no interval (one source)"
    twice = of(summarise([outcome(0, "success"), outcome(1, "success")]).rows, "similarity")
    assert -1 <= twice["low"] < 0.9 < twice["high"] <= 1


def test_a_cosine_that_rounding_put_above_1_counts_as_1():
    above = 1.0 + 1e-7  # of a text with itself, in float32
    for more in ([], [outcome(1, "success", similarity=0.5)]):
        row = of(summarise([outcome(0, "success", similarity=above), *more]).rows, "similarity")
        assert row["value"] == (0.75 if more else 1.0)


def test_nothing_broken_is_no_data_for_the_change():
    rows = summarise([outcome(0, "failure"), outcome(1, "skipped")]).rows
    for metric in ("modified_rate", "modified_rate_input", "similarity"):
        assert (of(rows, metric)["value"], of(rows, metric)["n"], of(rows, metric)["method"]) == (
            None,
            0,
            "no data",
        )
    assert of(rows, "attack_success_rate")["value"] == 0
    assert summarise([]) == ([], [], [])


def test_rows_of_one_source_are_a_cluster():
    lines = [outcome(n, "success" if n % 3 else "failure", source_id=str(n // 4)) for n in range(40)]
    rate = of(summarise(lines).rows, "attack_success_rate")
    assert (rate["n"], rate["clusters"], rate["method"]) == (40, 10, "cluster-bootstrap")


def test_all_attacks_together_break_what_any_of_them_breaks():
    first = ["success", "failure", "failure", "skipped", "error", "success"]
    second = ["failure", "success", "failure", "skipped", "success", "success"]
    lines = [outcome(n, status) for n, status in enumerate(first)]
    lines += [outcome(n, status, attack="textbugger") for n, status in enumerate(second)]
    rows = summarise(lines).rows
    # Without error in either: 0 to 3 and 5; right: 0, 1, 2 and 5; not broken by any: 2.
    under_attack, rate = (
        of(rows, metric, UNION) for metric in ("accuracy_under_attack", "attack_success_rate")
    )
    assert (under_attack["value"], under_attack["n"]) == (1 / 5, 5)
    assert (rate["value"], rate["n"]) == (3 / 4, 4)
    # An example that the second attack has not come to yet tells nothing of both together.
    assert of(summarise(lines[:-1]).rows, "accuracy_under_attack", UNION)["n"] == 4


def test_what_is_possible_is_what_is_measured():
    lines = one_of_each()
    for attacks, some in (
        (["textfooler"], lines),
        (["textfooler", "textbugger"], [*lines, *[line | {"attack": "textbugger"} for line in lines]]),
    ):
        found = possible("sst2", attacks, similarity=True)
        rows = summarise(some).rows
        assert {(row["attack"], row["metric"]) for row in rows} == {
            (place, metric) for place, metrics in found.items() for metric in metrics if place != "sst2"
        }
        assert found["sst2"] == list(METRICS)
    assert "similarity" not in possible("sst2", ["textfooler"], similarity=False)["textfooler"]


def test_one_attack_has_no_row_for_all_together():
    assert not [row for row in summarise(one_of_each()).rows if row["attack"] == UNION]


def test_every_status_is_counted_in_all_and_by_label():
    (counts,) = summarise(one_of_each()).counts
    assert counts["outcomes"] == 12
    assert counts["statuses"] == dict(zip(STATUSES, (4, 3, 1, 1, 2, 1), strict=True))
    assert counts["labels"]["negative"] == dict(zip(STATUSES, (2, 2, 0, 1, 1, 0), strict=True))
    assert counts["labels"]["positive"] == dict(zip(STATUSES, (2, 1, 1, 0, 1, 1), strict=True))


def test_numbers_by_label():
    by_label = summarise(one_of_each()).by_label
    rates = {
        row["label"]: (row["value"], row["n"]) for row in by_label if row["metric"] == "attack_success_rate"
    }
    assert rates == {"negative": (2 / 5, 5), "positive": (2 / 4, 4)}


def test_order_of_the_journal_changes_nothing():
    lines = [
        outcome(
            number,
            random.Random(f"{attack}{number}").choice(STATUSES),
            attack=attack,
            source_id=str(number % 11),
            similarity=random.Random(number).random(),
        )
        for attack, number in itertools.product(("textfooler", "textbugger"), range(60))
    ]
    expected = summarise(lines, random_state=3)
    for turn in range(3):
        random.Random(turn).shuffle(lines)
        assert summarise(lines, random_state=3) == expected


def test_memory_holds_no_text():
    text = "word " * 2_000

    def long_ones():
        for number in range(2_000):
            yield outcome(number, "failure", original={"sentence": f"{number} {text}"})

    tracemalloc.start()
    summarise(long_ones())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000 < 2_000 * len(text)


def test_document_carries_the_run_and_can_be_written_as_strict_json():
    run = {
        "schema": "mohs/run/1",
        "status": "running",
        "kind": "attack",
        "command": "mohs attack",
        "config": {"seed": 0},
        "model": {"address": "kit:sst2-linear"},
        "data": {"path": "reviews.csv", "sha256": "0" * 64, "rows": 12, "used": 12},
        "versions": {"mohs": "0.1.0"},
        "seeds": {"run": 0},
        "limits": {"limit": None},
        "warnings": ["1 text was cut to 512 tokens"],
    }
    document = results_document(run, *summarise(one_of_each()))
    assert (document["schema"], document["kind"], document["status"]) == (
        "mohs/results/1",
        "attack",
        "partial",
    )
    assert all(
        document[name] == run[name] for name in ("command", "config", "model", "data", "versions", "seeds")
    )
    assert document["limits"] == {"limit": None}
    assert len(document["results"]) == len(METRICS)
    json.dumps(document, allow_nan=False)
