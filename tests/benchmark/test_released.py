"""AdvGLUE's released files open as a benchmark, as they are."""

import json
from collections import Counter

import pytest

from mohs.benchmark.package import open_benchmark
from mohs.errors import DataError

COUNTS = {"sst2": 148, "qqp": 78, "mnli": 121, "mnli-mm": 162, "qnli": 148, "rte": 81}
SOURCES = {"sst2": 70, "qqp": 39, "mnli": 73, "mnli-mm": 73, "qnli": 83, "rte": 36}


def test_the_dev_set_opens_whole(shared):
    opened = open_benchmark(f"advglue:{shared / 'data' / 'advglue_dev'}")
    assert {name: len(part) for name, part in opened.tasks.items()} == COUNTS
    assert {name: len(part.sources()) for name, part in opened.tasks.items()} == SOURCES
    assert (opened.name, opened.split, len(opened)) == ("AdvGLUE", "dev", 738)
    levels = Counter(row.data_construction for part in opened.tasks.values() for row in part)
    assert levels == {"word": 455, "sentence": 201, "human": 82}


def test_its_benign_texts_are_those_that_lie_beside_it(shared):
    folder = shared / "data" / "advglue_dev"
    benign = json.loads((folder / "dev_benign_originals.json").read_text(encoding="utf-8"))
    for name, part in open_benchmark(f"advglue:{folder}").tasks.items():
        texts = [
            ({f: row[f].strip().casefold() for f in part.task.fields}, row["label"]) for row in benign[name]
        ]
        here = [({f: t.strip().casefold() for f, t in s.fields.items()}, s.label) for s in part.sources()]
        assert here == texts


def test_dev_json_alone_has_the_same_rows_without_originals(shared):
    folder = shared / "data" / "advglue_dev"
    plain = open_benchmark(f"advglue:{folder / 'dev.json'}")
    for name, part in open_benchmark(f"advglue:{folder}").tasks.items():
        assert [(r.fields, r.label) for r in plain.tasks[name]] == [(r.fields, r.label) for r in part]
        assert not plain.tasks[name].has_original.any() and plain.tasks[name].sources() == []


def row(**more):
    return {"idx": 0, "sentence": "a", "label": 1} | more


def write(tmp_path, content, name="dev_ann.json"):
    (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
    return f"advglue:{tmp_path}"


def test_benign_rows_of_the_test_file_are_kept_apart(tmp_path):
    adversarial = row(original_sentence="A ", sentence="aa", method="T3", data_construction="sentence")
    address = write(tmp_path, {"sst2": [row(method="glue"), adversarial]}, "test_ann.json")
    opened = open_benchmark(address)
    part = opened.tasks["sst2"]
    assert opened.split == "test"
    assert [r.fields for r in part] == [{"sentence": "aa"}] and part.ids == ["0"]
    assert [(e.fields, e.label) for e in part.benign] == [({"sentence": "a"}, 1)]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([row(label=2)], r"row 0: label 2 is not one of 0 to 1"),
        ([row(label="positive")], "label 'positive' is not one of"),
        ([row(label=True)], "label True is not one of"),
        ([row(label=1.0)], "label 1.0 is not one of"),
        ([{"idx": 0, "label": 1}], "row 0: sentence is missing"),
        ([row(sentence=3)], "sentence is not a text"),
        ([row(original_sentence=3)], "original_sentence is not a text"),
        ([row(sentence="a\0b")], "NUL byte"),
        ([row(data_construction="letter")], "data_construction 'letter'"),
        ([row(method=3)], "method is not a text"),
        (["a"], "row 0: not a JSON object"),
        ([], "the task has no rows"),
        ([row(label=2)] * 12, r"12 rows cannot be used(.|\n)*row 9(.|\n)*and 2 more"),
    ],
    ids=range(13),
)
def test_rows_that_cannot_be_used_are_named(tmp_path, rows, message):
    with pytest.raises(DataError, match=message):
        open_benchmark(write(tmp_path, {"sst2": rows}))


def test_ids_that_stand_there_twice_become_row_numbers(tmp_path):
    opened = open_benchmark(write(tmp_path, {"sst2": [row(), row()]}))
    assert opened.tasks["sst2"].ids == ["0", "1"]


@pytest.mark.parametrize(
    ("given", "ids"),
    [(["a", 7], ["a", "7"]), ([5, True], ["0", "1"]), ([5, None], ["0", "1"]), ([1, "1"], ["0", "1"])],
)
def test_a_row_is_called_by_its_idx_where_all_have_one_of_their_own(tmp_path, given, ids):
    address = write(tmp_path, {"sst2": [row(idx=own) for own in given]})
    assert open_benchmark(address).tasks["sst2"].ids == ids


def test_a_files_name_says_its_split_and_another_file_has_the_one_that_is_asked_for(tmp_path):
    for name, asked, split in (
        ("test.json", None, "test"),
        ("test.json", "test", "test"),
        ("mine.json", None, "dev"),
        ("mine.json", "test", "test"),
    ):
        folder = write(tmp_path, {"sst2": [row()]}, name)
        assert open_benchmark(f"{folder}/{name}", asked).split == split
    with pytest.raises(DataError, match="is the file of split test, not of dev"):
        open_benchmark(f"advglue:{tmp_path / 'test.json'}", "dev")


def test_all_rows_that_cannot_be_used_are_counted(tmp_path):
    content = {"sst2": [row(label=7), row(label=8), row(), row(sentence=None)], "qqp": []}
    with pytest.raises(DataError, match=r"4 rows cannot be used(.|\n)*qqp(.|\n)*the task has no rows"):
        open_benchmark(write(tmp_path, content))


def test_a_plain_file_with_other_rows_than_the_annotated_one_is_refused(tmp_path):
    write(tmp_path, {"sst2": [row(), row(idx=1)]})
    address = write(tmp_path, {"sst2": [row(), row(idx=1, sentence="b")]}, "dev.json")
    with pytest.raises(DataError, match=r"do not hold the same rows(.|\n)*first difference at row 1"):
        open_benchmark(address)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("dev.json", "[" * 1_000_000, "nested too deeply"),
        ("dev.json", '{"sst3": []}', "not laid out as AdvGLUE's"),
        ("dev.json", "[]", "not laid out as AdvGLUE's"),
        ("dev.json", "", "is empty"),
        ("other.json", "{}", "holds no AdvGLUE file"),
    ],
    ids=range(5),
)
def test_what_is_no_file_of_advglue_is_refused(tmp_path, name, text, message):
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        open_benchmark(f"advglue:{tmp_path}")


def test_a_split_that_is_not_there_is_said(tmp_path):
    address = write(tmp_path, {"sst2": [row()]})
    with pytest.raises(DataError, match=r"holds no AdvGLUE file(.|\n)*test_ann\.json"):
        open_benchmark(address, "test")
    with pytest.raises(DataError, match="file of split dev"):
        open_benchmark(f"{address}/dev_ann.json", "test")
    with pytest.raises(DataError, match="no private folder"):
        open_benchmark(address, private=tmp_path)
