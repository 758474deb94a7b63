"""The numbers of results.json, found by what they are of."""

from made_benchmarks import package, says_equal, says_good
from mohs.api.evaluation import evaluate
from mohs.estimate import proportion
from mohs.report.scores import Scores


def document(tmp_path, **more):
    return evaluate({"sst2": says_good, "qqp": says_equal}, package(tmp_path / "small"), **more).document


def test_numbers_are_found_by_metric_and_place(tmp_path):
    scores = Scores(document(tmp_path))
    assert scores.tasks == ["sst2", "qqp"] == scores.groups and scores.several
    assert scores.get("robust_accuracy", "qqp").value == 0.5
    assert scores.get("accuracy", "sst2", level="word", phenomenon="typos").n == 1
    assert scores.cell("accuracy", "sst2", level="letter") is None
    assert scores.metrics == {"sst2": ["accuracy"], "qqp": ["accuracy", "f1"]}
    assert scores.levels == ["word", "sentence", "human"]
    assert ("word", "typos", "textbugger") in scores.kinds and len(scores.phenomena) == 4
    assert scores.has_sources and not scores.has_clean and not scores.has_outside


def test_the_headline_says_what_was_asked(tmp_path):
    text = Scores(document(tmp_path)).headline().striptags()
    assert text.startswith("Right about 86 % [") and "of the 7 adversarial rows, and about 100 % [" in text
    assert "of the rows whose source it had right, 20 % [" in text
    alone = Scores(document(tmp_path / "2", sources=False)).headline().striptags()
    assert alone.endswith("of the 7 adversarial rows.")


def test_bins_of_change_are_said_in_words(tmp_path):
    found = document(tmp_path)
    rows = list(Scores(found).changes(found["diagnosis"]["by_amount_of_change"]))
    assert {row["task"] for row in rows} == {"sst2", "qqp", "all"}
    assert "over 25 to 50 %" in {row["bin"] for row in rows}
    assert "up to 5 %" not in {row["bin"] for row in rows}


def test_capabilities_are_listed_before_their_tests(tmp_path):
    row = {"task": "sst2", "capability": "negation", **proportion(1, 4).to_json("failure_rate")}
    whole, one = Scores(document(tmp_path)).capabilities([row, {**row, "test": "t", "expectation": "label"}])
    assert (whole["test"], one["test"], one["expectation"]) == (None, "t", "label")
    assert whole["failures"].value.split() == ["25.0", "%"]
    assert whole["failures"].n == 4
