"""Pairs: the rows that two sides have in common, in one order, and the cells that they fall into."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.errors import MohsError
from mohs.evaluation.sides import Answered


@dataclass(frozen=True, eq=False)
class Pair:
    """The rows that two sides have in common.

    Attributes:
        names: Of the two sides.
        metric: What both are measured by.
        first: (n,) whether the first had each row right.
        second: (n,) the same of the second.
        sources: (n,) the number of the benign source of each row.
        coordinates: Name of a coordinate -> its value for each row, (n,).
        notes: Rows that only one side has, in words.
    """

    names: tuple[str, str]
    metric: str
    first: NDArray[np.bool_]
    second: NDArray[np.bool_]
    sources: NDArray[np.int64]
    coordinates: Mapping[str, Sequence[str]]
    notes: Sequence[str]

    def distinct(self, tables: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
        """The tables whose cells are not those of an earlier one: of one task, "task" says nothing."""
        seen = set()
        for table in tables:
            cells = frozenset(tuple(places) for places in self.cells(table).values())
            if cells not in seen:
                seen.add(cells)
                yield table

    def cells(self, table: tuple[str, ...]) -> dict[tuple[str, ...], list[int]]:
        """The rows of each cell, by place; in the order in which cells first occur."""
        cells: dict[tuple[str, ...], list[int]] = {}
        columns = [self.coordinates[name] for name in table]
        for place in range(len(self.first)):
            cells.setdefault(tuple(column[place] for column in columns), []).append(place)
        return {cell: places for cell, places in cells.items() if all(cell)}


def pair_up(first_name: str, first: Answered, second_name: str, second: Answered) -> Pair:
    """The rows with the same key on both sides, in the first one's order.

    Raises:
        MohsError: There are none, or rows with one key have other texts or labels.
    """
    there: dict[Any, int] = {key: place for place, key in enumerate(second.keys)}
    places = [(place, there[key]) for place, key in enumerate(first.keys) if key in there]
    if not places:
        raise MohsError(
            f"{first_name} and {second_name} have no row in common",
            got=f"{_shown(first)} and {_shown(second)}",
            expected="runs on the same examples",
        )
    differ = [mine for mine, other in places if first.texts[mine] != second.texts[other]]
    if differ:
        raise MohsError(
            f"{first_name} and {second_name}: {len(differ):,} rows of one id have other texts or labels",
            got=", ".join(" ".join(first.keys[place]) for place in differ[:5]),
            expected="runs on the same examples",
        )
    notes = [
        f"{name} has {more:,} rows that {other} has not ({metric}); they are left out"
        for name, other, metric, more in (
            (first_name, second_name, first.metric, len(first.keys) - len(places)),
            (second_name, first_name, first.metric, len(second.keys) - len(places)),
        )
        if more
    ]
    mine, others = np.asarray(places).T
    numbers: dict[Any, int] = {}
    sources = [numbers.setdefault(first.sources[place], len(numbers)) for place in mine.tolist()]
    return Pair(
        (first_name, second_name),
        first.metric,
        first.right[mine],
        second.right[others],
        np.asarray(sources, np.int64),
        {name: [column[place] for place in mine.tolist()] for name, column in first.coordinates.items()},
        notes,
    )


def _shown(answered: Answered) -> str:
    if not answered.keys:
        return "no rows"
    return f"{len(answered.keys):,} rows such as {' '.join(answered.keys[0])}"
