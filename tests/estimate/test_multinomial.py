"""Counts of rows drawn anew, against the law itself: scipy's probabilities of every outcome."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from mohs.estimate.multinomial import Redrawn, _law, multinomial

DRAWS = 40_000


def follows(counts, drawn):
    """Whether the outcomes, (kinds, DRAWS), come as often as the law says."""
    n = sum(counts)
    outcomes = [one for one in product(range(n + 1), repeat=len(counts)) if sum(one) == n]
    expected = DRAWS * stats.multinomial(n, np.array(counts) / n).pmf(outcomes)
    place = {one: number for number, one in enumerate(outcomes)}  # an outcome with another sum is no key
    seen = np.bincount([place[tuple(line)] for line in drawn.T.astype(int).tolist()], minlength=len(outcomes))
    order = np.argsort(expected)
    rare = max(1, int((np.cumsum(expected[order]) < 20).sum()))  # counted as one
    bins = [order[:rare], *order[rare:, None]]
    found, law = ([values[some].sum() for some in bins] for values in (seen, expected))
    assert sum(found) == DRAWS
    return len(bins) == 1 or stats.chisquare(found, law).pvalue > 0.001


# A large kind anywhere; as large as the others; none that is large, where numpy draws; one kind alone.
@pytest.mark.parametrize("counts", [(6, 1, 2), (1, 7), (2, 2, 2), (1, 3, 1, 1), (1, 1, 1, 1, 1), (4,)])
def test_every_outcome_comes_as_often_as_the_law_says(counts):
    assert follows(counts, multinomial(np.array(counts), DRAWS, np.random.default_rng(0)))


def test_where_too_few_are_kept_more_are_drawn_by_the_same_law(monkeypatch):
    enough = Redrawn._needed

    def needed(self, counts, size):
        return -(-enough(self, counts, size) // (9 if size > DRAWS // 2 else 1))

    monkeypatch.setattr(Redrawn, "_needed", needed)
    table = np.array([(5, 1, 0), (1, 0, 2)])
    redrawn = Redrawn(table.sum(axis=0), DRAWS, np.random.default_rng(3))
    for counts in table:
        assert follows(counts[counts > 0], redrawn.part(counts))
    assert follows(table.sum(axis=0), redrawn.whole())


# The large kind of all rows is large in a part, small in one, and missing in one; no kind is large.
@pytest.mark.parametrize(
    "parts", [[(4, 1, 0), (1, 0, 3), (0, 2, 1)], [(5, 0, 1)], [(1, 0, 1, 1, 1), (0, 1, 0, 0, 0)]]
)
def test_parts_and_all_rows_each_have_the_law(parts):
    table = np.array(parts)
    redrawn = Redrawn(table.sum(axis=0), DRAWS, np.random.default_rng(5))
    for counts in table:
        assert follows(counts[counts > 0], redrawn.part(counts))
    assert follows(table.sum(axis=0)[table.any(axis=0)], redrawn.whole())


@pytest.mark.parametrize("mean", [1, 7, 39, 40, 41, 300])
def test_small_and_large_kinds_have_the_law_of_their_own(mean):
    n = 50 * mean
    drawn = multinomial(np.array([mean, n - mean]), DRAWS, np.random.default_rng(mean))[0]
    law = stats.binom(n, mean / n)
    edges = np.unique(law.ppf(np.linspace(0.02, 0.98, 25)))
    seen = np.diff([0, *[(drawn <= edge).sum() for edge in edges], DRAWS])
    assert stats.chisquare(seen, DRAWS * np.diff([0, *law.cdf(edges), 1])).pvalue > 0.001


def test_of_many_rows_means_and_covariances_are_those_of_the_law():
    counts = np.array([30, 12_000, 1, 5_000, 250])
    n, drawn = counts.sum(), multinomial(counts, DRAWS, np.random.default_rng(1)).T
    share = counts / n
    assert (drawn.sum(axis=1) == n).all()
    covariance = n * (np.diag(share) - np.outer(share, share))
    spread = np.sqrt(np.diag(covariance))
    assert (np.abs(drawn.mean(axis=0) - counts) < 4 * spread / np.sqrt(DRAWS)).all()
    off = np.abs(np.cov(drawn.T) - covariance) / np.outer(spread, spread)
    assert off.max() < 5 / np.sqrt(DRAWS) * np.sqrt(2)


def test_a_seed_repeats_it():
    counts = np.array([5, 50, 3])
    one, other = (multinomial(counts, 100, np.random.default_rng(7)) for _ in range(2))
    assert (one == other).all()
    assert one.shape == (3, 100)


@pytest.mark.parametrize("mean", [1, 2, 17, 40])
def test_a_poisson_number_has_its_share_of_all_cases_to_the_bit(mean):
    law = stats.poisson(mean)
    edges = law.cdf(np.arange(mean + 5))
    shares = np.concatenate([edges, edges * (1 - 1e-9), np.random.default_rng(mean).random(20_000), [0.0]])
    shares = shares[shares < 1]
    assert (_law(mean).of(shares) == np.searchsorted(law.cdf(np.arange(200)), shares, "right")).all()
