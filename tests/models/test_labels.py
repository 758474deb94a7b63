import shlex

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.cli.values import mapping
from mohs.errors import ModelError
from mohs.models.labels import as_flag, match_labels, plain

NLI = ("entailment", "neutral", "contradiction")


def match(own, wanted, label_map=None, **options):
    return match_labels(own, wanted, label_map, where="hf:m", **options)


def test_names_are_compared_without_case_blanks_and_hyphens():
    assert plain(" Not-Duplicate ") == plain("not duplicate") == plain("NOT_DUPLICATE") == "not_duplicate"
    columns = match(("Not Duplicate", "DUPLICATE"), ("not_duplicate", "duplicate"))
    assert columns.labels == ("not_duplicate", "duplicate")


def test_labels_of_a_task_that_cannot_be_told_apart_are_refused():
    with pytest.raises(
        ModelError, match=r"the task has labels that cannot be told apart(.|\n)*'Good', 'good'"
    ):
        match(("good", "bad"), ("Good", "good", "bad"))


def test_an_accent_is_one_however_it_is_written():
    composed, apart = "caf\u00e9", "cafe\u0301"
    assert match((apart, "tea"), ("tea", composed)).labels == ("tea", composed)
    with pytest.raises(ModelError, match="cannot be told apart"):
        match((apart, composed), None)


@given(st.permutations(NLI), st.permutations(NLI))
def test_each_column_goes_to_its_name(own, wanted):
    row = [[float(NLI.index(name)) for name in own]]
    arranged = match(own, wanted).arrange(row, "logits")
    assert arranged.tolist() == [[float(NLI.index(name)) for name in wanted]]


@given(st.permutations(NLI), st.permutations(NLI))
def test_each_number_and_each_name_goes_to_its_column(own, wanted):
    columns = match(own, wanted)
    assert [wanted[k] for k in columns.arrange([0, 1, 2], "labels")] == list(own)
    assert columns.arrange(list(own), "labels").tolist() == columns.arrange([0, 1, 2], "labels").tolist()


def test_without_a_task_the_order_is_the_classifiers_own():
    columns = match(NLI, None)
    assert columns.labels == columns.own == NLI
    assert columns.arrange([[1, 2, 3]], "logits").tolist() == [[1, 2, 3]]


def test_names_that_do_not_match_show_both_lists_and_the_flag():
    with pytest.raises(ModelError) as caught:
        match(("LABEL_0", "LABEL_1"), ("negative", "positive"))
    assert str(caught.value).splitlines() == [
        "the labels of hf:m are not the task's",
        "  got: LABEL_0, LABEL_1",
        "  expected: negative, positive",
        "  to mend: say which is which: label_map LABEL_0=...,LABEL_1=... with negative and positive in the place of the dots",
    ]


def test_a_tasks_name_is_advised_where_labels_are_its_integers_and_not_where_they_are_stars():
    for labels, integers in ((("0", "1"), True), (("1", "5"), False), (("1", "2"), False)):
        with pytest.raises(ModelError) as caught:
            match(("negative", "positive"), labels)
        assert ("whose integers these are" in str(caught.value)) is integers


def test_only_names_that_do_not_match_need_the_flag():
    with pytest.raises(ModelError, match=r"label_map CONTRA=contradiction$"):
        match(("neutral", "CONTRA", "entailment"), NLI)


@pytest.mark.parametrize("own", [("negative",), ("negative", "positive", "neutral")])
def test_another_number_of_labels_cannot_be_mended_by_a_flag(own):
    with pytest.raises(ModelError, match="same number of labels"):
        match(own, ("negative", "positive"))


def test_a_map_goes_before_names_that_match_and_may_turn_them():
    turned = {"negative": "positive", "positive": "negative"}
    columns = match(("negative", "positive"), ("negative", "positive"), turned)
    assert columns.arrange([[0.9, 0.1]], "probabilities").tolist() == [[0.1, 0.9]]


def test_a_map_without_a_task_renames():
    assert match(("LABEL_0", "LABEL_1"), None, {"label-0": "no"}).labels == ("no", "LABEL_1")


@pytest.mark.parametrize(
    ("label_map", "words"),
    [
        ({"LABEL_7": "negative"}, "'LABEL_7' that hf:m does not have"),
        ({"LABEL_0": "negativ"}, "'negativ' that the task does not have"),
        ({"LABEL_0": "positive", "LABEL_1": "positive"}, "several labels of hf:m the name 'positive'"),
    ],
)
def test_a_wrong_map_is_refused(label_map, words):
    with pytest.raises(ModelError, match=words):
        match(("LABEL_0", "LABEL_1"), ("negative", "positive"), label_map)


def test_a_misspelt_name_in_a_map_is_suggested():
    with pytest.raises(ModelError, match="did you mean negative"):
        match(("LABEL_0", "LABEL_1"), ("negative", "positive"), {"LABEL_0": "negativ"})


def test_a_shared_map_may_name_labels_of_others():
    label_map = {"LABEL_0": "negative", "LABEL_1": "positive", "NEG": "negative"}
    assert match(("LABEL_0", "LABEL_1"), ("negative", "positive"), label_map, strict=False).order == (0, 1)


def test_labels_that_cannot_be_told_apart_are_refused():
    with pytest.raises(ModelError, match="cannot be told apart"):
        match(("not duplicate", "not_duplicate"), None)


@pytest.mark.parametrize("raw", [[1.0, 2.0], [[1.0, 2.0, 3.0]], [[[1.0, 2.0]]]], ids=str)
def test_a_wrong_shape_is_left_for_the_base_class_to_judge(raw):
    columns = match(("a", "b"), ("b", "a"))
    assert columns.arrange(raw, "logits").tolist() == raw


@pytest.mark.parametrize("raw", [[0, 2], [-1, 0], [0.5, 1.0], [[0], [1]], []], ids=str)
def test_wrong_numbers_are_left_for_the_base_class_to_judge(raw):
    assert match(("a", "b"), ("b", "a")).arrange(raw, "labels").tolist() == raw


@pytest.mark.parametrize(
    "raw", [[0, 1, 1], [0.0, 1.0, 1.0], [False, True, True]], ids=["int", "float", "bool"]
)
def test_a_number_is_of_its_own_column_in_any_dress(raw):
    assert match(("b", "a"), ("a", "b")).arrange(np.array(raw), "labels").tolist() == [1, 0, 0]


def test_an_unknown_name_is_a_fault():
    with pytest.raises(ValueError, match="label 'c' is none of a, b"):
        match(("a", "b"), ("b", "a")).arrange(np.array(["a", "c"]), "labels")


def test_a_flag_that_is_suggested_can_be_given_back():
    pairs = [("LABEL_0", 'bad, or "so"'), ("a=b", "good")]
    assert mapping("--label-map", shlex.split(as_flag(pairs)), "") == dict(pairs)
    assert as_flag([("LABEL_0", "bad"), ("LABEL_1", "good")]) == "LABEL_0=bad,LABEL_1=good"
