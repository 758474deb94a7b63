"""Which radius noise has: eps_min, half the smallest distance of rows of other labels, or a stated one."""

import math

from mohs.data.table import Table
from mohs.errors import DataError, MohsError
from mohs.noise.norm import Norm
from mohs.noise.scaling import Scaling
from mohs.noise.separation import Separation, separate


def measured(table: Table, train: Table | None, norm: Norm, scaling: Scaling | None, seed: int) -> Separation:
    """The separation of the rows; with training rows, of both: the rows themselves come last.

    Raises:
        DataError: The training rows have other columns, or no label in common with the rows.
    """
    if train is None:
        return separate(table, norm=norm.p, scale=scaling or "none", random_state=seed)
    if not {*table.labels} & {*train.labels}:  # every row would be an enemy of every row of the other
        raise DataError(
            f"{table.name} and its training rows, {train.name}, have no label in common",
            got=", ".join(train.labels[:20]),
            expected=f"labels among {', '.join(table.labels[:20])}",
        )
    return separate(train, table, norm=norm.p, scale=scaling or "none", random_state=seed)


def eps_min(found: Separation, name: str) -> float:
    """Half of 2r.

    Raises:
        MohsError: 2r is 0; the rows to blame are named.
    """
    if found.two_r > 0:
        return found.eps_min
    rows, rest = found.conflicts[0], found.two_r_without_conflicts
    without = "" if rest is None else f"; without all such rows 2r is {rest:g} and eps_min {rest / 2:g}"
    raise MohsError(
        f"{name}: 2r is 0, so there is no eps_min: rows are equal but have different labels",
        got=f"rows {', '.join(map(str, rows[:10]))}{without}",
        mend="leave the rows in conflict out (mohs separation lists them), or state --eps",
    )


def stated(eps: float, table: Table, norm: Norm, scaling: Scaling | None) -> float:
    """An eps that a person states.

    Raises:
        MohsError: It is no number, negative, or as large as the box that the data lie in.
    """
    try:
        value = math.nan if isinstance(eps, bool) else float(eps)
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    widths = table.high - table.low if scaling is None else (table.high - table.low) / scaling.width
    most = float(norm.lengths(widths))
    if not 0 <= value < most:
        raise MohsError(
            "eps, the radius of the noise, is out of range",
            got=str(eps)[:80],
            expected=f"from 0 to less than the size of the data's box, {most:g}",
            mend="leave out --eps to take eps_min; mind the units of the data and --scale",
        )
    return value
