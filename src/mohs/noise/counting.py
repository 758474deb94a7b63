"""How often a classifier is right on noisy copies of rows; counted as they are drawn, never stored.

What is kept is a few numbers for each row, so memory depends on the rows and not on the copies.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from mohs.data.table import Table
from mohs.noise.ball import BLOCK, Noise
from mohs.noise.box import AtEdge, Box, add_noise, box_of
from mohs.noise.norm import Array, Floats
from mohs.noise.points import Rows
from mohs.noise.reference import ReferenceNoise
from mohs.noise.scaling import Scaling

Predict = Callable[[Array], Rows]
"""From (m, d) rows to (m,) numbers of labels."""

Tell = Callable[[int, int], None]
"""Hears progress: so many of so many."""

REPEATED = 256
"""Rows that are asked about twice, to see whether the classifier gives one row one label."""

_BATCH_VALUES = 1 << 21
_BATCH_ROWS = 1 << 15
_PIECE_VALUES = 1 << 14


def silent(done: int, total: int) -> None:
    """Nobody listens."""


@dataclass(frozen=True)
class Setting:
    """What is classified, and with what noise.

    Attributes:
        table: The rows and their labels.
        predict: The classifier.
        noise: Where offsets come from.
        scaling: How columns are scaled before noise is added; the classifier sees the data's own units.
        at_edge: What becomes of noisy values outside the table's box.
    """

    table: Table
    predict: Predict
    noise: Noise | ReferenceNoise
    scaling: Scaling | None = None
    at_edge: AtEdge = "none"


@dataclass
class Counts:
    """What has been counted so far.

    Attributes:
        clean: (n,) the number of the label that each row gets without noise.
        repeated: How many rows were asked about twice,
        changed: and how many of them got another label then.
        copies: Noisy copies so far.
        right: (n,) in how many of them the row got its own label.
        flipped: (n,) in how many it got another label than without noise.
        affected: Values that the edges of the box affected (see `Noisy`).
        lengths: Sum over the rows of the length of their noise in the first copy, in L2, as a share of eps.
        squares: Sum of the squares of that noise, each as a share of eps.
        asking: Seconds that the classifier took, and
        drawing: that making the noisy rows took.
    """

    clean: Rows
    repeated: int
    changed: int
    copies: int = 0
    right: Rows = field(init=False)
    flipped: Rows = field(init=False)
    affected: int = 0
    lengths: float = 0.0
    squares: float = 0.0
    asking: float = 0.0
    drawing: float = 0.0

    def __post_init__(self) -> None:
        self.right = np.zeros(len(self.clean), dtype=np.int64)
        self.flipped = np.zeros(len(self.clean), dtype=np.int64)


def count_clean(setting: Setting) -> Counts:
    """Classify the rows without noise, and some of them once more.

    Raises:
        ClassifierFault: The classifier failed.
    """
    table, began = setting.table, time.perf_counter()
    clean = np.concatenate([setting.predict(_given(setting, table.X[rows])) for rows in _slices(table)])
    again = np.linspace(0, len(table) - 1, min(REPEATED, len(table))).astype(np.int64)
    changed = setting.predict(_given(setting, table.X[again])) != clean[again]
    counts = Counts(clean, len(again), int(changed.sum()))
    counts.asking = time.perf_counter() - began
    return counts


def count_copies(setting: Setting, counts: Counts, copies: int, tell: Tell = silent) -> None:
    """Draw so many more noisy copies, classify them and count.

    Args:
        setting: What is classified, and with what noise.
        counts: What has been counted so far; it is brought up to date.
        copies: How many more.
        tell: Hears how many noisy rows of how many are done.

    Raises:
        ClassifierFault: The classifier failed.
        MohsError: As `add_noise`.
    """
    table = setting.table
    box = box_of(table, setting.scaling)
    first, last = counts.copies, counts.copies + copies
    for rows in _slices(table):
        began = time.perf_counter()
        block = _scaled(setting, table.X[rows])
        size = len(block)
        together = max(1, _batch(table) // size)  # a few rows are classified in several copies at once
        for start in range(first, last, together):
            group = range(start, min(start + together, last))
            noisy = np.empty((len(group), *block.shape))
            for copy, made in zip(group, noisy, strict=True):
                for some in _pieces(size, block.shape[1]):
                    start_of_piece = rows.start + some.start
                    counts.affected += _add_noise(setting, block[some], copy, start_of_piece, box, made[some])
                    if copy == 0:
                        _measure(counts, made[some] - block[some], setting.noise.eps)
            given = _in_units(setting, noisy.reshape(-1, block.shape[1]))
            drawn = time.perf_counter()
            label = setting.predict(given)
            answered = time.perf_counter()
            counts.drawing += drawn - began
            counts.asking += answered - drawn
            for one in label.reshape(len(group), size):
                counts.right[rows] += one == table.y[rows]
                counts.flipped[rows] += one != counts.clean[rows]
            done = rows.start * copies + (group.stop - first) * size
            tell(first * len(table) + done, last * len(table))
            began = time.perf_counter()
    counts.copies = last


def _measure(counts: Counts, offsets: Floats, eps: float) -> None:
    if eps > 0:
        offsets /= eps  # squares of it could overflow or vanish
    squares = np.einsum("ij,ij->i", offsets, offsets)
    counts.lengths += float(np.sqrt(squares).sum())
    counts.squares += float(squares.sum())


def _batch(table: Table) -> int:
    """Rows that are classified at once: whole blocks of noise, and a bounded number of values."""
    rows = min(_BATCH_VALUES // int(table.X.shape[1]), _BATCH_ROWS)
    return max(BLOCK, rows // BLOCK * BLOCK)


def _slices(table: Table) -> Iterator[slice]:
    size = _batch(table)
    for start in range(0, len(table), size):
        yield slice(start, min(start + size, len(table)))


def _pieces(n: int, d: int) -> Iterator[slice]:
    """Rows whose noise is drawn, added and looked at while it is in the processor's cache."""
    size = max(BLOCK, _PIECE_VALUES // d // BLOCK * BLOCK)
    for start in range(0, n, size):
        yield slice(start, min(start + size, n))


def _scaled(setting: Setting, X: Array) -> Floats:
    return np.asarray(X, dtype=np.float64) if setting.scaling is None else setting.scaling.apply(X)


def _add_noise(setting: Setting, block: Floats, copy: int, start: int, box: Box, out: Floats) -> int:
    """Write noisy rows to `out`; how many values the edges of the box affected."""
    if isinstance(setting.noise, ReferenceNoise):
        np.add(block, setting.noise.rows(copy, start, start + len(block)), out=out)
        return box.outside(out)
    return add_noise(block, setting.noise, copy, start, box, setting.at_edge, out).affected


def _in_units(setting: Setting, X: Floats) -> Array:
    """Rows in the units of the data, as the classifier sees them: whole numbers as float64 too."""
    rows = X if setting.scaling is None else setting.scaling.undo(X)
    return rows.astype(np.float32) if setting.table.X.dtype == np.float32 else rows


def _given(setting: Setting, X: Array) -> Array:
    """A copy, since a classifier may write into its rows."""
    return np.array(X, dtype=np.float32 if setting.table.X.dtype == np.float32 else np.float64)
