"""How often a classifier fails in use, by cells: the estimate of Zhao et al. 2021 in two or three dimensions.

"Assessing the reliability of deep learning classifiers through robustness evaluation and operational
profiles" (AISafety 2021, arXiv 2106.01258). The space is cut into cells no wider than 2r, so that a cell
holds rows of one label. A cell weighs as much as a kernel density estimate says that inputs fall there (its
operational profile, Op); lambda is the share of a cell that the classifier gets wrong. The probability of
misclassification per input is pmi = sum of Op * lambda.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import prod, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from mohs.data.table import Table
from mohs.data.values import check_finite, check_whole
from mohs.errors import MohsError
from mohs.estimate import CONFIDENCE, UNIT_BOUNDS, Estimate, How, ratio
from mohs.models.rows import RowLabels, row_labels
from mohs.noise.joined import labelled
from mohs.noise.norm import Floats
from mohs.noise.options import interval
from mohs.noise.points import Rows
from mohs.noise.separation import minimum_separation

MOST_CELLS = 4_000_000
_AT_ONCE = 200_000

EMPTY, CROSS = -1, -2
"""Labels of cells without rows, and with rows of several labels."""


@dataclass(frozen=True, eq=False)
class Cells:
    """How often a classifier fails where inputs fall.

    Attributes:
        pmi: Probability of misclassification per input. Its interval is over the rows that the profile was
            estimated from, drawn anew, and over the Monte-Carlo draws in the cells.
        pmi_as_published: The same number with the interval of the paper, from 0 to the normal upper bound of
            its variance formula, which takes the profile's errors in different cells as independent. They are
            not (a kernel reaches over many cells), so it is too narrow.
        side: (d,) of a cell, in units of the data.
        counts: How many cells there are along each dimension.
        label: (counts) the label of each cell, or EMPTY or CROSS.
        profile: (counts) Op; sums to 1.
        wrong: (counts) lambda.
        draws: Points drawn in each cell.
    """

    pmi: Estimate
    pmi_as_published: Estimate
    side: Floats
    counts: tuple[int, ...]
    label: Rows
    profile: Floats
    wrong: Floats
    draws: int

    def __repr__(self) -> str:
        cells = " x ".join(map(str, self.counts))
        return f"Cells(pmi {self.pmi.percent()}; {cells} cells, {self.draws} draws in each)"

    def share_of(self, kind: int) -> float:
        """The share of the profile in cells of this label (EMPTY, CROSS or a number)."""
        return float(self.profile[self.label == kind].sum())


def cell_reliability(
    classifier: Any,
    X: Any,
    y: Any = None,
    *,
    side: float | None = None,
    bounds: tuple[float, float] | None = None,
    bandwidth: float = 0.2,
    draws: int = 20,
    random_state: int = 0,
    label_map: Mapping[str, str] | None = None,
    **how: Any,
) -> Cells:
    """Estimate the probability of misclassification per input.

    An empty cell has the label that the classifier gives to most of its draws; a cell with rows of several
    labels counts as wrong throughout.

    Args:
        classifier: Anything with `predict`, a function from rows to labels, or an address.
        X: (n, d) rows of two or three columns; or a Table.
        y: Their labels.
        side: The widest that a cell may be; by default below 2r in L_inf, so that no cell has two labels.
        bounds: Of the space; by default the data's own box.
        bandwidth: Standard deviation of the density's Gaussian kernel, in units of the data; the paper has .2
            for columns from 0 to 1.
        draws: Points drawn in each cell; the paper has 10,000.
        random_state: Seed of the draws.
        label_map: The classifier's label -> the data's, where they are called by other names.
        how: Of the interval; see `mohs.estimate.How`.

    Raises:
        MohsError: Another number of columns, a side or bandwidth that is not above 0, more than four million
            cells, or 2r = 0 and no side.
        ModelError, ClassifierFault: As `mohs.models.rows.row_labels`.
    """
    table = labelled(X, y, bounds, "X")
    d = table.X.shape[1]
    if d not in (2, 3):
        raise MohsError("cells are for two or three dimensions", got=f"{d} columns")
    check_whole(draws=draws, random_state=random_state)
    check_finite(bandwidth=bandwidth, **({} if side is None else {"side": side}))
    kept = interval(how)
    if not bandwidth > 0:
        raise MohsError("the bandwidth is above 0", got=f"{bandwidth:g}")
    counts, sides = _grid(table, side)
    rows = table.X.astype(np.float64)
    labels = _labels(table, counts, sides)
    predict = row_labels(
        classifier, table.labels, table.X, shape=table.shape, columns=table.columns, label_map=label_map
    )
    wrong = _wrong(predict, table, counts, sides, labels, draws, random_state)
    weights = [_kernel(rows[:, k], table.low[k] + sides[k] * (np.arange(counts[k]) + 0.5), bandwidth)
               for k in range(d)]  # fmt: skip
    density, squares = (_density(weights, power) for power in (1, 2))
    profile = density / density.sum()
    pmi = _pmi(weights, profile, wrong, labels, draws, kept)
    return Cells(
        pmi=pmi,
        pmi_as_published=_as_published(pmi, density, squares, profile, wrong, labels, draws, len(rows)),
        side=sides,
        counts=counts,
        label=labels,
        profile=profile,
        wrong=wrong,
        draws=draws,
    )


def _grid(table: Table, side: float | None) -> tuple[tuple[int, ...], Floats]:
    """How many cells along each dimension, and how wide they are."""
    widest = minimum_separation(table).distance if side is None else side
    if not widest > 0:
        raise MohsError(
            "cells have a side above 0",
            got="2r = 0: rows that are equal have different labels" if side is None else f"{side:g}",
            mend="say how wide the cells are (side), or leave out the rows in conflict",
        )
    width = np.where(table.high > table.low, table.high - table.low, widest)
    # Narrower than 2r, so that not even opposite edges have rows of two labels.
    many = np.floor(width / widest) + 1 if side is None else np.ceil(width / widest * (1 - 1e-12))
    counts = tuple(int(count) for count in many)
    if prod(counts) > MOST_CELLS:
        raise MohsError(
            "there would be too many cells",
            got=f"{prod(counts):,} of a side of {widest:g}",
            expected=f"at most {MOST_CELLS:,}",
            mend="give a wider side",
        )
    return counts, width / counts


def _labels(table: Table, counts: tuple[int, ...], sides: Floats) -> Rows:
    places = ((table.X - table.low) / sides).astype(np.int64)
    flat = np.ravel_multi_index(np.minimum(places, np.array(counts) - 1).T, counts)
    least, most = np.full(prod(counts), len(table.labels)), np.full(prod(counts), EMPTY)
    np.minimum.at(least, flat, table.y)
    np.maximum.at(most, flat, table.y)
    return np.where(most == EMPTY, EMPTY, np.where(least == most, most, CROSS)).reshape(counts)


def _wrong(
    predict: RowLabels,
    table: Table,
    counts: tuple[int, ...],
    sides: Floats,
    labels: Rows,
    draws: int,
    seed: int,
) -> Floats:
    """Lambda of each cell, some cells at a time."""
    flat = labels.reshape(-1)
    found = np.ones(len(flat))
    cells = np.flatnonzero(flat != CROSS)
    step = max(1, _AT_ONCE // draws)
    for number, start in enumerate(range(0, len(cells), step)):
        some = cells[start : start + step]
        corners = table.low + sides * np.stack(np.unravel_index(some, counts), axis=1)
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
        points = corners[:, None] + sides * rng.random((len(some), draws, len(counts)))
        said = predict(points.reshape(-1, len(counts))).reshape(len(some), draws)
        votes = np.stack([(said == label).sum(axis=1) for label in range(len(table.labels))], axis=1)
        own = np.where(flat[some] == EMPTY, votes.argmax(axis=1), flat[some])
        found[some] = 1 - votes[np.arange(len(some)), own] / draws
    return found.reshape(counts)


def _kernel(values: Floats, places: Floats, bandwidth: float) -> Floats:
    """(places, n) the Gaussian kernel of every row at every place along one dimension, up to a factor."""
    return np.asarray(np.exp(-0.5 * ((places[:, None] - values) / bandwidth) ** 2))


def _density(weights: list[Floats], power: int) -> Floats:
    """The mean over rows of the product of their kernels (or of its square), at every cell."""
    first, last = weights[0] ** power, weights[-1] ** power
    n = first.shape[1]
    if len(weights) == 2:
        return np.asarray(first @ last.T / n)
    return np.stack([(first * middle) @ last.T / n for middle in weights[1] ** power], axis=1)


def _pmi(
    weights: list[Floats], profile: Floats, wrong: Floats, labels: Rows, draws: int, how: How
) -> Estimate:
    """Sums over rows, divided: each row's kernel times lambda by its kernel, both summed over the cells."""
    above = _row_sums(weights, wrong)
    below = _product([one.sum(axis=0) for one in weights])
    found = ratio(above, below, bounds=UNIT_BOUNDS, **how)
    assert found.value is not None
    if found.low is None or found.high is None:
        return found
    # The draws in the cells add to it, independently.
    z = NormalDist().inv_cdf(0.5 + found.confidence / 2)
    drawn = z * sqrt(float((profile**2 * _variance(wrong, labels, draws)).sum()))
    low = found.value - sqrt((found.value - found.low) ** 2 + drawn**2)
    high = found.value + sqrt((found.high - found.value) ** 2 + drawn**2)
    return replace(found, low=max(0.0, low), high=min(1.0, high), method=f"{found.method} + monte-carlo")


