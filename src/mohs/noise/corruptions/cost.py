"""What unbounded noise costs a classifier: the numbers of MSCR for Gaussian, impulse and patch noise."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mohs.data.values import check_share, check_whole
from mohs.estimate import CONFIDENCE, RESAMPLES, How
from mohs.models.rows import row_labels
from mohs.noise.corruptions.random_noise import RandomNoise, with_noise
from mohs.noise.joined import labelled
from mohs.noise.options import shape_of
from mohs.noise.robustness import Robustness, robustness

_BATCH = 4_096


def noise_cost(
    classifier: Any,
    X: Any,
    y: Any = None,
    *,
    noise: RandomNoise,
    shape: tuple[int, ...] | None = None,
    copies: int = 10,
    bounds: tuple[float, float] | None = None,
    clip: bool = True,
    random_state: int = 0,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    label_map: Mapping[str, str] | None = None,
) -> Robustness:
    """Measure what noise of one kind costs a classifier.

    Args:
        classifier: Anything with `predict`, which gets flat rows; a function from rows, in the shape that
            they have or `shape` says, to labels; or an address.
        X: (n, ...) rows, or a Table, which has its labels.
        y: (n,) labels.
        noise: Which noise, in units of the data.
        shape: Of one image, where X is flat and the noise has a place.
        copies: Noisy copies of each row.
        bounds: The least and the largest value that there can be; by default the data's own.
        clip: Move values outside to the edge.
        random_state: Seed of the noise and of the intervals.
        confidence: Of the intervals, in (0, 1).
        resamples: Of the bootstrap.
        label_map: The classifier's label -> the data's, where they are called by other names.

    Returns:
        As for MSCR: `value` is (accuracy with noise - accuracy without) / accuracy without. Intervals draw
        rows anew, each with its copies.

    Raises:
        DataError, MohsError: The data or an option cannot be used.
        ModelError, ClassifierFault: As `mohs.models.rows.row_labels`.
    """
    check_whole(copies=copies, resamples=resamples, random_state=random_state)
    check_share(confidence=confidence)
    table = labelled(X, y, bounds, "X")
    inside = shape_of(table, shape)
    predict = row_labels(
        classifier, table.labels, table.X, shape=inside, columns=table.columns, label_map=label_map
    )
    low, high = table.low.reshape(inside), table.high.reshape(inside)
    clean = np.empty(len(table), dtype=np.int64)
    right, flipped = np.zeros_like(clean), np.zeros_like(clean)
    for start in range(0, len(table), _BATCH):
        rows = slice(start, start + _BATCH)
        block, gold = table.X[rows].astype(np.float64), table.y[rows]
        clean[rows] = predict(block.copy())
        for copy in range(copies):
            made = with_noise(
                block.reshape(-1, *inside),
                noise,
                bounds=(low, high),
                clip=clip,
                random_state=random_state,
                copy=copy,
                first=start,
            )
            label = predict(made.reshape(len(gold), -1))
            right[rows] += label == gold
            flipped[rows] += label != clean[rows]
    how: How = {"confidence": confidence, "resamples": resamples, "random_state": random_state}
    return robustness(clean == table.y, right, flipped, copies, how)
