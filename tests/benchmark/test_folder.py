"""A package that is not whole is not opened."""

import json

import pytest

from mohs.benchmark.package import open_benchmark, write_benchmark
from mohs.benchmark.part import Part
from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError


@pytest.fixture
def package(tmp_path, parts):
    return write_benchmark(tmp_path / "b", "b", "1", parts, parts)


def change(folder, edit):
    path = folder / "benchmark.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    edit(record)
    path.write_text(json.dumps(record), encoding="utf-8")


def test_a_file_that_was_changed_is_refused(package):
    (package[0] / "dev.json").write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match=r"dev\.json is not the file that was published(.|\n)*sha256"):
        open_benchmark(package[0])


def test_a_file_that_is_missing_is_named(package):
    (package[0] / "data" / "sst2" / "dev.parquet").unlink()
    with pytest.raises(DataError, match=r"sst2/dev\.parquet is missing"):
        open_benchmark(package[0])


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (
            lambda r: r.update(schema="mohs/benchmark/2"),
            r"a newer schema(.|\n)*mohs/benchmark/1(.|\n)*a newer one",
        ),
        (lambda r: r.update(schema="other"), "an unknown schema"),
        (lambda r: r.update(schema=[1]), "an unknown schema"),
        (lambda r: r.pop("version"), "version is missing"),
        (lambda r: r.update(files=[]), "files is missing or no dict"),
        (lambda r: r.update(tasks={}), "no tasks"),
        (lambda r: r["tasks"]["sst2"]["counts"].update(dev=4), r"number of rows is off(.|\n)*got: 3(.|\n)*4"),
        (lambda r: r["tasks"]["sst2"].update(counts={"dev": "3"}), "task 'sst2' is not described"),
        (lambda r: r["tasks"]["sst2"].update(labels=3), "task 'sst2' is not described"),
        (lambda r: r["tasks"].update(sst2=3), "task 'sst2' is not described"),
        (lambda r: r["tasks"]["sst2"].update(labels=["negative"]), r"row 2: label 1 is not one of the task"),
        (lambda r: r["tasks"]["sst2"].update(fields=["text"], perturb=[]), r"lacks columns(.|\n)*text"),
        (lambda r: r["tasks"].update({"../x": r["tasks"]["sst2"]}), r"cannot be called '\.\./x'"),
        (lambda r: r["files"].update({"../x": {"sha256": ""}}), "a file outside the folder"),
        (lambda r: r["files"].update({"/etc/passwd": {"sha256": ""}}), "a file outside the folder"),
        (lambda r: r["files"].update({"..\\x": {"sha256": ""}}), "a file outside the folder"),
        (lambda r: r["files"].update({".": {"sha256": ""}}), "a file outside the folder"),
        (lambda r: r["files"].pop("data/sst2/dev.parquet"), "has no sha256 of it"),
        (lambda r: r.update(tasks=["sst2"]), "no tasks"),
        (lambda r: r["tasks"].update({"..": r["tasks"]["sst2"]}), r"cannot be called '\.\.'"),
        (lambda r: r["tasks"].update({"": r["tasks"]["sst2"]}), "cannot be called ''"),
        (lambda r: r["tasks"]["sst2"].update(labels=["negative", 1]), "task 'sst2' is not described"),
        (lambda r: r["tasks"]["sst2"].update(counts={"dev": 3, "test": -1}), "task 'sst2' is not described"),
        (lambda r: r["tasks"]["sst2"].update(counts={"dev": 3, "test": 2.5}), "task 'sst2' is not described"),
        (lambda r: r["files"].update({"dev.json": 3}), "is not the file that was published"),
    ],
    ids=range(25),
)
def test_a_record_that_does_not_fit_is_refused(package, edit, message):
    change(package[0], edit)
    with pytest.raises(DataError, match=message):
        open_benchmark(package[0])


@pytest.mark.parametrize("text", ["{", "[" * 1_000_000, "[]", '{"schema": 1, "schema": 2}'], ids=range(4))
def test_a_record_that_is_no_json_object_is_refused(package, text):
    (package[0] / "benchmark.json").write_text(text, encoding="utf-8")
    with pytest.raises(DataError):
        open_benchmark(package[0])


def test_a_split_that_is_not_there_is_said(tmp_path, parts):
    folder, hidden = write_benchmark(tmp_path / "b", "b", "1", parts)
    assert hidden is None
    with pytest.raises(DataError, match=r"no split 'test'(.|\n)*got: dev"):
        open_benchmark(folder, "test")


def test_without_a_split_it_is_dev_or_test_where_only_that_is_there(tmp_path, parts, package):
    assert open_benchmark(package[0]).split == "dev"
    folder, hidden = write_benchmark(tmp_path / "t", "t", "1", {}, parts)
    assert open_benchmark(folder).split == "test"
    assert open_benchmark(folder, private=hidden).tasks["sst2"].labels is not None


def test_a_task_without_rows_is_said_to_have_none(tmp_path, parts):
    folder, _ = write_benchmark(tmp_path / "t", "t", "1", {**parts, "rte": Part.of(BUILT_IN["rte"], [])})
    with pytest.raises(DataError, match=r"rte/dev\.parquet: the task has no rows"):
        open_benchmark(folder)


def test_of_a_split_the_tasks_that_have_it_are_opened(tmp_path, parts):
    folder, hidden = write_benchmark(tmp_path / "t", "t", "1", parts, {"sst2": parts["sst2"]})
    assert set(open_benchmark(folder).tasks) == {"sst2", "qqp"}
    assert set(open_benchmark(folder, "test").tasks) == {"sst2"}
    # Labels of test rows say nothing of dev rows, which have their own.
    assert len(open_benchmark(folder, "dev", private=hidden)) == 4


def test_the_private_folder_of_another_benchmark_is_refused(tmp_path, package, parts):
    _, other = write_benchmark(tmp_path / "c", "c", "1", parts, parts)
    with pytest.raises(DataError, match="belongs to another version"):
        open_benchmark(package[0], "test", private=other)
    with pytest.raises(DataError, match="no private folder"):
        open_benchmark(package[0], "test", private=tmp_path)
    (package[1] / "data" / "sst2" / "test.parquet").write_bytes(b"")
    with pytest.raises(DataError, match="not the file that was published"):
        open_benchmark(package[0], "test", private=package[1])
