"""GLUE's folder as it lies on disk: each task's file is found, and a stand-in is said to be one."""

from collections import Counter

import pytest

from mohs.data.readers import read, read_examples
from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError

GLUE = {
    "sst2": (872, {"negative": 428, "positive": 444}),
    "qqp": (1000, {"not_duplicate": 623, "duplicate": 377}),
    "mnli": (1000, {"entailment": 373, "neutral": 311, "contradiction": 316}),
    "mnli-mm": (1000, None),
    "qnli": (5463, {"entailment": 2702, "not_entailment": 2761}),
    "rte": (277, {"entailment": 146, "not_entailment": 131}),
}


def counts(reading):
    return Counter(reading.task.labels[example.label] for example in reading.examples)


@pytest.mark.parametrize("task", GLUE)
def test_the_dev_set_of_every_task_is_found_in_glues_folder(shared, task):
    reading = read(f"glue:{shared / 'data' / 'glue'}", task)
    rows, balance = GLUE[task]
    assert (len(reading.examples), reading.problems) == (rows, ())
    assert tuple(reading.examples[0].fields) == BUILT_IN[task].fields
    assert balance is None or counts(reading) == balance


@pytest.mark.parametrize(
    ("task", "rows"), [("sst2", 67_349), ("rte", 2_490), ("mnli", 8_999), ("qnli", 8_999)]
)
def test_the_train_set_is_found_too(shared, task, rows):
    reading = read(f"glue:{shared / 'data' / 'glue'}", task, split="train", skip_bad_rows=True)
    assert reading.rows == rows
    assert len(reading.examples) + len(reading.problems) == rows
    assert any("stands in for GLUE's train.tsv" in note for note in reading.notes)


@pytest.mark.parametrize(
    ("file", "task"),
    [("SST-2/dev.tsv", "sst2"), ("RTE/dev.tsv", "rte"), ("MNLI/dev_matched_1000.tsv", "mnli")],
)
def test_a_file_of_glue_is_read_to_the_letter_by_its_path(shared, file, task):
    path = shared / "data" / "glue" / file
    lines = path.read_text(encoding="utf-8").split("\n")[1:-1]
    examples = read_examples(path, task)
    assert len(examples) == len(lines)
    for example, line in zip(examples, lines, strict=True):
        assert all(text in line.split("\t") for text in example.fields.values())


def test_a_file_that_lies_as_glues_own_is_of_its_task_and_that_is_said(shared):
    reading = read(shared / "data" / "glue" / "SST-2" / "dev.tsv", text="sentence", label="label")
    assert (reading.task, len(reading.examples)) == (BUILT_IN["sst2"], 872)
    assert any("the task is sst2" in note for note in reading.notes)


def test_a_task_is_made_from_a_file_of_glue_that_lies_elsewhere(shared, tmp_path):
    (tmp_path / "dev.tsv").symlink_to(shared / "data" / "glue" / "SST-2" / "dev.tsv")
    reading = read(tmp_path / "dev.tsv")
    assert (reading.task.fields, reading.task.labels, len(reading.examples)) == (
        ("sentence",),
        ("0", "1"),
        872,
    )


@pytest.mark.parametrize(
    ("task", "split", "message"),
    [
        (None, "validation", "needs the name of a task"),
        ("sst2", "test", "no labelled split 'test'"),
        ("sst2", "validation", r"no file .*SST-2/dev.tsv(.|\n)*other.tsv"),
        ("rte", "validation", r"no file .*RTE/dev.tsv(.|\n)*nothing"),
    ],
)
def test_what_is_not_in_the_folder_of_glue_is_said(tmp_path, task, split, message):
    (tmp_path / "SST-2").mkdir()
    (tmp_path / "SST-2" / "other.tsv").write_text("", encoding="utf-8")
    with pytest.raises(DataError, match=message):
        read(f"glue:{tmp_path}", task, split=split)


def test_a_folder_of_glue_that_is_not_there_is_said(tmp_path):
    with pytest.raises(DataError, match="there is no folder"):
        read(f"glue:{tmp_path / 'none'}", "sst2")


def test_glues_own_file_comes_before_one_that_stands_in(tmp_path):
    (tmp_path / "RTE").mkdir()
    for name, text in (("train.tsv", "own"), ("train_full.tsv", "other")):
        content = f"index\tsentence1\tsentence2\tlabel\n0\t{text}\tb\tentailment\n"
        (tmp_path / "RTE" / name).write_text(content, encoding="utf-8")
    reading = read(f"glue:{tmp_path}", "rte", split="train")
    assert reading.examples[0].fields["sentence1"] == "own"
    assert not any("stands in" in note for note in reading.notes)
