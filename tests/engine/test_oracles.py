"""Rounding removes a batch's noise and nothing else."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import Letters, Vectors, Weights
from mohs.engine.oracles import AnsweredBy, ClassifierOracle, DescentOracle, ParaphraseOracle, rounded
from mohs.errors import ClassifierFault, ModelError
from mohs.inference.descent import Descent, Objective, Start
from mohs.inference.substitution import Substitution


@given(st.floats(1e-12, 1.0))
def test_five_significant_digits_are_kept(value):
    assert abs(rounded(np.array([value]))[0] - value) <= 1e-5 * value


@given(st.floats(1e-300, 1.0))
def test_seventeen_bits_of_the_fraction_are_kept_and_a_half_goes_up(value):
    fraction, exponent = math.frexp(value)  # from 0.5: the first bit is always there, 17 follow
    expected = math.ldexp(math.floor(fraction * 2**18 + 0.5) / 2**18, exponent)
    assert rounded(np.array([value]))[0] == expected


@given(st.floats(1e-9, 1.0))
def test_rounding_twice_is_rounding_once(value):
    once = rounded(np.array([value]))
    assert (rounded(once) == once).all()


def test_floating_point_noise_disappears():
    values = np.array([0.3, 0.7])
    assert (rounded(values) == rounded(values * (1 + 1e-9))).all()


def test_small_probabilities_stay_apart():
    """A sure classifier's 1e-6 and 2e-6 are different; rounding to five decimals would make them equal."""
    first, second = rounded(np.array([1.0e-6, 2.0e-6]))
    assert first < second


def test_rows_come_in_the_order_of_the_items():
    rows = ClassifierOracle(Weights({"good": 2.0})).answer(["good", "film"])
    assert rows[0][1] > 0.8 and rows[1].tolist() == [0.5, 0.5]


def test_an_encoder_gives_a_row_a_text():
    assert np.shape(AnsweredBy(Letters().encode).answer(["a", "b"]))[0] == 2


def test_what_a_network_raises_is_its_fault_and_what_a_person_did_wrong_is_told():
    class Broken(Vectors):
        problem: Exception = RuntimeError("out of memory")

        def gradients(self, rows, slopes):
            raise self.problem

    project = Substitution((("good", "bad"),), ("",), "")
    descents = [Descent(Start("good"), project, Objective(1, steps=2))]
    with pytest.raises(ClassifierFault, match="RuntimeError: out of memory"):
        DescentOracle(Broken({})).answer(descents)
    broken = Broken({})
    broken.problem = ModelError("no input embeddings")
    with pytest.raises(ModelError):
        DescentOracle(broken).answer(descents)
    assert DescentOracle(Vectors({})).answer([]) == []


def test_what_anything_that_is_asked_raises_is_its_fault_and_so_is_no_number():
    def raises(items):
        raise IndexError("out of range")

    with pytest.raises(ClassifierFault, match="the encoder raised IndexError: out of range"):
        AnsweredBy(raises, "the encoder").answer(["a"])
    with pytest.raises(ClassifierFault, match="the encoder gave numbers that are not finite"):
        AnsweredBy(lambda items: np.array([[1.0, np.nan]]), "the encoder").answer(["a"])
    with pytest.raises(ClassifierFault, match="the encoder gave numbers that are not finite"):
        AnsweredBy(lambda items: [np.ones((1, 2)), np.array([[np.nan, 1.0]])], "the encoder").answer("ab")
    with pytest.raises(ClassifierFault, match="the model gave numbers that are not finite"):
        AnsweredBy(lambda items: [2.0, math.nan], "the model").answer("ab")


def test_what_gives_no_rows_is_at_fault():
    for answer in (None, 3, (row for row in [1.0])):
        with pytest.raises(ClassifierFault, match=f"the model gave {type(answer).__name__}, and no rows"):
            AnsweredBy(lambda items, answer=answer: answer, "the model").answer(["a"])


def test_a_fault_that_says_what_it_is_is_told_as_it_is():
    def faults(items):
        raise ClassifierFault("logits that are not finite")

    with pytest.raises(ClassifierFault, match=r"^logits that are not finite"):
        AnsweredBy(faults, "the model").answer(["a"])


def test_an_infinite_perplexity_is_the_answer_for_a_word_without_tokens():
    assert AnsweredBy(lambda items: [2.0, math.inf]).answer("ab") == [2.0, math.inf]


def test_rows_that_are_no_numbers_pass_as_they_are():
    rows = np.array(["a tree", None], dtype=object)
    assert AnsweredBy(lambda items: rows).answer(["a", "b"]) is rows


def test_what_a_paraphraser_raises_is_its_fault():
    class Broken:
        identity = {"address": "broken"}

        def __init__(self, problem):
            self.problem = problem

        def paraphrase(self, items):
            raise self.problem

    with pytest.raises(ClassifierFault, match="the paraphraser raised IndexError: out of range"):
        ParaphraseOracle(Broken(IndexError("out of range"))).answer([("a", "b", 1)])
    with pytest.raises(ModelError):
        ParaphraseOracle(Broken(ModelError("not there"))).answer([("a", "b", 1)])
