"""The hardest rows and sources, by hand."""

from dataclasses import replace

import numpy as np

from made_benchmarks import parts
from mohs.benchmark.part import Part, Row
from mohs.data.tasks import BUILT_IN
from mohs.evaluation.hardest import gold_probability, hardest, sources
from mohs.evaluation.judged import Judged
from mohs.evaluation.sheet import OUTSIDE, Answers

SAID = np.array([1, 1, 0, 1, OUTSIDE])
SCORES = np.array([[0.4, 0.6], [0.2, 0.8], [0.9, 0.1], [0.3, 0.7], [np.nan, np.nan]], np.float32)
SOURCES = np.array([0, 0, 1])  # a bad film: right; a fine day: wrong; a great thing: right


def judged(scores=SCORES):
    return {"sst2": Judged.of(parts()["sst2"], Answers(SAID, scores), Answers(SOURCES))}


def test_rows_whose_source_was_right_come_first_and_of_these_the_surest():
    rows = hardest(judged(), 10)
    assert [row["id"] for row in rows] == ["1", "0", "2", "4", "3"]
    first = rows[0]
    assert (first["label"], first["prediction"], first["source_prediction"]) == (
        "negative",
        "positive",
        "negative",
    )
    assert first["fields"] == {"sentence": "a lousy film"} and first["original"] == {"sentence": "a bad film"}
    assert rows[3]["prediction"] is None and rows[3]["probability"] is None and rows[3]["original"] is None
    assert [row["outcome"] for row in rows] == ["broken", "broken", "wrong before", "wrong", "right"]
    assert [row["id"] for row in hardest(judged(None), 2)] == ["0", "1"]


def test_sources_are_told_apart_by_what_becomes_of_their_rows():
    table = sources(judged())[0]
    assert table["counts"] == {"always": 1, "sometimes": 0, "never": 1, "wrong before": 1}
    assert table["always"] == [{"source_id": "a bad film", "rows": 2}]
    assert table["never"] == [{"source_id": "a great thing", "rows": 1}]
    assert table["rows_per_source"] == 4 / 3
    assert sources({"sst2": Judged.of(parts()["sst2"], Answers(SAID))}) == []


def of_sources(text, said, before):
    """One row of each of these sources, all positive; whether it and its source are called so."""
    rows = [
        Row(str(k), one, {"sentence": f"row {k}"}, {"sentence": one}, 1, "T3", "sentence")
        for k, one in enumerate(text)
    ]
    part = Part.of(BUILT_IN["sst2"], rows)
    known = Answers(np.array([int(one not in before) for one in part.source_ids]))
    return Judged.of(part, Answers(np.array(said)), known)


def test_sources_that_made_the_most_rows_come_first():
    """a, b always break; c, d never; e sometimes; f was wrong before and its row is right."""
    one = of_sources("abbbddcceef", [0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1], "f")
    (table,) = sources({"none": Judged.of(parts()["sst2"], Answers(SAID)), "own": one})
    assert table["task"] == "own"
    assert table["counts"] == {"always": 2, "sometimes": 1, "never": 2, "wrong before": 1}
    assert [(row["source_id"], row["rows"]) for row in table["always"]] == [("b", 3), ("a", 1)]
    assert [(row["source_id"], row["rows"]) for row in table["never"]] == [("d", 2), ("c", 2)]


def test_a_fifth_of_the_rows_are_right_ones_and_tasks_share_evenly():
    one = of_sources("abcdefghijklmnopqrst", [0] * 10 + [1] * 10, "")
    sure = np.linspace(0.05, 0.95, 20)[[*range(10), *range(19, 9, -1)]].astype(np.float32)
    scored = replace(one, answers=Answers(one.answers.labels, np.column_stack([1 - sure, sure])))
    rows = hardest({"x": scored, "y": scored}, 21)
    assert [(row["task"], row["id"]) for row in rows] == [
        (task, own) for task in "xy" for own in [*"01234567", "19", "18"]
    ]
    assert len(hardest({"x": scored, "y": scored, "z": scored}, 2)) == 3  # one of each at the least


def test_the_probability_is_that_of_the_gold_label():
    found = gold_probability(judged()["sst2"])
    assert found[:4].round(3).tolist() == [0.4, 0.2, 0.1, 0.7] and np.isnan(found[4])
