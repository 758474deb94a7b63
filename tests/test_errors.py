"""A message says what, got, expected and how to mend."""

import pickle

import pytest

from mohs.errors import (
    ClassifierFault,
    DataError,
    MissingExtra,
    ModelError,
    MohsError,
    RunError,
    RunFailed,
    Stopped,
)


def test_a_message_has_its_parts_in_order():
    problem = MohsError(
        "a.csv:3: no label", got="'x'", expected="negative or positive", mend="--skip-bad-rows"
    )
    assert str(problem).splitlines() == [
        "a.csv:3: no label",
        "  got: 'x'",
        "  expected: negative or positive",
        "  to mend: skip_bad_rows",
    ]


def test_parts_that_are_not_known_are_left_out():
    assert str(MohsError("no such file")) == "no such file"


def test_a_missing_extra_names_the_line_that_installs_it():
    assert 'pip install "mohs[hf]"' in str(MissingExtra("hf:", package="torch", extra="hf"))


def test_all_mistakes_of_a_person_are_one_family():
    assert all(issubclass(kind, MohsError) for kind in (DataError, ModelError, RunError, MissingExtra))


@pytest.mark.parametrize(
    "problem",
    [
        DataError("--label x", got="a", mend="b"),
        MissingExtra("hf:", package="torch", extra="hf"),
        RunFailed("x", {"n": 3}),
        Stopped("x"),
    ],
    ids=lambda problem: type(problem).__name__,
)
def test_a_mistake_in_another_process_is_the_same_here(problem):
    there = pickle.loads(pickle.dumps(problem))
    assert type(there) is type(problem) and str(there) == str(problem)
    assert vars(there) == vars(problem) and there.at_prompt() == problem.at_prompt()


def test_a_message_is_short_however_long_a_name_is():
    problem = MohsError("x" * 10_000, got="y" * 10_000, mend="rename it")
    assert len(str(problem)) < 3_200 and str(problem).endswith("y...\n  to mend: rename it")


def test_a_caller_in_python_reads_arguments_and_a_prompt_flags():
    problem = MohsError(
        "--at-edge clip needs bounds",
        got="--at-edge clip",
        expected="--text COLUMN, or --column FIELD=COLUMN for each field",
        mend="state --bounds, name a --seed (--train), or say --no-check-labels",
    )
    assert str(problem).splitlines() == [
        "at_edge clip needs bounds",
        "  got: at_edge clip",
        "  expected: text=COLUMN, or columns FIELD=COLUMN for each field",
        "  to mend: state bounds, name a random_state (X_train), or say check_labels=False",
    ]
    assert "--at-edge clip" in problem.at_prompt() and "--no-check-labels" in problem.at_prompt()
    assert str(Stopped("repeat it with --resume")) == "repeat it with resume"
    assert RunFailed("repeat it with --resume").at_prompt() == "repeat it with --resume"


def test_a_whole_command_and_what_was_found_stand_to_the_letter():
    problem = MohsError(
        "no folder", got="a row --with dashes", mend="run `mohs train x --out DIR`, then --out"
    )
    assert str(problem).splitlines()[1:] == [
        "  got: a row --with dashes",
        "  to mend: run `mohs train x --out DIR`, then out",
    ]


def test_a_classifiers_fault_names_arguments_in_python_and_flags_at_a_prompt():
    fault = ClassifierFault("no probabilities; say so (--scores logits)")
    assert str(fault) == "no probabilities; say so (scores logits)"
    assert fault.at_prompt() == "no probabilities; say so (--scores logits)"
    assert pickle.loads(pickle.dumps(fault)).at_prompt() == fault.at_prompt()
