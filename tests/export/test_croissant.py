"""croissant.json is validated, and its records are read, with mlcroissant."""

import hashlib
import json
import re

import pytest

from mohs.errors import RunError
from mohs.export.croissant import croissant
from mohs.export.hub import write_croissant, write_dataset
from mohs.export.source import open_source


@pytest.mark.filterwarnings("ignore")
def test_mlcroissant_finds_no_fault_and_reads_our_rows(package, tmp_path):
    mlc = pytest.importorskip("mlcroissant")
    folder = write_dataset(open_source(package), tmp_path / "set")
    dataset = mlc.Dataset(jsonld=str(folder / "croissant.json"))
    assert not dataset.metadata.ctx.issues.errors
    rows = list(dataset.records("qqp-dev"))
    part = open_source(package).only("dev").splits[0].tasks["qqp"]
    assert [row["qqp-dev/label"] for row in rows] == part.column("label")
    assert [row["qqp-dev/question2"].decode() for row in rows] == part.column("question2")
    assert next(set(row) for row in dataset.records("sst2-test")) == {"sst2-test/id", "sst2-test/sentence"}


def test_each_file_has_its_sha256_and_each_record_set_names_the_labels(package, tmp_path):
    write_croissant(open_source(package), tmp_path / "croissant.json")
    document = json.loads((tmp_path / "croissant.json").read_text("utf-8"))
    for file in document["distribution"]:
        content = (package / file["contentUrl"]).read_bytes()
        assert file["sha256"] == hashlib.sha256(content).hexdigest()
        assert int(re.match(r"\d+", file["contentSize"])[0]) == len(content)
    (qqp,) = [one for one in document["recordSet"] if one["@id"] == "qqp-dev"]
    assert "0 not_duplicate, 1 duplicate" in qqp["description"]
    assert document["license"] == "https://creativecommons.org/licenses/by/4.0/"


def test_files_may_lie_elsewhere(package):
    source = open_source(package)
    files = {"data/rte/dev.parquet": {"sha256": "00", "bytes": 1}}
    document = croissant(source, files, "https://example.org/")
    (file,) = document["distribution"]
    assert file["contentUrl"] == "https://example.org/data/rte/dev.parquet"
    assert [one["@id"] for one in document["recordSet"]] == ["rte-dev"]


def test_released_files_are_no_package(shared, tmp_path):
    source = open_source(f"advglue:{shared / 'data' / 'advglue_dev'}")
    with pytest.raises(RunError, match="suites and runs are none"):
        write_croissant(source, tmp_path / "croissant.json")
