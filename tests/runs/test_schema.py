"""The schema of results.json."""

import copy

import pytest
from jsonschema import Draft202012Validator, ValidationError

from mohs.estimate import no_data, share
from mohs.runs.schema import results_schema
from mohs.runs.summary import results_document, summarise

LINE = {
    "id": "1",
    "source_id": "1",
    "task": "sst2",
    "attack": "textbugger",
    "model": "kit:sst2-cnn",
    "status": "success",
    "label": "negative",
    "asked": {"classify": 12},
    "modified": {"words": 1, "rate": 0.1, "rate_input": 0.1},
    "similarity": None,
}
RUN = {
    "kind": "attack",
    "status": "complete",
    "command": "mohs attack",
    "config": {},
    "model": {},
    "data": {},
}


@pytest.fixture
def document():
    """A document of two attacks and a few outcomes."""
    lines = [LINE, LINE | {"id": "2", "status": "error"}, LINE | {"id": "1", "attack": "textfooler"}]
    return results_document(RUN, *summarise(lines))


def check(document):
    Draft202012Validator(results_schema()).validate(document)


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(results_schema())


def test_what_a_run_writes_is_valid(document):
    assert document["results"] and document["counts"] and document["by_label"]
    check(document)


def test_an_attack_may_have_no_outcome_and_no_fewer(document):
    document["counts"][0]["outcomes"] = 0
    check(document)
    document["counts"][0]["outcomes"] = -1
    with pytest.raises(ValidationError):
        check(document)


def test_numbers_of_other_kinds_are_valid_too():
    row = share([1, 0, 1]).to_json("mscr") | {
        "eps_test": 0.1,
        "eps_train": 0.0,
        "norm": "linf",
        "split": "test",
    }
    check(results_document(RUN | {"kind": "grid"}, [row, no_data().to_json("accuracy") | {"norm": 3}]))


@pytest.mark.parametrize(
    ("place", "key", "wrong"),
    [
        ("document", "schema", "mohs/results/2"),
        ("document", "kind", "attacks"),
        ("document", "status", "running"),
        ("row", "value", None),
        ("row", "value", "0.43"),
        ("row", "n", 0),
        ("row", "n", 1.5),
        ("row", "confidence", 95),
        ("row", "method", ""),
        ("row", "norm", "l3"),
        ("row", "metric", None),
    ],
)
def test_what_is_wrong_is_refused(document, place, key, wrong):
    spoilt = copy.deepcopy(document)
    (spoilt if place == "document" else spoilt["results"][0])[key] = wrong
    with pytest.raises(ValidationError):
        check(spoilt)


def test_no_key_of_a_number_may_be_missing(document):
    for key in ("metric", "value", "low", "high", "n", "clusters", "confidence", "method"):
        spoilt = copy.deepcopy(document)
        del spoilt["results"][0][key]
        with pytest.raises(ValidationError):
            check(spoilt)
