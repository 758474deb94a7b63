"""The summary after a run."""

import pytest

from mohs.cli import summary, terminal
from mohs.estimate import Estimate
from mohs.report.sentences import STATUS_WORDS


def row(metric, value, low=None, high=None, **more):
    number = Estimate(value, low, high, 1200, None, 0.95, "wilson")
    return number.to_json(metric) | {"attack": "textfooler"} | more


def lines(capsys, drawn):
    """What is printed, each line cut into its cells."""
    terminal.show(drawn)
    return [[cell for cell in line.split("  ") if cell] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("number", "share", "words"),
    [
        (row("m", 0.4321, 0.4, 0.4567), True, ("43.2 %", "40.0 to 45.7")),
        (row("m", 0.0, 0.0, 0.01), True, ("0.0 %", "0.0 to 1.0")),
        (row("m", 1234.56, 1000, 1500), False, ("1,234.6", "1,000.0 to 1,500.0")),
        (row("m", 0.912, 0.9, 0.92), False, ("0.91", "0.90 to 0.92")),
        (row("m", 0.1225, -0.0001, 0.285), True, ("12.3 %", "-0.01 to 28.5")),  # as on the page
        (row("m", 1.0), True, ("100.0 %", "")),
        (row("m", None), True, ("no data", "")),
    ],
)
def test_a_number_is_never_without_what_is_known_of_it(number, share, words):
    assert summary.written(number, share=share) == words


def test_an_attack_is_named_once(capsys):
    drawn = lines(capsys, summary.estimates([row("accuracy", 0.5), row("similarity", 0.5)]))
    assert [line[0].strip() for line in drawn[1:]] == ["textfooler", "similarity"]


def test_the_whole_input_has_a_line_of_its_own_only_where_it_is_another_number(capsys):
    same = [row("modified_rate", 0.1, 0.05, 0.2), row("modified_rate_input", 0.1, 0.05, 0.2)]
    assert len(lines(capsys, summary.estimates(same))) == 2
    other = [row("modified_rate", 0.1, 0.05, 0.2), row("modified_rate_input", 0.04, 0.02, 0.1)]
    assert len(lines(capsys, summary.estimates(other))) == 3
    elsewhere = [row("modified_rate", 0.1, 0.05, 0.2), row("modified_rate_input", 0.1, 0.05, 0.2, attack="x")]
    assert len(lines(capsys, summary.estimates(elsewhere))) == 3


def test_models_are_named_where_there_are_several(capsys):
    rows = [row("accuracy", 0.5, model=model) for model in ("kit:a", "kit:b")]
    drawn = lines(capsys, summary.estimates(rows))
    assert [line[0].strip() for line in drawn[1:]] == ["textfooler on kit:a", "textfooler on kit:b"]


def test_the_terminal_calls_endings_and_all_attacks_as_the_page_does():
    assert {status: words for status, (words, _) in STATUS_WORDS.items()} == summary._ENDED
    assert summary._place({"attack": "all"}, several=False) == "all together"


def test_every_ending_that_came_is_counted(capsys):
    statuses = {"success": 1200, "failure": 3, "error": 0, "budget": 1}
    counts = [{"attack": "textfooler", "outcomes": 1204, "statuses": statuses}]
    heading, line = lines(capsys, summary.ended(counts))
    assert [cell.strip() for cell in heading] == [
        "attack",
        "examples",
        "broken",
        "not broken",
        "out of budget",
    ]
    assert [cell.strip() for cell in line] == ["textfooler", "1,204", "1,200", "3", "1"]
