"""The built-in tasks are those of the contract; others come from columns."""

import numpy as np
import pytest

from mohs.data.tasks import BUILT_IN, infer_task, open_task
from mohs.errors import DataError

ENTAILMENT = ("entailment", "not_entailment")
THREE = ("entailment", "neutral", "contradiction")
CONTRACT = {
    "sst2": (("sentence",), ("negative", "positive"), ("accuracy",)),
    "qqp": (("question1", "question2"), ("not_duplicate", "duplicate"), ("accuracy", "f1")),
    "mnli": (("premise", "hypothesis"), THREE, ("accuracy",)),
    "mnli-mm": (("premise", "hypothesis"), THREE, ("accuracy",)),
    "qnli": (("question", "sentence"), ENTAILMENT, ("accuracy",)),
    "rte": (("sentence1", "sentence2"), ENTAILMENT, ("accuracy",)),
}


def test_the_built_in_tasks_are_those_of_the_contract():
    assert {name: (task.fields, task.labels, task.metrics) for name, task in BUILT_IN.items()} == CONTRACT


@pytest.mark.parametrize("name", CONTRACT)
def test_every_field_may_be_changed_the_later_one_first(name):
    assert open_task(name).perturb == tuple(reversed(CONTRACT[name][0]))


def test_only_sst2_is_about_sentiment():
    assert [name for name in BUILT_IN if open_task(name).subject == "sentiment"] == ["sst2"]


def test_a_task_is_taken_as_it_is():
    assert open_task(BUILT_IN["rte"]) is BUILT_IN["rte"]


@pytest.mark.parametrize(("name", "near"), [("SST-2", "sst2"), ("mnli-m", "mnli"), ("qnl", "qnli")])
def test_an_unknown_task_is_suggested(name, near):
    with pytest.raises(DataError, match=f"did you mean .*{near}"):
        open_task(name)


def test_a_task_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(DataError, match=r"there is no file .*mine.yaml"):
        open_task(tmp_path / "mine.yaml")


def infer(labels, **other):
    values = {"columns": ["id", "review", "stars"], "text_columns": {"review": "review"}} | other
    return infer_task(values["columns"], values["text_columns"], "stars", labels, values.get("name", "data"))


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        (["pos", "neg", "pos"], ("neg", "pos")),
        (["10", "9", "1"], ("1", "9", "10")),
        ([1, 0, 1.0, np.int64(1)], ("0", "1")),
        (["1", "x"], ("1", "x")),
        ([True, False], ("False", "True")),
        ([None, float("nan"), "a", "b"], ("a", "b")),
    ],
    ids=repr,
)
def test_labels_are_the_distinct_values_sorted(values, labels):
    assert infer(values).labels == labels


def test_fields_are_the_ones_named():
    task = infer(["a"], columns=["p", "h", "stars"], text_columns={"premise": "p", "hypothesis": "h"})
    assert task.fields == task.perturb == ("premise", "hypothesis")
    assert task.subject == ""


def test_a_column_of_more_than_fifty_values_holds_no_labels():
    assert len(infer(range(50)).labels) == 50
    with pytest.raises(DataError, match=r"51 distinct values(.|\n)*label=COLUMN(.|\n)*review"):
        infer(range(51))


def test_more_labels_than_that_have_a_way_to_be_named():
    with pytest.raises(DataError, match=r"at most 50 labels; more stand in a task file \(.*task.FILE\.yaml"):
        infer(range(77))


def test_a_column_that_is_not_there_is_suggested():
    with pytest.raises(DataError, match="did you mean review"):
        infer(["a"], text_columns={"review": "reveiw"})


def test_the_name_can_stand_in_a_file_name():
    assert infer(["a"], name="my data/üb 1").name == "my-data-üb-1"
    assert infer(["a"], name="//").name == "task"
