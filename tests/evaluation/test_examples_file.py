"""examples.parquet has every row with what was said of it."""

import json

import numpy as np
from pyarrow import parquet

from made_benchmarks import parts
from mohs.evaluation.examples_file import write_examples, write_predictions
from mohs.evaluation.judged import Judged
from mohs.evaluation.predictions import read_predictions
from mohs.evaluation.sheet import FAULTY, OUTSIDE, Answers, Wanted


def test_every_row_is_there_with_its_texts(tmp_path):
    scores = np.array([[0.5, 0.5]] * 4 + [[np.nan] * 2], np.float32)
    both = parts()
    sst2 = Judged.of(
        both["sst2"], Answers(np.array([0, 1, 1, 1, OUTSIDE]), scores), Answers(np.array([0, 1, 0]))
    )
    qqp = Judged.of(both["qqp"], Answers(np.array([0, 0])))
    write_examples({"sst2": sst2, "qqp": qqp}, tmp_path / "e.parquet")
    rows = parquet.read_table(tmp_path / "e.parquet").to_pylist()
    assert [row["id"] for row in rows] == ["0", "1", "2", "3", "4", "0", "1"]
    assert rows[0] == {
        "task": "sst2",
        "id": "0",
        "source_id": "a bad film",
        "level": "word",
        "phenomenon": "typos",
        "attack": "textbugger",
        "label": "negative",
        "prediction": "negative",
        "right": True,
        "probability": 0.5,
        "source_prediction": "negative",
        "source_right": True,
        "sentence": "a bda film",
        "question1": None,
        "question2": None,
        "original_sentence": "a bad film",
        "original_question1": None,
        "original_question2": None,
    }
    assert (rows[3]["source_right"], rows[4]["source_right"]) == (False, None)
    assert rows[4]["prediction"] is None and rows[4]["probability"] is None
    assert (
        rows[5]["question2"] == "whom ?"
        and rows[5]["original_question2"] == "who ?"
        and rows[5]["source_right"] is None
    )


def test_predictions_are_read_as_they_were_written(tmp_path):
    scores = np.array([[0.25, 0.75], [0.75, 0.25], [0.5, 0.5], [np.nan] * 2, [0.125, 0.875]], np.float32)
    said = Answers(np.array([1, 0, FAULTY, OUTSIDE, 1]), scores)
    both = parts()
    judged = {"sst2": Judged.of(both["sst2"], said), "qqp": Judged.of(both["qqp"], Answers(np.array([0, 1])))}
    write_predictions(judged, tmp_path)
    assert not (tmp_path / "source_predictions.jsonl").exists()
    wanted = {name: Wanted(one.task, one.part.ids) for name, one in judged.items()}
    found = read_predictions(tmp_path / "predictions.jsonl", wanted).answers
    assert found["sst2"].labels.tolist() == [1, 0, OUTSIDE, 1]
    np.testing.assert_array_equal(found["sst2"].scores, scores[[0, 1, 3, 4]])
    assert (found["qqp"].labels.tolist(), found["qqp"].scores) == ([0, 1], None)


def test_answers_to_sources_are_written_beside_them(tmp_path):
    part = parts()["sst2"]
    one = Judged.of(part, Answers(np.zeros(len(part), int)), Answers(np.array([1, FAULTY, 0])))
    write_predictions({"sst2": one}, tmp_path)
    lines = (tmp_path / "source_predictions.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [
        {"task": "sst2", "id": own, "label": label}
        for own, label in zip(part.source_ids, ["positive", None, "negative"], strict=True)
        if label is not None
    ]
