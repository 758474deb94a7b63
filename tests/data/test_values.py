"""A cell of any library is a plain value, missing or an integer, never something half-way."""

import math
import subprocess
import sys
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.data.values import (
    MOST,
    MOST_OFTEN,
    MOST_SEED,
    as_integer,
    as_name,
    as_names,
    check_finite,
    check_whole,
    has_masked,
    kind,
    plain,
    several,
    short,
)
from mohs.errors import MohsError


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.int64(3), 3),
        (np.float32(0.5), 0.5),
        (np.str_("a"), "a"),
        (np.array(3), 3),
        (np.bool_(True), True),
        (pa.scalar(3), 3),
        (pa.scalar(None, pa.int64()), None),
        (np.datetime64("NaT", "s"), None),
        (math.nan, None),
        (np.float64("nan"), None),
        (None, None),
        ([1], [1]),
        (Decimal("1.00"), 1),
        (Decimal("0.5"), 0.5),
        (Decimal("NaN"), None),
    ],
    ids=repr,
)
def test_a_scalar_of_any_library_is_unwrapped(value, expected):
    assert plain(value) == expected
    assert type(plain(value)) is type(expected)


@given(st.integers())
def test_an_integer_is_known_in_every_dress(integer):
    assert as_integer(integer) == integer
    if abs(integer) < 10**80:
        assert as_integer(str(integer)) == integer
        assert as_integer(f"{integer}.0") == integer
    if abs(integer) < 2**53:
        assert as_integer(float(integer)) == integer


@given(st.text() | st.floats() | st.booleans() | st.none() | st.binary())
def test_nothing_else_is_an_integer(value):
    found = as_integer(value)
    assert found is None or float(value) == found


@pytest.mark.parametrize(
    "value", [Decimal(1), 1 + 0j, "1" * 5000], ids=["Decimal", "complex", "5,000 digits"]
)
def test_a_number_that_is_no_label_is_no_integer(value):
    assert as_integer(value) is None


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (5.0, "5"),
        (5, "5"),
        ("05", "05"),
        (0.5, "0.5"),
        (True, "True"),
        (b"\xc3\xa9", "é"),
        (b"\xff", "b'\\xff'"),
    ],
)
def test_a_name_of_a_whole_number_has_no_point(value, name):
    assert as_name(value) == name


@given(st.text(), st.integers(5, 60))
def test_a_shortened_text_is_short_and_on_one_line(text, width):
    assert len(short(text, width)) <= 10 * width + 10
    assert "\n" not in short(text, width)
    if text.isprintable() and text.strip() == text and 0 < len(text) <= width:
        assert short(text, width) == text


def test_kinds_are_words():
    values = (True, 1, 0.5, [], {}, b"", Decimal(1))
    assert [kind(value) for value in values] == [
        "true or false",
        "a number",
        "a number",
        "a list",
        "an object",
        "bytes",
        "a Decimal",
    ]


def test_one_value_and_a_list_are_taken_alike():
    assert several("a") == ("a",) and several(3) == (3,) and several([3, "a"]) == (3, "a")
    assert as_names("fields", "ab") == ("ab",) and as_names("fields", iter(["a", "b"])) == ("a", "b")
    for wrong in (3, None, b"a", ["a", 3]):
        with pytest.raises(MohsError, match="fields is no list of names"):
            as_names("fields", wrong)


def test_least_is_the_least_that_is_taken_and_a_seed_begins_at_0():
    check_whole(0, first=0)
    check_whole(random_state=0)
    for numbers in ({"first": 0}, {"first": True}, {"first": 1.0}, {"random_state": -1}):
        with pytest.raises(MohsError, match=f"{next(iter(numbers))} is no whole number from"):
            check_whole(**numbers)


@pytest.mark.parametrize(
    ("given", "masked"),
    [
        (np.ma.masked_array([1, 2], mask=[True, False]), True),
        (np.ma.masked_array([1, 2], mask=[False, False]), False),
        (np.ma.masked_array([1, 2]), False),
        (np.array([1, 2]), False),
        ([1, 2], False),
    ],
)
def test_masked_values_are_seen_as_numpy_sees_them(given, masked):
    assert has_masked(given) is np.ma.is_masked(given) is masked


def test_numpy_ma_is_not_imported_to_ask_a_model():
    code = "import numpy, sys; from mohs.models.classifier import as_array; as_array([[0.5, 0.5]]); "
    subprocess.run([sys.executable, "-c", f"{code}sys.exit('numpy.ma' in sys.modules)"], check=True)


@pytest.mark.parametrize(
    "wrong", [10**400, -(10**400), math.nan, math.inf, True, "1", None, 1j], ids=range(8)
)
def test_a_finite_number_is_one_that_float64_holds(wrong):
    check_finite(sigma=10**300, width=np.float32(-1.5), height=0)
    with pytest.raises(MohsError, match="sigma is no finite number"):
        check_finite(width=1.0, sigma=wrong)


@pytest.mark.parametrize(
    ("name", "most"),
    [("copies", MOST_OFTEN), ("resamples", MOST_OFTEN), ("limit", MOST), ("random_state", MOST_SEED)],
)
def test_a_whole_number_has_a_range(name, most):
    check_whole(**{name: most})
    for number in (most + 1, 10**400, 10**5000):
        with pytest.raises(MohsError, match="is out of range") as told:
            check_whole(**{name: number})
        assert told.value.expected.endswith(f"{most:,}")


def test_a_range_may_be_stated():
    check_whole(2, 5, count=5)
    with pytest.raises(
        MohsError, match=r"count is out of range\n  got: 6\n  expected: a whole number from 2 to 5"
    ):
        check_whole(2, 5, count=6)


def test_a_number_that_python_does_not_write_is_told_without_its_digits():
    with pytest.raises(MohsError, match="a number of thousands of digits"):
        check_whole(count=-(10**5000))
    with pytest.raises(MohsError, match="a number of thousands of digits"):
        check_finite(eps=10**5000)
