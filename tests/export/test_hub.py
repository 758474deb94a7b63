"""A folder that the Hub, the library datasets and mohs itself open as the same rows."""

import pytest
import yaml

from mohs.benchmark.package import open_benchmark
from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError
from mohs.export.hub import card, eval_yaml, write_dataset
from mohs.export.source import open_source


@pytest.fixture
def folder(package, tmp_path):
    return write_dataset(open_source(package), tmp_path / "set")


def front_matter(text):
    return yaml.safe_load(text.split("---\n")[1])


@pytest.mark.filterwarnings("ignore")
def test_the_library_datasets_loads_each_task_with_the_names_of_its_labels(folder, package, tmp_path):
    datasets = pytest.importorskip("datasets")
    for name, part in open_benchmark(package, "dev").tasks.items():
        rows = datasets.load_dataset(str(folder), name, split="validation", cache_dir=str(tmp_path / "cache"))
        assert rows.features["label"].names == list(BUILT_IN[name].labels)
        assert rows["label"] == part.column("label")
        assert rows[BUILT_IN[name].fields[0]] == part.column(BUILT_IN[name].fields[0])


def test_it_is_a_package_of_ours_too_byte_for_byte(folder, package):
    assert (folder / "benchmark.json").read_bytes() == (package / "benchmark.json").read_bytes()
    assert len(open_benchmark(folder, "test")) == 6
    assert not (folder / "data" / "sst2" / "labels.parquet").exists()


def test_the_card_says_where_the_files_are(folder):
    content = front_matter((folder / "README.md").read_text("utf-8"))
    configs = {one["config_name"]: one["data_files"] for one in content["configs"]}
    assert configs["sst2"] == [
        {"split": "validation", "path": "data/sst2/dev.parquet"},
        {"split": "test", "path": "data/sst2/test.parquet"},
    ]
    assert all((folder / file["path"]).is_file() for files in configs.values() for file in files)
    assert (content["license"], content["size_categories"]) == ("cc-by-4.0", ["n<1K"])


def test_the_card_is_read_by_the_hubs_own_library(folder):
    hub = pytest.importorskip("huggingface_hub")
    data = hub.DatasetCard.load(folder / "README.md").data
    assert data.pretty_name == "Mine & Co"
    assert data.task_categories == ["text-classification"]


def test_the_card_tells_what_the_audit_finds_and_cannot_be_broken_out_of(package):
    text = card(open_source(package))
    assert "| shared-source |" in text
    assert "0 not_duplicate, 1 duplicate" in text
    task = next(line for line in text.splitlines() if line.startswith("| qqp |"))
    assert task.count("|") == 6


def test_eval_yaml_names_the_split_that_is_scored(folder, package):
    content = yaml.safe_load((folder / "eval.yaml").read_text("utf-8"))
    assert content == eval_yaml(open_source(package))
    splits = {one["id"]: one["split"] for one in content["tasks"]}
    assert splits["sst2"] == "test"
    assert splits["rte"] == "validation"


def test_advglues_released_dev_rows_become_a_package(shared, tmp_path):
    address = f"advglue:{shared / 'data' / 'advglue_dev'}"
    folder = write_dataset(open_source(address), tmp_path / "set")
    opened, released = open_benchmark(folder), open_benchmark(address)
    assert {name: list(part) for name, part in opened.tasks.items()} == {
        name: list(part) for name, part in released.tasks.items()
    }


def test_a_card_of_the_packages_own_stays(package, tmp_path):
    from mohs.benchmark.package import write_benchmark

    parts = open_benchmark(package, "dev").tasks
    write_benchmark(tmp_path / "own", "own", "1", parts, files={"README.md": "mine"})
    folder = write_dataset(open_source(tmp_path / "own"), tmp_path / "set")
    assert (folder / "README.md").read_text("utf-8") == "mine"
    assert (folder / "croissant.json").is_file()


def test_released_test_rows_alone_are_refused(package):
    with pytest.raises(DataError, match="no split 'dev'"):
        open_source(package).only("test").only("dev")
