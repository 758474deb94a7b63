"""Cells: labels, profile and pmi against what can be worked out another way."""

import numpy as np
import pytest

from mohs.errors import MohsError
from mohs.estimate import ratio
from mohs.noise import cells
from mohs.noise.cells import CROSS, EMPTY, cell_reliability

RNG = np.random.default_rng(1)
X = RNG.random((400, 2))
Y = (X[:, 0] > 0.5).astype(int)


def half(rows):
    return (rows[:, 0] > 0.5).astype(int)


def test_a_perfect_classifier_on_cells_that_respect_the_border_never_fails():
    found = cell_reliability(half, X, Y, side=0.1, bounds=(0, 1))
    assert found.counts == (10, 10)
    assert found.pmi.value == 0
    assert found.profile.sum() == pytest.approx(1)
    assert found.share_of(CROSS) == 0


def test_a_classifier_that_moves_the_border_fails_in_the_strip_between():
    found = cell_reliability(
        lambda rows: (rows[:, 0] > 0.6).astype(int), X, Y, side=0.1, bounds=(0, 1), bandwidth=50.0
    )
    # a kernel this wide makes the profile uniform: one column of ten is wrong
    assert found.pmi.value == pytest.approx(0.1, abs=1e-3)
    assert found.wrong[5].tolist() == [1.0] * 10
    assert found.pmi_as_published.high >= found.pmi.value
    assert found.pmi_as_published.low == 0


def test_cells_without_rows_take_the_majority_and_cells_of_two_labels_are_wrong():
    points = np.array([[0.05, 0.05], [0.06, 0.06], [0.95, 0.95]])
    found = cell_reliability(half, points, [0, 1, 1], side=0.25, bounds=(0, 1))
    assert found.label[0, 0] == CROSS
    assert found.label[3, 3] == 1
    assert (found.label == EMPTY).sum() == 14
    assert found.wrong[0, 0] == 1
    assert found.wrong[1, 1] == 0
    assert found.share_of(CROSS) == pytest.approx(found.profile[0, 0])


@pytest.mark.parametrize("d", [2, 3])
def test_the_profile_is_a_gaussian_kernel_density_at_the_middles(d):
    stats = pytest.importorskip("scipy.stats")
    points = RNG.random((30, d))
    y = np.arange(30) % 2
    found = cell_reliability(lambda rows: np.zeros(len(rows)), points, y, side=0.25, bounds=(0, 1), draws=1)
    middles = (np.indices(found.counts).reshape(d, -1) + 0.5) * found.side[:, None]
    expected = sum(np.prod(stats.norm.pdf(middles, row[:, None], 0.2), axis=0) for row in points)
    assert found.profile.ravel() == pytest.approx(expected / expected.sum())


def wavy(rows):
    """A classifier that is wrong along a wave."""
    return ((rows[:, 0] + 0.2 * np.sin(9 * rows[:, 1])) > 0.5).astype(int)


def test_pmi_is_the_profile_times_lambda_and_its_variance_that_of_a_bootstrap():
    found = cell_reliability(wavy, X, Y, side=0.1, bounds=(0, 1), draws=400)
    assert found.pmi.value == pytest.approx((found.profile * found.wrong).sum())
    drawn = []
    for seed in range(60):
        rows = np.random.default_rng(seed).integers(0, len(X), len(X))
        again = cell_reliability(wavy, X[rows], Y[rows], side=0.1, bounds=(0, 1), draws=1)
        drawn.append((again.profile * found.wrong).sum())
    width = (found.pmi.high - found.pmi.low) / 2 / 1.96
    assert width == pytest.approx(np.std(drawn), rel=0.35)


def test_in_three_dimensions_pmi_is_the_profile_times_lambda_too():
    points = np.random.default_rng(3).random((60, 3))
    y = (points[:, 0] + points[:, 2] > 1).astype(int)
    found = cell_reliability(
        lambda rows: (rows[:, 1] > 0.4).astype(int), points, y, side=0.25, bounds=(0, 1), draws=9
    )
    assert found.counts == (4, 4, 4)
    assert 0.2 < found.pmi.value == pytest.approx((found.profile * found.wrong).sum())


def test_the_interval_joins_that_over_rows_and_that_of_the_draws():
    points, y = X[:40], Y[:40]
    found = cell_reliability(wavy, points, y, side=0.25, bounds=(0, 1), draws=4, random_state=2)
    middles = (np.indices(found.counts).reshape(2, -1) + 0.5) * found.side[:, None]
    kernels = np.exp(-0.5 * ((middles[:, None] - points.T[:, :, None]) / 0.2) ** 2).prod(
        axis=0
    )  # rows x cells
    lam = found.wrong.ravel()
    rows = ratio(kernels @ lam, kernels.sum(axis=1), bounds=(0, 1))
    of_draws = np.where(found.label.ravel() == CROSS, 0, lam * (1 - lam) / 4)
    drawn = 1.959964 * (found.profile.ravel() ** 2 @ of_draws) ** 0.5
    assert drawn > 0.01
    assert found.pmi.value == pytest.approx(rows.value)
    assert found.pmi.value - found.pmi.low == pytest.approx(np.hypot(rows.value - rows.low, drawn), rel=1e-6)
    assert found.pmi.high - found.pmi.value == pytest.approx(
        np.hypot(rows.high - rows.value, drawn), rel=1e-6
    )


