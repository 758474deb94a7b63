"""Classifier: a batch of inputs in, class probabilities out. Inputs are texts, or rows of numbers.

An adapter says what its scores are and computes them; the base class checks them and turns them into
probabilities in the order of the task's labels. Nothing is guessed: not the kind of scores from their sum,
not the order of labels.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import localcontext
from pathlib import Path
from typing import Any, Literal, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mohs.data.values import has_masked
from mohs.errors import ClassifierFault, ModelError, MohsError
from mohs.inference.descent import Differentiable

Input = str | tuple[str, ...]
"""A text for a task of one field; a tuple of texts, in the order of the task's fields, for a pair."""

Scores = Literal["probabilities", "logits", "labels"]
Probabilities = NDArray[np.float64]

_LONGEST = 1_000
"""Characters of what a model says when it raises."""

SPEED = ("threads", "batch_tokens")
"""What a classifier says of itself that changes how fast it is and not what it answers."""

SUM_TOLERANCE = 0.02
"""Probabilities that an endpoint has rounded sum to 1 within this and are renormalised; more is a fault."""


class Classifier(ABC):
    """What every adapter is.

    Attributes:
        address: The one line that it was opened from.
        labels: Label names in the order of the columns of `probabilities`.
        scores: What `score` gives: "probabilities" (rows sum to one), "logits", or "labels" (integers, one a
            row).
        capabilities: What else it can do: "gradients", "log-probabilities".
        packs_by_length: Whether it puts texts of one length together: the more are asked at once, the fuller
            its batches.
    """

    capabilities: frozenset[str] = frozenset()
    packs_by_length: bool = False

    address: str
    labels: tuple[str, ...]
    scores: Scores = "probabilities"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.address!r}, labels={self.labels!r})"

    @abstractmethod
    def score(self, inputs: Sequence[Input]) -> ArrayLike:
        """Scores of a non-empty batch of any size, one row an input, in the order of the inputs.

        Columns are in the order of `labels`. Batching and truncation are the adapter's own business.
        """

    def score_rows(self, rows: NDArray[Any]) -> ArrayLike:
        """As `score`, for a non-empty batch of rows of numbers, (n, ...).

        One integer a row is the number of a label, also where `scores` says that there are scores.

        Raises:
            ModelError: It takes texts.
        """
        raise ModelError(
            f"{self.address} takes no rows of numbers",
            got="a classifier of texts",
            expected="a classifier of tables or images: sklearn:, python:, torch:",
        )

    def differentiable(self) -> Differentiable | None:
        """What gives the gradients of its logits, in the order of `labels`; None where it has none."""
        return None

    def truncated(self, inputs: Sequence[Input]) -> list[int]:
        """For each input, how many of its tokens the classifier will not see; 0 where it reads everything."""
        return [0] * len(inputs)

    def identity(self) -> Mapping[str, Any]:
        """What run.json says of it: address, labels, sha256 of its files, versions, device, precision."""
        return {"address": self.address, "labels": list(self.labels), "scores": self.scores}

    @final
    def fingerprint(self) -> dict[str, Any]:
        """Of its identity, and of its members' where it has some, what its answers depend on."""
        found: dict[str, Any] = _without_speed(self.identity())
        return found

    def close(self) -> None:  # noqa: B027 - most have nothing to give back
        """Give back what it holds; called once, at the end of a run."""

    @final
    def probabilities(self, inputs: Sequence[Input]) -> Probabilities:
        """Class probabilities, shape (inputs, labels), rows sum to one; an empty batch gives (0, labels).

        Raises:
            ClassifierFault: It raised, or gave the wrong shape, too few rows, NaN, or rows that are no
                probabilities although it says that they are.
            MohsError: One text in the place of a list of texts, which would be taken for its letters.
        """
        if isinstance(inputs, str):
            raise MohsError(
                "probabilities takes a list of texts",
                got=repr(inputs)[:80],
                mend="write probabilities([text])",
            )
        if len(inputs) == 0:
            return np.zeros((0, len(self.labels)))
        raw = asked(self.score, list(inputs))  # a list of its own, which it may sort or empty
        return as_probabilities(raw, self.scores, rows=len(inputs), labels=len(self.labels))

    @final
    def row_probabilities(self, rows: NDArray[Any]) -> Probabilities:
        """As `probabilities`, for rows of numbers, (n, ...).

        Raises:
            ClassifierFault: As `probabilities`.
            ModelError: It takes texts.
        """
        if len(rows) == 0:
            return np.zeros((0, len(self.labels)))
        raw = asked(self.score_rows, rows)
        scores: Scores = "labels" if raw.ndim == 1 else self.scores
        return as_probabilities(raw, scores, rows=len(rows), labels=len(self.labels))

    @final
    def row_labels(self, rows: NDArray[Any]) -> NDArray[np.int64]:
        """The number of the label that it gives each row of numbers, (n,); of equal scores the first.

        Raises:
            ClassifierFault, ModelError: As `row_probabilities`.
        """
        if len(rows) == 0:
            return np.zeros(0, np.int64)
        raw = asked(self.score_rows, rows)
        if raw.ndim == 1 or self.scores == "labels":
            return _integers(raw, rows=len(rows), labels=len(self.labels))
        found = as_probabilities(raw, self.scores, rows=len(rows), labels=len(self.labels))
        return np.asarray(found.argmax(axis=1))


