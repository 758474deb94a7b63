"""Lengths agree with numpy's, neither overflow nor vanish, and are exact for whole numbers."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.errors import MohsError
from mohs.noise.norm import Norm, as_norm

ORDERS = st.sampled_from([1.0, 1.5, 2.0, 3.0, 7.25, 100.0, math.inf])
BYTES = st.lists(st.integers(0, 255), min_size=1, max_size=20)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30), ORDERS)
def test_lengths_are_those_of_numpy(vector, p):
    largest = max(map(abs, vector))
    expected = largest * np.linalg.norm(np.array(vector) / (largest or 1), ord=p)
    assert Norm(p).lengths(np.array(vector)) == pytest.approx(expected, rel=1e-12)


@given(BYTES, st.data())
def test_distances_of_bytes_are_exact(one, data):
    other = data.draw(st.lists(st.integers(0, 255), min_size=len(one), max_size=len(one)))
    a, b = np.array([one], dtype=np.uint8), np.array([other], dtype=np.uint8)
    gaps = [abs(x - y) for x, y in zip(one, other, strict=True)]
    assert Norm(math.inf).distances(a, b)[0] == max(gaps)
    assert Norm(1.0).distances(a, b)[0] == sum(gaps)
    assert Norm(2.0).distances(a, b)[0] == math.sqrt(sum(gap * gap for gap in gaps))


@pytest.mark.parametrize("p", [1.0, 2.0, 3.0, 50.0, math.inf])
@pytest.mark.parametrize("size", [1e-200, 1e-300, 1e200, 1e300])
def test_very_small_and_very_large_vectors_have_a_length(p, size):
    expected = size * float(Fraction(2) ** 1) ** (1 / p)
    assert Norm(p).lengths(np.array([size, -size, 0.0])) == pytest.approx(expected, rel=1e-12)


def test_the_length_of_nothing_is_nothing():
    for p in (1.0, 2.0, 3.0, math.inf):
        assert Norm(p).lengths(np.zeros((2, 3))).tolist() == [0.0, 0.0]


def test_one_row_counts_against_many_and_does_not_depend_on_them():
    X = np.random.default_rng(0).normal(size=(50, 700))
    for p in (1.0, 2.0, 2.5, math.inf):
        together = Norm(p).distances(X, X[3])
        assert together.tolist() == [float(Norm(p).distances(row, X[3])) for row in X]


@pytest.mark.parametrize("norm", ["linf", "l2", "l1"])
@pytest.mark.parametrize("shape", [(0, 2), (1, 1), (50, 2), (50, 32), (50, 33), (20, 32), (4, 5, 6)], ids=str)
def test_a_vector_has_the_length_that_it_has_alone_to_the_bit(norm, shape):
    vectors = np.random.default_rng(0).normal(size=shape)
    chosen = as_norm(norm)
    found = chosen.lengths(vectors)
    assert found.shape == shape[:-1]
    for at in np.ndindex(shape[:-1]):
        assert found[at] == chosen.lengths(vectors[at])
        if norm == "linf":
            assert found[at] == max(abs(vectors[at]))


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("linf", "linf"),
        ("L2", "l2"),
        ("l1", "l1"),
        (2, "l2"),
        (1.0, "l1"),
        (math.inf, "linf"),
        ("3", 3.0),
        (1.5, 1.5),
    ],
)
def test_a_norm_is_known_by_name_and_by_number(given, name):
    assert as_norm(given).name == name
    assert as_norm(as_norm(given)) == as_norm(given)
    assert str(as_norm(given)) == (name if isinstance(name, str) else f"l{name:g}")


@pytest.mark.parametrize(
    "given", ["max", "", 0.5, 0, -2, math.nan, True, None, "nan", 10**400], ids=range(10)
)
def test_what_is_no_norm_is_refused(given):
    with pytest.raises(MohsError, match="no such norm"):
        as_norm(given)
