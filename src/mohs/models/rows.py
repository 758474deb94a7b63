"""Classifiers of rows of numbers: the same addresses and objects, opened for a table in place of a task."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.data.task import Task
from mohs.errors import ClassifierFault, ModelError
from mohs.models.adapter import Opening
from mohs.models.address import open_with
from mohs.models.classifier import Classifier, asked
from mohs.models.frames import handing
from mohs.models.named import Named
from mohs.models.wrap import address_of, wrap

RowLabels = Callable[[NDArray[Any]], NDArray[np.int64]]
"""From (n, ...) rows to (n,) numbers of labels."""

RowScores = Callable[[NDArray[Any]], NDArray[np.float64]]
"""From (n, ...) rows to (n, classes) scores."""


def row_classifier(
    found: str | Any,
    labels: Sequence[str],
    sample: NDArray[Any],
    *,
    shape: tuple[int, ...] | None = None,
    columns: Sequence[str] = (),
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
        columns: Names of the columns, where they have some.
        options: As `Opening` has them.

    Returns:
        A classifier whose `labels` begin with these labels.

    Raises:
        ModelError: It cannot be opened, lacks a label of the data, does not take such rows, or was fitted to
            other columns.
        MissingExtra: It needs packages that are not installed.
    """
    shape = shape or sample.shape[1:]
    opening = Opening(
        Task("rows", ("row",), tuple(labels)), row_shape=shape, columns=tuple(columns), **options
    )
    classifier = open_with(found, opening) if isinstance(found, str) else wrap(found, opening)
    try:
        kind = np.float32 if sample.dtype == np.float32 else np.float64  # as it will be asked
        classifier.row_labels(np.array(sample[:1], dtype=kind))  # a copy, which it may write into
    except ClassifierFault as problem:
        size = " x ".join(map(str, shape))
        raise ModelError(
            f"{classifier.address} does not take rows of {size} numbers",
            got=problem.at_prompt()[:300],
            expected=f"for each row one label, or a score for each of {', '.join(classifier.labels[:20])}",
        ) from problem
    return classifier


def row_labels(
    found: Any,
    labels: Sequence[str],
    sample: NDArray[Any] | None = None,
    *,
    shape: tuple[int, ...] | None = None,
    columns: Sequence[str] = (),
    label_map: Mapping[str, str] | None = None,
) -> RowLabels:
    """How to ask for labels alone.

    Args:
        found: What `row_classifier` opens. Or, without a sample, anything with scikit-learn's `predict`, or a
            function, from rows to one label a row: rows are handed on as they are, and labels that never come
            may be missing.
        labels: The names of the data's labels.
        sample: As `row_classifier`.
        shape: Likewise.
        columns: Likewise.
        label_map: The classifier's label -> the data's, where they differ; only with a sample.

    Returns:
        From rows to (n,) numbers: the place in `labels` of what the classifier says.

    Raises:
        ModelError: It cannot predict; and, when asked, if it gives a label that the data do not have.
        ClassifierFault: When asked, if it raises or gives another number of labels than of rows.
    """
    if sample is not None:
        opened = row_classifier(found, labels, sample, shape=shape, columns=columns, label_map=label_map)
        return opened.row_labels
    ask = getattr(found, "predict", found)
    if not callable(ask):
        raise ModelError(
            "this is no classifier",
            got=f"a {type(found).__name__}",
            expected="an object with `predict`, or a function from rows to labels",
        )
    hand = handing(found, columns, address_of(found))
    named = Named(labels, address_of(found), "name the labels of the data as the classifier does")

    def predict(rows: NDArray[Any]) -> NDArray[np.int64]:
        given = asked(ask, hand(rows))
        if given.shape != (len(rows),):
            raise ClassifierFault(f"wrong shape: got {given.shape}, expected ({len(rows)},) labels")
        return named.numbers(given)

    return predict


def row_scores(found: Any, shape: tuple[int, ...] | None = None) -> RowScores:
    """How to ask for (n, classes) probabilities or other scores.

    Args:
        found: Anything with scikit-learn's `predict_proba`, or a function from rows to scores.
        shape: Of one row, in which a function gets it; an estimator gets it flat.

    Raises:
        ModelError: It can do neither.
        ClassifierFault: When asked, if it raises or gives something that is no finite (n, classes) array.
    """
    ask = getattr(found, "predict_proba", found)
    if not callable(ask):
        raise ModelError(
            "this classifier gives no probabilities",
            got=f"a {type(found).__name__}",
            expected="an object with `predict_proba`, or a function from rows to scores",
        )
    inner = (-1,) if shape is None or ask is not found else shape

    def scores(rows: NDArray[Any]) -> NDArray[np.float64]:
        given = asked(ask, rows.reshape(len(rows), *inner))
        if given.ndim != 2 or len(given) != len(rows):
            raise ClassifierFault(f"wrong shape: got {given.shape}, expected ({len(rows)}, classes)")
        values = given.astype(np.float64)
        if not np.isfinite(values).all():
            raise ClassifierFault("NaN or infinite scores")
        return values

    return scores
