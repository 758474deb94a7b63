"""Open objects as classifiers: anything with `predict_proba` and `classes_`, a function, a Classifier."""

import inspect
from typing import Any

from mohs.data.task import Task
from mohs.errors import ModelError
from mohs.models.adapter import Opening, Relabelled
from mohs.models.classifier import Classifier
from mohs.models.function import FunctionClassifier
from mohs.models.labels import match_labels
from mohs.models.sklearn import EstimatorClassifier


def as_classifier(found: Any, task: Task | None = None, **options: Any) -> Classifier:
    """An open object as a classifier whose columns are in the task's order.

    Args:
        found: A Classifier; anything with scikit-learn's `predict_proba` and `classes_` that takes texts; or
            a function from a list of texts (tuples of texts for a task of several fields) to an array.
        task: What it classifies.
        options: As `Opening`.

    Raises:
        ModelError: It is none of these, or its labels are not the task's.
    """
    return wrap(found, Opening(task=task, **options))


def wrap(found: Any, opening: Opening, *, address: str | None = None) -> Classifier:
    """As `as_classifier`, for something that has an address already."""
    if isinstance(found, Classifier):
        return relabelled(found, opening)
    address = address or address_of(found)
    named = ("classes_", "predict_proba") if opening.row_shape is None else ("predict_proba", "predict")
    if inspect.isclass(found) and any(hasattr(found, name) for name in named):
        raise ModelError(
            f"{address} is a class",
            got=found.__qualname__,
            expected="an object of it",
            mend=f"make one in the module, model = {found.__name__}(), and name that",
        )
    if any(hasattr(found, name) for name in named):
        return EstimatorClassifier(found, opening, address=address)
    return FunctionClassifier(found, opening, address=address)


def address_of(found: Any) -> str:
    """What an open object is called where it has no address: by its own name, or that of its type."""
    kind = found if callable(found) and hasattr(found, "__qualname__") else type(found)
    return f"object:{getattr(kind, '__module__', '?')}:{kind.__qualname__}"


def relabelled(classifier: Classifier, opening: Opening) -> Classifier:
    """The classifier itself where its labels are in the wanted order, else a wrapper that puts them so.

    Raises:
        ModelError: Its labels are not the task's.
    """
    opening.check(classifier.address, frozenset())
    wanted = opening.task.labels if opening.task else None
    columns = match_labels(
        classifier.labels,
        wanted,
        opening.label_map,
        where=classifier.address,
        strict=not opening.shared,
        spare=opening.row_shape is not None,
    )
    return classifier if columns.labels == tuple(classifier.labels) else Relabelled(classifier, columns)
