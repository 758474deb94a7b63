"""Suites by address."""

import gzip
import json
import os

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
        ("checklist?count=0", "out of range"),
        ("checklist?count=10001", r"out of range\n  got: 10001\n  expected: a whole number from 1 to 10,000"),
        ("stresstest?count=100001", r"out of range\n.*\n  expected: a whole number from 1 to 100,000"),
        ("stresstest?seed=" + "9" * 19, "out of range"),
        ("checklist?count=-1", "whole number"),
        ("checklist?count", "cannot be read"),
        ("checklist?count=1&count=2", "twice"),
        ("checklist?counts=1", "has no option 'counts'"),
        ("checklist?ambiguous=maybe", "yes or no"),
        ("checklist:none.yaml", "there is no file"),
        ("checklist?count=" + "9" * 5000, "out of range"),
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


def test_a_file_where_a_folder_is_wanted_is_told_the_folder(tmp_path):
    for name in ("advglue_templates.json", "names.json"):
        path = tmp_path / name
        path.write_text("{}", encoding="utf-8")
        with pytest.raises(DataError) as caught:
            open_suite(f"checklist:{path}")
        assert caught.value.mend == f"name their folder: suite:checklist:{tmp_path}"


def test_a_folder_where_a_file_is_wanted_is_told_a_file(tmp_path):
    with pytest.raises(DataError, match=r"there is no advglue_templates\.json in") as caught:
        open_suite(f"checklist:{tmp_path}")
    assert caught.value.mend is None
    (tmp_path / "own.yaml").write_text("templates: []", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        open_suite(f"checklist:{tmp_path}")
    assert caught.value.mend == f"suite:checklist:{tmp_path / 'own.yaml'}"
    for name in ("stresstest", "add-sent"):
        with pytest.raises(DataError, match=r"is a folder(.|\n)*one of the files in it"):
            open_suite(f"{name}:{tmp_path}")


@pytest.mark.parametrize("address", [f"{name}:{{}}" for name, one in SUITES.items() if one.brings])
@pytest.mark.parametrize("name", ["a.yaml", "a.json", "a.jsonl", "a.pkl"])
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_may_have_no_end_is_no_suite(tmp_path, address, name, kind):
    path = tmp_path / name
    os.mkfifo(path) if kind == "pipe" else path.symlink_to("/dev/zero")
    with pytest.raises(DataError, match=f"is a {kind}"):
        open_suite(address.format(path))


def test_packed_files_make_the_same_suite(tmp_path):
    rows = [{"uid": k, "premise": "Ann sang.", "hypothesis": f"Bo {k}.", "label": "e"} for k in ("a", "b")]
    said = [{"uid": k, "verifier labels": ["e", "e"]} for k in ("a", "b")]
    for folder, ending in ((tmp_path / "plain", ""), (tmp_path / "packed", ".gz")):
        folder.mkdir()
        for name, content in (("dev.jsonl", rows), ("verifier_labels.jsonl", said)):
            lines = "".join(json.dumps(one) + "\n" for one in content).encode()
            (folder / (name + ending)).write_bytes(gzip.compress(lines) if ending else lines)
    plain = open_suite(f"anli:{tmp_path / 'plain'}").cases
    assert open_suite(f"anli:{tmp_path / 'packed'}").cases == plain and plain[0].provenance["agreement"] == 1
    assert open_suite(f"anli:{tmp_path / 'packed' / 'dev.jsonl.gz'}").cases == plain
