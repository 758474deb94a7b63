"""What MSCR is of, in words, and what a reader should know of the numbers."""

from collections.abc import Iterator, Sequence

import numpy as np

from mohs.noise.counting import Counts, Setting
from mohs.noise.norm import Norm
from mohs.noise.reference import ReferenceNoise
from mohs.noise.scaling import remark_on_units
from mohs.noise.separation import Separation

_STEPS = 16
"""Fewer steps between numbers than that within the reach of the noise are a coarse kind of noise."""


def estimand(setting: Setting, eps: float, norm: Norm) -> str:
    """What the number and its interval are of, in one sentence."""
    rows = f"rows like these {len(setting.table):,}"
    if isinstance(setting.noise, ReferenceNoise):
        drawn = f"by the {setting.noise.copies} offsets that all rows share ({norm}, eps = {eps:.6g})"
    else:
        place = "on the sphere" if setting.noise.where == "sphere" else "in the ball"
        drawn = f"by noise drawn for itself, uniform {place} ({norm}, eps = {eps:.6g})"
    return (
        f"MSCR of this one trained classifier, over {rows} when each is moved {drawn}. Another training run "
        "or training set would give another number, of which the interval knows nothing."
    )


def _rounded_away(setting: Setting, eps: float) -> Iterator[str]:
    """Columns whose values are so large that numbers near them lie as far apart as the noise reaches."""
    table = setting.table
    kind = np.float32 if table.X.dtype == np.float32 else np.float64
    largest = np.maximum(np.abs(table.low), np.abs(table.high))
    reach = np.full_like(largest, eps) if setting.scaling is None else eps * setting.scaling.width
    with np.errstate(over="ignore", invalid="ignore"):  # bounds that float32 does not hold
        apart = np.spacing(largest.astype(kind))
    columns = np.flatnonzero((eps > 0) & (reach < _STEPS * apart))
    if len(columns):
        first = int(columns[0])
        name = repr(table.columns[first]) if table.columns else str(first)
        more = f" and {len(columns) - 1:,} more" if len(columns) > 1 else ""
        yield (
            f"noise is rounded: it reaches {reach[first]:.3g} in column {name}{more}, where {kind.__name__} "
            f"numbers near {largest[first]:.3g} are {apart[first]:.3g} apart"
        )


def remarks(
    setting: Setting, counts: Counts, labels: Sequence[str], eps: float, found: Separation | None
) -> Iterator[str]:
    """What should be known of the numbers, sentence by sentence."""
    table = setting.table
    yield from table.notes
    yield from remark_on_units(table, setting.scaling)
    if spare := labels[len(table.labels) :]:
        yield f"labels that the classifier knows and the data do not have: {', '.join(spare[:10])}"
    if isinstance(setting.noise, ReferenceNoise):
        yield (
            "the noise is that of the paper's own code (--noise reference): one set of offsets for all rows, "
            "to check its tables with. Rows are then not independent, and intervals are too narrow"
        )
        if setting.noise.copies < setting.noise.asked:
            yield (
                f"of the {setting.noise.asked:,} copies that were asked for, {setting.noise.copies:,} lay in "
                "the ball: the paper's code drops the others"
            )
    if found is not None and not found.n_test and eps == found.eps_min:
        yield (
            "eps_min is that of these rows alone; of the training rows as well (--train) it is no larger, "
            "and often smaller"
        )
    if found is not None and eps > found.eps_min:
        yield (
            f"eps {eps:.6g} is larger than eps_min {found.eps_min:.6g}: balls of different labels overlap, "
            "so that some of the loss cannot be avoided"
        )
    yield from _rounded_away(setting, eps)
    if counts.changed:
        yield (
            f"the classifier is not deterministic: asked again about {counts.repeated:,} rows without noise, "
            f"it gave {counts.changed:,} of them another label. Its own randomness is in all numbers, and "
            "flips are not of the noise alone"
        )
    if table.stated and setting.at_edge == "none" and counts.affected:
        share = counts.affected / (table.X.size * counts.copies)
        yield f"{100 * share:.2g} % of the noisy values lie outside the bounds (see --at-edge)"
