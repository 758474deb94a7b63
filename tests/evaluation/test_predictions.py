"""Predictions are taken whole or not at all; what does not fit is listed."""

import gzip
import json

import numpy as np
import pytest

from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError
from mohs.evaluation.predictions import read_predictions
from mohs.evaluation.sheet import Wanted

WANTED = {"sst2": Wanted(BUILT_IN["sst2"], ["0", "1", "a"]), "rte": Wanted(BUILT_IN["rte"], ["0"])}


def line(own, label, task="sst2", **more):
    return {"task": task, "id": own, "label": label} | more


GOOD = [line("0", "positive"), line("1", 0), line("a", 1), line("0", "entailment", "rte")]


def write(tmp_path, content, name="preds.jsonl"):
    path = tmp_path / name
    lines = content if isinstance(content, str) else "".join(json.dumps(one) + "\n" for one in content)
    path.write_text(lines, encoding="utf-8")
    return path


def test_lines_are_matched_by_id_in_any_order(tmp_path):
    for lines in (GOOD, GOOD[::-1], [*GOOD[2:], *GOOD[:2]]):
        found = read_predictions(write(tmp_path, lines), WANTED)
        assert found.answers["sst2"].labels.tolist() == [1, 0, 1]
        assert found.answers["rte"].labels.tolist() == [0]
        assert found.answers["sst2"].scores is None


def test_ids_may_be_integers_and_labels_digits(tmp_path):
    lines = [line(0, "1"), line(1, "negative"), line("a", 1), line(0.0, 0, "rte")]
    assert read_predictions(write(tmp_path, lines), WANTED).answers["sst2"].labels.tolist() == [1, 0, 1]


def test_a_json_array_of_objects_is_read_too(tmp_path):
    found = read_predictions(write(tmp_path, json.dumps(GOOD), "p.json"), WANTED)
    assert found.answers["sst2"].labels.tolist() == [1, 0, 1]


def test_advglues_layout_is_in_the_order_of_the_rows(tmp_path):
    path = write(tmp_path, json.dumps({"sst2": [1, "negative", None], "rte": [1]}), "p.json")
    found = read_predictions(path, WANTED)
    assert found.answers["sst2"].labels.tolist() == [1, 0, -1]
    assert found.answers["rte"].labels.tolist() == [1]


