"""Gates: conditions on the numbers of a run, that make a build pass or fail."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from mohs.errors import MohsError
from mohs.estimate import Estimate
from mohs.estimate.wording import NO_DATA, digits_apart
from mohs.spec import did_you_mean

# Numbers that are not shares, and so are not held to lie between 0 and 1.
_NOT_SHARES = ("queries_per_example",)

_PLACES = ("task", "attack")

OVER, UNDER = "--fail-over", "--fail-under"

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
        return OVER if self.over else UNDER

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
        interval" where its end is asked for, and so does a number that is not there.

    Raises:
        MohsError: No row is of the task or attack of a condition.
    """
    known = {row[key]: None for row in rows for key in _PLACES if row.get(key)}
    failures: list[str] = []
    for condition in conditions:
        _check_place(condition, list(known))
        failures += filter(None, (one["failure"] for one in verdicts(rows, [condition])))
    return failures


def asked(conditions: Iterable[Condition]) -> list[dict[str, Any]]:
    """What run.json says of the conditions of a run before its numbers are known."""
    return [{"gate": f"{condition.flag} {condition.written}"} for condition in conditions]


def verdicts(rows: Sequence[Mapping[str, Any]], conditions: Iterable[Condition]) -> list[dict[str, Any]]:
    """What run.json says of them thereafter: an entry for each number that a condition holds to its limit.

    Args:
        rows: Numbers with their coordinates.
        conditions: What they must keep.

    Returns:
        The number with its coordinates, and `gate` (as it was asked for), `limit`, `end`, `passed` and, where
        it did not, `failure`, a sentence. A condition of which there is no number has an entry that did not.
    """
    found: list[dict[str, Any]] = []
    for condition in conditions:
        (said,) = asked([condition])
        said |= {"limit": condition.limit, "end": condition.end}
        held = [row for row in rows if condition.holds(row)]
        for row in held:
            failure = _failure(row, condition)
            found.append({**said, "passed": failure is None, "failure": failure, **row})
        if not held:
            failure = f"this run has no such number, so {said['gate']} cannot hold"
            found.append({**said, "passed": False, "failure": failure, "metric": condition.metric})
    return found


def asked_before(gates: Iterable[Mapping[str, Any]], known: Sequence[str]) -> list[Condition]:
    """The conditions that run.json has written down, each once.

    Raises:
        MohsError: One cannot be read.
    """
    texts = dict.fromkeys(str(one["gate"]) for one in gates)
    return [_read(text.partition(" ")[2], text.startswith(OVER), known) for text in texts]


def in_words(verdict: Mapping[str, Any]) -> tuple[str, str]:
    """What a verdict is of, and the number with its interval; "no data" where there is none."""
    if verdict.get("value") is None:
        return _name(verdict), NO_DATA
    return _name(verdict), _number(verdict, verdict["end"], verdict["limit"])


def _failure(row: Mapping[str, Any], condition: Condition) -> str | None:
    """Why this number does not keep the limit; None where it does."""
    found = row[condition.end]
    side = "over" if condition.over else "under"
    if condition.end in _ENDS:
        side = f"the {condition.end} end of its interval is {side}"
    if found is None:
        lacks = NO_DATA if row["value"] is None else "no interval"
        return f"{_name(row)}: {lacks}, so {condition.flag} {condition.written} cannot hold"
    if not condition.broken_by(found):
        return None
    return f"{_name(row)} is {_number(row, condition.end, condition.limit)}: {side} {_limit(condition)}"


def _read(text: str, over: bool, known: Sequence[str]) -> Condition:
    flag = OVER if over else UNDER
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


def check_possible(conditions: Iterable[Condition], possible: Mapping[str, Collection[str]]) -> None:
    """Say that a condition is of a number that the run cannot have, as soon as that is known.

    Args:
        conditions: What numbers must keep.
        possible: Task or attack -> its metrics; "" -> those of what is of none, or of all together.

    Raises:
        MohsError: The run has no such task or attack, or this one not the metric.
    """
    for condition in conditions:
        _check_place(condition, [place for place in possible if place])
        here = possible.values() if condition.place is None else [possible[condition.place]]
        metrics = list(dict.fromkeys(chain.from_iterable(here)))
        if condition.metric not in metrics:
            raise MohsError(
                f"{condition.flag} {condition.written}: {condition.place or 'this run'} will have no "
                f"{condition.metric}",
                expected=f"one of {', '.join(metrics)}",
            )


def _check_place(condition: Condition, known: Sequence[str]) -> None:
    if condition.place is not None and condition.place not in known:
        raise MohsError(
            f"{condition.flag} {condition.written}: this run has no task or attack {condition.place!r}",
            expected=f"one of {', '.join(known)}" if known else "METRIC=VALUE alone",
            mend=did_you_mean(condition.place, list(known)),
        )


def _check_metric(metric: str, flag: str, known: Sequence[str]) -> None:
    if metric not in known:
        raise MohsError(
            f"{flag}: this run has no metric {metric!r}",
            expected=f"one of {', '.join(known)}",
            mend=did_you_mean(metric, list(known)),
        )


def _name(row: Mapping[str, Any]) -> str:
    places = [f"{word} {row[key]}" for word, key in (("of", "attack"), ("on", "task")) if row.get(key)]
    return " ".join([row["metric"], *places])


def _number(row: Mapping[str, Any], end: str, limit: float) -> str:
    """The number with as many decimals as it takes to see that it (or its end) is not the limit."""
    estimate = Estimate.from_json(row)
    if row["metric"] in _NOT_SHARES:
        return estimate.text()
    return estimate.percent(1 if row[end] is None else digits_apart(row[end], [limit]))


def _limit(condition: Condition) -> str:
    return f"{condition.limit:g}" if condition.metric in _NOT_SHARES else f"{condition.limit * 100:g} %"
