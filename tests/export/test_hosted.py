"""Bundles whose scorer is ours: run as the sites run them, they give the numbers of `mohs score`."""

import json
import runpy
import sys
import zipfile
from datetime import date

import pytest
import yaml

from mohs.benchmark.package import open_benchmark
from mohs.errors import DataError
from mohs.export.flat import flat_scores
from mohs.export.hosted import write_codabench, write_evalai
from mohs.export.source import open_source

DAY = date(2026, 1, 2)


@pytest.fixture(scope="session")
def private(package):
    return package.with_name("mine-private")


@pytest.fixture(scope="session")
def codabench(package, private, tmp_path_factory):
    folder = tmp_path_factory.mktemp("codabench") / "bundle"
    write_codabench(
        open_source(package, private=private), folder, private=private, start=DAY, docker_image="m", mohs="1"
    )
    return folder


@pytest.fixture(scope="session")
def evalai(package, private, tmp_path_factory):
    folder = tmp_path_factory.mktemp("evalai") / "challenge"
    write_evalai(open_source(package, private=private), folder, private=private, start=DAY, mohs="1")
    return folder


def expected(predictions):
    rows = [
        {"metric": metric, "value": value, **({"task": task} if task else {})}
        for (metric, task), value in predictions[2].items()
    ]
    return flat_scores(rows)


def scored(folder, split, lines, tmp_path, monkeypatch):
    """What Codabench does: input/ref and input/res, then the command of metadata.yaml; what it says on failing."""
    given = tmp_path / "input"
    (given / "res").mkdir(parents=True)
    (given / "res" / "predictions.jsonl").write_text(lines, encoding="utf-8")
    (given / "ref").mkdir()
    for file in (folder / f"reference_{split}").iterdir():
        (given / "ref" / file.name).write_bytes(file.read_bytes())
    metadata = yaml.safe_load((folder / "scoring_program" / "metadata.yaml").read_text("utf-8"))
    python, script, *places = metadata["command"].split()
    assert (python, places) == ("python3", ["$input", "$output"])
    monkeypatch.setattr(sys, "argv", [script, str(given), str(tmp_path / "output")])
    try:
        runpy.run_path(str(folder / "scoring_program" / script), run_name="__main__")
    except SystemExit as failed:
        return failed.code
    return None


def test_codabench_scores_as_we_do(codabench, predictions, tmp_path, monkeypatch):
    lines = predictions[0].read_text("utf-8")
    assert scored(codabench, "dev", lines, tmp_path, monkeypatch) is None
    scores = json.loads((tmp_path / "output" / "scores.json").read_text("utf-8"))
    assert scores == pytest.approx(expected(predictions))
    columns = yaml.safe_load((codabench / "competition.yaml").read_text("utf-8"))["leaderboards"][0][
        "columns"
    ]
    assert {column["key"] for column in columns} <= set(scores)


def test_what_is_wrong_with_a_submission_is_said_and_nothing_is_scored(codabench, tmp_path, monkeypatch):
    said = scored(codabench, "dev", '{"task": "sst2", "id": "0", "label": 7}\n', tmp_path, monkeypatch)
    assert "does not fit the benchmark" in said
    assert not (tmp_path / "output").exists()


def test_the_hidden_labels_of_the_final_phase_are_scored_too(codabench, tmp_path, monkeypatch):
    with zipfile.ZipFile(codabench / "reference_test" / "benchmark.zip") as archive:
        archive.extractall(tmp_path / "open")
    opened = open_benchmark(tmp_path / "open" / "benchmark", "test", private=tmp_path / "open" / "private")
    rows = [
        {"task": name, "id": row.id, "label": row.label}
        for name, part in opened.tasks.items()
        for row in part
    ]
    lines = "\n".join(map(json.dumps, rows))
    assert scored(codabench, "test", lines, tmp_path, monkeypatch) is None
    scores = json.loads((tmp_path / "output" / "scores.json").read_text("utf-8"))
    assert scores["sst2_accuracy"] == 1.0


def test_a_bundle_names_its_files_and_has_a_phase_a_split(codabench):
    content = yaml.safe_load((codabench / "competition.yaml").read_text("utf-8"))
    assert content["version"] == 2
    assert [phase["name"] for phase in content["phases"]] == ["Development", "Final"]
    assert content["phases"][0]["start"] == "2026-01-02T00:00:00Z"
    for task in content["tasks"]:
        assert (codabench / task["reference_data"]).is_dir()
        assert (codabench / task["scoring_program"] / "score.py").is_file()
    with zipfile.ZipFile(codabench.with_name("bundle.zip")) as archive:
        assert "competition.yaml" in archive.namelist()


def test_labels_of_the_test_split_are_in_its_reference_alone(codabench):
    names = {
        split: zipfile.ZipFile(codabench / f"reference_{split}" / "benchmark.zip").namelist()
        for split in ("dev", "test")
    }
    assert any(name.startswith("private/") for name in names["test"])
    assert not any(name.startswith("private/") for name in names["dev"])


def test_evalai_scores_as_we_do_and_takes_a_zip_too(evalai, predictions, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(evalai)
    import evaluation_script

    given = evaluation_script.evaluate(evalai / "annotations" / "dev.zip", predictions[0], "dev")
    assert given["result"][0]["dev"] == pytest.approx(expected(predictions))
    with zipfile.ZipFile(tmp_path / "p.zip", "w") as archive:
        archive.write(predictions[0], "deep/predictions.jsonl")
    assert evaluation_script.evaluate(evalai / "annotations" / "dev.zip", tmp_path / "p.zip", "dev") == given
    content = yaml.safe_load((evalai / "challenge_config.yaml").read_text("utf-8"))
    assert set(content["leaderboard"][0]["schema"]["labels"]) <= set(given["submission_result"])


def test_a_challenge_names_files_that_are_there(evalai):
    content = yaml.safe_load((evalai / "challenge_config.yaml").read_text("utf-8"))
    for phase in content["challenge_phases"]:
        assert (evalai / phase["test_annotation_file"]).is_file()
    assert (evalai / content["evaluation_script"]).is_file()
    assert "&lt;small&gt;" in (evalai / content["description"]).read_text("utf-8")
    assert [one["codename"] for one in content["dataset_splits"]] == ["dev", "test"]


def test_without_labels_there_is_no_scorer(package, tmp_path):
    with pytest.raises(DataError, match="labels of the test rows"):
        write_evalai(open_source(package), tmp_path / "x", private=None, start=DAY, mohs="1")


def test_the_same_benchmark_gives_the_same_bytes(package, private, codabench, tmp_path):
    source = open_source(package, private=private)
    again = write_codabench(
        source, tmp_path / "bundle", private=private, start=DAY, docker_image="m", mohs="1"
    )
    assert again.read_bytes() == codabench.with_name("bundle.zip").read_bytes()


def test_an_archive_holds_what_the_folder_holds_and_nothing_of_how_it_was_written(codabench, evalai):
    for folder in (codabench, evalai):
        with zipfile.ZipFile(folder.with_name(f"{folder.name}.zip")) as archive:
            kept = {name for name in archive.namelist() if not name.endswith("/")}
        assert kept == {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        assert not any(part.startswith(".") for name in kept for part in name.split("/"))
