"""A column is the one that the person names, else the one named so, else an error that lists them all."""

import pytest

from mohs.data.columns import choose
from mohs.data.task import Task
from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError


def pick(available, task=None, text=None, columns=None, label=None):
    found = choose(
        available,
        BUILT_IN[task] if task else None,
        text=text,
        columns=columns,
        label=label,
        path="data.csv",
    )
    return dict(found.texts), found.label


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((["sentence", "label"], "sst2"), ({"sentence": "sentence"}, "label")),
        ((["review", "label"], "sst2"), ({"sentence": "review"}, "label")),
        ((["sentence", "text", "label"], "sst2"), ({"sentence": "sentence"}, "label")),
        ((["a", "b"], "sst2", "a", None, "b"), ({"sentence": "a"}, "b")),
        ((["a", "b"], None, "a", None, "b"), ({"a": "a"}, "b")),
        ((["Text", "Sentiment"],), ({"Text": "Text"}, "Sentiment")),
        ((["text", "label", "sentiment"],), ({"text": "text"}, "label")),
        (
            (["p", "hypothesis", "label"], "mnli", None, {"premise": "p"}),
            ({"premise": "p", "hypothesis": "hypothesis"}, "label"),
        ),
        (
            (["sentence1", "sentence2", "gold_label"], "mnli"),
            ({"premise": "sentence1", "hypothesis": "sentence2"}, "gold_label"),
        ),
        (
            (["question1", "question2", "is_duplicate"], "qqp"),
            ({"question1": "question1", "question2": "question2"}, "is_duplicate"),
        ),
        (
            (["a", "b", "label"], None, None, {"x": "b", "y": "a"}),
            ({"x": "b", "y": "a"}, "label"),
        ),
    ],
)
def test_the_right_columns_are_chosen(given, expected):
    found = pick(*given)
    assert found == expected
    assert list(found[0]) == list(expected[0])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((["a", "label"], "sst2"), "no column looks like the text"),
        ((["text", "review", "label"], "sst2"), "exactly one of text, review"),
        ((["text", "label"], "sst2", "txet"), "no column 'txet'(.|\n)*did you mean text"),
        ((["text", "lab"], "sst2", "txet"), "no column 'txet'(.|\n)*did you mean text"),
        ((["text", "label"], "sst2", "text", None, "labels"), "no column 'labels'(.|\n)*did you mean label"),
        ((["text", "a"],), "no column looks like the label(.|\n)*label=COLUMN"),
        ((["text", "target", "class"],), "exactly one of target, class"),
        (
            (["text", "label"], "mnli"),
            "fields premise, hypothesis of task mnli(.|\n)*columns premise=",
        ),
        ((["text", "label"], "mnli", "text"), "task mnli has 2 fields(.|\n)*columns hypothesis=COLUMN"),
        ((["a", "b", "label"], "mnli", None, {"premise": "a"}), "no column for field 'hypothesis'"),
        (
            (["a", "b", "label"], "mnli", None, {"premis": "a"}),
            "no field 'premis'(.|\n)*mean premise",
        ),
        ((["text", "label"], None, "text", {"a": "text"}), "exclude each other"),
        ((["text", "label"], None, "text", None, "text"), "one column is used twice"),
        ((["a", "label"], None, None, {"x": "a", "y": "a"}), "one column is used twice"),
        ((["text", "text", "label"], None, "text"), "column 'text' is there twice"),
        ((["text", " label"],), r"columns text, ' label'"),
        (([],), "columns \\(none\\)"),
    ],
)
def test_no_choice_or_more_than_one_is_an_error_that_lists_the_columns(given, message):
    with pytest.raises(DataError, match=message) as caught:
        pick(*given)
    if "exclude" not in message and "fields" not in message and "no field" not in message:
        assert all(column in str(caught.value) for column in given[0])


def test_a_choice_that_the_person_did_not_make_is_noted():
    def notes(**given):
        return choose(["review", "target"], BUILT_IN["sst2"], columns=None, path="x", **given).notes

    assert notes(text=None, label=None) == (
        "sentence is read from column 'review'",
        "label is read from column 'target'",
    )
    assert notes(text="review", label="target") == ()


def chosen(available, task=None, **given):
    return choose(available, task, path="data.csv", **{"text": None, "columns": None, "label": None, **given})


def test_what_is_called_as_it_should_be_needs_no_note():
    assert chosen(["sentence", "label"], BUILT_IN["sst2"]).notes == ()


def test_a_column_has_one_use():
    assert chosen(["id", "idx", "label"], text="id").ids == ("idx",)
    assert chosen(["sentiment", "target"], text="sentiment").label == "target"


def test_a_field_may_be_called_id():
    task = Task("cards", ("id", "text"), ("a", "b"))
    found = chosen(["x", "text", "label"], task, columns={"id": "x"})
    assert (dict(found.texts), found.id_named) == ({"id": "x", "text": "text"}, False)
    found = chosen(["x", "text", "label"], BUILT_IN["sst2"], columns={"id": "x", "sentence": "text"})
    assert (dict(found.texts), found.ids, found.id_named) == ({"sentence": "text"}, ("x",), True)
