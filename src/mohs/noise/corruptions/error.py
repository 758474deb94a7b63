"""How often a classifier is wrong about corrupted images: each corruption, and the mean over all of them."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mohs.data.values import check_mappings, check_whole
from mohs.errors import MohsError
from mohs.estimate import UNIT_BOUNDS, Estimate, How, mean, share
from mohs.models.rows import row_labels
from mohs.noise.corruptions.corrupt import corrupt
from mohs.noise.corruptions.strengths import COMMON, SEVERITIES
from mohs.noise.joined import labelled
from mohs.noise.norm import Floats
from mohs.noise.options import interval, shape_of

_BATCH = 1_000

ALEXNET = {
    "gaussian_noise": 0.886428, "shot_noise": 0.894468, "impulse_noise": 0.922640,
    "defocus_blur": 0.819880, "glass_blur": 0.826268, "motion_blur": 0.785948, "zoom_blur": 0.798360,
    "snow": 0.866816, "frost": 0.826572, "fog": 0.819324, "brightness": 0.564592,
    "contrast": 0.853204, "elastic_transform": 0.646056, "pixelate": 0.717840, "jpeg_compression": 0.606500,
}  # fmt: skip
"""AlexNet's mean error over the five severities on ImageNet-C, as Hendrycks and Dietterich publish it."""


@dataclass(frozen=True, eq=False)
class CorruptionError:
    """What corrupted images cost a classifier.

    Intervals are over images drawn anew: one fixed classifier, one draw of the corruptions.

    Attributes:
        accuracy: Of the clean images.
        errors: Corruption and severity -> the share of images that it gets wrong.
        mean_error: The mean of all errors: the mean corruption error without a baseline, as it is usual for
            small images.
        mce: The mean over corruptions of its errors relative to the baseline's (equation 1 of the paper; 1 is
            as good as the baseline); None without a baseline.
        relative_mce: The same of the errors beyond the clean error; None where the baseline's clean error is
            not known.
        wrong: (corruptions, severities, n) which images it gets wrong.
        names: The corruptions.
        severities: The severities.
        how: Of the intervals; see `mohs.estimate.How`.
    """

    accuracy: Estimate
    errors: Mapping[tuple[str, int], Estimate]
    mean_error: Estimate
    mce: Estimate | None
    relative_mce: Estimate | None
    wrong: Any
    names: tuple[str, ...]
    severities: tuple[int, ...]
    how: How

    def __repr__(self) -> str:
        numbers = {"accuracy": self.accuracy, "mean error": self.mean_error}
        said = [f"{name} {number.percent()}" for name, number in numbers.items()]
        said += [] if self.mce is None else [f"mCE {self.mce.percent()}"]
        return f"CorruptionError({'; '.join(said)}; {len(self.names)} corruptions)"

    def of(self, name: str) -> Estimate:
        """The error of one corruption, over its severities."""
        per_image = self.wrong[self.names.index(name)].mean(axis=0)
        return mean(per_image, bounds=UNIT_BOUNDS, **self.how)


def corruption_error(
    classifier: Any,
    X: Any,
    y: Any = None,
    *,
    shape: tuple[int, ...] | None = None,
    corruptions: Sequence[str] = COMMON,
    severities: Sequence[int] = SEVERITIES,
    baseline: Mapping[str, float] | None = None,
    baseline_clean: float | None = None,
    random_state: int = 0,
    label_map: Mapping[str, str] | None = None,
    **how: Any,
) -> CorruptionError:
    """Corrupt images in every way and ask a classifier what they are.

    Args:
        classifier: Anything with `predict`, which gets flat rows; a function from images to labels; or an
            address.
        X: (n, h, w[, c]) images or (n, d) flat ones, uint8 or floats from 0 to 1; or a Table of images.
        y: (n,) labels.
        shape: Of one image, where X is flat.
        corruptions: Which.
        severities: Which.
        baseline: Corruption -> another classifier's mean error over the severities (`ALEXNET`, or
            `CorruptionError.of` of a model of one's own).
        baseline_clean: That classifier's clean error, for the relative mean corruption error.
        random_state: Seed of the corruptions.
        label_map: The classifier's label -> the data's, where they are called by other names.
        how: Of the intervals; see `mohs.estimate.How`.

    Raises:
        MohsError: As `corrupt`; or the baseline lacks a corruption or is never wrong.
        ModelError, ClassifierFault: As `mohs.models.rows.row_labels`.
    """
    check_whole(random_state=random_state)
    table = labelled(X, y, None, "X")
    image, kept = shape_of(table, shape), interval(how)
    names, levels = _each(corruptions, "corruptions"), _each(severities, "severities")
    _check(names, levels, baseline)
    predict = row_labels(classifier, table.labels, table.X, shape=image, label_map=label_map)
    clean_wrong = np.empty(len(table), dtype=bool)
    wrong = np.empty((len(names), len(levels), len(table)), dtype=bool)
    for start in range(0, len(table), _BATCH):
        rows = slice(start, start + _BATCH)
        images, gold = table.X[rows].reshape(-1, *image), table.y[rows]
        clean_wrong[rows] = predict(images.reshape(len(gold), -1).copy()) != gold
        for place, name in enumerate(names):
            for level, severity in enumerate(levels):
                made = corrupt(images, name, severity, random_state=random_state, first=start)
                wrong[place, level, rows] = predict(made.reshape(len(gold), -1)) != gold
    return CorruptionError(
        accuracy=share(~clean_wrong, **kept),
        errors={
            (name, severity): share(wrong[place, level], **kept)
            for place, name in enumerate(names)
            for level, severity in enumerate(levels)
        },
        mean_error=mean(wrong.mean(axis=(0, 1)), bounds=UNIT_BOUNDS, **kept),
        mce=_relative(wrong.mean(axis=1), names, baseline, 0.0, kept),
        relative_mce=None
        if baseline_clean is None
        else _relative(wrong.mean(axis=1) - clean_wrong, names, baseline, baseline_clean, kept),
        wrong=wrong,
        names=names,
        severities=levels,
        how=kept,
    )


def _each(given: Any, name: str) -> tuple[Any, ...]:
    """Several, each once."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise MohsError(f"{name} are several", got=repr(given)[:80], mend=f"write {name}=({given!r},)")
    return tuple(dict.fromkeys(given))


def _relative(
    errors: Floats, names: tuple[str, ...], baseline: Mapping[str, float] | None, clean: float, how: How
) -> Estimate | None:
    """Mean over corruptions of error / baseline's error; linear in the images, so a mean over images.

    Args:
        errors: (corruptions, n), for each image.
        names: Of the corruptions.
        baseline: Their errors.
        clean: What is taken off them.
        how: Of the interval.
    """
    if baseline is None:
        return None
    below = np.array([baseline[name] - clean for name in names])
    if not (below > 0).all():
        name = names[int(below.argmin())]
        raise MohsError(
            "an error relative to the baseline's needs one that is above 0",
            got=f"{name}: {below.min():g}",
        )
    return mean((errors / below[:, None]).mean(axis=0), bounds=(-math.inf, math.inf), **how)


def _check(names: tuple[str, ...], levels: tuple[int, ...], baseline: Mapping[str, float] | None) -> None:
    if not names or not levels:
        raise MohsError("at least one corruption and one severity are needed")
    check_mappings(baseline=baseline)
    missing = [name for name in names if baseline is not None and name not in baseline]
    if missing:
        raise MohsError(
            "the baseline lacks a corruption",
            got=f"no {', '.join(missing)}",
            mend="leave them out of corruptions",
        )
