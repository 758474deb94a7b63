"""Old answers seen on what errata leave."""

import dataclasses

import numpy as np
import pytest

from made_benchmarks import parts
from mohs.benchmark.part import Part
from mohs.errors import DataError
from mohs.evaluation.corrected import corrected
from mohs.evaluation.judged import Judged
from mohs.evaluation.sheet import FAULTY, Answers


def judged(labels=(0, 1, 1, 0, 1)):
    scores = np.arange(10, dtype=np.float32).reshape(5, 2)
    return {
        "sst2": Judged.of(parts()["sst2"], Answers(np.array(labels), scores), Answers(np.array([0, 1, 1])))
    }


def left(kept, mended=None):
    part = parts()["sst2"]
    rows = [
        dataclasses.replace(row, label=(mended or {}).get(row.id, row.label))
        for row in part
        if row.id in kept
    ]
    return {"sst2": Part.of(part.task, rows)}


def test_answers_stay_with_their_rows():
    one = corrected(judged(), left({"1", "3", "4"}))["sst2"]
    assert one.part.ids == ["1", "3", "4"] and one.answers.labels.tolist() == [1, 0, 1]
    assert one.answers.scores.tolist() == [[2, 3], [6, 7], [8, 9]]
    assert one.source_right.tolist() == [True, True, False] and one.has_source.tolist() == [True, True, False]


def test_a_mended_label_turns_what_is_right():
    one = corrected(judged(), left({"0", "1"}, {"1": 1}))["sst2"]
    assert one.marks.right.tolist() == [True, True]


def test_rows_without_an_answer_stay_out_and_a_task_without_rows_is_refused():
    one = corrected(judged((FAULTY, 1, 1, 0, 1)), left({"0", "1"}))["sst2"]
    assert one.part.ids == ["1"] and one.faulty == 1
    with pytest.raises(DataError, match="errata leave no row of task sst2"):
        corrected(judged(), left(set()))
