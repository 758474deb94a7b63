"""What a classifier says of rows of numbers, as the numbers of the data's labels."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mohs.data.values import as_name
from mohs.errors import ClassifierFault, ModelError
from mohs.models.classifier import Classifier, asked
from mohs.models.rows import row_classifier
from mohs.noise.norm import Array, Floats
from mohs.noise.points import Rows

Predict = Callable[[Array], Rows]


def predictor(
    classifier: Any,
    labels: Sequence[str],
    sample: Array | None = None,
    shape: tuple[int, ...] | None = None,
) -> Predict:
    """How to ask a classifier for labels.

    Args:
        classifier: Anything with scikit-learn's `predict`, or a function, from rows to one label a row; or,
            where there is a sample, a Classifier or an address (see `mohs.models.address`).
        labels: The names of the data's labels.
        sample: (m, d) some rows.
        shape: Of one row before it was laid flat, for an address.

    Returns:
        From rows to (n,) numbers: the place in `labels` of what the classifier says.

    Raises:
        ModelError: It cannot predict; and, when asked, if it gives a label that the data do not have.
        ClassifierFault: When asked, if it raises or gives another number of labels than of rows.
    """
    if sample is not None and isinstance(classifier, str | Classifier):
        return row_classifier(classifier, labels, sample, shape=shape).row_labels
    ask = getattr(classifier, "predict", classifier)
    if not callable(ask):
        raise ModelError(
            "this is no classifier",
            got=f"a {type(classifier).__name__}",
            expected="an object with `predict`, or a function from rows to labels",
        )
    numbers = {name: place for place, name in enumerate(labels)}

    def predict(rows: Array) -> Rows:
        given = asked(ask, rows)
        if given.shape != (len(rows),):
            raise ClassifierFault(f"wrong shape: got {given.shape}, expected ({len(rows)},) labels")
        known, codes = np.unique(given, return_inverse=True)
        names = [as_name(one.item() if isinstance(one, np.generic) else one) for one in known]
        foreign = [name for name in names if name not in numbers]
        if foreign:
            raise ModelError(
                "the classifier gives labels that the data do not have",
                got=", ".join(foreign[:10]),
                expected=", ".join(labels[:20]),
                mend="name the labels of the data as the classifier does",
            )
        return np.array([numbers[name] for name in names], dtype=np.int64)[codes.reshape(-1)]

    return predict


def probabilities_of(classifier: Any) -> Callable[[Array], Floats]:
    """How to ask a classifier for (n, classes) probabilities or other scores.

    Args:
        classifier: Anything with scikit-learn's `predict_proba`, or a function from rows to scores.

    Raises:
        ModelError: It can do neither.
        ClassifierFault: When asked, if it raises or gives something that is no finite (n, classes) array.
    """
    ask = getattr(classifier, "predict_proba", classifier)
    if not callable(ask):
        raise ModelError(
            "this classifier gives no probabilities",
            got=f"a {type(classifier).__name__}",
            expected="an object with `predict_proba`, or a function from rows to scores",
        )

    def scores(rows: Array) -> Floats:
        given = asked(ask, rows)
        if given.ndim != 2 or len(given) != len(rows):
            raise ClassifierFault(f"wrong shape: got {given.shape}, expected ({len(rows)}, classes)")
        found = given.astype(np.float64)
        if not np.isfinite(found).all():
            raise ClassifierFault("NaN or infinite scores")
        return found

    return scores
