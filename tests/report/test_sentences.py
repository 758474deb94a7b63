"""What a run found, in words."""

import re
from dataclasses import replace
from html import unescape

import pytest

from mohs.estimate import Estimate, proportion
from mohs.report.sentences import (
    METHOD_WORDS,
    STATUS_WORDS,
    Numbers,
    cautions,
    cell,
    headlines,
    method_words,
    status_table,
)
from mohs.runs.summary import STATUSES, UNION

ATTACKS = [{"name": "textfooler", "title": "TextFooler"}, {"name": "textbugger", "title": "TextBugger"}]


def rows(attack, right, broken, everything, **where):
    """The three shares of an attack."""
    found = {
        "attack_success_rate": proportion(broken, right),
        "accuracy": proportion(right, everything),
        "accuracy_under_attack": proportion(right - broken, everything),
    }
    coordinates = {"task": "sst2", "model": "m", "attack": attack} | where
    return [estimate.to_json(metric) | coordinates for metric, estimate in found.items()]


def said(*groups, attacks=ATTACKS):
    """The headlines as plain text."""
    numbers = Numbers({"results": [row for group in groups for row in group]}, attacks)
    return [unescape(re.sub(r"<[^>]*>", "", line)).replace("\u00a0", " ") for line in headlines(numbers)]


def test_one_attack_says_what_it_broke_with_its_interval():
    assert said(rows("textfooler", 143, 89, 160)) == [
        "TextFooler broke 62 % [54, 70] of the 143 examples that the classifier had right; "
        "accuracy fell from 89 % [84, 93] to 34 % [27, 41]."
    ]


def test_several_attacks_are_told_together_and_the_strongest_by_name():
    (line,) = said(
        rows("textfooler", 143, 89, 160), rows("textbugger", 143, 60, 160), rows(UNION, 143, 110, 160)
    )
    assert line.startswith("Together, the 2 attacks broke 77 % [69, 83] of the 143 examples")
    assert line.endswith("TextFooler alone broke the most: 62 % [54, 70].")


def test_each_task_has_its_sentence():
    lines = said(rows("textfooler", 10, 5, 10), rows("textfooler", 10, 1, 10, task="rte"))
    assert [line.split(" broke")[0] for line in lines] == ["TextFooler (rte)", "TextFooler (sst2)"]


def test_nothing_broken_says_that_accuracy_stayed_and_how_sure_that_is():
    (line,) = said(rows("textfooler", 143, 0, 160))
    assert line.startswith("TextFooler broke 0 % [0, 3] of the 143 examples")
    assert line.endswith("accuracy stayed at 89 % [84, 93].")


def test_shares_near_the_ends_are_not_rounded_away():
    (line,) = said(rows("textfooler", 1_000, 4, 1_000))
    assert "broke 0.4 % [0.2, 1.0]" in line
    (line,) = said(rows("textfooler", 1_000, 993, 1_000))
    assert "broke 99.3 % [98.6, 99.7]" in line
    (line,) = said(rows("textfooler", 1_000, 10, 1_000))
    assert "broke 1 % [1, 2]" in line


def test_a_share_looks_neither_like_all_or_none_nor_like_what_it_fell_from():
    (line,) = said(rows("textfooler", 2_130, 1, 3_000))
    assert "broke 0.05 %" in line and "accuracy fell from 71.00 % " in line and " to 70.97 % " in line
    (line,) = said(rows("textfooler", 3_000, 2_999, 3_000))
    assert "broke 99.97 %" in line and "accuracy fell from 100 % " in line and " to 0.03 % " in line


def test_nothing_right_and_nothing_at_all():
    assert said(rows("textfooler", 0, 0, 12)) == [
        "TextFooler had nothing to break: the classifier had none of the 12 examples right."
    ]
    assert said(rows("textfooler", 0, 0, 0)) == [
        "TextFooler: no example without error, so there is nothing to say."
    ]
    assert said() == ["No example has been dealt with yet."]


def test_an_attack_without_title_goes_by_its_name_escaped():
    numbers = Numbers({"results": rows("<b>mine", 10, 5, 10)}, [])
    assert next(headlines(numbers)).startswith("&lt;b&gt;mine broke")


def test_rows_of_other_kinds_are_left_alone():
    assert Numbers({"results": [proportion(1, 2).to_json("mscr") | {"norm": "linf"}]}, []).places == []


