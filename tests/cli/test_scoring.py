"""The summary of a result: one line a number, and what is nothing is left out."""

from mohs.cli.scoring import capabilities, headline, phenomena
from mohs.estimate import Estimate


def row(metric, value=0.5, **where):
    return Estimate(value, 0.4, 0.6, 10, None, 0.95, "wilson").to_json(metric) | where


def cells(table):
    return [list(column._cells) for column in table.columns]


def test_the_whole_comes_first_and_answers_outside_the_labels_only_where_there_are_any():
    rows = [
        row("robust_accuracy", task="sst2"),
        row("score"),
        row("outside_labels", 0.0),
        row("robust_accuracy"),
    ]
    names = [[str(cell) for cell in column] for column in cells(headline(rows))]
    assert names[0] == ["all", "", "sst2"] and names[1] == ["score", "robust accuracy", "robust accuracy"]
    assert "outside the labels" in str(cells(headline([row("outside_labels", 0.1)]))[1][0])


def test_phenomena_are_of_all_tasks_where_there_are_several():
    one = row("accuracy", task="sst2", level="word", phenomenon="typos")
    every = row("accuracy", 0.25, level="word", phenomenon="typos")
    assert str(cells(phenomena([one, every]))[2][0]) == "25.0 %"
    assert str(cells(phenomena([one]))[2][0]) == "50.0 %"
    assert phenomena([]) is None


def test_capabilities_are_listed_without_their_tests():
    rows = [
        row("failure_rate", 0.25, task="sst2", capability="negation"),
        row("failure_rate", 0.5, task="sst2", capability="negation", test="plain denial"),
    ]
    assert [len(column) for column in cells(capabilities(rows))] == [1, 1, 1, 1, 1]
    assert str(cells(capabilities(rows))[1][0]) == "negation"
    assert capabilities([]) is None
