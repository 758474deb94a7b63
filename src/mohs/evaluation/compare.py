"""Compare: two classifiers on the same rows, cell by cell: by how much they differ, and is that chance?

The first side is the baseline; every other one is compared with it on the rows that both have. A difference
is a mean over paired rows with a bootstrap that draws whole sources; its p is McNemar's exact test over
sources (`mohs.estimate.paired`). The cells of a table are looked at together, so their p-values are adjusted
by Holm (1979); so are those of several classifiers that are compared with one baseline.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mohs.errors import MohsError
from mohs.estimate import CONFIDENCE, How, paired_difference, share
from mohs.estimate.paired import holm, mcnemar_over_sources
from mohs.evaluation.attacked import unlike
from mohs.evaluation.contrast import Contrast, agreeing
from mohs.evaluation.pairing import Pair, pair_up
from mohs.evaluation.score_contrast import score_contrasts
from mohs.evaluation.sides import OVERALL, Answered, Side


@dataclass(frozen=True)
class Comparison:
    """What came of comparing.

    Attributes:
        contrasts: One a cell and classifier, the overall ones first.
        notes: Rows that only one side has, and the like.
        incomplete: A sentence for each run that did not come to its end, or whose attacks were told something
            else than the baseline's: a gate cannot hold it to anything.
    """

    contrasts: Sequence[Contrast]
    notes: Sequence[str]
    incomplete: Sequence[str] = ()

    @property
    def overall(self) -> list[Contrast]:
        """Those of all rows together."""
        return [one for one in self.contrasts if one.table == OVERALL]

    @property
    def worse(self) -> list[Contrast]:
        """Where a classifier is worse than the baseline, and not by chance."""
        return [one for one in self.contrasts if one.verdict == "worse"]

    @property
    def failures(self) -> list[str]:
        """Why "no worse than the baseline" cannot be said, a sentence each; empty where it can."""
        worse = [
            f"{one.other} is worse than {one.baseline} in {one.metric} "
            f"({', '.join(one.coordinates.values()) or 'all rows'})"
            for one in self.worse
        ]
        return [*self.incomplete, *worse]


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
    incomplete = [
        f"{side.name} is a {side.about['status']} run: rows are missing, and not at random, since some take "
        "longer; go on with it by --resume, then compare"
        for side in sides
        if side.about.get("status") not in (None, "complete")
    ]
    first, *others = sides
    for other in others:
        if otherwise := unlike(first.name, first.settings, other.name, other.settings):
            incomplete.append(otherwise)
    notes = [*incomplete, *(note for side in sides for note in side.notes)]
    for other in others:
        for mine in first.answers:
            theirs = next(
                (one for one in other.answers if (one.metric, one.tables) == (mine.metric, mine.tables)), None
            )
            if theirs is None:
                notes.append(f"{other.name} has no {mine.metric} by {_by(mine)}")
                continue
            paired = pair_up(first.name, mine, other.name, theirs)
            notes += paired.notes
            for table in paired.distinct(mine.tables):
                cells = tables.setdefault((mine.metric, table), [])
                cells += _contrasts(paired, table, how)
    for other in others:
        whole = first.whole and other.whole
        pair = (first.name, other.name)
        for one in score_contrasts(pair, first.labelled, other.labelled, how, whole=whole):
            tables.setdefault((one.metric, one.table), []).append(one)
    contrasts = [one for cells in tables.values() for one in _adjusted(cells)]
    contrasts.sort(key=lambda one: one.metric != "score")  # the headline, where there is one
    return Comparison(contrasts, list(dict.fromkeys(notes)), incomplete)


def _by(answered: Answered) -> str:
    return ", ".join(" and ".join(table) or "all rows" for table in answered.tables)


def _adjusted(cells: Sequence[Contrast]) -> list[Contrast]:
    adjusted = holm([one.p for one in cells])
    return [replace(one, p_holm=p) for one, p in zip(cells, adjusted, strict=True)]


def _contrasts(pair: Pair, table: tuple[str, ...], how: How) -> Iterator[Contrast]:
    """One a cell of the table."""
    if table == OVERALL:
        # All rows of a measure under attack are of one attack, or of all together.
        known = {name: column[0] for name, column in pair.coordinates.items() if name == "attack"}
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
        agreeing(paired_difference(b, a, sources, **how), p),
        int((a & ~b).sum()),
        int((b & ~a).sum()),
        p,
        p,
    )
