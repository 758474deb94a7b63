"""What is known on one example: the rows of one kind of question, in the blocks in which they came."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from mohs.attacks.questions import Rows

SMALL = 8_192
"""Bytes of a batch that may live as long as one of its rows, which is cheaper than to copy them."""

_BLOCK = 32
"""Bits of a place below the number of its block."""
_WITHIN = (1 << _BLOCK) - 1


class Answers:
    """Rows by item.

    Most items are asked for once. So a row is found by the number of its block and its place in it, and is
    taken out of the block only where somebody asks for its item again.
    """

    __slots__ = ("_blocks", "_places")

    def __init__(self) -> None:
        self._blocks: list[Rows] = []
        self._places: dict[Hashable, int] = {}

    def __len__(self) -> int:
        return len(self._places)

    def missing(self, items: Sequence[Any], *, again: bool = False) -> Sequence[Any]:
        """The items, each once, whose rows are not known; all of them where they are asked again."""
        places = self._places
        if not again and not places.keys().isdisjoint(items):
            items = [item for item in items if item not in places]
        return items if len(set(items)) == len(items) else list(dict.fromkeys(items))

    def add(self, items: Sequence[Any], rows: Rows) -> None:
        """Keep a block: one row for each of these different items, in order."""
        places = self._places
        for place, item in enumerate(items, len(self._blocks) << _BLOCK):
            places[item] = place
        self._blocks.append(rows)

    def forget(self, items: Iterable[Any]) -> None:
        """Know nothing of these items any more."""
        for item in items:
            self._places.pop(item, None)

    def row(self, item: Any) -> Any | None:
        """The row of this item, or None."""
        place = self._places.get(item)
        return None if place is None else self._blocks[place >> _BLOCK][place & _WITHIN]

    def rows(self, items: Iterable[Any]) -> list[Any]:
        """The rows of these items.

        Raises:
            KeyError: One is not known.
        """
        blocks, places = self._blocks, self._places
        return [blocks[place >> _BLOCK][place & _WITHIN] for place in map(places.__getitem__, items)]


def stretches(rows: Rows, lengths: Iterable[int]) -> Iterator[Rows]:
    """The rows in stretches of these lengths, each in memory of its own: none keeps a large batch alive."""
    start, copied = 0, isinstance(rows, np.ndarray) and rows.nbytes > SMALL
    for length in lengths:
        stretch = rows[start : start + length]
        yield np.array(stretch) if copied else stretch
        start += length


def take(rows: Rows, numbers: Sequence[int]) -> Rows:
    """The rows of these numbers, likewise."""
    return rows[numbers] if isinstance(rows, np.ndarray) else [rows[number] for number in numbers]
