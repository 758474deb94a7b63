"""Accuracy by amount of change: bins, their edges and their rows by hand."""

import numpy as np
import pytest

from mohs.benchmark.package import open_benchmark
from mohs.benchmark.part import Part, Row
from mohs.data.tasks import BUILT_IN
from mohs.evaluation.changes import by_amount, rates
from mohs.evaluation.judged import Judged
from mohs.evaluation.score import Scoring
from mohs.evaluation.sheet import Answers

TEN = "a b c d e f g h i j"


def judged(*changed, right):
    made = [
        Row(str(k), "s", {"sentence": text}, {"sentence": TEN}, 1, "T3", "sentence")
        for k, text in enumerate(changed)
    ]
    part = Part.of(BUILT_IN["sst2"], [*made, Row("x", "x", {"sentence": "q"}, None, 1)])
    return Judged.of(part, Answers(np.array([*right, 1])), Answers(np.array([1])))


def test_rows_fall_into_bins_by_their_modified_rate():
    one = judged("x b c d e f g h i j", "x y c d e f g h i j", "x y z u v w h i j", TEN, right=[1, 0, 0, 1])
    assert rates(one)[:4].tolist() == pytest.approx([0.1, 0.2, 0.7, 0.0]) and np.isnan(rates(one)[4])
    table = by_amount({"sst2": one}, Scoring("dev"))
    found = [(e["over"], e["up_to"], e["accuracy"]["value"], e["accuracy"]["n"]) for e in table]
    assert found == [(0.0, 0.05, 1.0, 1), (0.05, 0.10, 1.0, 1), (0.15, 0.25, 0.0, 1), (0.5, None, 0.0, 1)]
    assert all(e["source_accuracy"]["value"] == e["source_accuracy"]["n"] == 1 for e in table)
    twice = by_amount({"a": one, "b": one}, Scoring("dev"))
    assert [e["accuracy"]["n"] for e in twice if e["task"] == ""] == [2, 2, 2, 2]
    assert [e for e in twice if e["task"] == "a"] == [{**e, "task": "a"} for e in table]


def test_of_very_many_rows_some_are_measured_evenly_from_the_first_to_the_last(monkeypatch):
    monkeypatch.setattr("mohs.evaluation.changes.MOST", 10)
    measured = np.flatnonzero(~np.isnan(rates(judged(*[TEN] * 91, right=[1] * 91))))
    assert measured.tolist() == list(range(0, 91, 10))
    assert not np.isnan(rates(judged(*[TEN] * 10, right=[1] * 10))[:10]).any()


def test_advglues_rows_over_its_limit_are_as_many_as_the_facts_have_it(shared):
    benchmark = open_benchmark(f"advglue:{shared / 'data' / 'advglue_dev'}")
    over = 0
    for part in benchmark.tasks.values():
        one = Judged.of(part, Answers(part.labels))
        over += int((rates(one)[one.made_by(level="word")] > 0.15).sum())
    assert over == 213
