"""Gates: conditions on the numbers of a run, that make a build pass or fail."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mohs.errors import MohsError
from mohs.estimate import Estimate
from mohs.estimate.wording import digits_apart
from mohs.spec import did_you_mean

# Numbers that are not shares, and so are not held to lie between 0 and 1.
_NOT_SHARES = ("queries_per_example",)

_PLACES = ("task", "attack")

_ENDS = ("low", "high")
"""Ends of an interval, as they stand behind the name of a metric."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A limit that a number must keep.

    Attributes:
        metric: Which numbers.
        limit: The limit itself is still good.
        over: Whether to fail over the limit, or else under it.
        place: The task or attack whose numbers alone are held to it; None for those of all.
        end: What of a number is held to it: "value", or an end of its interval, "low" or "high".
    """

    metric: str
    limit: float
    over: bool
    place: str | None = None
    end: str = "value"

    @property
    def flag(self) -> str:
        """The flag that asks for it."""
        return "--fail-over" if self.over else "--fail-under"

    @property
    def written(self) -> str:
        """As it is asked for, without the flag."""
        end = f".{self.end}" if self.end in _ENDS else ""
        return f"{'' if self.place is None else f'{self.place}.'}{self.metric}{end}={self.limit:g}"

    def broken_by(self, value: float) -> bool:
        """Whether this value lies beyond the limit, by more than the rounding of a mean (0.55 and 0.65)."""
        beyond = value - self.limit if self.over else self.limit - value
        return beyond > 1e-12 * max(1.0, abs(self.limit))

    def holds(self, row: Mapping[str, Any]) -> bool:
        """Whether this number is held to the limit."""
        places = [row.get(key) for key in _PLACES]
        return row["metric"] == self.metric and (self.place is None or self.place in places)


def read_conditions(
    fail_over: Iterable[str], fail_under: Iterable[str], known: Sequence[str]
) -> list[Condition]:
    """Read what was given to --fail-over and --fail-under: METRIC=VALUE, several with commas between.

    PLACE.METRIC=VALUE is of one task or attack alone (`sst2.accuracy=0.6`). METRIC.low and METRIC.high are
    ends of its interval: `--fail-over attack_success_rate.low=0.4` fails where all of it lies over 0.4.

    Args:
        fail_over: Texts of --fail-over.
        fail_under: Texts of --fail-under.
        known: The metrics that the run will have, so that a misspelt one is found before it starts.

    Returns:
        The conditions, in the order given.

    Raises:
        MohsError: Not of this form, an unknown metric, or a value that a share cannot have.
    """
    return [
        _read(part.strip(), over, known)
        for texts, over in ((fail_over, True), (fail_under, False))
        for text in texts
        for part in text.split(",")
    ]


def gate(rows: Sequence[dict[str, Any]], conditions: Iterable[Condition]) -> list[str]:
    """Hold the numbers to the conditions: their value, or the end of their interval that a condition names.

    Args:
        rows: Numbers with their coordinates.
        conditions: What they must keep; each holds for every row of its metric.

    Returns:
        One sentence for each number that fails; empty where all is well. "No data" fails, and so does "no
        interval" where its end is asked for.

    Raises:
        MohsError: No row has the metric of a condition, or is of its task or attack.
    """
    failures = []
    for condition in conditions:
        _check_metric(condition.metric, condition.flag, sorted({row["metric"] for row in rows}))
        known = {row[key]: None for row in rows for key in _PLACES if row.get(key)}
        check_places([condition], list(known))
        held = [row for row in rows if condition.holds(row)]
        if not held:
            raise MohsError(
                f"{condition.flag} {condition.written}: {condition.place} has no {condition.metric}"
            )
        for row in held:
            found = row[condition.end]
            side = "over" if condition.over else "under"
            if condition.end in _ENDS:
                side = f"the {condition.end} end of its interval is {side}"
            if found is None:
                lacks = "no data" if row["value"] is None else "no interval"
                failures.append(f"{_name(row)}: {lacks}, so {condition.flag} {condition.written} cannot hold")
            elif condition.broken_by(found):
                failures.append(f"{_name(row)} is {_number(row, condition)}: {side} {_limit(condition)}")
    return failures


def _read(text: str, over: bool, known: Sequence[str]) -> Condition:
    flag = "--fail-over" if over else "--fail-under"
    name, equals, value = (part.strip() for part in text.rpartition("="))
    before, _, last = name.rpartition(".")
    end = last if before and last in _ENDS else "value"
    place, _, metric = (before if end in _ENDS else name).rpartition(".")
    try:
        limit = float(value)
    except ValueError:
        limit = math.nan
    if not metric or not equals or not math.isfinite(limit):
        raise MohsError(
            f"{flag} cannot be read",
            got=repr(text),
            expected=f"METRIC=VALUE, as in {known[0]}=0.4",
            mend="write 0.5 and not 0,5: a comma parts conditions" if text.isdigit() else None,
        )
    _check_metric(metric, flag, known)
    if metric not in _NOT_SHARES and not -1 <= limit <= 1:
        raise MohsError(
            f"{flag} {name}: the value is a share",
            got=value,
            expected=f"a number between {'-1' if limit < 0 else '0'} and 1",
            mend=f"{name}={limit / 100:g}, if you meant per cent",
        )
    return Condition(metric, limit, over, place or None, end)


def check_places(conditions: Iterable[Condition], known: Sequence[str]) -> None:
    """Say that a condition is of a task or attack that the run does not have, as soon as these are known.

    Raises:
        MohsError: One is.
    """
    for condition in conditions:
        if condition.place is not None and condition.place not in known:
            raise MohsError(
                f"{condition.flag} {condition.written}: this run has no task or attack {condition.place!r}",
                expected=f"one of {', '.join(known)}",
                mend=did_you_mean(condition.place, list(known)),
            )


def _check_metric(metric: str, flag: str, known: Sequence[str]) -> None:
    if metric not in known:
        raise MohsError(
            f"{flag}: this run has no metric {metric!r}",
            expected=f"one of {', '.join(known)}",
            mend=did_you_mean(metric, list(known)),
        )


def _name(row: dict[str, Any]) -> str:
    places = [f"{word} {row[key]}" for word, key in (("of", "attack"), ("on", "task")) if row.get(key)]
    return " ".join([row["metric"], *places])


def _number(row: dict[str, Any], condition: Condition) -> str:
    """The number with as many decimals as it takes to see that it (or its end) is not the limit."""
    estimate = Estimate.from_json(row)
    if row["metric"] in _NOT_SHARES:
        return estimate.text()
    return estimate.percent(digits_apart(row[condition.end], [condition.limit]))


def _limit(condition: Condition) -> str:
    return f"{condition.limit:g}" if condition.metric in _NOT_SHARES else f"{condition.limit * 100:g} %"
