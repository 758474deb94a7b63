"""What is published tells nothing that must stay private, and opens again as it was."""

import json

import pytest
from pyarrow import parquet

from mohs.benchmark.package import open_benchmark, write_benchmark
from mohs.errors import DataError, RunError


def test_test_rows_are_published_without_what_tells_their_label(tmp_path, parts):
    folder, hidden = write_benchmark(tmp_path / "b", "b", "1", parts, parts, random_state=7)
    assert hidden == tmp_path / "b-private"
    assert parquet.read_schema(folder / "data" / "sst2" / "test.parquet").names == ["id", "sentence"]
    public = open_benchmark(folder, "test").tasks["sst2"]
    assert public.labels is None and not set(public.ids) & set(parts["sst2"].ids)
    whole = open_benchmark(folder, "test", private=hidden).tasks["sst2"]
    assert whole.ids == public.ids

    def without_id(rows):
        return sorted((r.fields["sentence"], r.label, r.source_id, r.method, str(r.original)) for r in rows)

    assert without_id(whole) == without_id(parts["sst2"])
    published = "".join(path.read_text(encoding="latin-1") for path in folder.rglob("*.json"))
    assert str(json.loads((hidden / "benchmark.json").read_text(encoding="utf-8"))["seed"]) == "7"
    assert '"seed"' not in published


def test_a_list_of_rows_is_told_as_no_part_before_anything_is_made(tmp_path, parts):
    for dev, test in ((list(parts["sst2"]), None), (parts["sst2"], list(parts["sst2"]))):
        with pytest.raises(DataError, match=r"(?s)rows of task sst2 are no part.*got: list.*\.where\("):
            write_benchmark(tmp_path / "b", "b", "1", {"sst2": dev}, {"sst2": test} if test else None)
    assert not (tmp_path / "b").exists()


def test_ids_and_order_depend_on_the_seed_alone(tmp_path, parts):
    first, _ = write_benchmark(tmp_path / "a", "b", "1", parts, parts, random_state=1)
    second, _ = write_benchmark(tmp_path / "b", "b", "1", parts, parts, random_state=1)
    third, _ = write_benchmark(tmp_path / "c", "b", "1", parts, parts)
    ids = [open_benchmark(folder, "test").tasks["sst2"].ids for folder in (first, second, third)]
    assert ids[0] == ids[1] != ids[2]


def test_the_dev_rows_are_there_in_advglues_layout_too(tmp_path, parts, shared):
    folder, _ = write_benchmark(tmp_path / "b", "b", "1", parts)
    again = open_benchmark(f"advglue:{folder}")
    for name, part in parts.items():
        rows = [(r.fields, r.original, r.label, r.method, r.data_construction) for r in part]
        assert [
            (r.fields, r.original, r.label, r.method, r.data_construction) for r in again.tasks[name]
        ] == rows


def test_advglue_comes_back_as_it_was_through_a_package(tmp_path, shared):
    """Its own dev.json and dev_ann.json hold the same JSON; idx is the row's number there as well."""
    source = shared / "data" / "advglue_dev"
    folder, _ = write_benchmark(tmp_path / "b", "b", "1", open_benchmark(f"advglue:{source}").tasks)
    for name in ("dev.json", "dev_ann.json"):
        there, here = (json.loads((at / name).read_text(encoding="utf-8")) for at in (source, folder))
        assert here == there


def test_a_folder_may_be_named_by_a_text(tmp_path, parts):
    folder, hidden = write_benchmark(str(tmp_path / "b"), "b", "1", parts, parts)
    assert (folder, hidden) == (tmp_path / "b", tmp_path / "b-private")


def test_further_files_are_listed_with_their_sha256_and_may_not_lead_out(tmp_path, parts):
    folder, _ = write_benchmark(
        tmp_path / "b", "b", "1", parts, files={"README.md": "é\n"}, about={"licence": "MIT"}
    )
    record = json.loads((folder / "benchmark.json").read_text(encoding="utf-8"))
    assert record["files"]["README.md"]["bytes"] == 3 and record["licence"] == "MIT"
    for number, name in enumerate(("../x", "/x", "benchmark.json", "dev.json")):
        with pytest.raises(RunError, match="cannot have a file"):
            write_benchmark(tmp_path / str(number), "b", "1", parts, files={name: ""})


def test_a_folder_that_holds_something_is_not_written_over(tmp_path, parts):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "x").touch()
    with pytest.raises(RunError, match="is there already"):
        write_benchmark(tmp_path / "b", "b", "1", parts)
    with pytest.raises(RunError, match="cannot be made"):
        write_benchmark(tmp_path / "b" / "x", "b", "1", parts)
