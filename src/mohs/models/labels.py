"""A classifier's labels and a task's, matched by name.

The order of columns is never guessed: where the names do not match one to one, the person says which is
which.
"""

import shlex
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from types import ModuleType
from typing import Any
from unicodedata import normalize

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mohs.data.task import Task
from mohs.data.values import as_name
from mohs.data.values import plain as as_cell
from mohs.errors import ModelError
from mohs.models.classifier import Scores, as_array
from mohs.spec import did_you_mean, quoted


def plain(name: str) -> str:
    """A label's name as it is compared: case folded, accents composed, blanks and hyphens as underscores."""
    return normalize("NFC", name.strip().casefold()).replace("-", "_").replace(" ", "_")


def stated_labels(
    found: object, module: ModuleType | None, task: Task | None, address: str, expected: str
) -> tuple[tuple[str, ...], str]:
    """The names of the labels that somebody's code states, or else the task's; and whose they are.

    Args:
        found: What may have an attribute `labels`.
        module: What may have a constant LABELS.
        task: None where there is none.
        address: The classifier's, for messages.
        expected: Where they may be stated, for messages.

    Raises:
        ModelError: They are no list of names, or stated nowhere.
    """
    stated, whose = getattr(found, "labels", None), address
    if stated is None and module is not None:
        stated, whose = getattr(module, "LABELS", None), f"{address} (LABELS of {module.__name__})"
    if stated is None:
        if task is None:
            raise ModelError(f"nobody says what the labels of {address} are", expected=expected)
        return task.labels, address
    # What has no order, or one that may be another one, says nothing of columns.
    ordered = isinstance(stated, Iterable) and not isinstance(stated, str | bytes | Set | Mapping)
    names = [as_cell(label) for label in stated] if ordered else []
    if not ordered or not all(isinstance(name, str | bytes | int | float) for name in names):
        raise ModelError(
            f"{whose}: its labels are no list of names",
            got=repr(stated)[:80],
            expected='for example ("no", "yes"), in the order of its scores',
        )
    return tuple(map(as_name, names)), whose


@dataclass(frozen=True)
class Columns:
    """How a classifier's own columns become the task's.

    Attributes:
        labels: Names in the order that is wanted.
        own: The classifier's own names, in its own order.
        order: For each name of `labels`, its own column.
    """

    labels: tuple[str, ...]
    own: tuple[str, ...]
    order: tuple[int, ...]

    def arrange(self, raw: ArrayLike, scores: Scores) -> NDArray[Any]:
        """Put scores into the order of `labels`; what has the wrong shape is given back as it is."""
        values = as_array(raw)
        if scores == "labels":
            return self._numbered(values)
        if self.order == tuple(range(len(self.own))) or values.ndim != 2 or values.shape[1] != len(self.own):
            return values
        return values[:, self.order]

    def _numbered(self, values: NDArray[Any]) -> NDArray[Any]:
        if values.ndim != 1 or not values.size:
            return values
        if values.dtype.kind in "UO":
            number = {plain(name): column for column, name in enumerate(self.own)}
            unknown = [name for name in values.tolist() if plain(str(name)) not in number]
            if unknown:
                raise ValueError(f"label {unknown[0]!r} is none of {', '.join(self.own)}")
            values = np.array([number[plain(str(name))] for name in values.tolist()])
        elif values.dtype.kind == "b" or (
            values.dtype.kind == "f" and np.isfinite(values).all() and not (values % 1).any()
        ):
            values = values.astype(np.int64)
        if values.dtype.kind not in "iu" or values.min() < 0 or values.max() >= len(self.own):
            return values
        wanted = np.empty(len(self.own), np.int64)
        wanted[list(self.order)] = np.arange(len(self.order))
        numbered: NDArray[Any] = wanted[values]
        return numbered


