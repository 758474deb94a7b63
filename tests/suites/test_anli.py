"""ANLI's released files."""

import json
from collections import Counter

import pytest

from mohs.errors import DataError
from mohs.suites.anli import read_anli
from mohs.suites.opening import open_suite


def row(uid="u1", label="n", **more):
    """A row as the release has it."""
    return {
        "uid": uid,
        "context": "Ann sang.<br>Bo danced.",
        "hypothesis": "Ann danced.",
        "label": label,
        **more,
    }


@pytest.fixture
def written(tmp_path):
    def write(rows, name="R2/dev.jsonl"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
        return path

    return write


def test_letters_and_numbers_are_the_labels_of_mnli(written):
    rows = [row(f"{k}", label) for k, label in enumerate(["e", "n", "c", 0, 1, 2])]
    assert [case.label for case in read_anli(written(rows)).cases] == [0, 1, 2, 0, 1, 2]


def test_texts_are_taken_as_they_are_and_rows_of_one_passage_are_a_group(written):
    one, other = read_anli(written([row("a"), row("b", hypothesis="Bo sang.")])).cases
    assert one.fields["premise"] == "Ann sang.<br>Bo danced."
    assert one.group == other.group
    assert one.id != other.id


def test_what_the_verifiers_said_is_kept(written, tmp_path):
    path = written([row("a", model_label="e", reason="Because."), row("b")])
    verdicts = [{"uid": "a", "verifier labels": ["n", "c", "n"]}, {"uid": "b", "verifier labels": ["n", "n"]}]
    written(verdicts, "R2/verifier_labels.jsonl")
    one, other = read_anli(path).cases
    assert one.provenance["verifiers"] == ["neutral", "contradiction", "neutral"]
    assert one.provenance["agreement"] == 0.6667
    assert one.provenance["adversary"] == "entailment"
    assert one.rationale == "Because."
    assert other.provenance["agreement"] == 1
    agreed = open_suite(f"anli:{path}?agreed=yes")
    assert agreed.cases == (other,)
    assert agreed.notes == ("rows that were not asked for (round, agreement of the verifiers): 1",)


def test_verifiers_who_are_there_twice_and_differ_are_refused(written, tmp_path):
    path = written([row()])
    lines = [{"uid": "u1", "verifier labels": said} for said in (["n", "n"], ["n", "e"])]
    beside = path.parent / "verifier_labels.jsonl"
    beside.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with pytest.raises(DataError, match="the verifiers of u1 are there twice"):
        read_anli(path)
    beside.write_text(2 * (json.dumps(lines[0]) + "\n"), encoding="utf-8")
    assert read_anli(path).cases[0].facts["verifiers"] == ["neutral", "neutral"]


@pytest.mark.parametrize(("given", "kept"), [("3", 3), (3, 3), (True, 2)])
def test_a_round_is_a_number_in_any_dress_and_else_that_of_the_folder(written, given, kept):
    assert read_anli(written([row(round=given)])).cases[0].facts.get("round") == kept


def test_the_round_is_that_of_the_row_or_of_its_folder(written):
    path = written([row("a"), row("b", round=1)])
    assert [case.provenance["round"] for case in read_anli(path).cases] == [2, 1]
    assert [case.id for case in open_suite(f"anli:{path}?rounds=1,3").cases] == ["anli/b"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([row(label="x")], "label 'x' is not one of"),
        ([row(label=True)], "label True is not one of"),
        ([row(hypothesis="")], "hypothesis is no text"),
        ([row(), {"uid": "z"}], "line 2"),
        ([row(), row()], "a uid is there twice"),
        ([row(reason="a\0b")], r"line 1: a NUL byte in the text \(reason\)"),
        ([row(genre="\ud800")], r"broken encoding.*\(genre\)"),
    ],
)
def test_rows_that_cannot_be_used_are_refused(written, rows, message):
    with pytest.raises(DataError, match=message):
        read_anli(written(rows))


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("anli", "needs files of yours"),
        ("anli:x?rounds=0", "names rounds"),
        ("anli:none/r.jsonl", "there is no file"),
        ("anli:x?task=rte", "the option task"),
        ("anli:none", "there is no file"),
    ],
)
def test_an_address_that_cannot_work_is_refused(address, message):
    with pytest.raises(DataError, match=message):
        open_suite(address)


def test_no_row_left_is_refused(written):
    with pytest.raises(DataError, match="no row is left"):
        read_anli(written([row()]), agreed=True)


def test_the_dev_sets_of_rounds_1_and_2_are_read_whole(shared):
    suite = read_anli(shared / "data/anli_dev")
    assert Counter((case.provenance["round"], case.label) for case in suite.cases) == {
        (1, 0): 334, (1, 1): 333, (1, 2): 333, (2, 0): 334, (2, 1): 333, (2, 2): 333,
    }  # fmt: skip
    # Two verifiers who agree with the writer, or two of three: that is how rows came into the release.
    assert min(case.provenance["agreement"] for case in suite.cases) >= 0.5
    assert len(read_anli(shared / "data/anli_dev", agreed=True)) == 1412
