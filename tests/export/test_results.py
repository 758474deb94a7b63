"""Results for the Hub, read back with the Hub's own library."""

import pytest
import yaml

from mohs.errors import RunError
from mohs.export.results import eval_results, model_card, read_outcome, write_eval_results
from mohs.runs.folder import RunFolder


def test_eval_results_have_an_entry_a_task_with_its_interval(run, predictions, tmp_path):
    path = write_eval_results(read_outcome(run), tmp_path, "me/Mine.Set", revision="abc")
    assert path.relative_to(tmp_path).as_posix() == ".eval_results/me-mine-set.yaml"
    entries = yaml.safe_load(path.read_text("utf-8"))
    found = {one["dataset"]["task_id"]: one["value"] for one in entries}
    expected = {
        task: value
        for (metric, task), value in predictions[2].items()
        if metric == "robust_accuracy" and task
    }
    assert found == pytest.approx(expected, abs=1e-6)
    assert entries[0]["dataset"] == {"id": "me/Mine.Set", "task_id": "sst2", "revision": "abc"}
    assert "n = 7" in entries[0]["notes"]
    assert "1.0.0" in entries[0]["notes"]
    assert entries == eval_results(read_outcome(run), "me/Mine.Set", revision="abc")


def test_the_model_index_is_read_by_the_hubs_own_library(run, predictions, tmp_path):
    hub = pytest.importorskip("huggingface_hub")
    (tmp_path / "README.md").write_text(
        model_card(read_outcome(run), "me/model", "me/mine"), encoding="utf-8"
    )
    results = hub.ModelCard.load(tmp_path / "README.md").data.eval_results
    found = {one.dataset_config: one.metric_value for one in results}
    assert found["qqp"] == pytest.approx(predictions[2]["robust_accuracy", "qqp"], abs=1e-6)
    assert {one.dataset_split for one in results} == {"validation"}


def test_the_section_shows_each_number_with_its_interval_and_rows(run):
    text = model_card(read_outcome(run), "me/model", "me/mine")
    line = next(line for line in text.splitlines() if line.startswith("| all | Score |"))
    assert line.count("|") == 6
    assert "[" in line
    assert "%" in line


def test_other_runs_are_refused(tmp_path, run):
    (tmp_path / "x").mkdir()
    RunFolder(tmp_path / "x").write_record({"kind": "mscr"})
    with pytest.raises(RunError, match="kind mscr"):
        read_outcome(tmp_path / "x")
    RunFolder(tmp_path / "x").write_record({"kind": "score"})
    with pytest.raises(RunError, match="cannot be read"):
        read_outcome(tmp_path / "x")
    (tmp_path / "x" / "results.json").write_text("[]", encoding="utf-8")
    with pytest.raises(RunError, match="unknown schema"):
        read_outcome(tmp_path / "x")
