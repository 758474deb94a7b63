"""`sklearn:FILE.skops`: a scikit-learn pipeline that takes texts, or rows of numbers."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mohs.data.values import as_name
from mohs.errors import MissingExtra, ModelError
from mohs.models.adapter import Adapter, Opening, versions
from mohs.models.classifier import Input, Scores
from mohs.models.fingerprint import fingerprints
from mohs.models.frames import handing, handing_texts
from mohs.models.named import Named
from mohs.models.sound_trees import CHECKED, are_sound
from mohs.paths import as_path

PICKLES = (".pkl", ".pickle", ".joblib")


class EstimatorClassifier(Adapter):
    """Anything with scikit-learn's `classes_` and `predict_proba`, or `predict` with `--scores labels`.

    A task of one field gives it an array of texts. A task of several gives it an array of texts with a column
    for each field, which a ColumnTransformer takes apart by number. One that was fitted to a frame gets
    a frame, whose columns are the fields. Rows of numbers are given to it laid flat (as a frame to one that
    was fitted to a frame of the same columns; to one of skorch in their own shape and in float32), and
    answered by its `predict` where it has one: that is what its accuracy is measured by.

    Args:
        estimator: A fitted estimator or pipeline that takes texts, or rows of numbers.
        opening: `scores` counts, where it is "labels", and `row_shape`.
        address: What it was opened from.
        files: The files that it was read from.

    Raises:
        ModelError: It has no `classes_`, cannot give what is asked for, does not take texts, or was fitted to
            other columns.
    """

    takes: ClassVar[frozenset[str]] = frozenset({"scores", "allow_pickle", "trust"})

    def __init__(
        self, estimator: Any, opening: Opening, *, address: str, files: Mapping[str, Path] | None = None
    ) -> None:
        opening.check(address, self.takes)
        self.estimator, self.files = estimator, dict(files or {})
        self.row_shape = opening.row_shape
        self._hand = handing(estimator, opening.columns, address)
        if opening.row_shape is None:
            fields = opening.task.fields if opening.task else None
            self._hand_texts = handing_texts(estimator, fields, address)
        predicts = opening.row_shape is not None and hasattr(estimator, "predict")
        scores: Scores = opening.scores or ("labels" if predicts else "probabilities")
        if scores == "logits":
            raise ModelError(
                f"{address} gives no logits", got="--scores logits", expected="probabilities or labels"
            )
        super().__init__(address, _classes(estimator, opening, address), opening, scores)
        self.named = Named(self.own_labels, address)
        if (classes := getattr(estimator, "classes_", None)) is not None:
            self.named.numbers(classes)  # so that every answer finds them
        if not hasattr(estimator, self._method):
            raise ModelError(
                f"{address} gives no {scores}",
                got=f"a {type(estimator).__name__} without {self._method}",
                expected="a fitted classifier with predict_proba",
                mend="train it so that it gives probabilities (CalibratedClassifierCV wraps an SVM), "
                "or say --scores labels",
            )
        if opening.task is not None and opening.row_shape is None:
            self._try_out(len(opening.task.fields))

    @property
    def _method(self) -> str:
        return "predict" if self.scores == "labels" else "predict_proba"

    def _try_out(self, fields: int) -> None:
        sample: Input = "some words" if fields == 1 else ("some words",) * fields
        try:
            self.own_scores([sample])
        except Exception as problem:  # whatever a foreign pipeline raises
            takes = "texts" if fields == 1 else f"texts in {fields} columns"
            raise ModelError(
                f"{self.address} does not take {takes}",
                got=f"{type(problem).__name__}: {str(problem)[:200]}",
                expected="a pipeline that begins with what turns texts into numbers"
                + ("" if fields == 1 else ", a ColumnTransformer over columns 0, 1, ... for example"),
            ) from problem

    def own_scores(self, inputs: Sequence[Input]) -> ArrayLike:
        """What `predict_proba` gives, or the class names that `predict` gives."""
        answer: ArrayLike = getattr(self.estimator, self._method)(self._hand_texts(inputs))
        if self.scores == "labels":
            return np.array([as_name(name) for name in np.asarray(answer).tolist()], dtype=object)
        return answer

    def own_row_scores(self, rows: NDArray[Any]) -> ArrayLike:
        """Likewise, of rows of numbers."""
        if hasattr(self.estimator, "module_"):  # a network of skorch
            given = rows.reshape(len(rows), *(self.row_shape or rows.shape[1:])).astype(np.float32)
        else:
            given = self._hand(rows.reshape(len(rows), -1))
        answer: ArrayLike = getattr(self.estimator, self._method)(given)
        return self.named.numbers(answer) if self.scores == "labels" else answer

    def identity(self) -> Mapping[str, Any]:
        """With the sha256 of its file."""
        return {
            **super().identity(),
            "estimator": type(self.estimator).__name__,
            "files": fingerprints(self.files),
            "versions": versions("scikit-learn", "skops", "joblib", "numpy"),
        }


def open_sklearn(where: str, opening: Opening) -> EstimatorClassifier:
    """Open `sklearn:FILE`, a skops file; a pickle only where `allow_pickle` says so.

    Raises:
        ModelError: The file is missing, damaged, of another kind, or holds types that are not trusted.
        MissingExtra: scikit-learn or skops is not installed.
    """
    address = f"sklearn:{where}"
    path = as_path(where)
    if not path.is_file():
        raise ModelError(
            f"there is no file {path}",
            got="a folder" if path.is_dir() else "nothing there",
            expected="a .skops file",
        )
    if path.suffix == ".skops" and opening.allow_pickle and not opening.shared:
        raise ModelError(f"{path} is no pickle", got="--allow-pickle", mend="leave --allow-pickle out")
    if path.suffix in PICKLES and opening.trust and not opening.shared:
        raise ModelError(f"--trust is for .skops files, and {path} is a pickle", mend="leave --trust out")
    if path.suffix == ".skops":
        estimator = _from_skops(path, opening.trust)
    elif path.suffix in PICKLES:
        estimator = _from_pickle(path, opening.allow_pickle)
    else:
        raise ModelError(
            f"{path} is of no known kind",
            got=path.suffix or "no suffix",
            expected=".skops, or .joblib or .pkl",
        )
    return EstimatorClassifier(estimator, opening, address=address, files={path.name: path})


def _from_skops(path: Path, trust: Sequence[str]) -> Any:
    try:
        import sklearn  # noqa: F401  (skops needs it and does not say so)
        from skops import io
    except ImportError:
        raise MissingExtra("the address sklearn:", package="skops", extra="sklearn") from None
    try:
        named = set(io.get_untrusted_types(file=path)) - set(trust)
    except Exception as problem:  # a damaged archive shows itself in many ways
        raise _damaged(path, problem, "skops.io.dump") from problem
    if untrusted := named - CHECKED:
        raise _untrusted(path, untrusted)
    try:
        estimator = io.load(path, trusted=sorted({*trust, *CHECKED}))
    except Exception as problem:
        raise _damaged(path, problem, "skops.io.dump") from problem
    if named and not are_sound(estimator):
        raise _untrusted(path, named, " (a tree points beyond its own nodes, rows or columns)")
    return estimator


def _untrusted(path: Path, types: set[str], why: str = "") -> ModelError:
    listed = sorted(types)
    return ModelError(
        f"{path} contains types that are not known to be harmless",
        got=", ".join(listed) + why,
        expected="types of scikit-learn and numpy",
        mend=f"if you trust who made it: --trust {','.join(listed)}",
    )


def _from_pickle(path: Path, allowed: bool) -> Any:
    if not allowed:
        raise ModelError(
            f"{path} is a pickle, which can run any program on this machine when it is opened",
            expected="a .skops file, which cannot",
            mend="save it with skops.io.dump; or, if you made this file yourself, say --allow-pickle",
        )
    try:
        import joblib
    except ImportError:
        raise MissingExtra("a pickled estimator", package="joblib", extra="sklearn") from None
    try:
        return joblib.load(path)  # reads plain pickles too
    except Warning:
        raise
    except (Exception, SystemExit) as problem:  # a pickle that leaves is no run that passed
        raise _damaged(path, problem, "joblib.dump") from problem


def _damaged(path: Path, problem: BaseException, maker: str) -> ModelError:
    return ModelError(
        f"{path} cannot be opened",
        got=f"{type(problem).__name__}: {str(problem)[:200]}",
        expected=f"what {maker} wrote, with these packages installed",
    )


def _classes(estimator: Any, opening: Opening, address: str) -> tuple[str, ...]:
    classes = getattr(estimator, "classes_", None)
    if classes is None and opening.row_shape is not None and opening.task is not None:
        return opening.task.labels
    if classes is None:
        raise ModelError(
            f"{address} does not say what its classes are",
            got=f"a {type(estimator).__name__} without classes_",
            expected="a fitted classifier",
        )
    names = np.asarray(classes)
    if names.ndim != 1 or (names.dtype.kind == "O" and any(isinstance(name, np.ndarray) for name in classes)):
        raise ModelError(f"{address} has several outputs", expected="one label for each text")
    return tuple(as_name(name) for name in names.tolist())
