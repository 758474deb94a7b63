"""A plain function, opened as a classifier."""

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mohs.data.values import as_integer, as_name
from mohs.errors import ModelError
from mohs.models.adapter import Adapter, Opening, versions
from mohs.models.classifier import Input, Scores, as_array
from mohs.models.fingerprint import fingerprints
from mohs.models.labels import plain, stated_labels
from mohs.models.named import Named

_MEND = "give the labels as the data have them, or state your own (LABELS) and map them with --label-map"


class FunctionClassifier(Adapter):
    """A function from a list of inputs to an array of scores, one row an input.

    What the scores are is said by `--scores`, by the function's attribute `scores`, or else they are
    probabilities. The labels are those of the function's attribute `labels`, of its module's constant LABELS,
    or else the task's.

    Rows of numbers are given to it in the shape that they have in the data. Where it answers with one value a
    row, these are names of labels.

    Args:
        function: It is called with a list of texts, or of tuples of texts where the task has several fields.
        opening: `scores` counts, and `row_shape`.
        address: What it was opened from.

    Raises:
        ModelError: Nobody says what the labels are, or the function cannot be called.
    """

    takes: ClassVar[frozenset[str]] = frozenset({"scores"})

    def __init__(self, function: Callable[[Any], ArrayLike], opening: Opening, *, address: str) -> None:
        opening.check(address, self.takes)
        if not callable(function) or inspect.isclass(function):
            raise ModelError(
                f"{address} is no function",
                got=f"a {type(function).__name__}",
                expected="a function from a list of texts to an array (texts, labels)",
            )
        self.function, self.row_shape = function, opening.row_shape
        scores = opening.scores or getattr(function, "scores", None) or "probabilities"
        if scores not in get_args(Scores):
            raise ModelError(
                f"{address} says that its scores are of a kind that is not known",
                got=str(scores),
                expected="probabilities, logits or labels",
            )
        labels, whose = _labels(function, opening, address)
        super().__init__(address, labels, opening, scores, whose=whose)
        self.named = Named(self.own_labels, address, _MEND)
        self._called_by_numbers = any(as_integer(name) is not None for name in self.own_labels) or {
            "true",
            "false",
        } <= set(map(plain, self.own_labels))

    def own_scores(self, inputs: Sequence[Input]) -> ArrayLike:
        """What the function gives; where labels are called by numbers or truth values, these are names."""
        scores = self._asked(list(inputs))
        if self.scores == "labels" and self._called_by_numbers:
            given = as_array(scores)
            return np.array([as_name(one) for one in given.tolist()], object) if given.ndim == 1 else given
        return scores

    def _asked(self, inputs: Any) -> ArrayLike:
        """What the function gives; columns of a data frame that are called as the labels stand as they do."""
        given: Any = self.function(inputs)
        if hasattr(given, "columns"):
            names = [plain(name) if isinstance(name, str) else "" for name in given.columns]
            own = [plain(name) for name in self.own_labels]
            if names != own and sorted(names) == sorted(own):
                given = np.asarray(given)[:, [names.index(name) for name in own]]
        scores: ArrayLike = given
        return scores

    def own_row_scores(self, rows: NDArray[Any]) -> ArrayLike:
        """What the function gives; of names, the numbers of the labels."""
        given = as_array(self._asked(rows.reshape(len(rows), *(self.row_shape or rows.shape[1:]))))
        return self.named.numbers(given) if given.ndim == 1 else given

    def identity(self) -> Mapping[str, Any]:
        """With the sha256 of the file that defines the function, where there is one."""
        source = inspect.getsourcefile(inspect.unwrap(self.function)) if _has_source(self.function) else None
        files = {Path(source).name: Path(source)} if source and Path(source).is_file() else {}
        return {**super().identity(), "files": fingerprints(files), "versions": versions("numpy")}


def _has_source(function: object) -> bool:
    return inspect.isfunction(inspect.unwrap(function)) if callable(function) else False


def _labels(function: Callable[..., Any], opening: Opening, address: str) -> tuple[tuple[str, ...], str]:
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    expected = "a task, an attribute `labels` of the function or a constant LABELS in its module"
    return stated_labels(function, module, opening.task, address, expected)
