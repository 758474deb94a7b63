"""Estimate: a number with its interval, its n, and how the interval was made. No report shows a bare float.

Shares of independent rows get Wilson's interval (Wilson 1927). Rows that come from the same source are not
independent, so means and ratios get a percentile bootstrap that draws whole sources; its percentiles are
widened for few sources as Hesterberg (2015, "What teachers should know about the bootstrap") has it,
and an interval depends on the rows and the seed alone, not on the order of the rows.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mohs.estimate.resampling import Floats, bootstrap, percentiles, totals, wilson
from mohs.estimate.wording import NO_DATA, decimals, hundredths, percent, points

CONFIDENCE = 0.95
RESAMPLES = 2_000
UNIT_BOUNDS = (0.0, 1.0)
UNBOUNDED = (-math.inf, math.inf)

WILSON = "wilson"
EQUAL_BOUNDED = "wilson (all values equal)"
EQUAL_UNBOUNDED = "no interval (all values equal)"
ONE_SOURCE = "no interval (one source)"


class How(TypedDict, total=False):
    """How an interval is made.

    Attributes:
        confidence: Of the interval, in (0, 1); 0.95 where left out.
        resamples: How many times the sources are drawn anew; 2,000 where left out.
        random_state: Seed of the draws; 0 where left out.
    """

    confidence: float
    resamples: int
    random_state: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number that says how sure it is.

    Attributes:
        value: The number; None where there was nothing to measure (n = 0).
        low: Lower end of the interval; None where there is no value, or nothing to make an interval from.
        high: Upper end of the interval, likewise.
        n: How many rows the number was measured on.
        clusters: How many sources those rows came from; None where every row stands for itself.
        confidence: Of the interval, in (0, 1).
        method: How the interval was made.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    clusters: int | None
    confidence: float
    method: str

    def to_json(self, metric: str) -> dict[str, Any]:
        """The estimate as one JSON-ready row, under the name of what it measures."""
        return {"metric": metric} | {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "Estimate":
        """The estimate that `to_json` wrote; other keys of the row are left alone."""
        return cls(**{name: row[name] for name in cls.__slots__})

    def percent(self, digits: int = 1, *, n: bool = True) -> str:
        """In words, as a percentage: "43.2 % [40.1, 46.3], n = 148"; or without its n."""
        return self._words(lambda x: hundredths(x, digits), " %", n=n)

    def text(self, digits: int = 1, *, n: bool = True) -> str:
        """In words, as it is: "61.3 [55.0, 70.2], n = 148"; likewise."""
        return self._words(lambda x: decimals(x, digits), "", n=n)

    def points(self, digits: int = 1) -> str:
        """In words, a difference of shares in points: "-1.2 [-3.0, +0.6]"."""
        return self._words(lambda x: points(x, digits), "", n=False)

    def cells(self, digits: int = 1) -> tuple[str, str]:
        """A share and its interval apart, for a table: "43.2 %" and "40.1 to 46.3", "" without one."""
        if self.value is None or self.low is None or self.high is None:
            return percent(self.value, digits), ""
        return percent(self.value, digits), " to ".join(hundredths(x, digits) for x in (self.low, self.high))

    def _words(self, write: Callable[[float], str], unit: str, *, n: bool) -> str:
        if self.value is None:
            return NO_DATA
        words = f"{write(self.value)}{unit}"
        if self.low is not None and self.high is not None:
            words += f" [{write(self.low)}, {write(self.high)}]"
        return f"{words}, n = {self.n}" if n else words

    def __str__(self) -> str:
        known = [abs(x) for x in (self.value, self.low, self.high) if x is not None]
        return self.percent() if max(known, default=0.0) <= 1.0 else self.text()


def no_data(clusters: int | None = None, confidence: float = CONFIDENCE) -> Estimate:
    """The estimate of something that was never measured: "no data", never 0."""
    return Estimate(None, None, None, 0, clusters, confidence, NO_DATA)


def proportion(successes: int, n: int, *, confidence: float = CONFIDENCE) -> Estimate:
    """The share of successes among n independent rows, with Wilson's score interval.

    Args:
        successes: How many of the rows; 0 to n.
        n: How many rows.
        confidence: Of the interval, in (0, 1).

    Returns:
        The estimate; "no data" where n is 0.

    Raises:
        ValueError: successes is not between 0 and n, or confidence not in (0, 1).
    """
    if not 0 <= successes <= n:
        raise ValueError(f"successes must lie between 0 and n = {n}, got {successes}")
    _check_confidence(confidence)
    if n == 0:
        return no_data(confidence=confidence)
    low, high = wilson(successes, n, confidence)
    return Estimate(successes / n, low, high, n, None, confidence, WILSON)


def share(
    flags: ArrayLike, clusters: Sequence[Any] | NDArray[Any] | None = None, **how: Unpack[How]
) -> Estimate:
    """The share of rows that are true: Wilson where every source has one row, else clustered bootstrap.

    Args:
        flags: True or false (1 or 0) for each row, (n,).
        clusters: The source of each row, (n,); None where every row stands for itself.
        how: See `How`.

    Returns:
        The estimate; 0 <= low <= value <= high <= 1.

    Raises:
        ValueError: A flag is neither true nor false, or the lengths differ.
    """
    values = _column(flags, "flags")
    if not np.isin(values, (0.0, 1.0)).all():
        raise ValueError("flags must be true or false")
    sources = _cluster_numbers(clusters, len(values))
    if sources is None or len(np.unique(sources)) == len(values):
        confidence = how.get("confidence", CONFIDENCE)
        plain = proportion(int(values.sum()), len(values), confidence=confidence)
        return plain if sources is None else replace(plain, clusters=len(values))
    return ratio(values, np.ones_like(values), sources, bounds=UNIT_BOUNDS, **how)


def mean(
    values: ArrayLike,
    clusters: Sequence[Any] | NDArray[Any] | None = None,
    *,
    bounds: tuple[float, float] = UNBOUNDED,
    **how: Unpack[How],
) -> Estimate:
    """The mean over rows, with a bootstrap over their sources: `ratio` with 1 below every value."""
    column = _column(values, "values")
    return ratio(column, np.ones_like(column), clusters, bounds=bounds, **how)


def ratio(
    numerator: ArrayLike,
    denominator: ArrayLike,
    clusters: Sequence[Any] | NDArray[Any] | None = None,
    *,
    bounds: tuple[float, float] = UNBOUNDED,
    **how: Unpack[How],
) -> Estimate:
    """A sum divided by a sum, with a percentile bootstrap that draws whole sources.

    Where all sources have the same ratio a bootstrap has no width, however few they are. Then, of the
    values that were not seen, at most a share u can be anything else, where u is the upper end of Wilson's
    interval for 0 of so many sources; within `bounds` that gives an interval, which for 0 of n and n of n is
    Wilson's own. Without bounds there is none, and the method says so. That reasoning is for values that
    come again (flags, counts). Of a measure that hardly takes the same value twice, such as a cosine, one
    source says nothing of how others are: whoever has one alone gives no bounds, and there is no interval.

    Args:
        numerator: One finite number for each row, (n,).
        denominator: One finite number >= 0 for each row, (n,); rows with 0 are left out.
        clusters: The source of each row, (n,); None where every row stands for itself.
        bounds: What numerator / denominator of a row cannot leave.
        how: See `How`.

    Returns:
        The estimate, low <= value <= high; "no data" where no row has a denominator.

    Raises:
        ValueError: A number is not finite, negative below the line, or out of bounds; the lengths differ.
    """
    confidence = how.get("confidence", CONFIDENCE)
    _check_confidence(confidence)
    above, below = _column(numerator, "numerator"), _column(denominator, "denominator")
    if above.shape != below.shape:
        raise ValueError(f"numerator and denominator must be as long, got {len(above)} and {len(below)}")
    if (below < 0).any():
        raise ValueError("a denominator must not be negative")
    sources = _cluster_numbers(clusters, len(above))
    kept = below > 0
    above, below = above[kept], below[kept]
    _check_bounds(above, below, bounds)
    sources = None if sources is None else sources[kept]
    n = len(above)
    if n == 0:
        return no_data(None if sources is None else 0, confidence)
    sums = totals(above, below, sources)
    k = len(sums)
    value = min(max(float(sums[:, 0].sum() / sums[:, 1].sum()), bounds[0]), bounds[1])
    low: float | None
    high: float | None
    if np.ptp(sums[:, 0] / sums[:, 1]) <= 1e-12 * max(1.0, abs(value)):
        low, high, method = _equal_values(value, k, bounds, confidence)
    else:
        generator = np.random.default_rng(how.get("random_state", 0))
        drawn = bootstrap(sums, how.get("resamples", RESAMPLES), generator)
        low, high = percentiles(drawn, k, confidence)
        # A skewed handful of sources can push both percentiles to one side of the number itself.
        low, high = max(min(low, value), bounds[0]), min(max(high, value), bounds[1])
        method = "bootstrap" if sources is None else "cluster-bootstrap"
    return Estimate(value, low, high, n, None if sources is None else k, confidence, method)


def paired_difference(
    a: ArrayLike,
    b: ArrayLike,
    clusters: Sequence[Any] | NDArray[Any] | None = None,
    *,
    bounds: tuple[float, float] = (-1.0, 1.0),
    **how: Unpack[How],
) -> Estimate:
    """The mean of a - b over rows measured twice, with a bootstrap over their sources.

    Args:
        a: The first measurement of each row, (n,).
        b: The second, (n,).
        clusters: The source of each row, (n,); None where every row stands for itself.
        bounds: What a - b cannot leave; (-1, 1) fits shares and flags.
        how: See `How`.

    Returns:
        The estimate of the difference; "no data" where there are no rows.

    Raises:
        ValueError: A value is not finite, a difference is out of bounds, or the lengths differ.
    """
    first, second = _column(a, "a"), _column(b, "b")
    if first.shape != second.shape:
        raise ValueError(f"paired rows must be as many, got {len(first)} and {len(second)}")
    return mean(first - second, clusters, bounds=bounds, **how)


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1, got {confidence}")


def _check_bounds(above: Floats, below: Floats, bounds: tuple[float, float]) -> None:
    slack = 1e-9
    if ((above < (bounds[0] - slack) * below) | (above > (bounds[1] + slack) * below)).any():
        raise ValueError(f"a value leaves the bounds {bounds}")


def _column(values: ArrayLike, name: str) -> Floats:
    column = np.asarray(values, dtype=np.float64)
    if column.ndim != 1:
        raise ValueError(f"{name} must be a flat sequence, got shape {column.shape}")
    if not np.isfinite(column).all():
        raise ValueError(f"{name} must be finite")
    return column


def _cluster_numbers(clusters: Sequence[Any] | NDArray[Any] | None, n: int) -> NDArray[np.int64] | None:
    """Sources as integers from 0; None where there are none."""
    if clusters is None:
        return None
    if len(clusters) != n:
        raise ValueError(f"every row needs a source: got {n} rows and {len(clusters)} sources")
    numbers: dict[Any, int] = {}
    listed = clusters.tolist() if isinstance(clusters, np.ndarray) else clusters
    return np.fromiter((numbers.setdefault(source, len(numbers)) for source in listed), np.int64, n)


def _equal_values(
    value: float, k: int, bounds: tuple[float, float], confidence: float
) -> tuple[float | None, float | None, str]:
    if math.isinf(bounds[0]) or math.isinf(bounds[1]):
        return None, None, ONE_SOURCE if k == 1 else EQUAL_UNBOUNDED
    unseen = wilson(0, k, confidence)[1]
    return value - unseen * (value - bounds[0]), value + unseen * (bounds[1] - value), EQUAL_BOUNDED
