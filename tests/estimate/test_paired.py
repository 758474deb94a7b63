"""Paired tests, held to statsmodels and to counting every exchange of answers."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.estimate import paired
from mohs.estimate.paired import holm, mcnemar_over_sources

FLAGS = st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 4)), max_size=14)


@given(FLAGS)
def test_with_one_row_a_source_it_is_mcnemars_exact_test(rows):
    from statsmodels.stats.contingency_tables import mcnemar as oracle

    first, second = [a for a, _, _ in rows], [b for _, b, _ in rows]
    only_first = sum(a and not b for a, b, _ in rows)
    only_second = sum(b and not a for a, b, _ in rows)
    expected = 1.0
    if only_first + only_second:
        expected = min(1.0, oracle([[0, only_first], [only_second, 0]], exact=True).pvalue)
    assert mcnemar_over_sources(first, second) == pytest.approx(expected)


@given(FLAGS)
def test_over_sources_it_counts_every_exchange_of_a_sources_answers(rows):
    totals = {}
    for a, b, source in rows:
        totals[source] = totals.get(source, 0) + a - b
    sums = [
        sum(sign * total for sign, total in zip(signs, totals.values(), strict=True))
        for signs in product((1, -1), repeat=len(totals))
    ]
    observed = abs(sum(totals.values()))
    expected = np.mean([abs(total) >= observed for total in sums])
    first, second, sources = ([row[k] for row in rows] for k in range(3))
    assert mcnemar_over_sources(first, second, sources) == pytest.approx(expected)


def test_rows_of_one_source_count_less_than_independent_ones():
    first, second = [True] * 12, [False] * 12
    assert mcnemar_over_sources(first, second) < 0.001
    assert mcnemar_over_sources(first, second, ["one"] * 12) == 1.0
    assert mcnemar_over_sources(first, second, ["a"] * 6 + ["b"] * 6) == 0.5


@pytest.mark.parametrize("n", [0, 1, 2, 15, 999])
def test_a_split_as_even_as_can_be_is_no_evidence_at_all(n):
    first = np.arange(n) % 2 == 0
    assert mcnemar_over_sources(first, ~first) == 1.0


def test_next_to_no_evidence_is_not_none():
    from scipy.stats import binomtest

    first = np.arange(100_000) < 50_001
    expected = binomtest(50_001, 100_000).pvalue
    assert 0.99 < expected < 1
    assert mcnemar_over_sources(first, ~first) == pytest.approx(expected)


def test_many_rows_go_another_way_to_the_same_p(monkeypatch):
    rng = np.random.default_rng(0)
    first, second, sources = rng.random(900) < 0.55, rng.random(900) < 0.5, rng.integers(0, 300, 900)
    direct = mcnemar_over_sources(first, second, sources)
    monkeypatch.setattr(paired, "_DIRECT", 0)
    assert mcnemar_over_sources(first, second, sources) == pytest.approx(direct, rel=1e-6)


def test_answers_that_are_not_as_many_are_refused():
    with pytest.raises(ValueError, match="as many"):
        mcnemar_over_sources([True], [True, False])
    with pytest.raises(ValueError, match="as many"):
        mcnemar_over_sources([True], [True], ["a", "b"])
    with pytest.raises(ValueError, match="as many"):
        mcnemar_over_sources([[True]], [[True]])


@given(st.lists(st.floats(0, 1), max_size=12), st.floats(0.001, 0.999))
def test_holm_rejects_what_stepping_down_rejects(values, alpha):
    rejected = set()
    for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        if (len(values) - rank) * values[place] > alpha:
            break
        rejected.add(place)
    assert {place for place, p in enumerate(holm(values)) if p <= alpha} == rejected


def test_holm_by_hand():
    # The example of Holm's procedure with four hypotheses: 4 x .005, 3 x .01, then 2 x .03 carries to .04.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.001, 0.9]) == [0.002, 0.9]
    assert holm([0.9, 0.6]) == [1.0, 1.0]
    assert holm([]) == []


def test_small_values_stay_small_when_they_are_adjusted():
    assert holm([]) == []
    assert holm([1e-9]) == [1e-9]
    assert holm([2e-7, 1e-9, 1.0]) == pytest.approx([4e-7, 3e-9, 1.0], rel=1e-12)
