"""AdvGLUE's released files open as they are, and rows of one benign text share a source."""

import json

import pytest

from mohs.data.readers import read, read_examples
from mohs.errors import DataError

ADVGLUE = {"sst2": 148, "qqp": 78, "mnli": 121, "mnli-mm": 162, "qnli": 148, "rte": 81}


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
