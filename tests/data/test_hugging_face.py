"""Data sets of Hugging Face: labels by their own names, the right split, and messages instead of tracebacks."""

import gzip
import sys

import pytest

from fakes import example
from mohs.data.hugging_face import choose_split, looks_like_id
from mohs.data.readers import read
from mohs.data.sources import open_rows
from mohs.errors import DataError, MissingExtra

TEXTS, LABELS = ["good", "bad"], [0, 1]


def dataset(names=("positive", "negative"), labels=LABELS):
    datasets = pytest.importorskip("datasets")
    features = datasets.Features(
        {"sentence": datasets.Value("string"), "label": datasets.ClassLabel(names=list(names))}
    )
    return datasets.Dataset.from_dict({"sentence": TEXTS, "label": labels}, features=features)


def test_labels_are_matched_by_the_names_of_the_data_set():
    assert [example.label for example in read(dataset(), "sst2").examples] == [1, 0]
    stream = dataset().to_iterable_dataset()
    assert [example.label for example in read(stream, "sst2").examples] == [1, 0]


def test_a_task_made_from_a_data_set_keeps_the_order_of_its_names():
    reading = read(dataset())
    assert reading.task.labels == ("positive", "negative")
    assert [example.label for example in reading.examples] == [0, 1]


def test_names_that_are_not_the_tasks_are_shown_with_the_tasks():
    with pytest.raises(DataError, match=r"labels found: pos, neg(.|\n)*negative \(0\), positive \(1\)"):
        read(dataset(("pos", "neg")), "sst2")


def test_a_withheld_label_is_missing():
    problems = read(dataset(labels=[0, -1]), "sst2", skip_bad_rows=True).problems
    assert [(problem.line, problem.reason) for problem in problems] == [(1, "the label is missing")]


def test_a_saved_data_set_is_read_from_its_folder(tmp_path):
    dataset().save_to_disk(tmp_path / "saved")
    reading = read(tmp_path / "saved", "sst2")
    assert [example.label for example in reading.examples] == [1, 0]
    assert reading.sha256 == read(f"hf:{tmp_path / 'saved'}", "sst2").sha256


def test_the_split_of_a_saved_dict_is_chosen(tmp_path):
    datasets = pytest.importorskip("datasets")
    both = datasets.DatasetDict({"train": dataset(labels=[1, 0]), "validation": dataset()})
    both.save_to_disk(tmp_path / "saved")
    for source in (both, tmp_path / "saved"):
        assert [example.label for example in read(source, "sst2").examples] == [1, 0]
        assert [example.label for example in read(source, "sst2", split="train").examples] == [0, 1]
        with pytest.raises(DataError, match=r"no split 'test'(.|\n)*splits train, validation"):
            read(source, "sst2", split="test")


def test_a_broken_saved_data_set_is_said(tmp_path):
    pytest.importorskip("datasets")
    (tmp_path / "state.json").write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match="cannot be opened"):
        read(tmp_path, "sst2")


def test_what_the_library_writes_to_parquet_is_read_with_its_names(tmp_path):
    dataset().to_parquet(tmp_path / "a.parquet")
    assert [example.label for example in read(tmp_path / "a.parquet", "sst2").examples] == [1, 0]


# A folder of files ------------------------------------------------------------------------------------------


def shard(path, texts):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("sentence,label\n" + "".join(f"{text},1\n" for text in texts), encoding="utf-8")


def test_the_shards_of_a_split_are_read_one_after_the_other(tmp_path):
    shard(tmp_path / "data" / "validation-00001-of-00002.csv", ["c"])
    shard(tmp_path / "data" / "validation-00000-of-00002.csv", ["a", "b"])
    shard(tmp_path / "data" / "train-00000-of-00001.csv", ["d"])
    shard(tmp_path / ".cache" / "validation.csv", ["e"])
    shard(tmp_path / "test-of-things" / "train.csv", ["f"])
    reading = read(tmp_path, "sst2")
    assert [(row.id, row.fields["sentence"]) for row in reading.examples] == [
        ("0", "a"),
        ("1", "b"),
        ("2", "c"),
    ]
    assert [row.fields["sentence"] for row in read(tmp_path, "sst2", split="train").examples] == ["d", "f"]


def test_a_bad_row_in_a_shard_is_named_with_the_file_and_its_line(tmp_path):
    shard(tmp_path / "dev-1.csv", ["a"])
    shard(tmp_path / "dev-2.csv", ["b", ""])
    with pytest.raises(DataError, match=r"1 of 3 rows(.|\n)*dev-2.csv:3: empty text"):
        read(tmp_path, "sst2")


def test_the_hash_of_a_folder_changes_with_its_files(tmp_path):
    shard(tmp_path / "dev-1.csv", ["a"])
    shard(tmp_path / "dev-2.csv", ["b"])
    before = read(tmp_path, "sst2").sha256
    assert read(tmp_path, "sst2").sha256 == before
    shard(tmp_path / "dev-2.csv", ["c"])
    assert read(tmp_path, "sst2").sha256 != before


def test_the_only_split_is_read_and_noted_but_no_other_than_asked_for(tmp_path):
    shard(tmp_path / "train.csv", ["a"])
    assert "there is no split 'validation'; the only one, 'train', is read" in read(tmp_path, "sst2").notes
    for asked in ("test", "validation"):
        with pytest.raises(DataError, match=f"no split '{asked}'"):
            read(tmp_path, "sst2", split=asked)


