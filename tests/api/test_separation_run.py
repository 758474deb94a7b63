"""What the command writes down: a valid results.json, and a folder that other programs can rely on."""

import json

import jsonschema
import numpy as np
import pyarrow.parquet
import pytest

import mohs
from mohs import separation
from mohs.api.drawing import draw_report
from mohs.api.separation_run import SeparationOptions, separation_command
from mohs.errors import DataError, RunError
from mohs.runs.schema import results_schema

CSV = "a,b,label\n0,0,x\n0,0,y\n3,4,x\n6,8,y\n7,8,z\n"


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text(CSV, encoding="utf-8")
    return path


def rows(document, metric):
    return [row for row in document["results"] if row["metric"] == metric]


@pytest.mark.parametrize(
    "more",
    [{}, {"minimum": True}, {"norm": "l2"}, {"norm": "2.5"}, {"class_pairs": True}, {"scale": "min-max"}],
)
def test_the_document_is_valid_and_what_is_in_the_folder(data, tmp_path, more):
    run = separation_command(SeparationOptions(data=str(data), out=tmp_path / "run", **more))
    jsonschema.validate(run.document, results_schema())
    assert json.loads((run.folder / "results.json").read_text(encoding="utf-8")) == run.document
    record = json.loads((run.folder / "run.json").read_text(encoding="utf-8"))
    assert record["status"] == "complete"
    assert record["data"]["rows"] == 5
    page = (run.folder / "report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert ("<svg" in page) == ("minimum" not in more)
    assert all(row["method"] == "exact" and row["low"] is None for row in run.document["results"] if row["n"])


def test_the_numbers_are_those_of_the_measurement(data):
    document = separation_command(SeparationOptions(data=str(data), norm="l2"), keep=False).document
    assert [row["value"] for row in rows(document, "two_r")] == [0.0]
    assert [row["value"] for row in rows(document, "two_r_without_conflicts")] == [1.0]
    assert rows(document, "two_r_without_conflicts")[0]["n"] == 3
    assert {row["norm"] for row in document["results"]} == {"l2"}
    details = document["separation"]
    assert details["conflicts"] == [[0, 1]]
    assert details["classes"] == {"x": 2, "y": 2, "z": 1}
    assert details["closest"][0]["pair"] == [3, 4]
    assert "labels with one row only: z" in document["warnings"]


def test_the_nearest_enemy_of_every_row_is_kept(data, tmp_path):
    run = separation_command(SeparationOptions(data=str(data), out=tmp_path / "run"))
    kept = pyarrow.parquet.read_table(run.folder / "nearest.parquet").to_pydict()
    found = separation([[0, 0], [0, 0], [3, 4], [6, 8], [7, 8]], list("xyxyz"))
    assert kept["distance"] == found.nearest.tolist()
    assert kept["enemy"] == found.enemy.tolist()
    assert kept["label"] == list("xyxyz")
    assert kept["row"] == [0, 1, 2, 3, 4]


def test_a_test_table_gives_three_parts(data, tmp_path):
    other = tmp_path / "test.csv"
    other.write_text("a,b,label\n1,1,x\n2,2,z\n", encoding="utf-8")
    document = separation_command(SeparationOptions(data=str(data), test=str(other)), keep=False).document
    parts = {row["split"]: row["value"] for row in rows(document, "two_r") if "split" in row}
    assert parts == {"train-train": 0.0, "train-test": 1.0, "test-test": 1.0}
    assert document["data"]["test"]["rows"] == 2


def test_without_enemies_there_is_no_data(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("a,label\n1,x\n1,y\n", encoding="utf-8")
    document = separation_command(SeparationOptions(data=str(path)), keep=False).document
    jsonschema.validate(document, results_schema())
    row = rows(document, "two_r_without_conflicts")[0]
    assert (row["value"], row["n"], row["method"]) == (None, 0, "no data")


def test_without_keep_and_out_nothing_is_written(data, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert separation_command(SeparationOptions(data="data.csv"), keep=False).folder is None
    assert [path.name for path in tmp_path.iterdir()] == ["data.csv"]
    run = separation_command(SeparationOptions(data="data.csv"))
    assert run.folder.parent.name == "runs"
    assert run.folder.name.startswith("data-separation-")


def test_a_folder_that_is_there_is_left_alone_and_bad_data_leave_none(data, tmp_path):
    options = SeparationOptions(data=str(data), out=tmp_path / "run")
    separation_command(options)
    before = (tmp_path / "run" / "results.json").read_bytes()
    with pytest.raises(RunError, match="there already"):
        separation_command(options)
    assert (tmp_path / "run" / "results.json").read_bytes() == before
    with pytest.raises(DataError):
        separation_command(SeparationOptions(data=str(data), features=("c",), out=tmp_path / "other"))
    assert not (tmp_path / "other").exists()


def test_the_minimum_alone_is_the_same_minimum(data, tmp_path):
    np.savez(tmp_path / "data.npz", X=np.random.default_rng(0).random((50, 30)), y=np.arange(50) % 3)
    options = {"data": str(tmp_path / "data.npz"), "norm": "l2"}
    whole = separation_command(SeparationOptions(**options), keep=False).document
    alone = separation_command(SeparationOptions(**options, minimum=True), keep=False).document
    assert rows(whole, "two_r") == rows(alone, "two_r")
    assert whole["separation"]["pair"] == alone["separation"]["pair"]


@pytest.mark.parametrize("more", [{}, {"norm": "l2", "class_pairs": True}, {"scale": "min-max"}])
def test_from_python_a_run_folder_is_that_of_the_command(data, tmp_path, more):
    options = SeparationOptions(data=str(data), test=str(data), out=tmp_path / "command", seed=2, **more)
    of_command = separation_command(options).document
    table = mohs.read_table(data)
    found = mohs.separation(table, X_test=table, random_state=2, out=tmp_path / "python", **more)
    written = json.loads((tmp_path / "python" / "results.json").read_text(encoding="utf-8"))
    jsonschema.validate(written, results_schema())
    for key in ("results", "separation", "warnings"):
        assert written[key] == of_command[key]
    assert found.two_r == mohs.separation(table, X_test=table, **more).two_r
    files = [sorted(path.name for path in (tmp_path / name).iterdir()) for name in ("command", "python")]
    assert files[0] == files[1]
    draw_report(tmp_path / "python")
    with pytest.raises(RunError, match="is there already"):
        mohs.separation([[0.0], [1.0]], ["a", "b"], out=tmp_path / "python")


def test_from_python_arrays_have_a_folder_too(tmp_path):
    mohs.separation([[0.0], [1.0]], ["a", "b"], bounds=(0, 2), out=tmp_path / "run")
    page = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert "None" not in page