def test_a_share_of_failures_lies_between_0_and_1():
    never = cell_reliability(lambda rows: 1 - half(rows), X, Y, side=0.5, bounds=(0, 1), draws=2)
    assert never.pmi.value == never.pmi.high == never.pmi_as_published.high == 1
    fickle = cell_reliability(
        lambda rows: np.where(np.arange(len(rows)) % 50 == 0, 1 - half(rows), half(rows)),
        X[:5], [0, 0, 0, 1, 1], side=0.5, bounds=(0, 1), draws=3,
    )  # fmt: skip
    for one in (fickle.pmi, fickle.pmi_as_published):
        assert 0 <= one.low <= one.value <= one.high <= 1


def test_the_published_bound_is_that_of_its_equation():
    points, y = X[:12], Y[:12]
    found = cell_reliability(wavy, points, y, side=0.25, bounds=(0, 1), draws=5, bandwidth=0.3)
    middles = (np.indices(found.counts).reshape(2, -1) + 0.5) * found.side[:, None]
    kernels = np.exp(-0.5 * ((middles[:, None] - points.T[:, :, None]) / 0.3) ** 2).prod(
        axis=0
    )  # rows x cells
    whole = kernels.mean(axis=0).sum()
    variance = 0.0
    for cell, (lam, label) in enumerate(zip(found.wrong.ravel(), found.label.ravel(), strict=True)):
        op, of_op = kernels[:, cell].mean() / whole, kernels[:, cell].var() / len(points) / whole**2
        of_lambda = 0.0 if label == CROSS else lam * (1 - lam) / 5
        variance += op**2 * of_lambda + lam**2 * of_op + of_lambda * of_op
    assert found.pmi_as_published.high == pytest.approx(found.pmi.value + 1.959964 * variance**0.5, rel=1e-6)


def test_as_many_cells_as_there_may_be_are_taken(monkeypatch):
    monkeypatch.setattr(cells, "MOST_CELLS", 100)
    assert cell_reliability(half, X, Y, side=0.1, bounds=(0, 1), draws=1).counts == (10, 10)
    with pytest.raises(MohsError, match="at most 100"):
        cell_reliability(half, X, Y, side=1 / 11, bounds=(0, 1), draws=1)


def test_cells_are_narrower_than_2r():
    found = cell_reliability(half, [[0.0, 0.0], [1.0, 0.3], [0.0, 1.0]], [0, 1, 0])
    assert found.counts == (2, 2)
    assert (found.label != CROSS).all()


def test_the_same_seed_gives_the_same_number():
    ask = lambda seed: cell_reliability(  # noqa: E731
        lambda rows: (rows.sum(axis=1) > 1).astype(int), X, Y, side=0.2, random_state=seed
    ).wrong.tolist()
    assert ask(3) == ask(3) != ask(4)


@pytest.mark.parametrize(
    ("X", "y", "options", "said"),
    [
        (np.eye(4)[:2], [0, 1], {}, "two or three dimensions"),
        (X, Y, {"side": 0.0}, "a side above 0"),
        ([[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]], [0, 1, 1], {}, "rows that are equal"),
        (X, Y, {"side": 1e-5}, "too many cells"),
        (X, Y, {"bandwidth": 0.0, "side": 0.5}, "bandwidth"),
        (X, Y, {"draws": 0, "side": 0.5}, "draws is no whole number from 1"),
        (X, Y, {"draws": 1.5, "side": 0.5}, "draws is no whole number from 1"),
        (X, Y, {"side": np.inf}, "side is no finite number"),
        (X, Y, {"side": 0.5, "confidence": 2}, "confidence is out of range"),
        (X, Y, {"side": 0.5, "confidance": 0.9}, "did you mean confidence"),
    ],
)
def test_what_cannot_be_cut_into_cells_is_refused(X, y, options, said):
    with pytest.raises(MohsError, match=said):
        cell_reliability(half, X, y, **options)


def test_at_a_prompt_it_is_a_number_with_its_n_and_no_arrays():
    X = np.random.default_rng(0).random((50, 2))
    found = cell_reliability(half, X, half(X), side=0.1, draws=2)
    cells = " x ".join(map(str, found.counts))
    assert repr(found) == f"Cells(pmi {found.pmi.percent()}; {cells} cells, 2 draws in each)"
