"""Predictions are scored as a classifier that gives them would be."""

import json

import pytest

from made_benchmarks import package, says_equal, says_good
from mohs.api.evaluation import evaluate
from mohs.api.scoring import check_predictions, score_predictions
from mohs.errors import DataError, ModelError, RunError
from mohs.runs.lock import alone_in

RIGHT = {"sst2": [0, 0, 1, 1, 1], "qqp": [0, 0]}


@pytest.fixture
def small(tmp_path):
    return package(tmp_path / "small")


def write(tmp_path, content, name="p.json"):
    (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
    return tmp_path / name


def test_predictions_and_classifiers_that_give_them_score_alike(small, tmp_path):
    asked = evaluate({"sst2": says_good, "qqp": says_equal}, small, name="p")
    sources = write(tmp_path, {"sst2": [0, 1, 1], "qqp": [1]}, "s.json")
    found = score_predictions(write(tmp_path, RIGHT), small, source_predictions=sources)
    assert found.rows == asked.rows
    assert found.document["kind"] == "score" and found.record["model"]["name"] == "p"


def test_without_predictions_for_the_sources_nothing_is_paired(small, tmp_path):
    found = score_predictions(write(tmp_path, RIGHT), small, out=tmp_path / "run")
    assert {"gap", "clean_accuracy"}.isdisjoint(row["metric"] for row in found.rows)
    assert (tmp_path / "run" / "report.html").is_file() and not (tmp_path / "run" / "journal.jsonl").exists()


def test_answers_outside_the_labels_count_as_wrong_and_are_counted(small, tmp_path):
    found = score_predictions(write(tmp_path, {"sst2": [None, 0, 1, 1, 1], "qqp": [0, 0]}), small)
    assert found.value("outside_labels", "sst2") == 1 / 5 and found.value("robust_accuracy", "sst2") == 4 / 5
    assert any("none of the labels" in warning for warning in found.notes)


def test_one_task_may_be_scored_alone(small, tmp_path):
    path = write(tmp_path, RIGHT)
    assert score_predictions(path, small, task="sst2").value("robust_accuracy", "sst2") == 1.0
    assert check_predictions(path, small, task=["sst2"]) == {"sst2": 5}
    with pytest.raises(DataError, match="no task 'sst3'"):
        score_predictions(path, small, task="sst3")


def test_test_rows_need_their_private_folder_to_be_scored_and_not_to_be_checked(tmp_path):
    from made_benchmarks import parts
    from mohs.benchmark.package import open_benchmark, write_benchmark

    public, private = write_benchmark(tmp_path / "b", "b", "1", {}, parts(), random_state=0)
    whole = open_benchmark(public, "test", private=private)
    path = write(tmp_path, {name: part.labels.tolist() for name, part in whole.tasks.items()})
    assert check_predictions(path, public) == {"sst2": 5, "qqp": 2}
    assert score_predictions(path, public, private=private).value("score") == 1.0
    with pytest.raises(DataError, match=r"withheld(.|\n)*private"):
        score_predictions(path, public)


def test_a_benchmark_without_sources_takes_no_predictions_for_them(shared, tmp_path):
    path = write(tmp_path, {"sst2": [1] * 148})
    with pytest.raises(DataError, match="does not say which benign rows"):
        score_predictions(
            path,
            f"advglue:{shared / 'data' / 'advglue_dev' / 'dev.json'}",
            task="sst2",
            source_predictions=path,
        )


ERRATA = """
schema: mohs/errata/1
benchmark: small
version: "1"
rows:
- {task: sst2, split: dev, id: "1", withdraw: "no"}
- {task: sst2, split: dev, id: "2", mend: "text", fields: {sentence: "a fine day indeed"}}
- {task: qqp, split: dev, id: "0", mend: "label", label: not_duplicate}
"""


def test_old_predictions_are_scored_again_on_what_errata_leave_with_both_figures(small, tmp_path):
    (tmp_path / "errata.yaml").write_text(ERRATA, encoding="utf-8")
    path = write(tmp_path, {"sst2": [0, 1, 1, 1, 1], "qqp": [0, 0]})
    found = score_predictions(path, small, errata=tmp_path / "errata.yaml", out=tmp_path / "run")
    assert found.value("robust_accuracy") == 1.0 and found.value("robust_accuracy", "qqp") == 1.0
    published = [r for r in found.rows if r["metric"] == "robust_accuracy" and r["split"] == "as published"]
    assert {row.get("task"): row["value"] for row in published} == {None: 5 / 7, "sst2": 4 / 5, "qqp": 1 / 2}
    assert any(
        "robust_accuracy with errata 100.0 %" in note and "as published 71.4 %" in note
        for note in found.notes
    )
    assert all(row["split"] == "dev" for row in found.gated)
    assert "as published 71.4" in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")


def test_what_an_evaluation_leaves_is_scored_alike(small, tmp_path):
    asked = evaluate({"sst2": says_good, "qqp": says_equal}, small, out=tmp_path / "run", name="m")
    found = score_predictions(
        tmp_path / "run" / "predictions.jsonl",
        small,
        source_predictions=tmp_path / "run" / "source_predictions.jsonl",
        name="m",
    )
    assert found.rows == asked.rows


def test_a_file_of_predictions_has_an_address_too(small, tmp_path):
    path = write(tmp_path, RIGHT)
    assert evaluate(f"predictions:{path}", small).rows == score_predictions(path, small).rows
    with pytest.raises(ModelError, match="nobody to ask"):
        evaluate(f"predictions:{path}", small, device="cpu")


def test_a_folder_into_which_another_process_writes_is_refused_and_a_mistake_leaves_none(small, tmp_path):
    path = write(tmp_path, RIGHT)
    (tmp_path / "run").mkdir()
    with alone_in(tmp_path / "run"), pytest.raises(RunError, match="another process writes into"):
        score_predictions(path, small, out=tmp_path / "run")
    assert not list((tmp_path / "run").iterdir())
    with pytest.raises(DataError, match=r"there is no file"):
        score_predictions(path, small, errata=tmp_path / "none.yaml", out=tmp_path / "new")
    assert not (tmp_path / "new").exists()
    assert score_predictions(path, small, out=tmp_path / "run").folder == tmp_path / "run"
