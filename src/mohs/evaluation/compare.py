"""Compare: two classifiers on the same rows, cell by cell: by how much they differ, and is that chance?

The first side is the baseline; every other one is compared with it on the rows that both have. A difference
is a mean over paired rows with a bootstrap that draws whole sources; its p is McNemar's exact test over
sources (`mohs.estimate.paired`). The cells of a table are looked at together, so their p-values are adjusted
by Holm (1979); so are those of several classifiers that are compared with one baseline.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.errors import MohsError
from mohs.estimate import CONFIDENCE, Estimate, How, decimals, paired_difference, share
from mohs.estimate.paired import holm, mcnemar_over_sources
from mohs.evaluation.pairing import Pair, pair_up
from mohs.evaluation.sides import OVERALL, Answered, Side
from mohs.runs.summary import Row

ALPHA = 0.05
"""A difference is called one where its adjusted p is below this."""

DIFFERENCE = "difference"
"""The metric of rows that say by how much the second is better."""


@dataclass(frozen=True)
class Contrast:
    """Two classifiers in one cell.

    Attributes:
        metric: What is compared.
        table: The table that the cell belongs to, by its coordinates; `OVERALL` is all rows together.
        coordinates: Which cell.
        baseline: Name of the first side.
        other: Name of the second.
        first: What the first has, on the paired rows.
        second: What the second has, on the same rows.
        difference: Second - first, paired.
        only_first: Rows that only the first had right.
        only_second: Rows that only the second had right.
        p: McNemar's exact test over sources.
        p_holm: The same, adjusted for all cells of the table.
    """

    metric: str
    table: tuple[str, ...]
    coordinates: Mapping[str, str]
    baseline: str
    other: str
    first: Estimate
    second: Estimate
    difference: Estimate
    only_first: int
    only_second: int
    p: float
    p_holm: float

    @property
    def verdict(self) -> str:
        """Whether the second is "better" or "worse" than the first; "" where that cannot be told."""
        if self.p_holm >= ALPHA or self.difference.value is None:
            return ""
        return "better" if self.difference.value > 0 else "worse"

    def rows(self) -> list[Row]:
        """Rows of results.json: what each has, and the difference."""
        sides = [(self.baseline, self.first), (self.other, self.second)]
        return [
            *({**one.to_json(self.metric), **self.coordinates, "model": name} for name, one in sides),
            {
                **self.difference.to_json(DIFFERENCE),
                **self.coordinates,
                "of": self.metric,
                "model": self.other,
                "baseline": self.baseline,
                "only_baseline": self.only_first,
                "only_model": self.only_second,
                "p": self.p,
                "p_holm": self.p_holm,
                "verdict": self.verdict,
            },
        ]

    def to_json(self) -> dict[str, Any]:
        """The contrast in one piece, for the page."""
        return {
            "metric": self.metric,
            "table": list(self.table),
            "coordinates": dict(self.coordinates),
            "baseline": self.baseline,
            "model": self.other,
            "first": self.first.to_json(self.metric),
            "second": self.second.to_json(self.metric),
            "difference": self.difference.to_json(DIFFERENCE),
            "only_baseline": self.only_first,
            "only_model": self.only_second,
            "p": self.p,
            "p_holm": self.p_holm,
            "verdict": self.verdict,
            "sentence": sentence(self),
        }


@dataclass(frozen=True)
class Comparison:
    """What came of comparing.

    Attributes:
        contrasts: One a cell and classifier, the overall ones first.
        notes: Rows that only one side has, and the like.
    """

    contrasts: Sequence[Contrast]
    notes: Sequence[str]

    @property
    def overall(self) -> list[Contrast]:
        """Those of all rows together."""
        return [one for one in self.contrasts if one.table == OVERALL]

    @property
    def worse(self) -> list[Contrast]:
        """Where a classifier is worse than the baseline, and not by chance."""
        return [one for one in self.contrasts if one.verdict == "worse"]


def compare(sides: Sequence[Side], *, confidence: float = CONFIDENCE, random_state: int = 0) -> Comparison:
    """Compare every side with the first.

    Args:
        sides: At least two, of one kind.
        confidence: Of the intervals, in (0, 1).
        random_state: Seed of the bootstraps.

    Raises:
        MohsError: Fewer than two sides, of different kinds, without a row in common, or with rows of one name
            whose texts or labels differ.
    """
    if len(sides) < 2:
        raise MohsError(
            "compare needs two classifiers", got=", ".join(side.name for side in sides), mend="name two runs"
        )
    if len({side.kind for side in sides}) > 1:
        raise MohsError(
            "these runs have no rows in common",
            got=", ".join(f"{side.name}: {side.kind}" for side in sides),
            expected="attack runs, or evaluations, but not both",
        )
    how: How = {"confidence": confidence, "random_state": random_state}
    tables: dict[tuple[str, tuple[str, ...]], list[Contrast]] = {}
    notes: list[str] = []
    first, *others = sides
    for other in others:
        for mine in first.answers:
            theirs = next(
                (one for one in other.answers if (one.metric, one.tables) == (mine.metric, mine.tables)), None
            )
            if theirs is None:
                notes.append(f"{other.name} has no {mine.metric} by {_by(mine)}")
                continue
            pair = pair_up(first.name, mine, other.name, theirs)
            notes += pair.notes
            for table in pair.distinct(mine.tables):
                cells = tables.setdefault((mine.metric, table), [])
                cells += _contrasts(pair, table, how)
    contrasts = [one for cells in tables.values() for one in _adjusted(cells)]
    return Comparison(contrasts, list(dict.fromkeys(notes)))


def sentence(contrast: Contrast) -> str:
    """What changed, in one plain sentence."""
    words = contrast.metric.replace("_", " ")
    difference = contrast.difference
    if difference.value is None or contrast.first.value is None or contrast.second.value is None:
        return f"{contrast.other} and {contrast.baseline} have no row in common."
    now, was = (decimals(100 * value, 1) for value in (contrast.second.value, contrast.first.value))
    sides = f"{words} {now} % against {was} % of {contrast.baseline}, on the same {difference.n:,} rows"
    if not contrast.only_first and not contrast.only_second:
        return f"{contrast.other} has the same rows right as {contrast.baseline}: {words} {now} %."
    reach = ""
    if difference.low is not None and difference.high is not None:
        low, high = (_points(100 * end) for end in (difference.low, difference.high))
        reach = f"; a difference of {low} to {high} points"
    p = f"p = {contrast.p_holm:.2g}" if contrast.p_holm >= 0.0001 else "p < 0.0001"
    if not contrast.verdict:
        return f"{contrast.other} and {contrast.baseline} cannot be told apart: {sides}{reach} fits ({p})."
    by = decimals(abs(100 * difference.value), 1)
    return f"{contrast.other} is {contrast.verdict} by {by} points: {sides}{reach} fits ({p})."


def _points(value: float) -> str:
    text = decimals(value, 1)
    return f"+{text}" if value > 0 and float(text) > 0 else text


def _by(answered: Answered) -> str:
    return ", ".join(" and ".join(table) or "all rows" for table in answered.tables)


def _adjusted(cells: Sequence[Contrast]) -> list[Contrast]:
    adjusted = holm([one.p for one in cells])
    return [replace(one, p_holm=p) for one, p in zip(cells, adjusted, strict=True)]


def _contrasts(pair: Pair, table: tuple[str, ...], how: How) -> Iterator[Contrast]:
    """One a cell of the table."""
    if table == OVERALL:
        common = {name: column[0] for name, column in pair.coordinates.items() if len(set(column)) == 1}
        known = {name: value for name, value in common.items() if name == "attack" and value}
        yield _contrast(pair, table, known, np.arange(len(pair.first)), how)
        return
    for cell, places in pair.cells(table).items():
        yield _contrast(pair, table, dict(zip(table, cell, strict=True)), np.asarray(places), how)


def _contrast(
    pair: Pair, table: tuple[str, ...], coordinates: Mapping[str, str], places: NDArray[np.int64], how: How
) -> Contrast:
    a, b, sources = pair.first[places], pair.second[places], pair.sources[places]
    p = mcnemar_over_sources(a, b, sources)
    return Contrast(
        pair.metric,
        table,
        coordinates,
        *pair.names,
        share(a, sources, **how),
        share(b, sources, **how),
        paired_difference(b, a, sources, **how),
        int((a & ~b).sum()),
        int((b & ~a).sum()),
        p,
        p,
    )