@pytest.mark.parametrize(
    "source", ["rows.csv", "kit:sst2", "advglue:dev.json", "memory", "examples", "dataset"]
)
def test_a_split_of_what_has_none_is_refused(tmp_path, monkeypatch, source):
    monkeypatch.chdir(tmp_path)
    shard(tmp_path / "rows.csv", ["a"])
    (tmp_path / "dev.json").write_text(
        '{"sst2": [{"sentence": "a", "label": 1, "idx": 0}]}', encoding="utf-8"
    )
    rows = [{"sentence": "a film", "label": 1}]
    held = {"memory": rows, "examples": [example("a film")]}
    source = dataset() if source == "dataset" else held.get(source, source)
    assert read(source, "sst2").examples
    with pytest.raises(DataError, match="has no splits\n  got: split train"):
        read(source, "sst2", split="train")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ((), r"holds no data(.|\n)*\.csv"),
        (("readme.md",), "holds no data"),
        (("validation.csv", "validation.jsonl"), "files of 2 formats"),
        (("a.csv", "train.csv"), "splits"),
    ],
)
def test_a_folder_without_one_clear_choice_is_an_error(tmp_path, files, message):
    for name in files:
        shard(tmp_path / name, ["a"])
    with pytest.raises(DataError, match=message):
        read(tmp_path, "sst2")


def test_shards_with_other_columns_are_an_error(tmp_path):
    shard(tmp_path / "dev-1.csv", ["a"])
    (tmp_path / "dev-2.csv").write_text("text,label\na,1\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"dev-2.csv has other columns than"):
        read(tmp_path, "sst2")


# Splits and ids ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("splits", "task", "split", "chosen"),
    [
        (["train", "validation"], None, "validation", "validation"),
        (["train", "validation"], None, None, "validation"),
        (["odd"], None, None, "odd"),
        (["train", "dev"], None, "validation", "dev"),
        (["validation_matched", "validation_mismatched"], "mnli", "validation", "validation_matched"),
        (["validation_matched", "validation_mismatched"], "mnli-mm", "validation", "validation_mismatched"),
        (
            ["validation_matched", "validation_mismatched"],
            "mnli-mm",
            "validation_matched",
            "validation_matched",
        ),
        (["train", "odd"], None, "odd", "odd"),
    ],
)
def test_a_split_is_found_under_its_usual_names(splits, task, split, chosen):
    assert choose_split(splits, task, split, "data", []) == chosen


def test_a_split_that_is_not_there_is_suggested():
    with pytest.raises(DataError, match="did you mean train"):
        choose_split(["train", "other"], None, "trian", "data", [])


@pytest.mark.parametrize(
    ("address", "expected"),
    [("nyu-mll/glue", True), ("a/b@main:sst2", True), ("data", False), ("a/b/c", False), ("a b/c", False)],
)
def test_an_id_has_an_owner_and_a_name(address, expected):
    assert looks_like_id(address) is expected


def test_an_id_is_opened_with_its_revision_and_configuration(monkeypatch):
    datasets = pytest.importorskip("datasets")
    asked = []

    def load(name, config, *, revision):
        asked.append((name, config, revision))
        return datasets.DatasetDict({"validation": dataset()})

    monkeypatch.setattr(datasets, "load_dataset", load)
    for address in ("hf:owner/name@v1:sst2", "owner/name"):
        assert [example.label for example in read(address, "sst2").examples] == [1, 0]
    assert asked == [("owner/name", "sst2", "v1"), ("owner/name", None, None)]


def test_what_the_library_refuses_is_a_short_message(monkeypatch):
    datasets = pytest.importorskip("datasets")

    def load(*_, **__):
        raise ConnectionError("no network\nand much more")

    monkeypatch.setattr(datasets, "load_dataset", load)
    with pytest.raises(
        DataError, match=r"owner/name cannot be opened(.|\n)*ConnectionError: no network\n"
    ) as caught:
        read("owner/name", "sst2")
    assert "much more" not in str(caught.value)


def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingExtra, match=r"mohs\[hf\]"):
        open_rows("hf:owner/name", None)
    with pytest.raises(DataError, match=r"there is no file or folder data/reviews(.|\n)*mohs\[hf\]"):
        open_rows("data/reviews", None)


def test_a_file_that_is_not_there_is_not_taken_for_an_id(monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(DataError, match=r"there is no file or folder data/reviews.csv\n.*check the path"):
        open_rows("data/reviews.csv", None)


def test_a_wrong_id_is_said():
    with pytest.raises(DataError, match="no id of a data set"):
        open_rows("hf:a b", None)


def test_a_file_that_lies_in_a_folder_packed_and_unpacked_is_not_read_twice(tmp_path):
    content = b"sentence,label\ngood,1\nbad,0\n"
    (tmp_path / "validation.csv.gz").write_bytes(gzip.compress(content))
    assert len(read(tmp_path, "sst2").examples) == 2
    (tmp_path / "validation.csv").write_bytes(content)
    with pytest.raises(DataError, match=r"packed and unpacked(.|\n)*validation\.csv\.gz"):
        read(tmp_path, "sst2")
