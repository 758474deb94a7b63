"""What all adapters share: how they are asked to open something, and labels in the task's order."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any, ClassVar, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mohs.data.task import Task
from mohs.data.values import check_mappings, check_whole
from mohs.errors import ModelError
from mohs.inference.descent import Differentiable, Reordered
from mohs.models.classifier import Classifier, Input, Scores
from mohs.models.labels import Columns, match_labels

GUARDED = ("device", "dtype", "scores", "max_length", "allow_pickle", "trust")
"""Options that change answers, or what is opened: an adapter with no use for one refuses it."""

MOST_TOKENS = 1_000_000
"""Of a batch: no machine gains from more, and a number with a few zeros too many fills its memory."""


@dataclass(frozen=True)
class Opening:
    """With what a classifier is opened.

    Attributes:
        task: Its labels are the order of the columns.
        label_map: The classifier's label -> the task's.
        device: "cpu", "cuda", "cuda:1", ...; None leaves it to the adapter.
        dtype: "float32", "bfloat16" or "float16".
        batch_tokens: The most tokens in a batch; None leaves it to the adapter.
        scores: What the classifier gives, where it cannot say so itself.
        threads: CPU threads.
        allow_pickle: Open pickle files, which can run any code.
        trust: Types that a skops file may contain besides the known harmless ones.
        max_length: The most tokens of an input.
        row_shape: The shape of one row of numbers, where rows are classified and not texts. The classifier
            may then know labels that the task has not: they come behind the task's.
        columns: Names of the values of such a row; none where they have no names.
        shared: Several classifiers are opened with it, so that one may have no use for an option or for a
            name in `label_map`; whether any has is checked where they meet.
    """

    task: Task | None = None
    label_map: Mapping[str, str] | None = None
    device: str | None = None
    dtype: str | None = None
    batch_tokens: int | None = None
    scores: Scores | None = None
    threads: int | None = None
    allow_pickle: bool = False
    trust: tuple[str, ...] = ()
    max_length: int | None = None
    row_shape: tuple[int, ...] | None = None
    columns: tuple[str, ...] = ()
    shared: bool = False

    def __post_init__(self) -> None:
        if self.scores not in (None, "probabilities", "logits", "labels"):
            raise ModelError(
                "--scores is unknown", got=str(self.scores), expected="probabilities, logits or labels"
            )
        for name in ("batch_tokens", "threads", "max_length"):
            if (value := getattr(self, name)) is not None:
                check_whole(**{name: value})
        check_mappings(label_map=self.label_map)
        if self.batch_tokens is not None and self.batch_tokens > MOST_TOKENS:
            raise ModelError(
                "--batch-tokens is too large",
                got=f"{self.batch_tokens:,}",
                expected=f"{MOST_TOKENS:,} or less",
            )

    def check(self, address: str, takes: frozenset[str]) -> None:
        """Refuse options that change answers, or what is opened, and that this adapter has no use for.

        Raises:
            ModelError: One is given.
        """
        if self.shared:
            return
        for name in GUARDED:
            value = getattr(self, name)
            if name in takes or not value or (name, value) == ("device", "cpu"):
                continue
            flag = "--" + name.replace("_", "-")
            given = ",".join(value) if name == "trust" else "" if value is True else value
            raise ModelError(
                f"{flag} has no meaning for {address}",
                got=f"{flag} {given}".strip(),
                mend=f"leave {flag} out",
            )


class Adapter(Classifier):
    """A classifier with labels of its own, shown in the task's order.

    Args:
        address: What it was opened from.
        own_labels: Its labels in the order of its own columns.
        opening: How it was asked to be opened.
        scores: What `own_scores` gives.
        whose: Whose the labels are, for messages; its address by default.
    """

    takes: ClassVar[frozenset[str]] = frozenset()
    """Which of `GUARDED` it has a use for."""

    def __init__(
        self,
        address: str,
        own_labels: Sequence[str],
        opening: Opening,
        scores: Scores,
        *,
        whose: str | None = None,
    ) -> None:
        self.address, self.scores = address, scores
        self.columns: Columns = match_labels(
            own_labels,
            opening.task.labels if opening.task else None,
            opening.label_map,
            where=whose or address,
            strict=not opening.shared,
            spare=opening.row_shape is not None,
        )
        self.labels = self.columns.labels

    @property
    def own_labels(self) -> tuple[str, ...]:
        """Its labels in the order of its own columns, by its own names."""
        return self.columns.own

    @abstractmethod
    def own_scores(self, inputs: Sequence[Input]) -> ArrayLike:
        """As `Classifier.score`, with columns in the order of `own_labels`."""

    @final
    def score(self, inputs: Sequence[Input]) -> NDArray[Any]:
        """Scores in the order of `labels`."""
        return self.columns.arrange(self.own_scores(inputs), self.scores)

    def own_row_scores(self, rows: NDArray[Any]) -> ArrayLike:
        """As `Classifier.score_rows`, with columns in the order of `own_labels`.

        Raises:
            ModelError: It takes texts.
        """
        return super().score_rows(rows)

    @final
    def score_rows(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Scores in the order of `labels`."""
        raw = np.asarray(self.own_row_scores(rows))
        return self.columns.arrange(raw, "labels" if raw.ndim == 1 else self.scores)


class Relabelled(Classifier):
    """An open classifier with its columns in the order of a task's labels."""

    def __init__(self, inner: Classifier, columns: Columns) -> None:
        self.inner, self.columns = inner, columns
        self.address, self.labels = inner.address, columns.labels
        self.capabilities, self.packs_by_length = inner.capabilities, inner.packs_by_length

    @property
    def own_labels(self) -> tuple[str, ...]:
        """The inner classifier's labels."""
        return self.columns.own

    def score(self, inputs: Sequence[Input]) -> NDArray[Any]:
        """Probabilities in the order of `labels`."""
        return self.columns.arrange(self.inner.probabilities(inputs), "probabilities")

    def score_rows(self, rows: NDArray[Any]) -> NDArray[Any]:
        """Likewise, of rows of numbers."""
        return self.columns.arrange(self.inner.row_probabilities(rows), "probabilities")

    def differentiable(self) -> Differentiable | None:
        """The inner classifier's, with the labels in their new order."""
        inner = self.inner.differentiable()
        return None if inner is None else Reordered(inner, self.columns.order)

    def truncated(self, inputs: Sequence[Input]) -> list[int]:
        """As the inner classifier's."""
        return self.inner.truncated(inputs)

    def identity(self) -> Mapping[str, Any]:
        """As the inner classifier's, with the labels in their new order."""
        return {**self.inner.identity(), "labels": list(self.labels)}

    def close(self) -> None:
        """Close the inner classifier."""
        self.inner.close()


def versions(*packages: str) -> dict[str, str]:
    """The installed versions of some packages; one that is not installed is left out."""
    found = {}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
