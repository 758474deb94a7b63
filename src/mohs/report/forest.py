"""A forest plot as inline SVG: a row for each estimate, with its interval, on one axis from 0 to 100 %.

Written by hand and not by a plotting library: it is a few lines and dots, and a page of a dozen such plots
must not take longer than the numbers in it. Colours come from the page's style sheet, by the classes of
`plots.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from mohs.estimate import Estimate
from mohs.estimate.wording import hundredths, percent
from mohs.report.diff import plain

_WIDTH = 403
_LEFT, _RIGHT = 4.0, 300.0
_VALUES = 310
_ROW = 36
_TOP = 12
_LONGEST_NAME = 44


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the plot.

    Attributes:
        title: What it is of.
        estimate: A share; a full dot with its interval.
        before: A share to compare it with: a hollow dot; None for none.
        majority: Where a share would lie that takes no skill, always answering the majority label: a dashed
            line; None for none.
        chance: Likewise of guessing: a dotted line.
    """

    title: str
    estimate: Estimate
    before: Estimate | None = field(default=None)
    majority: float | None = field(default=None)
    chance: float | None = field(default=None)


def forest(lines: Sequence[Line], *, name: str, axis: str) -> Markup:
    """Draw estimates below one another.

    Args:
        lines: From the top down; those without data are left out.
        name: Tells this plot from others in the page.
        axis: What the shares are.

    Returns:
        An `<svg>`; empty where no line has data.
    """
    known = [line for line in lines if line.estimate.value is not None]
    if not known:
        return Markup("")
    height = _TOP + _ROW * len(known) + 34
    bottom = _TOP + _ROW * len(known)
    parts = [_grid(bottom)]
    for number, line in enumerate(known):
        parts.append(_line(line, _TOP + _ROW * number))
    parts.append(
        Markup('<text class="f-muted" x="{}" y="{}" text-anchor="middle">{}</text>').format(
            _n((_LEFT + _RIGHT) / 2), bottom + 30, plain(axis)
        )
    )
    spoken = "; ".join(f"{plain(line.title)} {line.estimate.percent(0, n=False)}" for line in known)
    head = Markup('<svg viewBox="0 0 {} {}" class="plot plot-{}" role="img" aria-label="{}">').format(
        _WIDTH, height, name, f"{plain(axis)}: {spoken}."
    )
    return Markup("").join([head, *parts, Markup("</svg>")])


def _grid(bottom: float) -> Markup:
    parts = []
    for tick in range(0, 101, 25):
        x = _n(_x(tick / 100))
        anchor = "start" if tick == 0 else "middle"
        parts.append(
            Markup('<path class="s-grid" d="M{} {}V{}"/>').format(x, _TOP - 8, bottom)
            + Markup('<text class="f-muted" x="{}" y="{}" text-anchor="{}">{} %</text>').format(
                x, bottom + 14, anchor, tick
            )
        )
    return Markup("").join(parts)


def _line(line: Line, top: float) -> Markup:
    value = line.estimate.value or 0.0
    y = top + 25
    title = plain(line.title)
    title = title if len(title) <= _LONGEST_NAME else title[: _LONGEST_NAME - 1] + "…"
    parts = [Markup('<text class="f-ink" x="0" y="{}">{}</text>').format(_n(top + 11), title)]
    for share, dashes in ((line.majority, "4 2"), (line.chance, "1 2")):
        if share is not None:
            drawn = Markup('<path class="s-ink" stroke-dasharray="{}" d="M{} {}V{}"/>')
            parts.append(drawn.format(dashes, _n(_x(share)), _n(y - 8), _n(y + 8)))
    known = line.before is not None and line.before.value is not None
    before = line.before.value if line.before is not None and line.before.value is not None else 0.0
    if known:
        parts.append(
            Markup('<path class="s-grid" stroke-width="4" d="M{} {}H{}"/>').format(
                _n(_x(value)), _n(y), _n(_x(before))
            )
        )
    if line.estimate.low is not None and line.estimate.high is not None:
        parts.append(
            Markup('<path class="s-broken" stroke-width="2" d="M{} {}H{}"/>').format(
                _n(_x(line.estimate.low)), _n(y), _n(_x(line.estimate.high))
            )
        )
    parts.append(Markup('<circle class="f-broken" cx="{}" cy="{}" r="3.5"/>').format(_n(_x(value)), _n(y)))
    words = line.estimate.percent(0, n=False)
    if known:
        parts.append(
            Markup('<circle class="f-paper s-held" cx="{}" cy="{}" r="3.5"/>').format(_n(_x(before)), _n(y))
        )
        words = f"{hundredths(before, 0)} → {percent(value, 0)}"
    parts.append(Markup('<text class="f-ink" x="{}" y="{}">{}</text>').format(_VALUES, _n(y + 4), words))
    return Markup("").join(parts)


def _x(share: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * min(1.0, max(0.0, share))


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
