"""What is asked of a benchmark is chosen, and runs that name no folder get one of their own."""

import dataclasses

import pytest

from made_benchmarks import parts
from mohs.api.results import choose_tasks, result_folder
from mohs.benchmark.package import Benchmark, Part
from mohs.errors import DataError


def benchmark(tasks):
    return Benchmark("b", "1", tasks, "dev", "b", "0" * 64)


def test_tasks_come_in_the_order_of_the_benchmark():
    assert list(choose_tasks(benchmark(parts()), ["qqp", "sst2", "qqp"])) == ["sst2", "qqp"]
    assert (
        list(choose_tasks(benchmark(parts()), None))
        == ["sst2", "qqp"]
        == list(choose_tasks(benchmark(parts()), ["all"]))
    )


def test_a_task_with_an_unknown_metric_is_refused():
    part = parts()["sst2"]
    odd = Part(dataclasses.replace(part.task, metrics=("bleu",)), part.table)
    with pytest.raises(DataError, match="'bleu'"):
        choose_tasks(benchmark({"sst2": odd}), None)


def test_each_run_gets_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with result_folder(None, "advglue:../data/advglue_dev", "sst2=hf:./a,mnli=hf:./b") as first:
        assert first.parent.name == "runs" and first.name.startswith("advglue_dev-b-")
        with result_folder(None, "advglue:../data/advglue_dev", "hf:./b") as second:
            assert second != first
    with result_folder(tmp_path / "out", "advglue:../data/advglue_dev", "hf:./b") as named:
        assert named == tmp_path / "out"
