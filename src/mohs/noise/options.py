"""Options that several measures share, checked."""

from collections.abc import Mapping
from math import prod
from typing import Any

from mohs.data.table import Table
from mohs.data.values import check_share, check_whole, several
from mohs.errors import MohsError
from mohs.estimate import How
from mohs.spec import did_you_mean


def interval(how: Mapping[str, Any]) -> How:
    """How an interval is made, from options by their names.

    Raises:
        MohsError: There is no such option, or one is out of range.
    """
    known = tuple(How.__annotations__)
    for name in how:
        if name not in known:
            raise MohsError(
                f"there is no option {name!r}",
                expected=f"of an interval: {', '.join(known)}",
                mend=did_you_mean(name, list(known)),
            )
    check_whole(**{name: value for name, value in how.items() if name != "confidence"})
    check_share(**{name: value for name, value in how.items() if name == "confidence"})
    kept: How = {**how}  # type: ignore[typeddict-item]
    return kept


def shape_of(table: Table, stated: tuple[int, ...] | None) -> tuple[int, ...]:
    """The shape of one row: the stated one, or that in which the table came.

    Raises:
        MohsError: Rows do not have as many values.
    """
    if stated is None:
        return table.shape
    stated = several(stated)
    check_whole(**{f"shape[{place}]": length for place, length in enumerate(stated)})
    if prod(stated) != table.X.shape[1]:
        raise MohsError(
            "rows are of another shape",
            got=f"{table.X.shape[1]:,} values",
            expected=f"{prod(stated):,}, as shape {' x '.join(map(str, stated))} says",
        )
    return stated