def test_an_ending_may_be_written_in_capitals(tmp_path):
    for name in ("P.JSONL", "P.Json"):
        content = GOOD if name == "P.JSONL" else json.dumps(GOOD)
        found = read_predictions(write(tmp_path, content, name), WANTED)
        assert found.answers["sst2"].labels.tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("p.jsonl.gz", "".join(json.dumps(one) + "\n" for one in GOOD)),
        ("P.JSON.GZ", json.dumps(GOOD)),
        ("p.json.gz", json.dumps({"sst2": [1, 0, 1], "rte": [0]})),
    ],
)
def test_a_file_may_be_packed(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(gzip.compress(content.encode()))
    found = read_predictions(path, WANTED)
    assert found.answers["sst2"].labels.tolist() == [1, 0, 1]
    assert found.answers["rte"].labels.tolist() == [0]


def test_a_packed_file_is_as_large_as_what_is_in_it_and_a_broken_one_is_named(tmp_path):
    path = tmp_path / "p.jsonl.gz"
    path.write_bytes(gzip.compress(b"{}\n" * 5_000_000))
    with pytest.raises(DataError, match=r"too large to be predictions for 4 rows(.|\n)*over 2 MB, unpacked"):
        read_predictions(path, WANTED)
    for broken in (b"no gzip at all", gzip.compress(b"{}\n" * 100)[:-9]):
        path.write_bytes(broken)
        with pytest.raises(DataError, match="cannot be unpacked"):
            read_predictions(path, WANTED)


def test_the_more_rows_there_are_the_larger_a_file_may_be(tmp_path):
    ids = [f"{k:06000}" for k in range(300)]  # 1.8 MB
    path = write(tmp_path, [line(own, 1) for own in ids])
    found = read_predictions(path, {"sst2": Wanted(BUILT_IN["sst2"], ids)})
    assert found.answers["sst2"].labels.tolist() == [1] * 300


def test_null_is_an_answer_outside_the_labels(tmp_path):
    found = read_predictions(write(tmp_path, [line("0", None), *GOOD[1:]]), WANTED)
    assert found.answers["sst2"].labels.tolist() == [-1, 0, 1]


def test_scores_are_kept_where_they_are_given(tmp_path):
    found = read_predictions(write(tmp_path, [line("0", 1, scores=[0.25, 0.75]), *GOOD[1:]]), WANTED)
    scores = found.answers["sst2"].scores
    assert scores[0].tolist() == [0.25, 0.75] and np.isnan(scores[1:]).all()


def test_one_task_needs_no_name(tmp_path):
    path = write(tmp_path, [{"id": "0", "label": 1}])
    assert read_predictions(path, {"rte": WANTED["rte"]}).answers["rte"].labels.tolist() == [1]


def test_tasks_that_are_not_asked_for_are_passed_over_by_request_alone(tmp_path):
    one = {"rte": WANTED["rte"]}
    path = write(tmp_path, GOOD)
    assert read_predictions(path, one, skip=["sst2"]).answers["rte"].labels.tolist() == [0]
    with pytest.raises(DataError, match="3 predictions for a task that is not asked for"):
        read_predictions(path, one)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (GOOD[1:], r"1 rows without a prediction: sst2 0(.|\n)*task"),
        ([*GOOD, line("9", 1)], r"1 ids that the benchmark does not have: line 5 \(sst2 9\)"),
        ([*GOOD, line("0", 1)], r"1 predictions for a row that has one already: line 5 \(sst2 0\)"),
        ([*GOOD, line(True, 1)], r"ids that the benchmark does not have: line 5 \(sst2 True\)"),
        ([*GOOD, line(None, 1)], r"ids that the benchmark does not have: line 5 \(sst2 None\)"),
        (
            [line("0", "Positive"), *GOOD[1:]],
            r"line 1 \(sst2: 'Positive' \(did you mean positive\?\)\)(.|\n)*null",
        ),
        (
            [line("0", "POSITVE"), *GOOD[1:]],
            r"labels that the task does not have: line 1 \(sst2: 'POSITVE'(.|\n)*sst2: negative \(0\), positive",
        ),
        ([line("0", 0.7), *GOOD[1:]], r"labels that the task does not have: line 1 \(sst2: 0\.7\)"),
        ([line("0", 1.0), *GOOD[1:]], r"line 1 \(sst2: 1\.0\)"),
        ([line("0", True), *GOOD[1:]], r"line 1 \(sst2: True\)"),
        ([line("0", [1]), *GOOD[1:]], r"line 1 \(sst2: \[1\]\)"),
        ([line("0", 2), *GOOD[1:]], r"line 1 \(sst2: 2\)"),
        ([line("0", -1), *GOOD[1:]], r"line 1 \(sst2: -1\)"),
        (
            [line("0", 1, scores=[1.0]), *GOOD[1:]],
            r"scores that are not one finite number a label: line 1 \(sst2: 2 are",
        ),
        ([line("0", 1, scores="x"), *GOOD[1:]], "scores that are not"),
        ([line("0", 1, scores="xy"), *GOOD[1:]], "scores that are not"),
        ([line("0", 1, scores=[-1e40, 1.0]), *GOOD[1:]], "scores that are not"),
        ([line("0", 1, scores=[0.1, None]), *GOOD[1:]], "scores that are not"),
        ([line("0", 1, scores=[0.1, float("nan")]), *GOOD[1:]], "scores that are not"),
        ([*GOOD, line("0", 1, "qqp")], r"task that is not asked for: line 5 \('qqp'\)"),
        ([*GOOD, line("0", 1, None)], r"task that is not asked for: line 5 \(None\)"),
        ([*GOOD, {"id": "0", "label": 1}], r"task that is not asked for: line 5 \(None\)"),
        ([*GOOD, {"task": "sst2", "id": "0"}], r"1 lines that cannot be read: line 5 \(no label\)"),
        ([*GOOD, {"task": "sst2"}], r"line 5 \(no id and no label\)"),
        ([*GOOD, 3], r"line 5 \(not a JSON object"),
        ([], "is empty"),
    ],
    ids=range(26),
)
def test_what_does_not_fit_is_listed_and_nothing_is_scored(tmp_path, lines, message):
    with pytest.raises(DataError, match=message):
        read_predictions(write(tmp_path, lines), WANTED)