def _product(arrays: list[Floats]) -> Floats:
    """The product of arrays of one shape."""
    found = arrays[0]
    for array in arrays[1:]:
        found = found * array
    return found


def _row_sums(weights: list[Floats], values: Floats) -> Floats:
    """(n,) for each row the sum over the cells of its kernel times the cell's value."""
    if len(weights) == 2:
        return np.asarray(((values.T @ weights[0]) * weights[1]).sum(axis=0))
    found = np.zeros(weights[0].shape[1])
    for place, middle in enumerate(weights[1]):
        found += middle * ((values[:, place].T @ weights[0]) * weights[2]).sum(axis=0)
    return found


def _variance(wrong: Floats, labels: Rows, draws: int) -> Floats:
    return np.where(labels == CROSS, 0.0, wrong * (1 - wrong) / draws)


def _as_published(
    pmi: Estimate,
    density: Floats,
    squares: Floats,
    profile: Floats,
    wrong: Floats,
    labels: Rows,
    draws: int,
    n: int,
) -> Estimate:
    """Equation 8 and its variance: sum of Op^2 Var lambda + lambda^2 Var Op + Var lambda Var Op.

    The density is a mean over rows, so its bootstrap variance needs no resamples: it is the variance of one
    row's kernel over n.
    """
    of_op = (squares - density**2) / n / density.sum() ** 2
    of_wrong = _variance(wrong, labels, draws)
    variance = (profile**2 * of_wrong + wrong**2 * of_op + of_wrong * of_op).sum()
    assert pmi.value is not None
    high = pmi.value + NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * sqrt(float(variance))
    return Estimate(
        pmi.value, 0.0, min(1.0, high), n, None, 0.5 + CONFIDENCE / 2, "normal upper bound (Zhao et al. 2021)"
    )
