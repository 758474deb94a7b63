"""Suites as benchmarks."""

import pytest

from mohs.benchmark.package import open_benchmark, write_benchmark
from mohs.benchmark.taxonomy import kind_of
from mohs.errors import DataError
from mohs.suites.checklist import checklist


def test_a_suite_is_opened_as_a_benchmark_of_rows_written_by_people():
    opened = open_benchmark("suite:checklist?count=2")
    suite = checklist(count=2)
    assert len(opened) == len(suite)
    assert opened.sha256 == suite.sha256
    assert list(opened.tasks) == list(suite.by_task)
    for case, row in zip(suite.by_task["sst2"], opened.tasks["sst2"], strict=True):
        assert (row.id, row.source_id, row.fields, row.label) == (
            case.id,
            case.group,
            case.fields,
            case.label,
        )
        assert row.original is None
        assert row.provenance == case.provenance
        assert kind_of(row.method, row.data_construction).attack == "checklist"


def test_a_suite_itself_is_a_benchmark_too():
    suite = checklist(count=2)
    opened, by_address = open_benchmark(suite), open_benchmark("suite:checklist?count=2")
    assert (opened.sha256, opened.version, opened.address) == (
        by_address.sha256,
        by_address.version,
        "suite:checklist",
    )
    assert all(list(part) == list(by_address.tasks[name]) for name, part in opened.tasks.items())


def test_a_suite_can_be_published_as_a_package(tmp_path):
    opened = open_benchmark("suite:checklist?count=2")
    write_benchmark(tmp_path / "package", "mine", "1", opened.tasks)
    again = open_benchmark(tmp_path / "package")
    assert {name: list(part) for name, part in again.tasks.items()} == {
        name: list(part) for name, part in opened.tasks.items()
    }


@pytest.mark.parametrize("asked", [{"split": "test"}, {"private": "folder"}])
def test_a_suite_has_neither_a_test_split_nor_a_private_folder(asked):
    with pytest.raises(DataError, match="dev rows alone"):
        open_benchmark("suite:checklist", **asked)
