"""How the values of flags are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.cli.values import attack_options, bounds_of, listed, mapping, pairs, scalar
from mohs.errors import MohsError
from mohs.spec import quoted


def test_lists_are_split_at_commas_and_keep_their_order():
    assert listed("--fields", ["b, a", "c,,"]) == ("b", "a", "c")
    assert listed("--fields", []) == ()


@pytest.mark.parametrize("values", [[","], [""], [" , ,", ","]])
def test_a_list_that_names_nothing_is_refused_rather_than_passed_over(values):
    with pytest.raises(MohsError, match="fields names nothing"):
        listed("--fields", values)


def test_a_name_with_a_comma_an_equals_sign_or_a_quote_stands_in_quotes():
    assert listed("--fields", ['"a, b",c', ' "say ""so""" ']) == ("a, b", "c", 'say "so"')
    form = "A=B,..."
    assert mapping("--label-map", ['"yes, please"=positive,"a=b"="c,d"', "e=f"], form) == {
        "yes, please": "positive",
        "a=b": "c,d",
        "e": "f",
    }
    assert mapping("--label-map", ['say "so"=5" tv'], form) == {'say "so"': '5" tv'}


@given(st.dictionaries(st.text(min_size=1), st.text(min_size=1), min_size=1))
def test_whatever_a_label_is_called_it_can_be_written(labels):
    written = ",".join(f"{quoted(own)}={quoted(name)}" for own, name in labels.items())
    assert mapping("--label-map", [written], "A=B") == labels
    assert listed("--fields", [",".join(map(quoted, labels))]) == tuple(labels)


@pytest.mark.parametrize("value", ['"a=b', '"a"b=c', "a", "=b", "a=b,c", ","])
def test_what_is_no_mapping_is_refused(value):
    with pytest.raises(MohsError, match="label_map"):
        mapping("--label-map", [value], "A=B,...")


def test_a_label_given_twice_is_refused():
    with pytest.raises(MohsError, match="'a' is given twice"):
        mapping("--label-map", ["a=b,a=c"], "A=B,...")


def test_a_pair_keeps_everything_after_the_first_equals_sign():
    assert pairs("--field", ["premise=a = b", "hypothesis="], "NAME=TEXT") == {
        "premise": "a = b",
        "hypothesis": "",
    }


@pytest.mark.parametrize("value", ["premise", "=text", ""])
def test_what_is_no_pair_is_refused_with_the_form(value):
    with pytest.raises(MohsError, match=r"columns takes FIELD=COLUMN"):
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


def test_an_option_given_twice_in_two_spellings_is_refused():
    with pytest.raises(MohsError, match="noun_for_verb is given twice"):
        attack_options("--set", ["a.noun-for-verb=true", "a.noun_for_verb=false"])


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


@pytest.mark.parametrize("text", ["0", "0,1,2", "low,high", ""])
def test_bounds_are_two_numbers(text):
    assert bounds_of("-1.5, 2") == (-1.5, 2.0)
    with pytest.raises(MohsError, match="LOW,HIGH"):
        bounds_of(text)
