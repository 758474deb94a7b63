"""AddSent: what is changed, what is answered, and what is left alone."""

import json
import re

import pytest

from mohs.errors import DataError, MohsError
from mohs.language.parts_of_speech import PartsOfSpeech
from mohs.suites.add_sent import add_sent, distractor, own_questions, read_questions
from mohs.suites.opening import open_suite

TAGGER = PartsOfSpeech.kit()


def sentence(question, seed=0):
    made = distractor(question, TAGGER, seed)
    return None if made is None else made[0]


@pytest.mark.parametrize(
    ("question", "pattern"),
    [
        ("When was the Eiffel Tower completed?", r"The \w+ Tower was completed in 1\d{3}\."),
        ("Who won the race in 2019?", r"\w+ \w+ lost the race in 20[12]\d\."),
        ("How many moons does Mars have?", r"(?!Mars)\w+ has \d\d moons\."),
        ("What is the capital of Kazakhstan?", r"The capital of \w+ is \w+\."),
        ("What is the official language of Brazil?", r"The unofficial language of (?!Brazil)\w+ is \w+\."),
        ("How tall is Mount Fuji?", r"\w+ is \d\d metres tall\."),
        ("In what year was the Berlin Wall opened?", r"The \w+ Wall was closed in 18\d\d\."),
        ("Which team won the final?", r"The \w+ team lost the final\."),
        ("Why do flamingos stand on one leg?", r"(?!Flamingos)\w+ stand on one leg because of an? .+\."),
    ],
)
def test_something_else_is_said_to_be_so(question, pattern):
    for seed in range(5):
        assert re.fullmatch(pattern, sentence(question, seed)), sentence(question, seed)


@pytest.mark.parametrize(
    "question",
    ["Who discovered penicillin?", "how deep is lake baikal?", "Is Mars red?", "Who? What?", "", "Why?"],
)
def test_a_question_in_which_nothing_can_be_changed_is_left_alone(question):
    assert sentence(question) is None


def test_an_article_goes_with_the_changed_word():
    for seed in range(12):
        said = sentence("Who wrote a Danish song in 1990?", seed)
        assert not re.search(r"\ba [AEIOaeio]|\ban [^AEIOaeio]", said), said


def test_every_case_needs_review_and_says_what_was_changed():
    for case in add_sent().cases:
        assert case.status == "needs review"
        assert case.label == 1
        for old, new in case.facts["changes"]:
            assert old.lower() in case.fields["question"].lower()
            assert new.lower() in case.fields["sentence"].lower()
            assert repr(new) in case.rationale


def test_sentences_are_well_formed():
    suite = add_sent()
    assert suite.notes == (f"questions that no rule fits: {len(own_questions()) - len(suite)}",)
    assert len(suite) >= 30
    for case in suite.cases:
        said = case.fields["sentence"]
        assert re.fullmatch(r"[A-Z0-9].*[^ .?]\.", said), said
        assert "  " not in said
        assert "{" not in said
        assert said.count('"') % 2 == 0


def test_a_sentence_depends_on_its_question_and_the_seed_alone():
    asked = ["When was the Eiffel Tower completed?", "Which team won the final?"]
    alone = add_sent(asked[1:], seed=3).cases
    assert add_sent(asked, seed=3).cases[1:] == alone
    assert open_suite("add-sent?seed=3").sha256 == open_suite("add-sent?seed=3").sha256
    assert open_suite("add-sent?seed=3").sha256 != open_suite("add-sent?seed=4").sha256


def test_questions_of_a_file_are_read_or_the_line_is_named(tmp_path):
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps({"question": "Which  team won it?"}) + "\n", encoding="utf-8")
    assert read_questions(path) == ["Which team won it?"]
    assert open_suite(f"add-sent:{path}").cases[0].fields["question"] == "Which team won it?"
    path.write_text('{"question": 1}\n', encoding="utf-8")
    with pytest.raises(DataError, match="line 1: question is no text"):
        read_questions(path)


def test_no_question_that_fits_is_refused():
    with pytest.raises(DataError, match="fit no question"):
        add_sent(["Who discovered penicillin?"])


def test_the_questions_of_the_release_are_answered_or_left_alone(shared):
    path = shared / "data/advsquad/addsent_distractors.jsonl"
    asked = list(dict.fromkeys(read_questions(path)))
    suite = add_sent(asked)
    assert (len(asked), len(suite)) == (787, 269)
    answers = {
        " ".join(row["question"].split()): row["answers"]
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())
    }
    for case in suite.cases:
        said = case.fields["sentence"]
        assert not any(answer in said for answer in answers[case.fields["question"]] if " " in answer), said


def test_no_two_questions_have_one_id():
    alike = ["Who built the title in Denmark in 1639?", "Who won the cup in Switzerland in 1871?"]  # by CRC32
    assert len({case.id for case in add_sent(alike).cases}) == 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"questions": ["a \ud800 b"]},
            "text 0 of questions cannot be used\n  got: broken encoding: half of a surrogate pair",
        ),
        ({"questions": [None]}, "text 0 of questions cannot be used"),
        ({"seed": -1}, "seed is no whole number from 0"),
    ],
)
def test_what_a_caller_in_python_gives_that_cannot_be_used_is_told(given, said):
    with pytest.raises(MohsError, match=said):
        add_sent(**given)
