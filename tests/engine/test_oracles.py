"""Rounding removes a batch's noise and nothing else."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fakes import Letters, Weights
from mohs.engine.oracles import ClassifierOracle, EncoderOracle, rounded


@given(st.floats(1e-12, 1.0))
def test_five_significant_digits_are_kept(value):
    assert abs(rounded(np.array([value]))[0] - value) <= 1e-5 * value


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
    assert np.shape(EncoderOracle(Letters()).answer(["a", "b"]))[0] == 2
