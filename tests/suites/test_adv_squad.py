"""AddSent's and AddOneSent's released files."""

import json

import pytest

from mohs.errors import DataError
from mohs.suites.adv_squad import read_adv_squad
from mohs.suites.opening import open_suite


def squad(*paragraphs):
    asked = [
        {"context": context, "qas": [{"id": own, "question": question, "answers": []}]}
        for own, question, context in paragraphs
    ]
    return {"version": "1.1", "data": [{"title": "t", "paragraphs": asked}]}


PLAIN = ("q1", "Who won?", "Denver won.")


@pytest.fixture
def written(tmp_path):
    def write(content, name="sample.json"):
        path = tmp_path / name
        lines = content if isinstance(content, str) else json.dumps(content)
        path.write_text(lines, encoding="utf-8")
        return path

    return write


def test_the_appended_sentence_is_what_the_altered_paragraph_has_more(written):
    suite = read_adv_squad(written(squad(PLAIN, ("q1-turk0", "Who won? ", "Denver won. Dallas  lost."))))
    (case,) = suite.cases
    assert case.fields == {"question": "Who won?", "sentence": "Dallas lost."}
    assert case.label == 1
    assert case.provenance["id"] == "q1-turk0"


def test_lines_of_question_and_distractor_are_read_and_a_pair_is_taken_once(written):
    rows = [
        {"id": f"q1-{k}", "set": "AddSent", "question": "Who won?", "distractor": text}
        for k, text in enumerate(["Dallas lost.", " Dallas lost.", "Bo lost."])
    ]
    suite = read_adv_squad(written("".join(json.dumps(row) + "\n" for row in rows), "rows.jsonl"))
    assert [case.fields["sentence"] for case in suite.cases] == ["Dallas lost.", "Bo lost."]
    assert len({case.group for case in suite.cases}) == 1
    assert len({case.id for case in suite.cases}) == 2
    assert suite.notes == ("pairs of question and sentence that are there twice, taken once: 1",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"data": [1]}, "not laid out as SQuAD"),
        ([], "not laid out as SQuAD"),
        (squad(PLAIN), "no question with a distractor"),
        (squad(("q1-turk0", "Who won?", "Denver won. Dallas lost.")), "not the original one"),
        (squad(PLAIN, ("q1-turk0", "Who won?", "Dallas lost. Denver won.")), "not the original one"),
        (squad(PLAIN, ("q1-turk0", "Who won?", "Denver won. ")), "not the original one"),
        ("{", "JSON"),
        (
            squad(("q1", " ", "Denver won."), ("q1-turk0", " ", "Denver won. Dallas lost.")),
            "'q1-turk0' is empty",
        ),
        (squad(PLAIN, ("q1-turk0", "Who \ud800?", "Denver won. Dallas lost.")), "broken encoding"),
        (squad(PLAIN, ("q1-turk0", "Who won?", "Denver won. \0")), "NUL"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(written, content, message):
    with pytest.raises(DataError, match=message):
        read_adv_squad(written(content))


def test_the_files_have_to_be_brought():
    with pytest.raises(DataError, match="needs files of yours"):
        open_suite("adv-squad")


def test_both_layouts_give_the_same_pairs_and_all_of_advglue_s(shared):
    folder = shared / "data/advsquad"
    lines = {
        tuple(case.fields.values()) for case in read_adv_squad(folder / "addsent_distractors.jsonl").cases
    }
    sample = {
        tuple(case.fields.values()) for case in read_adv_squad(folder / "sample1k-HCVerifySample.json").cases
    }
    assert (len(lines), len(sample)) == (2558, 787)
    assert sample <= lines
    assert len(read_adv_squad(folder)) == 2558
    rows = json.loads((shared / "data/advglue_dev/dev_ann.json").read_text(encoding="utf-8"))["qnli"]
    used = [row for row in rows if row["method"] == "AdvSQuAD"]
    assert len(used) == 8
    assert all((row["question"].strip(), row["sentence"].strip()) in lines for row in used)
