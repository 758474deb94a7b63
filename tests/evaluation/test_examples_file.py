"""examples.parquet has every row with what was said of it."""

import numpy as np
from pyarrow import parquet

from made_benchmarks import parts
from mohs.evaluation.examples_file import write_examples
from mohs.evaluation.judged import Judged
from mohs.evaluation.sheet import OUTSIDE, Answers


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
