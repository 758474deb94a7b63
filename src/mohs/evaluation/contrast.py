"""Contrast: two classifiers in one cell, in numbers, in JSON and in a plain sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mohs.estimate import Estimate
from mohs.estimate.wording import digits_apart, hundredths, percent, points
from mohs.runs.summary import Row

ALPHA = 0.05
"""A difference is called one where its adjusted p is below this."""

DIFFERENCE = "difference"
"""The metric of rows that say by how much the second is better."""


@dataclass(frozen=True)
class Contrast:
    """Two classifiers in one cell.

    Attributes:
        metric: What is compared.
        table: The table that the cell belongs to, by its coordinates; empty where it is all rows together.
        coordinates: Which cell.
        baseline: Name of the first side.
        other: Name of the second.
        first: What the first has, on the paired rows.
        second: What the second has, on the same rows.
        difference: Second - first, paired; its interval holds 0 wherever p says that chance would do as much.
        only_first: Rows that only the first had right.
        only_second: Rows that only the second had right.
        p: McNemar's exact test over sources; of scores, exchanges of the answers to whole sources.
        p_holm: The same, adjusted for all cells of the table.
    """

    metric: str
    table: tuple[str, ...]
    coordinates: Mapping[str, str]
    baseline: str
    other: str
    first: Estimate
    second: Estimate
    difference: Estimate
    only_first: int
    only_second: int
    p: float
    p_holm: float

    @property
    def verdict(self) -> str:
        """Whether the second is "better" or "worse" than the first; "" where that cannot be told."""
        if self.p_holm >= ALPHA or self.difference.value is None:
            return ""
        return "better" if self.difference.value > 0 else "worse"

    def rows(self) -> list[Row]:
        """Rows of results.json: what each has, and the difference."""
        sides = [(self.baseline, self.first), (self.other, self.second)]
        return [
            *({**one.to_json(self.metric), **self.coordinates, "model": name} for name, one in sides),
            {
                **self.difference.to_json(DIFFERENCE),
                **self.coordinates,
                "of": self.metric,
                "model": self.other,
                "baseline": self.baseline,
                "only_baseline": self.only_first,
                "only_model": self.only_second,
                "p": self.p,
                "p_holm": self.p_holm,
                "verdict": self.verdict,
            },
        ]

    def to_json(self) -> dict[str, Any]:
        """The contrast in one piece, for the page."""
        return {
            "metric": self.metric,
            "table": list(self.table),
            "coordinates": dict(self.coordinates),
            "baseline": self.baseline,
            "model": self.other,
            "first": self.first.to_json(self.metric),
            "second": self.second.to_json(self.metric),
            "difference": self.difference.to_json(DIFFERENCE),
            "only_baseline": self.only_first,
            "only_model": self.only_second,
            "p": self.p,
            "p_holm": self.p_holm,
            "verdict": self.verdict,
            "sentence": sentence(self),
        }


def agreeing(difference: Estimate, p: float) -> Estimate:
    """A difference whose interval holds 0 where the test of "no difference" is not failed.

    Of few sources, or of such that all differ in one direction, a bootstrap knows nothing that would reach to
    0, though an exact test says that chance would do as much. What a test does not rule out belongs to an
    interval of its level, which therefore reaches as far as 0.

    Args:
        difference: With the interval of a bootstrap.
        p: Of the test, for this difference by itself.
    """
    low, high = difference.low, difference.high
    if low is None or high is None or low <= 0 <= high or p < 1 - difference.confidence:
        return difference
    return replace(
        difference,
        low=min(low, 0.0),
        high=max(high, 0.0),
        method=f"{difference.method}, to 0 by the exact test",
    )


def headline(contrasts: Sequence[Contrast]) -> str:
    """What came of comparing: the first sentence; of several classifiers, all by name in one sentence."""
    whole = [one for one in contrasts if not one.table]
    if not whole:
        return ""
    first = whole[0]
    same = [one for one in whole if (one.metric, one.coordinates) == (first.metric, first.coordinates)]
    if len(same) == 1:
        return sentence(first)
    said = []
    for verdict, words in (("better", "better"), ("worse", "worse"), ("", "not to be told apart from it")):
        some = [one for one in same if one.verdict == verdict and one.difference.value is not None]
        some.sort(key=lambda one: -abs(one.difference.value or 0.0))
        if some:
            said.append(f"{' and '.join(map(_short, some))} {'is' if len(some) == 1 else 'are'} {words}")
    alone = [one.other for one in same if one.difference.value is None]
    said += (
        [f"{' and '.join(alone)} {'has' if len(alone) == 1 else 'have'} no row in common with it"]
        if alone
        else []
    )
    return f"Against {first.baseline}, in {first.metric.replace('_', ' ')}: {'; '.join(said)}."


def _short(contrast: Contrast) -> str:
    """A classifier with its number, and the baseline's on the same rows."""
    difference, first, second = (
        one.value or 0.0 for one in (contrast.difference, contrast.first, contrast.second)
    )
    digits = digits_apart(difference, [0.0], digits_apart(second, [first]))
    return f"{contrast.other} ({percent(second, digits)} against {percent(first, digits)})"


def sentence(contrast: Contrast) -> str:
    """What changed, in one plain sentence."""
    words = contrast.metric.replace("_", " ")
    difference = contrast.difference
    if difference.value is None or contrast.first.value is None or contrast.second.value is None:
        return f"{contrast.other} and {contrast.baseline} have no row in common."
    digits = digits_apart(
        difference.value, [0.0], digits_apart(contrast.second.value, [contrast.first.value])
    )
    now, was = (percent(side.value, digits) for side in (contrast.second, contrast.first))
    sides = f"{words} {now} against {was} of {contrast.baseline}, on the same {difference.n:,} rows"
    if not contrast.only_first and not contrast.only_second:
        return f"{contrast.other} has the same rows right as {contrast.baseline}: {words} {now}."
    reach = ""
    if difference.low is not None and difference.high is not None:
        low, high = (points(end) for end in (difference.low, difference.high))
        reach = f"; a difference of {low} to {high} points"
    p = _p("p", contrast.p)
    if contrast.p_holm != contrast.p:
        p += f", {_p('adjusted by Holm', contrast.p_holm)}"
    if not contrast.verdict:
        return f"{contrast.other} and {contrast.baseline} cannot be told apart: {sides}{reach} fits ({p})."
    by = hundredths(abs(difference.value), digits)
    return f"{contrast.other} is {contrast.verdict} by {by} points: {sides}{reach} fits ({p})."


def _p(name: str, p: float) -> str:
    return f"{name} = {p:.2g}" if p >= 0.0001 else f"{name} < 0.0001"
