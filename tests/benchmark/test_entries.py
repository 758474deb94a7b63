"""What is audited: all splits of a benchmark, or what a run has broken."""

import json

import pytest

from made_up_runs import make_outcomes, make_run
from mohs.benchmark.entries import entries_of, of_benchmarks, of_run, open_splits
from mohs.benchmark.package import open_benchmark, write_benchmark
from mohs.errors import DataError, RunError
from mohs.runs.folder import RunFolder


@pytest.fixture
def package(tmp_path, parts):
    write_benchmark(tmp_path / "mine", "mine", "1.0", parts, {"sst2": parts["sst2"]}, random_state=1)
    return tmp_path / "mine"


def test_a_row_becomes_an_entry_with_its_label_by_name(package):
    first, _, written, pair = entries_of(open_benchmark(package))
    assert (first.task.name, first.id, first.label, first.split) == ("sst2", "0", "negative", "dev")
    assert (first.original, first.method, first.level) == ({"sentence": "a bad film"}, "TextBugger", "word")
    assert written.original == {}
    assert pair.original == {"question2": "who"}


def test_both_splits_are_opened_and_what_is_hidden_is_not_known(package):
    audited = of_benchmarks(open_splits(package))
    assert audited.about["splits"] == ["dev", "test"]
    hidden = [entry for entry in audited.entries if entry.split == "test"]
    assert len(hidden) == 3
    assert {(entry.label, entry.source_id, entry.method) for entry in hidden} == {(None, None, "")}


def test_with_the_private_folder_nothing_is_hidden(package):
    audited = of_benchmarks(open_splits(package, package.with_name("mine-private")))
    labels = sorted(entry.label for entry in audited.entries if entry.split == "test")
    assert labels == ["negative", "negative", "positive"]


def test_only_the_splits_that_are_there_are_opened(tmp_path, parts):
    write_benchmark(tmp_path / "dev", "dev", "1", parts)
    assert [one.split for one in open_splits(tmp_path / "dev")] == ["dev"]


def test_both_splits_of_a_released_folder_are_opened(tmp_path, shared):
    content = (shared / "data" / "advglue_dev" / "dev.json").read_bytes()
    for name in ("dev.json", "test.json"):
        (tmp_path / name).write_bytes(content)
    assert [one.split for one in open_splits(f"advglue:{tmp_path}")] == ["dev", "test"]
    assert [one.split for one in open_splits(f"advglue:{tmp_path / 'test.json'}")] == ["test"]


def test_of_a_pair_the_field_that_was_changed_has_an_original(tmp_path):
    record = make_run()
    record["task"] = {"name": "own", "fields": ["a", "b"], "labels": ["negative", "positive"]}
    outcomes = make_outcomes(("textfooler",), 60)
    for one in outcomes:
        one["original"] = {"a": "same", "b": one["original"]["sentence"]}
        if one["perturbed"]:
            one["perturbed"] = {"a": "same", "b": one["perturbed"]["sentence"]}
    entries = of_run(run_folder(tmp_path / "run", record, outcomes)).entries
    assert entries and {tuple(entry.original) for entry in entries} == {("b",)}
    assert {entry.fields["a"] for entry in entries} == {"same"}


def test_a_row_that_was_not_changed_keeps_its_original(shared):
    (benchmark,) = open_splits(f"advglue:{shared / 'data' / 'advglue_dev'}")
    (row,) = [one for one in entries_of(benchmark) if (one.task.name, one.id) == ("sst2", "80")]
    assert row.original == {"sentence": "holden caulfield did it better . "}


def test_what_is_no_benchmark_is_said(tmp_path):
    with pytest.raises(DataError, match="is no benchmark"):
        open_splits(tmp_path)
    with pytest.raises(DataError, match="holds no AdvGLUE file"):
        open_splits(f"advglue:{tmp_path}")


def run_folder(path, record, outcomes):
    path.mkdir()
    RunFolder(path).write_record({"fingerprint": {}, "planned": len(outcomes), **record})
    lines = [json.dumps(one, ensure_ascii=False) + "\n" for one in outcomes]
    (path / "journal.jsonl").write_text("".join(lines), encoding="utf-8")
    return path


def test_the_successes_of_a_run_are_its_entries(tmp_path):
    outcomes = make_outcomes(("textfooler",), 60)
    record = make_run()
    record["attacks"][0]["level"] = "word"
    path = run_folder(tmp_path / "run", record, outcomes)
    audited = of_run(path)
    broken = [one for one in outcomes if one["status"] == "success"]
    assert [entry.id for entry in audited.entries] == [one["id"] for one in broken]
    entry = audited.entries[0]
    assert (entry.fields, entry.original) == (broken[0]["perturbed"], broken[0]["original"])
    assert (entry.label, entry.method, entry.level) == (broken[0]["label"], "textfooler", "word")


def test_of_a_run_with_several_models_the_model_is_named_too(tmp_path):
    record = make_run() | {"model": [{"address": "a"}, {"address": "b"}]}
    path = run_folder(tmp_path / "run", record, make_outcomes(("textfooler",), 20))
    assert {entry.method for entry in of_run(path).entries} == {"textfooler on hf:./sst2-minilm"}


def test_other_runs_cannot_be_audited(tmp_path):
    path = run_folder(tmp_path / "run", {"kind": "separation"}, [])
    with pytest.raises(RunError, match="a run of kind separation"):
        of_run(path)
