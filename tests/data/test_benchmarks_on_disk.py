"""GLUE and AdvGLUE as they lie on disk, the kit's samples, and inputs that broke other tools."""

import json
from collections import Counter

import numpy as np
import pytest

from mohs.data.readers import read, read_examples
from mohs.data.sample import sample
from mohs.data.task import Task
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
ADVGLUE = {"sst2": 148, "qqp": 78, "mnli": 121, "mnli-mm": 162, "qnli": 148, "rte": 81}


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


def test_a_task_is_made_from_a_file_of_glue_without_its_name(shared):
    reading = read(shared / "data" / "glue" / "SST-2" / "dev.tsv")
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


def test_the_folder_of_glue_without_its_prefix_is_recognised(tmp_path):
    (tmp_path / "QNLI").mkdir()
    with pytest.raises(DataError, match=f"say so: glue:{tmp_path}"):
        read(tmp_path, "qnli")


def test_a_folder_of_glue_that_is_not_there_is_said(tmp_path):
    with pytest.raises(DataError, match="there is no folder"):
        read(f"glue:{tmp_path / 'none'}", "sst2")


# AdvGLUE ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", ADVGLUE)
def test_advglue_is_read_whole_from_folder_and_file(shared, task):
    folder = shared / "data" / "advglue_dev"
    reading = read(f"advglue:{folder}", task)
    assert len(reading.examples) == ADVGLUE[task]
    assert [example.id for example in reading.examples] == [str(row) for row in range(ADVGLUE[task])]
    plain = read(folder / "dev.json", task)
    assert [(row.fields, row.label) for row in plain.examples] == [
        (row.fields, row.label) for row in reading.examples
    ]
    assert all(row.source_id == row.id for row in plain.examples)


@pytest.mark.parametrize("task", ADVGLUE)
def test_rows_of_advglue_share_a_source_where_they_share_a_benign_text(shared, task):
    folder = shared / "data" / "advglue_dev"
    benign = json.loads((folder / "dev_benign_originals.json").read_text(encoding="utf-8"))[task]
    reading = read(f"advglue:{folder / 'dev_ann.json'}", task)
    sources = {row.source_id for row in reading.examples if row.source_id != row.id}
    assert sources == {f"source-{number}" for number in range(len(benign))}


def advglue(tmp_path, content):
    path = tmp_path / "dev_ann.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_sources_are_worked_out_by_hand(tmp_path):
    rows = [
        {"idx": 0, "question": "a!", "original_question": "A ", "sentence": "b", "label": 0},
        {"idx": 1, "question": "x", "sentence": "y", "label": 1},
        {"idx": 2, "question": "a", "sentence": "b?", "original_sentence": "b", "label": 0},
        {"idx": 3, "question": "a", "sentence": "c?", "original_sentence": "c", "label": 1},
    ]
    examples = read_examples(f"advglue:{tmp_path}", "qnli") if advglue(tmp_path, {"qnli": rows}) else []
    assert [example.source_id for example in examples] == ["source-0", "1", "source-0", "source-1"]


@pytest.mark.parametrize(
    ("content", "task", "message"),
    [
        ({"sst2": []}, "rte", r"needs the name of one of its tasks(.|\n)*one of sst2"),
        ({"sst2": []}, None, "needs the name of one of its tasks"),
        ({"sst2": []}, "sst2", "no usable row"),
        ({"sst3": []}, "sst2", "not laid out"),
        ({"sst2": {}}, "sst2", "not laid out"),
        ([], "sst2", "not laid out"),
        ({"sst2": [7]}, "sst2", r"row 0: not a JSON object"),
        ({"sst2": [{"idx": 0, "sentence": "a"}]}, "sst2", r"row 0: the label is missing"),
    ],
)
def test_what_is_not_advglue_is_said(tmp_path, content, task, message):
    with pytest.raises(DataError, match=message):
        read(f"advglue:{advglue(tmp_path, content)}", task)


def test_a_folder_without_advglue_is_said(tmp_path):
    with pytest.raises(DataError, match=r"dev_ann.json or dev.json"):
        read(f"advglue:{tmp_path}", "sst2")


def test_a_file_of_advglue_without_a_task_asks_for_one(tmp_path):
    with pytest.raises(DataError, match="needs the name of one of its tasks"):
        read(advglue(tmp_path, {"sst2": [{"idx": 0, "sentence": "a", "label": 1}]}))


# The kit ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sst2", "qqp", "mnli", "qnli", "rte"])
def test_the_kits_samples_know_their_task(name):
    reading = read(f"kit:{name}")
    assert reading.task == BUILT_IN[name]
    assert len(reading.examples) >= 60
    assert reading.path == f"kit:{name}"


def test_a_sample_that_the_kit_does_not_have_is_suggested():
    with pytest.raises(DataError, match="did you mean sst2"):
        read("kit:sst-2")


# Inputs that broke other tools ------------------------------------------------------------------------------


def peers(shared):
    lines = (shared / "cases" / "peers.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_every_input_that_broke_another_tool_is_read_to_the_letter(shared, tmp_path):
    for case in peers(shared):
        fields = case.get("pair") or {"text": case["text"]}
        task = Task("case", tuple(fields), ("a", "b"))
        row = {**fields, "label": "b"}
        path = tmp_path / "case.jsonl"
        path.write_text(json.dumps(row), encoding="utf-8")
        for source in ([row], path):
            (example,) = read_examples(source, task, allow_empty=True)
            assert dict(example.fields) == fields
            assert example.label == 1


@pytest.mark.parametrize("label", [np.int64(1), 1.0, "1", "positive", np.float32(1)], ids=repr)
def test_d1_any_integer_is_a_label(label):
    assert read_examples([{"sentence": "a", "label": label}], "sst2")[0].label == 1


def test_d4_the_field_that_may_be_changed_is_named_and_checked():
    rows = [{"sentence1": "A dog runs .", "sentence2": "An animal moves .", "label": 0}]
    assert read(rows, "rte", fields=["sentence2"]).task.perturb == ("sentence2",)
    with pytest.raises(DataError, match="no field 'hypothesis'"):
        read(rows, "rte", fields=["hypothesis"])


def test_d9_a_sample_of_a_sorted_file_is_balanced():
    rows = [{"sentence": f"text {row}", "label": int(row >= 300)} for row in range(400)]
    drawn = sample(read_examples(rows, "sst2"), 100, seed=0)
    assert Counter(example.label for example in drawn) == {0: 50, 1: 50}


def test_b4_an_invisible_character_is_kept_and_flagged():
    reading = read([{"sentence": "good\u200bmovie", "label": 1}], "sst2")
    assert reading.examples[0].fields["sentence"] == "good\u200bmovie"
    assert any("invisible characters" in note for note in reading.notes)


@pytest.mark.parametrize("text", ["", " "], ids=repr)
def test_c1_an_empty_text_is_never_dropped_in_silence(text, tmp_path):
    rows = [{"sentence": text, "label": 1}, {"sentence": "a", "label": 1}]
    assert len(read_examples(rows, "sst2", allow_empty=True)) == 2
    reading = read(rows, "sst2", skip_bad_rows=True)
    assert (len(reading.examples), reading.problems[0].reason) == (1, "empty text (sentence)")
