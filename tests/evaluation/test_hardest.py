"""The hardest rows and sources, by hand."""

import numpy as np

from made_benchmarks import parts
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


def test_the_probability_is_that_of_the_gold_label():
    found = gold_probability(judged()["sst2"])
    assert found[:4].round(3).tolist() == [0.4, 0.2, 0.1, 0.7] and np.isnan(found[4])
