"""How the values of flags are written."""

import pytest

from mohs.cli.values import attack_options, listed, pairs, scalar
from mohs.errors import MohsError


def test_lists_are_split_at_commas_and_keep_their_order():
    assert listed(["b, a", "c,,"]) == ("b", "a", "c")


def test_a_pair_keeps_everything_after_the_first_equals_sign():
    assert pairs("--field", ["premise=a = b", "hypothesis="], "NAME=TEXT") == {
        "premise": "a = b",
        "hypothesis": "",
    }


@pytest.mark.parametrize("value", ["premise", "=text", ""])
def test_what_is_no_pair_is_refused_with_the_form(value):
    with pytest.raises(MohsError, match=r"--column takes FIELD=COLUMN"):
        pairs("--column", [value], "FIELD=COLUMN")


def test_a_key_given_twice_is_refused():
    with pytest.raises(MohsError, match="'a' is given twice"):
        pairs("--column", ["a=x", "a=y"], "FIELD=COLUMN")


def test_options_are_sorted_under_their_attack_with_their_type():
    given = ["textfooler.synonyms=30", "textfooler.part-of-speech=false", "textbugger.threshold=0.5"]
    assert attack_options("--set", given) == {
        "textfooler": {"synonyms": 30, "part_of_speech": False},
        "textbugger": {"threshold": 0.5},
    }


@pytest.mark.parametrize("value", ["synonyms=30", ".synonyms=30", "textfooler.=30"])
def test_an_option_without_its_attack_is_refused(value):
    with pytest.raises(MohsError, match=r"ATTACK\.OPTION=VALUE"):
        attack_options("--set", [value])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("30", 30),
        ("-1", -1),
        ("0.8", 0.8),
        ("1e-3", 0.001),
        ("TRUE", True),
        ("none", None),
        ("angular", "angular"),
    ],
)
def test_numbers_and_truth_values_are_recognised(text, value):
    assert scalar(text) == value
    assert type(scalar(text)) is type(value)


@pytest.mark.parametrize("text", ["nan", "inf", "1_000x", "yes", "08:30"])
def test_what_only_looks_like_a_number_stays_a_text(text):
    assert scalar(text) == text
