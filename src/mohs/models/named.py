"""From the names of labels that a classifier answers with to their numbers, as fast as numpy looks up."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mohs.data.values import as_name
from mohs.errors import ModelError
from mohs.models.labels import plain

MEND = "give the labels as the data have them, or say which are which with --label-map"


class Named:
    """The numbers of named labels. Each distinct answer is read once; later it is found in a sorted array.

    Args:
        names: The labels, in the order of their numbers.
        address: Whose they are, for messages.
        mend: What can be done about an answer that is none of them.
    """

    def __init__(self, names: Sequence[str], address: str, mend: str = MEND) -> None:
        self.names, self.address, self.mend = tuple(names), address, mend
        self._number = {plain(name): place for place, name in enumerate(names)}
        self._values: NDArray[Any] | None = None
        self._columns = np.zeros(0, np.int64)
        self._consecutive = False

    def numbers(self, answers: ArrayLike) -> NDArray[np.int64]:
        """The number of each answer, (n,).

        Args:
            answers: (n,) names: texts, or numbers that are names (3, 3.0 and "3" are one label).

        Raises:
            ModelError: An answer is none of the names.
        """
        given = np.asarray(answers)
        if given.dtype.kind == "O":
            given = np.array([as_name(one) for one in given.tolist()])
        found = self._look_up(given)
        if found is None:
            self._read(given)
            found = self._look_up(given)
        assert found is not None  # everything in it has just been read
        return found

    def _look_up(self, given: NDArray[Any]) -> NDArray[np.int64] | None:
        values = self._values
        if values is None or values.dtype.kind != given.dtype.kind or not len(given):
            return None if len(given) else np.zeros(0, np.int64)
        if len(values) == 2:  # most classifiers have two labels, and comparisons are the cheapest search
            second = given == values[1]
            one, other = self._columns.tolist()
            return second * (other - one) + one if (second | (given == values[0])).all() else None
        if self._consecutive:  # what they are more than the first is their place
            places = (given.astype(np.int64) - values[0].astype(np.int64)).clip(0, len(values) - 1)
        else:
            places = np.minimum(np.searchsorted(values, given), len(values) - 1)
        return self._columns[places] if np.array_equal(values[places], given) else None

    def _read(self, given: NDArray[Any]) -> None:
        values = np.unique(given)
        if self._values is not None and self._values.dtype.kind == values.dtype.kind:
            values = np.union1d(values, self._values)
        names = [as_name(value) for value in values.tolist()]
        if unknown := [name for name in names if plain(name) not in self._number]:
            raise ModelError(
                f"{self.address} gives labels that are not known",
                got=", ".join(unknown[:10]),
                expected=", ".join(self.names[:20]),
                mend=self.mend,
            )
        self._values, self._columns = values, np.array([self._number[plain(name)] for name in names])
        whole = values.dtype.kind in "iu"
        self._consecutive = whole and int(values[-1]) - int(values[0]) == len(values) - 1
