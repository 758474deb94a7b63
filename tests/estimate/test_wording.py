"""Numbers are rounded as people round them, and 0 has no sign."""

import decimal

import pytest

from mohs.estimate import Estimate
from mohs.estimate.wording import decimals, digits_apart, hundredths, percent, points


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
    ("share", "words"),
    [(0.0125, "+1.3"), (0.0004, "+0.04"), (-0.0004, "-0.04"), (-0.0125, "-1.3"), (0, "0.0"),
     (1e-9, "< +0.0001"), (-1e-9, "> -0.0001"), (1e-16, "0.0"), (0.9999, "+99.99"), (1, "+100.0")],
)  # fmt: skip
def test_a_difference_has_its_sign_and_is_0_where_it_is(share, words):
    assert points(share) == words


@pytest.mark.parametrize(
    ("share", "digits", "words"),
    [
        (0.9997, 1, "99.97"), (0.0002, 1, "0.02"), (0.9997, 0, "99.97"), (0.996, 0, "99.6"), (0.99, 0, "99"),
        (1 - 1e-9, 1, "> 99.9999"), (1e-9, 1, "< 0.0001"), (-1e-9, 2, "> -0.0001"), (-0.9999, 1, "-99.99"),
        (-1 + 1e-9, 1, "< -99.9999"), (1 + 1e-9, 1, "< 100.0001"), (1 - 1e-16, 1, "100.0"), (2.5, 1, "250.0"),
    ],
)  # fmt: skip
def test_a_share_looks_like_none_or_all_only_where_it_is(share, digits, words):
    assert hundredths(share, digits) == words


@pytest.mark.parametrize("digits", [0, 1, 2, 3])
def test_no_count_of_rows_is_called_none_or_all_that_is_neither(digits):
    for n in (3, 7, 300, 4_001, 99_999, 10**7):
        for k in (0, 1, 2, n // 2, n - 1, n):
            said = {percent(k / n, digits)}
            assert (said <= {percent(0, digits)}) == (k == 0)
            assert (said <= {percent(1, digits)}) == (k == n)


def test_tables_and_intervals_keep_to_it_too():
    one = Estimate(0.9997, 0.99951, 0.99999, 9_000, None, 0.95, "wilson")
    assert one.cells() == ("99.97 %", "99.95 to 99.999")
    assert one.percent(0) == "99.97 % [99.95, 99.999], n = 9000"
    assert Estimate(0.0004, -0.0001, 0.02, 9, None, 0.95, "t").points() == "+0.04 [-0.01, +2.0]"


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
        (0.9999999, [1.0], 1, "> 99.9999 %"),
    ],
)
def test_a_percentage_does_not_look_like_one_that_it_is_not(share, others, least, words):
    assert percent(share, digits_apart(share, others, least)) == words


def test_no_more_than_four_decimals_are_asked_for():
    assert digits_apart(0.9999999, [1.0], 0) == digits_apart(1e-9, [0.0], 3) == 4
    assert digits_apart(0.5, [0.5], 2) == 2
