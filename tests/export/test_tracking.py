"""A run as MLflow has it afterwards, in a store of its own."""

import sys

import pytest

from mohs.errors import MissingExtra, MohsError
from mohs.export.results import read_outcome
from mohs.export.tracking import log_to_mlflow


@pytest.mark.filterwarnings("ignore")
def test_mlflow_has_the_numbers_the_settings_and_the_files(run, predictions, tmp_path, monkeypatch):
    mlflow = pytest.importorskip("mlflow")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    monkeypatch.setenv("MLFLOW_DISABLE_TELEMETRY", "true")
    store = (tmp_path / "store").as_uri()
    first = log_to_mlflow(read_outcome(run), tracking_uri=store, experiment="mine")
    second = log_to_mlflow(read_outcome(run), tracking_uri=store, experiment="mine")
    client = mlflow.MlflowClient(tracking_uri=store)
    kept = client.get_run(first)
    assert kept.data.metrics["robust/score"] == pytest.approx(predictions[2]["score", None])
    assert kept.data.metrics["robust/qqp/f1"] == pytest.approx(predictions[2]["f1", "qqp"])
    assert kept.data.params["benchmark/name"] == "Mine & Co"
    assert kept.info.status == "FINISHED"
    assert {one.path for one in client.list_artifacts(first)} >= {"results.json", "run.json"}
    assert client.get_run(second).info.experiment_id == kept.info.experiment_id


@pytest.mark.filterwarnings("ignore")
def test_a_server_that_does_not_take_it_is_said(run):
    pytest.importorskip("mlflow")
    with pytest.raises(MohsError, match="MLflow does not take the run"):
        log_to_mlflow(read_outcome(run), tracking_uri="nowhere://x")


def test_without_mlflow_the_extra_is_named(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "mlflow", None)
    with pytest.raises(MissingExtra, match=r"mohs\[tracking\]"):
        log_to_mlflow(read_outcome(run))
