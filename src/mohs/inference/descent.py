"""Descent: what is minimised over vectors that a network reads, from where, and how numbers become a text.

What is minimised is ||e|| + c max(margin, 0): the length of a perturbation, and by how much the network still
prefers what it should not (Carlini and Wagner 2017, f6). At every step the perturbation is projected on what
can be written down. How numbers become a text is the projection's affair (`Substitution` in
mohs.inference.substitution is one, `Decoding` in mohs.inference.tree_decoding another); how it is minimised
is told in mohs.inference.adam.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mohs.inference.tokens import Input, Row, Traced

FloatArray = NDArray[np.float32]
Slopes = Callable[[FloatArray, Sequence[int]], FloatArray]
"""(logits of some rows, the numbers of these rows) -> the slope of what is minimised at each logit."""

Norm = Literal["l1", "l2", "squared-l2"]


class Differentiable(Protocol):
    """A network with gradients at its input embeddings.

    Attributes:
        at_once: How many descents it is worth computing together; more of them change no outcome.
    """

    at_once: int

    def read(self, inputs: Sequence[Input]) -> list[Traced]:
        """The tokens of each input, and where they stand in it."""
        ...

    def vectors(self, strings: Sequence[str]) -> FloatArray:
        """The mean of the input embeddings of each string's tokens, without marks; shape (strings, width)."""
        ...

    def gradients(self, rows: Sequence[Row], slopes: Slopes) -> tuple[FloatArray, list[FloatArray]]:
        """Logits, shape (rows, labels), and for each row the gradient at its embeddings, (tokens, width)."""
        ...


@dataclass(frozen=True)
class Start:
    """The input that a descent starts from.

    Attributes:
        string: The text that moves.
        before: The texts of the input before it.
        after: And those behind it.
    """

    string: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    def input(self, string: str) -> Input:
        """The input with another text in the place of the one that moves."""
        return (*self.before, string, *self.after) if self.before or self.after else string


@dataclass(frozen=True)
class Objective:
    """What is minimised, and how.

    Attributes:
        label: The label that shall not be given.
        wanted: The one that shall; None for any other.
        norm: How long a perturbation is: its L1 or L2 norm, or the square of the latter.
        weight: c, what the margin counts beside the length.
        confidence: kappa, by how much the margin shall be won, in logits.
        steps: Steps of Adam.
        learning_rate: Adam's.
        clip: The longest gradient of one step, L2, over all that moves; None for no limit.
    """

    label: int
    wanted: int | None = None
    norm: Norm = "l2"
    weight: float = 10.0
    confidence: float = 0.0
    steps: int = 100
    learning_rate: float = 0.1
    clip: float | None = 0.5

    def margin(self, logits: FloatArray) -> tuple[float, int, int]:
        """By how much the network prefers what it should not, and between which two labels that is."""
        values: list[float] = logits.tolist()  # a few numbers: quicker one by one
        told = self.label if self.wanted is None else self.wanted
        other = max((k for k in range(len(values)) if k != told), key=values.__getitem__)
        more, less = (told, other) if self.wanted is None else (other, told)
        return values[more] - values[less], more, less

    def reached_by(self, label: int) -> bool:
        """Whether a network that says this label says what it shall."""
        return label != self.label if self.wanted is None else label == self.wanted


class Moves(Protocol):
    """The numbers that move in several descents with one kind of projection.

    Attributes:
        owners: The descent that each row of numbers belongs to, in rising order; shape (rows,).
    """

    owners: NDArray[np.intp]

    def begin(self) -> FloatArray:
        """The numbers at the start, shape (rows, numbers)."""
        ...

    def project(self, numbers: FloatArray) -> tuple[list[Hashable], FloatArray]:
        """What each descent's numbers stand for, and the perturbation that is measured, (rows, numbers)."""
        ...

    def text(self, descent: int, point: Hashable) -> tuple[str, Sequence[tuple[int, int]]]:
        """The text of a point of this descent, and where in it the pieces stand that gradients are for."""
        ...

    def pull(self, gradients: Sequence[FloatArray]) -> FloatArray:
        """The gradient at the numbers, (rows, numbers), from each descent's own, (pieces, width).

        Of the points that the last projection gave.
        """
        ...


class Projection(Protocol):
    """What makes a text of numbers: a value that can be hashed; its class opens many of its kind at once."""

    @property
    def alike(self) -> Hashable:
        """What those of its class that are opened together have in common."""
        ...

    @classmethod
    def together(cls, projections: Sequence[Any], network: Differentiable) -> Moves:
        """The numbers of these projections, one descent each."""
        ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class Descent:
    """From where, how numbers become a text, and what is minimised."""

    start: Start
    project: Projection
    objective: Objective

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Worked out once: it goes through every word that may stand somewhere, and is asked for often."""
        return hash((self.start, self.project, self.objective))


class Passed(NamedTuple):
    """A text that a descent came through.

    Attributes:
        step: At which step it came there first, from 1.
        text: The text that moves, without what stands before and after it.
        margin: `Objective.margin`, in logits; below 0 the network says what it shall.
        label: What the network says of it.
    """

    step: int
    text: str
    margin: float
    label: int


@dataclass(frozen=True)
class Descended:
    """What a descent came to.

    Attributes:
        successes: Points at which the network says what it shall, the shortest perturbation first.
        nearest: The point with the smallest margin.
        path: The texts that the network read, each once, in the order in which the descent came there.
    """

    successes: tuple[Any, ...]
    nearest: Any
    path: tuple[Passed, ...]


class Reordered:
    """A network whose labels are in another order.

    Args:
        inner: The network.
        order: For each label, its own column.
    """

    def __init__(self, inner: Differentiable, order: Sequence[int]) -> None:
        self._inner, self._order = inner, list(order)
        self.read, self.vectors, self.at_once = inner.read, inner.vectors, inner.at_once

    def gradients(self, rows: Sequence[Row], slopes: Slopes) -> tuple[FloatArray, list[FloatArray]]:
        """As `Differentiable`."""

        def own(logits: FloatArray, numbers: Sequence[int]) -> FloatArray:
            slope = np.zeros_like(logits)
            slope[:, self._order] = slopes(logits[:, self._order], numbers)
            return slope

        logits, gradients = self._inner.gradients(rows, own)
        return logits[:, self._order], gradients
