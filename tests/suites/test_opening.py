"""Suites by address."""

import pytest

from mohs.errors import DataError
from mohs.suites.checklist import checklist
from mohs.suites.opening import SUITES, open_suite, with_task


def test_options_stand_behind_a_question_mark():
    made = open_suite("checklist?count=2&seed=3&ambiguous=yes")
    assert made.cases == checklist(count=2, seed=3, ambiguous=True).cases


def test_templates_of_a_person_may_use_our_lexicons(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(
        "templates:\n"
        "  - {name: mine, task: sst2, capability: mine, because: so, label: negative,\n"
        '     text: {sentence: "{a:blame} {work}, {who} says."}, slots: {who: [Kim]}}\n',
        encoding="utf-8",
    )
    made = open_suite(f"checklist:{path}?count=4")
    assert made.name == "own"
    assert len(made) == 4
    assert all(case.fields["sentence"].endswith(", Kim says.") for case in made.cases)


def test_rows_on_inference_are_of_mnli_or_of_its_mismatched_half():
    matched, mismatched = open_suite("stresstest?count=3"), open_suite("stresstest?count=3&task=mnli-mm")
    assert {case.task for case in matched.cases} == {"mnli"}
    assert {case.task for case in mismatched.cases} == {"mnli-mm"}
    assert [case.fields for case in matched.cases] == [case.fields for case in mismatched.cases]


def test_an_address_with_another_task_opens_a_suite_of_that_task():
    other = with_task("suite:stresstest?count=3&task=mnli&seed=1", "mnli-mm")
    assert other == "suite:stresstest?count=3&seed=1&task=mnli-mm"
    made = open_suite(other.removeprefix("suite:"))
    assert len(made) and {case.task for case in made.cases} == {"mnli-mm"}
    assert with_task("suite:stresstest", "sst2") is None  # it has no such rows
    assert with_task("suite:checklist", "sst2") is None  # nor does an option say which
    assert with_task("stresstest", "mnli-mm") is None  # a folder


def test_every_suite_takes_the_options_that_it_is_said_to_have():
    for name, source in SUITES.items():
        if source.brings != "always":
            options = "&".join(f"{key}={value}" for key, value in source.options.items())
            made = open_suite(f"{name}?{options}")
            assert made.cases == open_suite(name).cases
            assert made.method == source.method
            assert {case.task for case in made.cases} <= set(source.tasks)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("cheklist", "there is no suite 'cheklist'"),
        ("checklist?count=0", "whole number"),
        ("checklist?count=-1", "whole number"),
        ("checklist?count", "cannot be read"),
        ("checklist?count=1&count=2", "twice"),
        ("checklist?counts=1", "has no option 'counts'"),
        ("checklist?ambiguous=maybe", "yes or no"),
        ("checklist:none.yaml", "there is no file"),
        ("checklist?count=" + "9" * 5000, "whole number"),
        ("checklist:" + "x" * 300, "cannot be read"),
        ("anli:" + "x" * 300, "cannot be read"),
        ("checklist:a\0b.yaml", "NUL"),
        ("stresstest?task=rte", "the option task"),
    ],
    ids=lambda text: ascii(text)[:40],
)
def test_an_address_that_names_nothing_is_refused(address, message):
    with pytest.raises(DataError, match=message):
        open_suite(address)
