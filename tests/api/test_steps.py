"""What is told of each question: the answer that mattered, in its own measure."""

import numpy as np
import pytest

from mohs.api.steps import Step, Steps
from mohs.attacks.questions import (
    BertScore,
    Classify,
    Descend,
    FillMask,
    Paraphrase,
    Parse,
    Perplexity,
    Similarity,
)
from mohs.inference.descent import Descended, Descent, Objective, Passed, Start
from mohs.inference.substitution import Substitution
from mohs.language.masked_lm import Candidate, Piece

LABELS = ("negative", "positive")


def steps(question, answer, wanted=None):
    return list(Steps(LABELS, label=1, wanted=wanted).of(question, answer))


@pytest.mark.parametrize(("wanted", "label"), [(None, "positive"), (0, "negative")])
def test_of_texts_classified_the_one_nearest_to_the_goal_is_told(wanted, label):
    rows = np.array([[0.1, 0.9], [0.7, 0.3], [0.4, 0.6]])
    value = 0.3 if wanted is None else 0.7
    assert steps(Classify(["a", ("b", "c"), "d"]), rows, wanted) == [
        Step("classify", 3, "b | c", "probability", value, "negative", label)
    ]


def test_the_most_similar_and_the_least_surprising_text_is_told():
    pairs = Similarity([("a", "b"), ("a", "c")])
    assert steps(pairs, np.array([0.2, 0.9])) == [Step("similarity", 2, "c", "cosine", 0.9)]
    words = Perplexity(["greatally", "greatly"])
    assert steps(words, np.array([70.0, 3.0])) == [Step("perplexity", 2, "greatly", "perplexity", 3.0)]


def test_the_text_that_says_most_and_what_is_to_be_said_otherwise_are_told():
    pairs = BertScore([("a", "b"), ("a", "c")])
    assert steps(pairs, np.array([0.25, 0.75])) == [Step("bert-score", 2, "c", "F1", 0.75)]
    asked = Paraphrase([("a b", "( NP )", 3), ("a b", "( VP )", 3)])
    assert steps(asked, ["", "b a"]) == [Step("paraphrase", 2, "a b")]


def test_of_a_masked_language_model_the_best_words_that_are_others_are_told():
    """ "Lovely" is itself in another case, "able" goes on with a word, and a full stop has no letters."""
    found = [Candidate("lovely", True, 9.0), Candidate("able", False, 8.0)]
    found += [Candidate(word, True, 1.0) for word in ("fine", "nice", "sweet")]
    pieces = (Piece(0, 6, tuple(found)), Piece(6, 7, (Candidate("!", True, 1.0),)))
    (step,) = steps(FillMask(["Lovely."]), [pieces])
    assert (step.asked, step.texts, step.text, step.value) == ("fill-mask", 1, "Lovely.", None)
    assert step.found == (("Lovely", ("##able", "fine", "nice")),)


def test_a_descent_is_told_text_by_text_and_its_steps_add_up():
    path = (Passed(1, "a", 2.0, 1), Passed(4, "b", -0.5, 0), Passed(9, "c", 1.0, 1))
    start = Start("a", before=("premise",))
    descent = Descent(start, Substitution((("a", "b"),), ("",), ""), Objective(label=1, steps=20))
    told = steps(Descend([descent]), [Descended(((1,),), (1,), path)])
    assert [(step.texts, step.value, step.prediction) for step in told] == [
        (3, 2.0, "positive"), (5, -0.5, "negative"), (12, 1.0, "positive")
    ]  # fmt: skip
    assert {(step.measure, step.label) for step in told} == {("margin", "positive")}
    assert told[1].text == "premise | b"


def test_a_question_whose_answer_is_no_number_is_told_all_the_same():
    assert steps(Parse(["One.", "Two."]), [None, None]) == [Step("parse", 2, "One.")]
