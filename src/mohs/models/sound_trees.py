"""Trees of scikit-learn that come from a file, held to their own arrays before they are used.

skops leaves open whether these types are harmless. Loading them runs nothing, but they are compiled and
follow the numbers of a file without looking: a child, a row or a column that is not there is read from memory
that is not theirs, and a child that is its own parent is followed for ever. So what they would follow is
checked.
"""

from collections.abc import Iterator, Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

_DECISIONS = "sklearn.tree._tree.Tree"
_BOXES = "sklearn.neighbors._kd_tree.KDTree"
_BALLS = "sklearn.neighbors._ball_tree.BallTree"

CHECKED = frozenset(
    {
        _DECISIONS,
        _BOXES,
        _BALLS,
        # Of the distances those that read nothing but the rows.
        "sklearn.metrics._dist_metrics.ChebyshevDistance64",
        "sklearn.metrics._dist_metrics.EuclideanDistance64",
        "sklearn.metrics._dist_metrics.ManhattanDistance64",
    }
)
"""The types that a file may contain where `are_sound` says so of what it holds."""

_LEAF = -1
_NO_OBJECTS = (type, ModuleType, FunctionType, BuiltinFunctionType)


def are_sound(estimator: Any) -> bool:
    """Whether every tree in an estimator follows nothing but what it has, and asks for no column beyond.

    Rows have as many columns as the estimators around a tree were fitted on: the least of their
    `n_features_in_`, since an ensemble may look at its rows for all of its members.
    """
    return all(
        _decisions_are_sound(tree, width) if _name(tree) == _DECISIONS else _neighbours_are_sound(tree)
        for tree, width in _trees(estimator)
    )


def _name(thing: Any) -> str:
    return f"{type(thing).__module__}.{type(thing).__qualname__}"


def _trees(estimator: Any) -> Iterator[tuple[Any, int]]:
    """Every tree within, with the columns that its rows have at the least; -1 where nobody says."""
    seen: set[tuple[int, int | None]] = set()
    waiting: list[tuple[Any, int | None]] = [(estimator, None)]
    while waiting:
        thing, width = waiting.pop()
        if (id(thing), width) in seen or isinstance(thing, _NO_OBJECTS):
            continue
        seen.add((id(thing), width))
        if _name(thing) in (_DECISIONS, _BOXES, _BALLS):
            yield thing, -1 if width is None else width
        elif isinstance(thing, Mapping):
            waiting += [(one, width) for one in thing.values()]
        elif isinstance(thing, list | tuple | set | frozenset):
            waiting += [(one, width) for one in thing]
        elif isinstance(thing, np.ndarray):
            waiting += [(one, width) for one in thing.ravel()] if thing.dtype == object else []
        elif hasattr(thing, "__dict__"):
            own = vars(thing).get("n_features_in_")
            if own is not None:
                stated = int(own) if isinstance(own, int | np.integer) else -1
                width = stated if width is None else min(stated, width)
            waiting += [(one, width) for one in vars(thing).values()]


def _decisions_are_sound(tree: Any, width: int) -> bool:
    count = tree.node_count
    if not 1 <= count <= tree.capacity:
        return False
    places = np.flatnonzero(tree.children_left != _LEAF)
    columns = tree.feature[places]
    children = np.stack([tree.children_left[places], tree.children_right[places]])
    # A child stands behind its parent, as scikit-learn writes them: so every way ends.
    within = (children > places) & (children < count)
    return bool(within.all() and ((columns >= 0) & (columns < width)).all())


def _neighbours_are_sound(tree: Any) -> bool:
    data, order, nodes, bounds, _, _, count, *_, weights = tree.__getstate__()
    rows, columns = data.shape
    sides = 2 if _name(tree) == _BOXES else 1
    inner = np.flatnonzero(nodes["is_leaf"] == 0)
    start, end = nodes["idx_start"], nodes["idx_end"]
    return bool(
        len(nodes) == count >= 1
        and bounds.shape == (sides, count, columns)
        and np.array_equal(np.sort(order), np.arange(rows))
        and ((start >= 0) & (start <= end) & (end <= rows)).all()
        and (2 * inner + 2 < count).all()
        and weights is None
    )
