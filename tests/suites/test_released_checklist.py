"""The templates that AdvGLUE used: how many of its rows they give, and what is refused."""

import json
import re

import pytest

from fillings import filling_of
from mohs.errors import DataError
from mohs.suites.opening import open_suite
from mohs.suites.released_checklist import read_released_templates
from mohs.suites.template import expand

NAMES = {"men": ["Tom"], "women": ["Ann"], "last": ["Hill"]}
SMALL = {
    "sst2_negation": {
        "templates": ["{neg}, {neutral}, that {it} {be} {a:adj} {noun}."],
        "neg": ["I don't think"], "neutral": ["given all"], "it": ["this", "the"], "be": ["is"],
        "nouns_seen": ["film", "actor"], "pos_adj": ["good"], "neg_adj": ["awful"],
    },
    "sst2_temporal": ["I used to think this {noun} was {neg_adj}, but now I think it is {pos_adj} (and others)"],
    "qqp": [
        {"cap": "Temporal", "q1": "Do you have to {x} your {pet} before {y}ing it?", "q2": "... after {y}ing it?",
         "label": 0},
        {"cap": "Negation", "q1": "How can I become {a:x} person?",
         "q2": "How can I become a person who is not {antonym(x)}?", "label": 1},
    ],
    "qnli": [
        {"cap": "Negation", "sentence": "{A} is not {a:prof}. {B} is. / {B} is {a:prof}. {A} is not.",
         "question": "Who is {a:prof}? / What is (not) {B}'s profession?"},
        {"cap": "Temporal", "sentence": "{A} became a {prof} before {B} did.",
         "question": "Who became a {prof} first? / last?"},
    ],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "advglue_templates.json").write_text(json.dumps(SMALL), encoding="utf-8")
    (tmp_path / "names.json").write_text(json.dumps(NAMES), encoding="utf-8")
    return tmp_path


def mended(text):
    """A row of AdvGLUE without the faults that its templates made."""
    return re.sub(r"\ba(?= economist)", "an", re.sub(r"\bthe (?=is|was)", "this ", text))


def test_the_templates_give_the_rows_of_advglue_with_their_labels(shared):
    templates = read_released_templates(shared / "data/checklist")
    rows = json.loads((shared / "data/advglue_dev/dev_ann.json").read_text(encoding="utf-8"))
    counts = {"as it stands": 0, "mended": 0, "not": []}
    for task in ("sst2", "qqp", "qnli"):
        own = [one for one in templates if one.task == task]
        for row in rows[task]:
            if row["method"] != "CheckList" or row["data_construction"] != "human":
                continue
            fields = {name: row[name] for name in own[0].text[0]}
            repaired = {name: mended(text) for name, text in fields.items()}
            for kind, texts in (("as it stands", fields), ("mended", repaired)):
                found = [(one, filling) for one in own if (filling := filling_of(one, texts))]
                assert {one.label_of(filling) for one, filling in found} <= {row["label"]}
                if found:
                    counts[kind] += 1
                    break
            else:
                counts["not"].append(list(fields.values()))
    assert counts == {
        "as it stands": 26,
        "mended": 4,
        "not": [["Is Barbara Lewis going to be a person?", "Is Barbara Lewis becoming a person?"]],
    }


def test_grammar_is_mended_and_what_is_contested_is_marked(folder):
    made = {one.name: expand(one, 99, 0) for one in read_released_templates(folder)}
    assert {case.fields["sentence"] for case in made["sst2_negation 1 neg"]} == {
        "I don't think, given all, that this is an awful film.",
        "I don't think, given all, that this is an awful actor.",
    }
    assert all(case.provenance["ambiguous"] for case in made["sst2_negation 1 neg"])
    assert [case.label for case in made["sst2_temporal 1 negative"]] == [0]
    assert {case.fields["question2"] for case in made["qqp 1"]} >= {
        "Do you have to feed your cat after walking it?"
    }
    assert {case.fields["question2"] for case in made["qqp 2"]} >= {
        "How can I become a person who is not proud?"
    }


def test_what_somebody_is_not_is_no_answer_to_what_not(folder):
    labels = {
        case.fields["question"]: case.label
        for case in open_suite(f"checklist:{folder}?count=999").by_task["qnli"]
    }
    assert labels["Who is an accountant?"] == 0
    assert labels["What is Tom's profession?"] == 0
    assert labels["What is not Tom's profession?"] == 1
    assert labels["Who became an economist last?"] == 0


@pytest.mark.parametrize("key", ["sst2_negation", "qqp", "qnli"])
def test_a_file_laid_out_otherwise_is_refused(folder, key):
    (folder / "advglue_templates.json").write_text(json.dumps({**SMALL, key: [1]}), encoding="utf-8")
    with pytest.raises(DataError, match="not laid out as the released templates"):
        read_released_templates(folder)


@pytest.mark.parametrize(
    "change",
    [
        lambda rows, names: rows["qqp"][0].update(q1="Do you wash it?"),
        lambda rows, names: rows["sst2_negation"].update(pos_adj=[5]),
        lambda rows, names: rows["sst2_negation"].update(nouns_seen=[]),
        lambda rows, names: names.update(men=[5]),
        lambda rows, names: names.update(last="Smith"),
    ],
    ids=["no before", "a number", "no nouns", "a number as a name", "a text as a list"],
)
def test_words_that_are_none_are_refused(folder, change):
    rows, names = json.loads(json.dumps([SMALL, NAMES]))
    change(rows, names)
    for name, content in (("advglue_templates", rows), ("names", names)):
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(DataError):
        read_released_templates(folder)


def test_a_folder_without_names_is_refused(folder):
    (folder / "names.json").unlink()
    with pytest.raises(DataError, match=r"names\.json"):
        read_released_templates(folder)
