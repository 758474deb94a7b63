"""What MSCR is of, in words, and what a reader should know of the numbers."""

from collections.abc import Iterator, Sequence

from mohs.noise.counting import Counts, Setting
from mohs.noise.norm import Norm
from mohs.noise.reference import ReferenceNoise
from mohs.noise.scaling import remark_on_units
from mohs.noise.separation import Separation


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
    if counts.changed:
        yield (
            f"the classifier is not deterministic: asked again about {counts.repeated:,} rows without noise, "
            f"it gave {counts.changed:,} of them another label. Its own randomness is in all numbers, and "
            "flips are not of the noise alone"
        )
    if table.stated and setting.at_edge == "none" and counts.affected:
        share = counts.affected / (table.X.size * counts.copies)
        yield f"{100 * share:.2g} % of the noisy values lie outside the bounds (see --at-edge)"