def match_labels(
    own: Sequence[str],
    wanted: Sequence[str] | None,
    label_map: Mapping[str, str] | None = None,
    *,
    where: str,
    strict: bool = True,
    spare: bool = False,
) -> Columns:
    """Match a classifier's labels to a task's by name.

    Args:
        own: The classifier's names, in the order of its columns.
        wanted: The task's names; None keeps the classifier's own order.
        label_map: New names for some of the classifier's.
        where: The classifier's address, for messages.
        strict: Refuse a name in `label_map` that the classifier does not have.
        spare: Let the classifier have labels that the task has not; they come behind the task's.

    Raises:
        ModelError: The names do not match one to one; the message shows both lists and the flag that maps
            them.
    """
    own = tuple(own)
    if len({plain(name) for name in own}) < len(own):
        raise ModelError(
            f"{where} has labels that cannot be told apart", got=", ".join(own), expected="distinct names"
        )
    if wanted is not None and len({plain(name) for name in wanted}) < len(wanted):
        raise ModelError(
            "the task has labels that cannot be told apart",
            got=", ".join(repr(name) for name in wanted),
            expected="names that differ in more than case, blanks and hyphens",
            mend="write each label in one way in the data",
        )
    renamed = _renamed(own, wanted, label_map or {}, where, strict)
    column = {plain(name): number for number, name in enumerate(renamed)}
    if wanted is None:
        return Columns(tuple(renamed), own, tuple(range(len(own))))
    missing = [name for name in wanted if plain(name) not in column]
    known = set(map(plain, wanted))
    more = [number for number, name in enumerate(renamed) if plain(name) not in known]
    if missing or (more and not spare):
        raise ModelError(
            f"the labels of {where} are not the {'data' if spare else 'task'}'s",
            got=", ".join(own) or "none",
            expected=", ".join(wanted),
            mend=_flag([own[number] for number in more], missing, wanted, spare),
        )
    labels = (*wanted, *(renamed[number] for number in more))
    return Columns(labels, own, tuple(column[plain(name)] for name in labels))


def _flag(more: Sequence[str], missing: Sequence[str], wanted: Sequence[str], spare: bool) -> str:
    if len(more) < len(missing) if spare else len(more) != len(missing):
        return f"choose a classifier and {'data' if spare else 'a task'} with the same number of labels"
    if len(more) == len(missing) == 1:
        return f"if they mean the same: --label-map {as_flag([(more[0], missing[0])])}"
    # No pairs are suggested: whoever copies a guess gets a number that means nothing.
    flag = as_flag([(own, "...") for own in more])
    words = f"say which is which: --label-map {flag} with {' and '.join(missing)} in the place of the dots"
    if not spare and set(wanted) == {
        str(number) for number in range(len(wanted))
    }:  # stars from 1 to 5 are none
        words += "; or name the task whose integers these are (--task sst2)"
    return words


def as_flag(pairs: Sequence[tuple[str, str]]) -> str:
    """What --label-map takes, as a shell takes it, of (the classifier's label, the task's label) pairs."""
    flag = ",".join(f"{quoted(own)}={quoted(name)}" for own, name in pairs)
    return shlex.quote(flag) if '"' in flag else flag


def _renamed(
    own: tuple[str, ...],
    wanted: Sequence[str] | None,
    label_map: Mapping[str, str],
    where: str,
    strict: bool,
) -> list[str]:
    number = {plain(name): column for column, name in enumerate(own)}
    renamed = list(own)
    for old, new in label_map.items():
        if plain(old) not in number:
            if strict:
                raise ModelError(
                    f"--label-map names a label {old!r} that {where} does not have",
                    got=f"{old}={new}",
                    expected=f"one of {', '.join(own)} before the equals sign",
                    mend=did_you_mean(old, list(own)),
                )
            continue
        if wanted is not None and plain(new) not in set(map(plain, wanted)):
            raise ModelError(
                f"--label-map names a label {new!r} that the task does not have",
                got=f"{old}={new}",
                expected=f"one of {', '.join(wanted)} after the equals sign",
                mend=did_you_mean(new, list(wanted)),
            )
        renamed[number[plain(old)]] = new
    names = [plain(name) for name in renamed]
    twice = sorted({new for new in renamed if names.count(plain(new)) > 1})
    if twice:
        raise ModelError(
            f"--label-map gives several labels of {where} the name {twice[0]!r}",
            got=", ".join(f"{old}={new}" for old, new in label_map.items()),
            expected="each label once",
        )
    return renamed