def counts(**statuses):
    """One row of counts."""
    full = dict.fromkeys(STATUSES, 0) | statuses
    return {
        "task": "sst2",
        "model": "m",
        "attack": "textfooler",
        "outcomes": sum(full.values()),
        "statuses": full,
    }


@pytest.mark.parametrize(
    ("run", "right", "errors", "expected"),
    [
        ({"status": "complete"}, 100, 0, []),
        ({"status": "partial"}, 100, 0, ["not complete"]),
        ({"status": "running"}, 100, 0, ["not complete"]),
        ({"status": "failed"}, 100, 9, ["failed", "9 outcomes"]),
        ({"status": "complete"}, 12, 1, ["TextFooler had 12 to break", "1 outcome<"]),
        ({"status": "complete", "warnings": ["cut to 512 tokens <x>"]}, 100, 0, ["tokens &lt;x&gt;"]),
    ],
)
def test_cautions_say_what_a_reader_must_know(run, right, errors, expected):
    numbers = Numbers({"results": rows("textfooler", right, right // 2, right)}, ATTACKS)
    found = list(cautions(run, numbers, [counts(success=right // 2, failure=right // 2, error=errors)]))
    assert len(found) == len(expected)
    assert all(words in caution for words, caution in zip(expected, found, strict=True))


@pytest.mark.parametrize(
    ("attacks", "words"),
    [
        (("textfooler", "textbugger"), "TextFooler and TextBugger broke the most, each alone: 50 %"),
        (("textfooler", "textbugger", "a"), "TextFooler, TextBugger and a broke the most, each alone: 50 %"),
        (("textfooler", "textbugger", "a", "b"), "4 attacks broke the most, each alone: 50 %"),
    ],
)
def test_attacks_that_broke_as_many_are_the_strongest_together(attacks, words):
    (line,) = said(*(rows(attack, 100, 50, 100) for attack in attacks), rows(UNION, 100, 60, 100))
    assert words in line


def test_where_nothing_broke_no_attack_is_the_strongest():
    (line,) = said(*(rows(attack, 100, 0, 100) for attack in ("textfooler", "textbugger", UNION)))
    assert "the most" not in line


def test_attacks_that_all_had_few_examples_are_not_listed_one_by_one():
    results = rows("textfooler", 12, 6, 12) + rows("textbugger", 12, 6, 12)
    (found,) = cautions({"status": "complete"}, Numbers({"results": results}, ATTACKS), [])
    assert "had right, each attack had 12 to break." in found


def test_every_status_is_a_column_with_words_of_its_own():
    assert tuple(STATUS_WORDS) == STATUSES
    numbers = Numbers({"results": rows("textfooler", 10, 5, 10)}, ATTACKS)
    titles, table = status_table(numbers, [counts(success=5, failure=3, budget=2, error=1)])
    assert len(titles) == len(STATUSES) + 1
    assert table == [("TextFooler", [5, 3, 2, 0, 0, 1, 11])]


def test_cells_split_number_and_interval():
    estimate = Estimate(0.4324, 0.4012, 0.4634, 148, 87, 0.95, "cluster-bootstrap")
    assert cell(estimate) == ("43.2\u00a0%", "[40.1, 46.3]", 148, 87)
    assert cell(estimate, "number", 2) == ("0.43", "[0.40, 0.46]", 148, 87)
    assert cell(replace(estimate, clusters=148)).sources is None
    assert cell(Estimate(3.0, None, None, 1, None, 0.95, "x"), "number") == ("3.0", "", 1, None)
    assert cell(proportion(0, 0)) == ("no data", "", 0, None)


def test_methods_are_told_in_words_once_each():
    assert list(method_words(rows("a", 5, 2, 9) + rows("b", 5, 2, 9))) == [METHOD_WORDS["wilson"]]
    named = [{"method": name} for name in ("wilson", "no data", "mine", "bootstrap", "mine")]
    assert list(method_words(named)) == [METHOD_WORDS["bootstrap"], "mine", METHOD_WORDS["wilson"]]


def test_of_several_models_each_is_named_once_in_its_sentence():
    lines = said(
        *(
            rows(attack, 10, broken, 10, model=model)
            for model in ("kit:one", "kit:two")
            for attack, broken in (("textfooler", 5), ("textbugger", 3), (UNION, 6))
        )
    )
    assert [line.split(" broke")[0] for line in lines] == [
        "Together, the 2 attacks on kit:one",
        "Together, the 2 attacks on kit:two",
    ]
    assert all(" TextFooler alone broke the most: 50 %" in line for line in lines)
