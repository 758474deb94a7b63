"""Classifiers of rows of numbers: the same addresses and objects, opened for a table in place of a task."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.data.task import Task
from mohs.errors import ClassifierFault, ModelError
from mohs.models.adapter import Opening
from mohs.models.address import open_with
from mohs.models.classifier import Classifier
from mohs.models.wrap import wrap


def row_classifier(
    found: str | Any,
    labels: Sequence[str],
    sample: NDArray[Any],
    *,
    shape: tuple[int, ...] | None = None,
    **options: Any,
) -> Classifier:
    """Open a classifier of rows.

    Args:
        found: An address; a Classifier; anything with scikit-learn's `predict` or `predict_proba`; or a
            function from rows to scores (n, labels) or to names of labels (n,).
        labels: The labels of the data, matched by name. The classifier may know more.
        sample: (m, d) some rows, m at least 1: the classifier is asked about the first, so that one that does
            not take them is found before anything is measured.
        shape: Of one row before it was laid flat; (d,) by default.
        options: As `Opening` has them.

    Returns:
        A classifier whose `labels` begin with these labels.

    Raises:
        ModelError: It cannot be opened, lacks a label of the data, or does not take such rows.
        MissingExtra: It needs packages that are not installed.
    """
    shape = shape or sample.shape[1:]
    opening = Opening(Task("rows", ("row",), tuple(labels)), row_shape=shape, **options)
    classifier = open_with(found, opening) if isinstance(found, str) else wrap(found, opening)
    try:
        classifier.row_labels(np.asarray(sample[:1], dtype=np.float64))
    except ClassifierFault as problem:
        size = " x ".join(map(str, shape))
        raise ModelError(
            f"{classifier.address} does not take rows of {size} numbers",
            got=str(problem)[:300],
            expected="one label or one row of scores for each row of the data",
        ) from problem
    return classifier