def _without_speed(said: Any) -> Any:
    if isinstance(said, Mapping):
        return {name: _without_speed(value) for name, value in said.items() if name not in SPEED}
    return [_without_speed(one) for one in said] if isinstance(said, list) else said


@contextmanager
def staying() -> Iterator[None]:
    """Come back to the working directory, wherever a model goes: a run's folder may be relative to it."""
    try:
        here = Path.cwd()
    except OSError:  # it is gone: there is nothing to come back to
        here = None
    try:
        yield
    finally:
        if here is not None:
            os.chdir(here)


def asked(ask: Callable[[Any], ArrayLike], inputs: Any) -> NDArray[Any]:
    """What a foreign model says, as an array; how it computes and where it goes stays its own business.

    Raises:
        ClassifierFault: It raised, whatever that was, or gave complex or masked numbers.
    """
    own, code = os.getpid(), 1
    try:
        with staying(), np.errstate(), localcontext():
            given = as_array(ask(inputs))
        code = 0
    except (KeyboardInterrupt, MohsError, ClassifierFault):
        raise
    except BaseException as problem:  # a foreign model's fault, also where it calls sys.exit
        if isinstance(problem, SystemExit):
            code = problem.code if isinstance(problem.code, int) else int(problem.code is not None)
        raise ClassifierFault(f"{type(problem).__name__}: {_said(problem)}") from problem
    finally:
        if os.getpid() != own:  # a child that it forked and did not end would go on with our run
            os._exit(code)
    return given


def _said(problem: BaseException) -> str:
    """What a foreign exception says, if it can; it goes into every outcome that it spoils."""
    try:
        text = str(problem)
    except Exception:
        return "(what it says cannot be written)"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def as_array(given: Any) -> NDArray[Any]:
    """An array of what a model gave, tensors with gradients or of sixteen bits included."""
    if hasattr(given, "detach"):
        given = given.detach().float().cpu().numpy()
    raw = np.asarray(given)
    if np.iscomplexobj(raw):
        raise TypeError("complex scores")
    if has_masked(given):
        raise TypeError("masked scores: there is no number below a mask")
    if raw.ndim == 0:
        raise TypeError(f"wrong shape: one {type(given).__name__}, not an array with a row for each input")
    return raw


def as_probabilities(raw: NDArray[Any], scores: Scores, *, rows: int, labels: int) -> Probabilities:
    """Check what a classifier gave and turn it into probabilities of shape (rows, labels).

    Raises:
        ClassifierFault: As `Classifier.probabilities`.
    """
    if scores == "labels":
        return _one_hot(raw, rows=rows, labels=labels)
    if raw.shape != (rows, labels):
        what = f" of {type(raw.flat[0]).__name__}" if raw.dtype == object and raw.size else ""
        hint = "; if these are labels, say so (--scores labels)" if raw.shape == (rows,) else ""
        raise ClassifierFault(f"wrong shape: got {raw.shape}{what}, expected ({rows}, {labels}){hint}")
    try:
        values = raw.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError) as problem:
        raise ClassifierFault(f"scores are no numbers: {raw.dtype}") from problem
    if not np.isfinite(values).all():
        raise ClassifierFault(
            f"NaN or infinite scores in {int((~np.isfinite(values)).any(axis=1).sum())} rows"
        )
    if scores == "logits":
        values = np.exp(values - values.max(axis=1, keepdims=True))
    sums = values.sum(axis=1)
    if scores != "logits":
        least, off = values.min(), np.abs(sums - 1)
        if least < -1e-6 or off.max() > SUM_TOLERANCE:
            worst = float(sums[off.argmax()])
            raise ClassifierFault(
                f"declared as probabilities, but a row sums to {worst:.4g} (smallest value "
                f"{least:.4g}); if these are logits, say so (--scores logits)"
            )
        if least < 0:
            values = values.clip(0.0)
            sums = values.sum(axis=1)
    result: Probabilities = values / sums[:, None]
    return result


def _one_hot(raw: NDArray[Any], *, rows: int, labels: int) -> Probabilities:
    return np.eye(labels)[_integers(raw, rows=rows, labels=labels)]


def _integers(raw: NDArray[Any], *, rows: int, labels: int) -> NDArray[np.int64]:
    if raw.shape != (rows,):
        raise ClassifierFault(f"wrong shape: got {raw.shape}, expected ({rows},) integer labels")
    try:
        integers = raw.astype(np.int64)
    except (TypeError, ValueError, OverflowError) as problem:
        raise ClassifierFault(f"labels are no integers: {raw.dtype}") from problem
    if (integers != raw).any() or integers.min() < 0 or integers.max() >= labels:
        raise ClassifierFault(
            f"labels must be integers from 0 to {labels - 1}, got {sorted(set(raw.tolist()))[:10]}"
        )
    return integers
