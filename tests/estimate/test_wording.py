"""Numbers are rounded as people round them, and 0 has no sign."""

import decimal

import pytest

from mohs.estimate.wording import decimals, digits_apart, percent, signed


@pytest.mark.parametrize(
    ("number", "digits", "words"),
    [
        (24.5, 0, "25"),
        (25.5, 0, "26"),
        (0.285, 2, "0.29"),
        (-0.04, 1, "0.0"),
        (-0.05, 1, "-0.1"),
        (3, 2, "3.00"),
    ],
)
def test_a_half_goes_up(number, digits, words):
    assert decimals(number, digits) == words


@pytest.mark.parametrize(
    ("number", "words"), [(1.25, "+1.3"), (0.04, "0.0"), (-0.04, "0.0"), (-1.25, "-1.3"), (0, "0.0")]
)
def test_a_difference_has_its_sign_where_it_can_be_seen(number, words):
    assert signed(number) == words


def test_a_share_is_a_percentage():
    assert percent(0.1225) == "12.3 %"
    assert percent(0.5, 0) == "50 %"
    assert percent(None) == "no data"


def test_no_number_is_too_long_and_no_context_of_a_model_too_short():
    with decimal.localcontext(prec=2, traps=[decimal.Inexact]):
        assert decimals(1234.56, 1) == "1234.6"
    assert decimals(1e300, 1) == f"1{'0' * 300}.0"
    assert percent(-1e30) == f"-1{'0' * 32}.0 %"


@pytest.mark.parametrize(
    ("share", "others", "least", "words"),
    [
        (0.9997, [0.0, 1.0], 1, "99.97 %"),
        (0.0004, [0.0, 1.0], 1, "0.04 %"),
        (1.0, [0.0, 1.0], 0, "100 %"),
        (0.71, [0.7097], 0, "71.00 %"),
        (0.71, [0.6], 0, "71 %"),
        (0.9999999, [1.0], 1, "100.0000 %"),
    ],
)
def test_a_percentage_does_not_look_like_one_that_it_is_not(share, others, least, words):
    assert percent(share, digits_apart(share, others, least)) == words
