"""Contrast: two classifiers in one cell, in numbers, in JSON and in a plain sentence."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mohs.estimate import Estimate
from mohs.estimate.wording import decimals, digits_apart, percent, signed
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
        difference: Second - first, paired.
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
        low, high = (signed(100 * end) for end in (difference.low, difference.high))
        reach = f"; a difference of {low} to {high} points"
    p = f"p = {contrast.p_holm:.2g}" if contrast.p_holm >= 0.0001 else "p < 0.0001"
    if not contrast.verdict:
        return f"{contrast.other} and {contrast.baseline} cannot be told apart: {sides}{reach} fits ({p})."
    by = decimals(abs(100 * difference.value), digits)
    return f"{contrast.other} is {contrast.verdict} by {by} points: {sides}{reach} fits ({p})."
