"""A label is taken by name or as any integer, and nothing else; a field that is not there is an error."""

from fractions import Fraction

import numpy as np
import pytest

from mohs.data.task import Task
from mohs.errors import DataError

SENTIMENT = Task("sst2", ("sentence",), ("negative", "positive"))
STARS = Task("stars", ("text",), ("1", "2", "3"))


@pytest.mark.parametrize(
    "value",
    [
        "positive",
        1,
        1.0,
        "1",
        "1.0",
        np.int64(1),
        np.uint8(1),
        np.float32(1),
        np.array(1),
        np.str_("positive"),
    ],
    ids=repr,
)
def test_a_label_is_accepted_by_name_and_as_any_integer(value):
    assert SENTIMENT.label_index(value) == 1


def test_a_label_may_be_a_tensor():
    torch = pytest.importorskip("torch")
    assert SENTIMENT.label_index(torch.tensor(1)) == 1
    with pytest.raises(DataError):
        SENTIMENT.label_index(torch.tensor([1]))


@pytest.mark.parametrize(
    "value",
    [
        *(2, -1, 1.5, float("nan"), float("inf"), Fraction(1), 1j, None, True, False, np.bool_(True)),
        *("2", "-1", "01", "+1", " 1", "1e0", "٣", "Positive", ""),
        *([1], np.array([1]), {}, b"1"),
    ],
    ids=repr,
)
def test_no_other_value_is_a_label(value):
    with pytest.raises(DataError) as caught:
        SENTIMENT.label_index(value)
    assert "negative (0), positive (1)" in str(caught.value)


def test_a_misspelt_label_is_suggested():
    with pytest.raises(DataError, match="did you mean positive"):
        SENTIMENT.label_index("postive")


@pytest.mark.parametrize(("value", "index"), [("1", 0), (1, 0), (1.0, 0), (3, 2), (np.int8(2), 1)])
def test_names_that_are_numbers_win_over_positions(value, index):
    assert STARS.label_index(value) == index


def test_a_position_is_no_label_where_names_are_numbers():
    with pytest.raises(DataError):
        STARS.label_index(0)
    with pytest.raises(DataError):
        Task("stars", ("text",), ("1", "two")).label_index(0)


def test_the_names_true_and_false_match_true_and_false():
    task = Task("spam", ("text",), ("False", "True"))
    assert [task.label_index(value) for value in (True, False, "True")] == [1, 0, 1]


def test_a_label_that_is_called_none_is_not_given_by_none():
    task = Task("mood", ("text",), ("None", "good"))
    assert task.label_index("None") == 0
    with pytest.raises(DataError):
        task.label_index(None)


def test_a_task_has_fields():
    with pytest.raises(DataError, match="fields must be named"):
        Task("empty", (), ("a", "b"))


def test_only_names_what_may_be_changed_and_in_which_order():
    task = Task("mnli", ("premise", "hypothesis"), ("a", "b"))
    assert task.only(["hypothesis"]).perturb == ("hypothesis",)
    assert task.only(["hypothesis", "premise"]).perturb == ("hypothesis", "premise")
    assert task.perturb == ("premise", "hypothesis")


@pytest.mark.parametrize("fields", [[], ["sentence1"], ["premise", "premise"], ["hypotesis"]])
def test_only_refuses_fields_that_the_task_does_not_have(fields):
    with pytest.raises(DataError, match="premise, hypothesis"):
        Task("mnli", ("premise", "hypothesis"), ("a", "b")).only(fields)


def test_a_classifier_is_asked_about_a_text_or_about_several_in_the_order_of_the_fields():
    assert SENTIMENT.input({"sentence": "good"}) == "good"
    pair = Task("pair", ("premise", "hypothesis"), ("yes", "no"))
    assert pair.input({"hypothesis": "b", "premise": "a"}) == ("a", "b")