def test_all_that_does_not_fit_is_listed_at_once(tmp_path):
    lines = [
        *GOOD,
        3,
        "x",
        {"task": "sst2", "label": 1},
        line("0", 1),
        line("0", 7),
        line("9", 1),
        line("0", 1, ["rte"]),
    ]
    with pytest.raises(DataError) as caught:
        read_predictions(write(tmp_path, lines), WANTED)
    listed = str(caught.value).splitlines()[2:6]
    assert [one.strip().split(":")[0] for one in listed] == [
        "3 lines that cannot be read",
        "2 predictions for a row that has one already",
        "1 ids that the benchmark does not have",
        "1 predictions for a task that is not asked for",
    ]
    assert "line 7 (no id)" in listed[0] and "line 11 (['rte'])" in listed[3]
    with pytest.raises(DataError, match=r"row 0 \(3\)"):
        read_predictions(write(tmp_path, "[3]", "p.json"), WANTED)


def test_one_task_needs_its_name_where_others_are_passed_over(tmp_path):
    path = write(tmp_path, [{"id": "0", "label": 1}])
    with pytest.raises(DataError, match="task that is not asked for"):
        read_predictions(path, {"rte": WANTED["rte"]}, skip=["sst2"])


def test_the_first_ten_are_shown_and_the_rest_counted(tmp_path):
    with pytest.raises(DataError) as caught:
        read_predictions(write(tmp_path, [line(str(k), 1) for k in range(100, 125)]), WANTED)
    message = str(caught.value)
    assert "25 ids that the benchmark does not have: line 1 (sst2 100)" in message
    assert "line 10 (sst2 109), ... and 15 more" in message and "line 11" not in message
    assert "4 rows without a prediction: sst2 0, sst2 1, sst2 a, rte 0" in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"sst2": [1, 1], "rte": [1]}', r"1 lists of the wrong length: sst2 has 2 labels for 3 rows"),
        ('{"sst2": [1, 1, 1]}', r"1 tasks without a list of labels: rte"),
        ('{"sst2": 1, "rte": null}', "2 tasks without a list of labels: sst2, rte"),
        (
            '{"sst2": [1, 1, 1, 1], "rte": []}',
            r"2 lists of the wrong length: sst2 has 4 (.|\n)*, rte has 0 labels",
        ),
        ('{"sst2": {}, "rte": [1]}', "tasks without a list of labels: sst2"),
        ('{"sst2": [1, 1, 0.5], "rte": [1]}', r"labels that the task does not have: sst2 row 2 \(0\.5\)"),
        ('{"sst2": [1, 1, 1], "rte": [1], "qqp": []}', "task that is not asked for: 'qqp'"),
        ('{"sst2": [1, 1, 1], "sst2": [1]}', "'sst2' stands there twice"),
        ("[" * 1_000_000, "nested too deeply"),
        ("3", "holds no predictions"),
        ("{", "not JSON"),
        ("[[1]]", r"1 rows that cannot be read: row 0 \(\[1\]\)"),
    ],
    ids=range(12),
)
def test_a_json_file_that_does_not_fit_is_refused(tmp_path, text, message):
    with pytest.raises(DataError, match=message):
        read_predictions(write(tmp_path, text, "p.json"), WANTED)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 1_000_000, "line 1 .nested too deeply"),
        ('{"id": "0\x00"}', "line 1 .a NUL byte"),
        ("{", "line 1 .not JSON"),
    ],
    ids=range(3),
)
def test_a_line_that_cannot_be_read_is_named(tmp_path, text, message):
    with pytest.raises(DataError, match=message):
        read_predictions(write(tmp_path, text), WANTED)


def test_a_file_of_500_megabytes_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "big.jsonl"
    with path.open("wb") as file:
        file.truncate(500_000_000)  # a hole: it takes no room on the disk
    with pytest.raises(DataError, match=r"too large to be predictions for 4 rows(.|\n)*500 MB"):
        read_predictions(path, WANTED)


def test_a_file_that_is_not_there_or_says_not_what_it_is_is_refused(tmp_path):
    with pytest.raises(DataError, match="there is no file"):
        read_predictions(tmp_path / "none.jsonl", WANTED)
    with pytest.raises(DataError, match="is a folder"):
        read_predictions(folder(tmp_path), WANTED)
    with pytest.raises(DataError, match="the ending does not say"):
        read_predictions(write(tmp_path, "x", "preds.txt"), WANTED)


def folder(tmp_path):
    path = tmp_path / "f.jsonl"
    path.mkdir()
    return path
