"""One map of labels for every export."""

import pytest

from mohs.data.task import Task
from mohs.data.tasks import BUILT_IN
from mohs.export.prompts import prompt_of

# What contracts.md says of labels by integer, and the answer that each must have.
MEANS = {
    "sst2": {"negative": "negative", "positive": "positive"},
    "qqp": {"not_duplicate": "no", "duplicate": "yes"},
    "mnli": {"entailment": "true", "neutral": "neither", "contradiction": "false"},
    "mnli-mm": {"entailment": "true", "neutral": "neither", "contradiction": "false"},
    "qnli": {"entailment": "yes", "not_entailment": "no"},
    "rte": {"entailment": "yes", "not_entailment": "no"},
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_answer_i_is_that_of_label_i(name):
    task = BUILT_IN[name]
    assert dict(zip(task.labels, prompt_of(task).answers, strict=True)) == MEANS[name]


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_field_is_in_the_question_and_every_answer_is_named_there(name):
    task = BUILT_IN[name]
    prompt = prompt_of(task)
    question = prompt.ask({field: f"<{field}>" for field in task.fields})
    assert all(f"<{field}>" in question for field in task.fields)
    assert all(answer in question for answer in prompt.answers)
    assert "{{" not in question


def test_a_text_with_braces_is_put_in_to_the_letter():
    assert "{{sentence}} {{x" in prompt_of(BUILT_IN["sst2"]).ask({"sentence": "{{sentence}} {{x"})


def test_another_task_is_asked_with_the_names_of_its_fields_and_labels():
    task = Task("topic", ("head_line",), ("world_news", "sport"))
    prompt = prompt_of(task)
    assert prompt.answers == ("world news", "sport")
    assert prompt.ask({"head_line": "X"}) == "head line: X\nWhich of these is it: world news, sport?\nAnswer:"


def test_labels_that_differ_in_underscores_alone_stay_apart():
    assert prompt_of(Task("t", ("text",), ("a_b", "a b"))).answers == ("a_b", "a b")


def test_a_task_that_only_shares_a_name_with_a_built_in_one_has_a_prompt_of_its_own():
    assert prompt_of(Task("sst2", ("review",), ("bad", "good"))).answers == ("bad", "good")
