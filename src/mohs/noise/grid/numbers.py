"""The numbers of a grid: accuracies, MSCR, comparisons and the best radius, each an estimate over runs.

Two estimands are told apart. `splits`: the mean over all splits (and seeds) of these very rows; runs are
independent draws of that, and the interval is Student's. `rows`: the mean over training sets of this size
drawn from the source of the rows; runs share rows, and the interval is corrected for that (Nadeau and Bengio
2003). It does not shrink to nothing with more runs. Where test rows were given, runs share them all, and only
the first can be told (`seeds`).
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from mohs.data.values import check_share
from mohs.estimate import Estimate, no_data
from mohs.estimate.over_runs import Method, over_runs
from mohs.estimate.paired import holm
from mohs.noise.grid.best import best_of
from mohs.noise.grid.best import method as bounded
from mohs.noise.grid.experiment import PLAIN, REPEATED, Experiment
from mohs.noise.grid.values import Fit, Series, candidates, shared_runs
from mohs.noise.norm import Floats

Row = dict[str, Any]

ESTIMANDS = {
    "splits": "the mean over all splits of these rows, seeds and noise: what more runs on these rows would "
    "show (Student's t)",
    "rows": "the mean over training sets of this size drawn from where these rows came from: what other rows "
    "of the same kind would show (t with Nadeau and Bengio's correction for runs that share rows)",
    "seeds": "the mean over seeds and noise on these training and test rows: what more runs on them would "
    "show (Student's t)",
}

FEW = "no interval (fewer than three runs)"
NOTHING_GAINED = "no interval (without noise is the best)"


@dataclass(frozen=True)
class Kept:
    """How intervals are made.

    Attributes:
        confidence: In (0, 1).
        resamples: Of the bootstrap.
        random_state: Its seed.
    """

    confidence: float = 0.95
    resamples: int = 2_000
    random_state: int = 0

    def __post_init__(self) -> None:
        check_share(confidence=self.confidence)


def rows_of(experiment: Experiment, found: Mapping[Fit, Series], kept: Kept) -> list[Row]:
    """Every number of the grid, with its coordinates."""
    return [
        *_accuracies(experiment, found, kept),
        *_costs(experiment, found, kept),
        *_comparisons(experiment, found, kept),
        *_best(experiment, found, kept),
    ]


def estimands(experiment: Experiment) -> dict[str, Method]:
    """What is estimated, and how its interval is made."""
    if experiment.test_size is None:
        return {"seeds": "student-t"}
    return {"splits": "student-t", "rows": "nadeau-bengio"}


def _accuracies(experiment: Experiment, found: Mapping[Fit, Series], kept: Kept) -> Iterator[Row]:
    for fit, one in found.items():
        for place, eps in enumerate((0.0, *experiment.eps_test)):
            values = one.accuracy[:, place]
            for estimand, found_one in _estimates(experiment, one, values, kept):
                estimate = _within_bounds(found_one)
                yield _row("accuracy", estimate, experiment, fit, eps_test=eps, estimand=estimand)


def _within_bounds(estimate: Estimate) -> Estimate:
    """A share of rows is neither below 0 nor above 1, whatever t says of few runs."""
    if estimate.low is None or estimate.high is None:
        return estimate
    return replace(estimate, low=max(0.0, estimate.low), high=min(1.0, estimate.high))


def _costs(experiment: Experiment, found: Mapping[Fit, Series], kept: Kept) -> Iterator[Row]:
    for fit, one in found.items():
        for place, eps in enumerate(experiment.eps_test):
            values = one.relative[:, place]
            for estimand, estimate in _estimates(experiment, one, values, kept):
                yield _row("mscr", estimate, experiment, fit, eps_test=eps, estimand=estimand)


def _estimates(
    experiment: Experiment, one: Series, values: Floats, kept: Kept
) -> Iterator[tuple[str, Estimate]]:
    for estimand, method in estimands(experiment).items():
        if not np.isfinite(values).all():
            yield estimand, no_data(confidence=kept.confidence)
            continue
        yield estimand, over_runs(values, method, test_share=one.test_share, confidence=kept.confidence)


def _row(metric: str, estimate: Estimate, experiment: Experiment, fit: Fit, **more: Any) -> Row:
    return {
        **estimate.to_json(metric),
        "norm": experiment.norm.name,
        "model": fit.model,
        "training": fit.training,
        "eps_train": fit.eps_train,
        **more,
    }


def _comparisons(experiment: Experiment, found: Mapping[Fit, Series], kept: Kept) -> Iterator[Row]:
    """Differences of accuracy in the same runs; p is adjusted within each family of comparisons (Holm)."""
    for family, pairs in _families(experiment, found).items():
        for estimand, method in estimands(experiment).items():
            rows = []
            for first, second in pairs:
                one, other = found[first], found[second]
                runs = shared_runs((one, other))
                differences = one.at(runs) - other.at(runs)
                for place, eps in enumerate((0.0, *experiment.eps_test)):
                    values = differences[:, place]
                    estimate = over_runs(
                        values, method, test_share=one.test_share, confidence=kept.confidence
                    )
                    against = {
                        "model": second.model, "training": second.training, "eps_train": second.eps_train
                    }  # fmt: skip
                    rows.append(
                        _row(
                            "accuracy_difference", estimate, experiment, first, eps_test=eps,
                            estimand=estimand, family=family, against=against,
                            p=p_value(values, one.test_share if method == "nadeau-bengio" else 0.0),
                        )
                    )  # fmt: skip
            known = [row for row in rows if row["p"] is not None]
            for row, adjusted in zip(known, holm([row["p"] for row in known]), strict=True):
                row["p_holm"] = adjusted
            yield from ({"p_holm": None, **row} for row in rows)


def _families(experiment: Experiment, found: Mapping[Fit, Series]) -> dict[str, list[tuple[Fit, Fit]]]:
    """What is compared.

    models: two models trained alike. noise: training with noise against without. control: with noise against
    as many rows without.
    """
    names = [model.name for model in experiment.models]
    families: dict[str, list[tuple[Fit, Fit]]] = {"models": [], "noise": [], "control": []}
    for fit in experiment.fits():
        families["models"] += [(Fit(a, *fit), Fit(b, *fit)) for a, b in combinations(names, 2)]
    for name in names:
        for training, eps in experiment.fits():
            if eps > 0:
                families["noise"].append((Fit(name, training, eps), Fit(name, PLAIN, 0.0)))
                if training != "own":
                    families["control"].append((Fit(name, training, eps), Fit(name, REPEATED, 0.0)))
    return {
        family: known
        for family, pairs in families.items()
        if (known := [pair for pair in pairs if pair[0] in found and pair[1] in found])
    }


def p_value(differences: Floats, common: float) -> float | None:
    """The two-sided p of Student's test that the mean is 0; None where there is nothing to test.

    Args:
        differences: (J,) one a run.
        common: What the runs have in common: rows tested on / rows trained on, or 0 for independent runs.
    """
    from scipy.special import stdtr

    many = len(differences)
    if many < 2:
        return None
    spread = float(differences.std(ddof=1))
    if spread <= 1e-15:
        return 1.0 if abs(float(differences.mean())) <= 1e-15 else None
    t = abs(float(differences.mean())) / (spread * math.sqrt(1 / many + common))
    return float(2 * stdtr(many - 1, -t))


def _best(experiment: Experiment, found: Mapping[Fit, Series], kept: Kept) -> Iterator[Row]:
    for model in experiment.models:
        for training in experiment.training:
            fits = [fit for fit in candidates(experiment, model.name, training) if fit in found]
            runs = shared_runs(found[fit] for fit in fits)
            if len(fits) < 2 or not len(runs):
                continue
            accuracy = np.stack([found[fit].at(runs) for fit in fits], axis=1)
            chosen = best_of(
                accuracy,
                confidence=kept.confidence,
                resamples=kept.resamples,
                random_state=kept.random_state,
            )
            radii = [fit.eps_train for fit in fits]
            for eps, best in zip((0.0, *experiment.eps_test), chosen, strict=True):
                fit = fits[best.best]
                possible = [radii[place] for place in best.possible]
                certain = len(runs) >= 3
                method = f"{bounded(len(runs))}, {best.comparisons:,} comparisons" if certain else FEW
                low, high = (min(possible), max(possible)) if certain else (None, None)
                common = {"eps_test": eps, "estimand": next(iter(estimands(experiment)))}
                value = Estimate(fit.eps_train, low, high, len(runs), None, kept.confidence, method)
                named = Fit(model.name, training, fit.eps_train)
                yield _row("best_eps_train", value, experiment, named, **common, possible=possible)
                how = method if best.best else NOTHING_GAINED
                gain = Estimate(best.gain, best.low, best.high, len(runs), None, kept.confidence, how)
                yield _row("gain_of_best", gain, experiment, named, **common, against=_against(fits[0]))


def _against(fit: Fit) -> dict[str, Any]:
    return {"model": fit.model, "training": fit.training, "eps_train": fit.eps_train}


def converged(found: Mapping[Fit, Series], place: int, fits: Iterable[Fit], kept: Kept) -> dict[str, Any]:
    """How the numbers settle: over copies (mean and spread of the accuracy) and over runs (MSCR).

    Args:
        found: The fits.
        place: Which eps_test.
        fits: For which of them.
        kept: Of the intervals.

    Returns:
        {"copies": [[k, mean, sd], ...], "runs": [[runs, mean, low, high], ...]} by model.
    """
    told: dict[str, Any] = {}
    for fit in fits:
        one = found.get(fit)
        if one is None:
            continue
        most = min(len(copies) for copies in one.right[place])
        right = np.array([copies[:most] for copies in one.right[place]]) / one.rows[:, None]
        over_copies = np.cumsum(right, axis=1) / np.arange(1, most + 1)
        spread = over_copies.std(axis=0, ddof=1) if len(right) > 1 else np.zeros(most)
        cost = one.relative[:, place]
        steps = np.unique(np.geomspace(1, len(cost), min(len(cost), 60)).astype(int))
        told[fit.model] = {
            "copies": [[k + 1, float(over_copies[:, k].mean()), float(spread[k])] for k in _steps(most)],
            "runs": [
                [int(step), *_triple(over_runs(cost[:step], confidence=kept.confidence))]
                for step in steps
                if np.isfinite(cost[:step]).all()
            ],
        }
    return told


def _steps(most: int) -> list[int]:
    return [int(k) - 1 for k in np.unique(np.geomspace(1, most, min(most, 40)).astype(int))]


def _triple(estimate: Estimate) -> tuple[float | None, float | None, float | None]:
    return estimate.value, estimate.low, estimate.high
