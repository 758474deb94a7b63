"""A question says what its oracle must answer, how much that counts, and what to make of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.attacks.questions import Classify, Descend, FillMask, Perplexity, Similarity, TellTrees
from mohs.inference.descent import Descent, Objective, Start
from mohs.inference.substitution import Substitution
from mohs.language.grammar import Parsed


def test_classify_is_one_item_an_input():
    question = Classify(["a", "b"])
    assert question.items == ["a", "b"] and question.size == 2
    assert question.finish([[0.2, 0.8], [0.5, 0.5]]).shape == (2, 2)


def test_similarity_counts_pairs_and_gives_their_cosines():
    question = Similarity([("a", "b"), ("a", "c")])
    assert question.items == ["a", "b", "a", "c"] and question.size == 2
    rows = [np.array([1.0, 0.0]), np.array([0.6, 0.8]), np.array([1.0, 0.0]), np.array([0.0, 1.0])]
    assert question.finish(rows).tolist() == [0.6, 0.0]


def test_fill_mask_is_one_item_a_text_whatever_the_number_of_its_words():
    question = FillMask(["a good film", "b"], 7)
    assert question.items == [("a good film", 7), ("b", 7)] and question.size == 2
    assert question.finish([(), ()]) == [(), ()]


def test_perplexity_is_one_item_a_word():
    question = Perplexity(["good", "bad"])
    assert question.items == ["good", "bad"] and question.size == 2
    assert question.finish([2.0, 3.5]).tolist() == [2.0, 3.5]


@given(st.floats(0, 1.5), st.floats(-1e-8, 1e-8))
def test_noise_in_a_cosine_is_rounded_away(angle, noise):
    row = [np.array([np.cos(angle), np.sin(angle)]), np.array([1.0, 0.0])]
    other = [row[0] * (1 + noise), row[1]]
    question = Similarity([("a", "b")])
    assert question.finish(row)[0] == pytest.approx(question.finish(other)[0], abs=1.1e-5)
    assert question.finish(row)[0] == round(question.finish(row)[0], 5)


def test_a_descent_counts_its_steps_and_waits_for_company():
    project = Substitution((("good", "bad"),), ("",), "")
    one = Descent(Start("good"), project, Objective(1, steps=7))
    question = Descend([one, one])
    assert question.size == 14 and question.items == [one, one] and question.patient
    assert question.finish(["a", "b"]) == ["a", "b"]
    assert not Classify(["x"]).patient


def test_trees_are_one_item_a_text_with_the_number_of_words():
    question = TellTrees([Parsed("a good film"), Parsed("b")], 7)
    assert question.items == [(Parsed("a good film"), 7), (Parsed("b"), 7)] and question.size == 2
    assert question.finish(["told", "too"]) == ["told", "too"] and not question.patient
