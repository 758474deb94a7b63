"""How far apart the classes are: 2r, the smallest distance of two rows of different labels, and more.

eps_min = r is the largest radius at which balls around rows of different labels do not overlap: noise that is
no larger leaves it possible, in principle, to classify every noisy row right (Yang et al. 2020; Siedel et al.
2022).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from mohs.data.table import Table
from mohs.data.values import check_whole
from mohs.errors import MohsError
from mohs.noise.duplicates import Distinct, distinct
from mohs.noise.joined import joined
from mohs.noise.left_out import Known
from mohs.noise.norm import Array, Floats, Norm, as_norm
from mohs.noise.points import Points, Rows
from mohs.noise.scaling import Scale, Scaling, scaling_of
from mohs.noise.search import Closest, closest_enemies, nearest_enemies

CLOSEST = 10
MOST_CLASSES = 1_000
"""Of which every two are looked at; half a million pairs take minutes."""

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class ClosePair:
    """A row and its nearest enemy, among the closest.

    Attributes:
        distance: Between them.
        pair: Their rows, the lower number first.
        labels: Their labels.
        without: What 2r is if these two rows are left out; None if no enemies are left.
        without_closer: What it is if they and the rows of all closer pairs are left out.
    """

    distance: float
    pair: tuple[int, int]
    labels: tuple[str, str]
    without: float | None
    without_closer: float | None


@dataclass(frozen=True, eq=False)
class Separation:
    """How far apart the classes of a table are.

    Attributes:
        norm: "linf", "l2", "l1" or p.
        nearest: (n,) for each row the distance of its nearest enemy, a row of another label.
        enemy: (n,) the row of that enemy.
        conflicts: Rows that are equal but have different labels: for each such place all its rows.
        labels: Names of the classes.
        y: (n,) numbers of the labels.
        free: 2r and its pair among the rows in no conflict; None if they have no enemies.
        closest: The closest pairs of a row and its nearest enemy, at distances above 0.
        halves: 2r in each half of the rows, halved at random: it falls as rows are added.
        parts: "train-train", "train-test", "test-test" -> closest enemies, where test rows were given.
        class_pairs: Two labels -> their closest rows, where asked for.
        n_test: How many of the rows, the last ones, are test rows.
    """

    norm: str | float
    nearest: Floats
    enemy: Rows
    conflicts: list[tuple[int, ...]]
    labels: tuple[str, ...]
    y: Rows
    free: Closest | None
    closest: tuple[ClosePair, ...]
    halves: tuple[float | None, ...]
    parts: dict[str, Closest | None]
    class_pairs: dict[tuple[str, str], Closest]
    n_test: int = 0

    def __repr__(self) -> str:
        conflicts = f", conflicts: {len(self.conflicts)}" if self.conflicts else ""
        return (
            f"Separation(2r = {self.two_r:.6g} in {as_norm(self.norm)}, eps_min = {self.eps_min:.6g}, "
            f"rows {self.pair[0]} and {self.pair[1]}, n = {len(self.nearest)}{conflicts})"
        )

    @cached_property
    def pair(self) -> tuple[int, int]:
        """The two closest rows of different labels, the lower number first."""
        row = int(self.nearest.argmin())
        first, second = sorted((row, int(self.enemy[row])))
        return first, second

    @property
    def two_r(self) -> float:
        """2r: the smallest distance of two rows of different labels; 0 where there are conflicts."""
        return float(self.nearest.min())

    @property
    def eps_min(self) -> float:
        """r: half of it."""
        return self.two_r / 2

    @property
    def two_r_without_conflicts(self) -> float | None:
        """2r without the rows of `conflicts`; None if no enemies are left."""
        return None if self.free is None else self.free.distance

    @cached_property
    def quantiles(self) -> dict[float, float]:
        """Quantiles of the distances of nearest enemies."""
        return {q: float(np.quantile(self.nearest, q)) for q in QUANTILES}


def separate(
    table: Table,
    test: Table | None = None,
    *,
    norm: str | float = "linf",
    scale: Scale | Scaling = "none",
    class_pairs: bool = False,
    random_state: int = 0,
) -> Separation:
    """Measure how far apart the classes of tables are, exactly; `mohs.separation` says what options mean.

    Args:
        table: The rows.
        test: More rows; their numbers go on where those of the table end.
        norm: See there.
        scale: See there.
        class_pairs: See there.
        random_state: See there.

    Raises:
        DataError: The tables have other columns or bounds.
        MohsError: There is no such norm or scaling, the seed is no whole number from 0, or class pairs are
            asked for of more than a thousand classes.
    """
    chosen = as_norm(norm)
    check_whole(random_state=random_state)
    table, n_test = joined(table, None, test, None, None)
    if class_pairs:
        _check_classes(len(table.labels))
    scaling = scaling_of(table, scale)
    values = table.X if scaling is None else scaling.apply(table.X)
    once = distinct(values, table.y)
    nearest, enemy = _nearest(values, table.y, once, chosen)
    in_conflict = np.array(sorted(row for group in once.conflicts for row in group), dtype=np.int64)
    if nearest[in_conflict].any():
        _meet(once.conflicts, table.y, nearest, enemy)
    data = Known(values, table.y, chosen, nearest, enemy)
    return Separation(
        norm=chosen.name,
        nearest=nearest,
        enemy=enemy,
        conflicts=once.conflicts,
        labels=table.labels,
        y=table.y,
        free=data.without(in_conflict),
        closest=_closest(data, table.labels, in_conflict),
        halves=_halves(values, table.y, once, chosen, random_state),
        parts=_parts(values, table.y, once, chosen, n_test) if n_test else {},
        class_pairs=_class_pairs(values, table, once, chosen) if class_pairs else {},
        n_test=n_test,
    )


def _meet(conflicts: list[tuple[int, ...]], y: Rows, nearest: Floats, enemy: Rows) -> None:
    """Give rows in conflict the distance 0: a search can take one for equal that is 1e-180 away."""
    for group in conflicts:
        for row in group:
            if nearest[row] > 0:
                nearest[row], enemy[row] = 0.0, next(other for other in group if y[other] != y[row])


def minimum_separation(
    X: Any,
    y: Any = None,
    norm: str | float = "linf",
    *,
    scale: Scale | Scaling = "none",
    bounds: tuple[float, float] | None = None,
) -> Closest:
    """2r and the two rows that are so close, without the nearest enemies of all others: the fast way.

    Args, Raises: As `mohs.separation`.
    """
    chosen = as_norm(norm)
    table, _ = joined(X, y, None, None, bounds)
    scaling = scaling_of(table, scale)
    values = table.X if scaling is None else scaling.apply(table.X)
    once = distinct(values, table.y)
    if once.conflicts:
        first = once.conflicts[0][0]
        second = next(row for row in once.conflicts[0] if table.y[row] != table.y[first])
        return Closest(0.0, (first, second))
    points = Points.of(values, table.y, once.rows)
    found = closest_enemies(points, points, chosen)
    assert found is not None  # a table has two classes
    return found


def _nearest(X: Array, y: Rows, once: Distinct, norm: Norm) -> tuple[Floats, Rows]:
    points = Points.of(X, y, once.rows)
    found, rows = nearest_enemies(points, points, norm)
    distances, enemy = np.empty(len(y)), np.empty(len(y), dtype=np.int64)
    distances[points.rows], enemy[points.rows] = found, rows
    first = once.rows[once.of]
    return distances[first], enemy[first]


def _closest(data: Known, labels: tuple[str, ...], in_conflict: Rows) -> tuple[ClosePair, ...]:
    order = np.argsort(data.nearest, kind="stable")
    seen: dict[tuple[int, int], float] = {}
    for row in order[np.searchsorted(data.nearest[order], 0.0, side="right") :]:
        first, second = sorted((int(row), int(data.enemy[row])))
        seen.setdefault((first, second), float(data.nearest[row]))
        if len(seen) == CLOSEST:
            break
    found, gone = [], set(in_conflict.tolist())
    for (first, second), distance in seen.items():
        alone = data.without(np.array([*in_conflict, first, second], dtype=np.int64))
        gone |= {first, second}
        both = data.without(np.array(sorted(gone), dtype=np.int64))
        names = labels[data.y[first]], labels[data.y[second]]
        found.append(
            ClosePair(
                distance,
                (first, second),
                names,
                None if alone is None else alone.distance,
                None if both is None else both.distance,
            )
        )
    return tuple(found)


def _halves(X: Array, y: Rows, once: Distinct, norm: Norm, seed: int) -> tuple[float | None, ...]:
    rows = np.random.default_rng(seed).permutation(len(y))
    found = []
    for half in (rows[: len(y) // 2], rows[len(y) // 2 :]):
        points = Points.of(X, y, once.rows[np.unique(once.of[half])])
        closest = closest_enemies(points, points, norm) if len(points) else None
        found.append(None if closest is None else closest.distance)
    return tuple(found)


def _parts(X: Array, y: Rows, once: Distinct, norm: Norm, n_test: int) -> dict[str, Closest | None]:
    rows, edge = np.arange(len(y)), len(y) - n_test
    train, test = (Points.of(X, y, some) for some in (rows[:edge], rows[edge:]))
    return {
        "train-train": closest_enemies(train, train, norm),
        "train-test": closest_enemies(test, train, norm),
        "test-test": closest_enemies(test, test, norm),
    }


def _check_classes(many: int) -> None:
    if many > MOST_CLASSES:
        raise MohsError(
            "there are too many classes to look at every two of them",
            got=f"{many:,} classes, {many * (many - 1) // 2:,} pairs",
            expected=f"at most {MOST_CLASSES:,} classes",
            mend="leave out --class-pairs",
        )


def _class_pairs(X: Array, table: Table, once: Distinct, norm: Norm) -> dict[tuple[str, str], Closest]:
    points = Points.of(X, table.y, once.rows)
    found = {}
    classes = points.classes()
    for place, (one, start, stop) in enumerate(classes):
        for other, begin, end in classes[place + 1 :]:
            closest = closest_enemies(points.part(start, stop), points.part(begin, end), norm)
            assert closest is not None
            found[table.labels[one], table.labels[other]] = closest
    return found
