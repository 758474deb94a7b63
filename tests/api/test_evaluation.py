"""`evaluate` asks, scores and writes; the figures are those worked out by hand."""

import json

import jsonschema
import numpy as np
import pytest

from fakes import Weights
from made_benchmarks import package, says_equal, says_good
from mohs.api.evaluation import evaluate
from mohs.errors import ModelError, MohsError, RunError, RunFailed
from mohs.runs.schema import results_schema

BOTH = {"sst2": says_good, "qqp": says_equal}


@pytest.fixture
def small(tmp_path):
    return package(tmp_path / "small")


def test_the_figures_are_worked_out_by_hand(small):
    found = evaluate(BOTH, small)
    assert found.value("robust_accuracy") == 6 / 7
    assert found.value("robust_accuracy", "sst2") == 1.0
    assert found.value("robust_accuracy", "qqp") == 1 / 2
    assert found.value("f1", "qqp") == 0.0
    assert found.value("task_score", "qqp") == 1 / 4
    assert found.value("score") == (1 + 1 / 4) / 2
    assert found.value("clean_accuracy") == 1.0
    assert found.value("gap") == pytest.approx(1 / 5)
    assert found.value("attack_success_rate") == 1 / 5
    with pytest.raises(KeyError):
        found.value("score", "sst2")
    first, *lines = repr(found).splitlines()
    assert first == "Result(in memory)" and len(lines) == len(found.whole)
    assert any(line.startswith("  qqp f1: 0.0 % [0.0, ") for line in lines)


def test_a_seed_is_a_whole_number_in_any_dress(small, tmp_path):
    found = evaluate(BOTH, small, out=tmp_path / "run", random_state=np.int64(3))
    assert found.rows == evaluate(BOTH, small, random_state=3).rows
    for other in (None, -1, 3.0, np.random.default_rng(0)):
        with pytest.raises(MohsError, match=r"random_state is no whole number from 0"):
            evaluate(BOTH, small, random_state=other)


def test_a_folder_has_everything(small, tmp_path):
    from pyarrow import parquet

    found = evaluate(BOTH, small, out=tmp_path / "run", command="mohs evaluate")
    names = {path.name for path in (tmp_path / "run").iterdir()}
    files = {"run.json", "journal.jsonl", "examples.parquet", "results.json", "report.html"}
    assert names == files | {"predictions.jsonl", "source_predictions.jsonl"}
    document = json.loads((tmp_path / "run" / "results.json").read_text(encoding="utf-8"))
    jsonschema.validate(document, results_schema())
    assert document == found.document and document["kind"] == "evaluate" and document["status"] == "complete"
    record = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert record["data"]["name"] == "small" and record["planned"] == 7 + 4
    rows = parquet.read_table(tmp_path / "run" / "examples.parquet").to_pylist()
    assert [row["task"] for row in rows] == ["sst2"] * 5 + ["qqp"] * 2
    assert rows[5]["prediction"] == "not_duplicate" and rows[5]["source_right"] and not rows[5]["right"]


def test_a_run_that_is_resumed_comes_out_the_same(small, tmp_path):
    once = evaluate(BOTH, small, out=tmp_path / "run")
    again = evaluate(BOTH, small, out=tmp_path / "run", resume=True)
    assert again.rows == once.rows
    with pytest.raises(RunError, match="is there already"):
        evaluate(BOTH, small, out=tmp_path / "run")


def test_part_of_the_tasks_has_no_score_and_says_what_was_left_out(small):
    found = evaluate(says_good, small, task="sst2")
    assert found.record["data"]["left_out"] == ["qqp"]
    assert "score" not in {row["metric"] for row in found.rows}
    # of one task there is nothing "all together" beside it
    assert all(row.get("task") == "sst2" for row in found.gated if row["metric"] == "robust_accuracy")


def test_sources_need_not_be_asked_about(small):
    found = evaluate(BOTH, small, sources=False)
    assert "gap" not in {row["metric"] for row in found.rows}


def test_labels_that_do_not_match_stop_everything(small):
    with pytest.raises(ModelError, match=r"(.|\n)*negative, positive(.|\n)*not_duplicate"):
        evaluate(Weights({}), small, task="qqp")


class Broken(Weights):
    def score(self, inputs):
        raise ValueError("no")


def test_a_classifier_that_raises_too_often_fails_the_run(small, tmp_path):
    with pytest.raises(
        RunFailed, match=r"raised on 8 of 8 rows of task sst2(.|\n)*ValueError: no(.|\n)*journal"
    ):
        evaluate(Broken({}), small, task="sst2", out=tmp_path / "run")
    assert json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))["status"] == "failed"


def test_the_order_in_which_tasks_are_named_does_not_matter(small):
    other = evaluate(dict(reversed(BOTH.items())), small)
    assert other.rows == evaluate(BOTH, small).rows


def test_errata_are_applied_before_anything_is_asked(small, tmp_path):
    (tmp_path / "errata.yaml").write_text(
        'schema: mohs/errata/1\nbenchmark: small\nversion: "1"\nrows:\n'
        '- {task: sst2, split: dev, id: "0", withdraw: "no"}\n'
        '- {task: sst2, split: dev, id: "3", mend: "text", fields: {sentence: "a bad thing"}}\n',
        encoding="utf-8",
    )
    found = evaluate(says_good, small, task="sst2", errata=tmp_path / "errata.yaml")
    assert found.value("robust_accuracy", "sst2") == 3 / 4
    assert found.record["data"]["version"] == "1+errata"


def test_on_advglue_a_classifier_loses_what_the_paper_found_every_classifier_to_lose(shared):
    address = f"advglue:{shared / 'data' / 'advglue_dev'}"
    clean = f"glue:{shared / 'data' / 'glue'}"
    found = evaluate("kit:sst2-linear", address, task="sst2", clean=clean)
    numbers = {row["metric"]: row for row in found.whole if row.get("task") == "sst2"}
    assert numbers["gap"]["low"] > 0 and numbers["drop"]["low"] > 0
    assert numbers["clean_accuracy"]["n"] == 70 and numbers["gap"]["n"] == 131
    assert [
        row["n"] for row in found.rows if row["metric"] == "accuracy" and row.get("split") == "clean"
    ] == [872]
