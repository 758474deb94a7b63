"""Numbers over runs: one value a run, or one difference where two things were measured in the same runs.

Two accuracies of one run share its split, its seed and its noise, so their difference varies far less than
either: take it run by run and ask for the interval of that.

Runs that draw their training and test rows anew from one data set share rows and are not independent. The
plain intervals then say only how well the mean over all splits of this data set is known, and shrink to
nothing with more runs. Nadeau and Bengio (2003, "Inference for the generalization error", Machine Learning
52) add the share that the runs have in common: the variance of the mean is (1 / J + n_test / n_train) times
that of the runs, and does not vanish. That interval is for the mean over training sets of this size drawn
from the source of the data.
"""

import math
from statistics import NormalDist
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from mohs.estimate import CONFIDENCE, EQUAL_UNBOUNDED, RESAMPLES, Estimate, no_data
from mohs.estimate.resampling import Floats, bootstrap, percentiles

Method = Literal["student-t", "bootstrap", "nadeau-bengio", "z-population"]
METHODS: tuple[Method, ...] = get_args(Method)

ONE_RUN = "no interval (one run)"


def over_runs(
    values: ArrayLike,
    method: Method = "student-t",
    *,
    test_share: float | None = None,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    random_state: int = 0,
) -> Estimate:
    """The mean of one value a run, with its interval.

    Args:
        values: (J,) finite numbers, one a run; for a comparison, the difference within each run.
        method: "student-t": Student's t with J - 1 degrees of freedom. "bootstrap": percentiles of the means
            of runs drawn anew, widened for few runs. "nadeau-bengio": t with the variance corrected for
            splits that share rows. "z-population": 1.96 times the standard deviation with J below the line,
            over the root of J, as Siedel et al. 2022 computed theirs; too narrow for few runs.
        test_share: Rows tested on / rows trained on in a run, positive; for "nadeau-bengio".
        confidence: Of the interval, in (0, 1).
        resamples: Of the bootstrap.
        random_state: Seed of the bootstrap.

    Returns:
        The estimate, n the number of runs; "no data" for no runs, no interval for one run or equal values.

    Raises:
        ValueError: The values are not finite or not flat, there is no such method, or test_share is missing.
    """
    runs = np.asarray(values, dtype=np.float64)
    if runs.ndim != 1 or not np.isfinite(runs).all():
        raise ValueError("values must be a flat sequence of finite numbers")
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, got {method!r}")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must lie between 0 and 1, got {confidence}")
    if method == "nadeau-bengio" and not (test_share is not None and 0 < test_share < math.inf):
        raise ValueError(
            f"nadeau-bengio needs test_share, rows tested on / rows trained on; got {test_share}"
        )
    n = len(runs)
    if n == 0:
        return no_data(confidence=confidence)
    value = math.fsum(runs) / n
    if np.ptp(runs) <= 1e-12 * max(1.0, abs(value)):
        return Estimate(value, None, None, n, None, confidence, ONE_RUN if n == 1 else EQUAL_UNBOUNDED)
    if method == "bootstrap":
        low, high = _bootstrap(runs, confidence, resamples, random_state)
        return Estimate(value, min(low, value), max(high, value), n, None, confidence, method)
    half = _half_width(runs, method, test_share, confidence)
    return Estimate(value, value - half, value + half, n, None, confidence, method)


def _half_width(runs: Floats, method: Method, test_share: float | None, confidence: float) -> float:
    from scipy.special import stdtrit

    n, tail = len(runs), 0.5 + confidence / 2
    if method == "z-population":
        return NormalDist().inv_cdf(tail) * float(runs.std()) / math.sqrt(n)
    common = test_share if method == "nadeau-bengio" and test_share is not None else 0.0
    return float(stdtrit(n - 1, tail)) * float(runs.std(ddof=1)) * math.sqrt(1 / n + common)


def _bootstrap(runs: Floats, confidence: float, resamples: int, random_state: int) -> tuple[float, float]:
    # Sorted, so that an interval does not depend on the order of the runs.
    sums = np.column_stack([np.sort(runs), np.ones_like(runs)])
    drawn = bootstrap(sums, resamples, np.random.default_rng(random_state))
    return percentiles(drawn, len(runs), confidence)
