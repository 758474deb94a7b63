"""Axes with lines and bands, and names at the ends of the lines: what the figures of a grid share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mohs.report import plots

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 5.6

COLOURS = ("#2f7f96", "#c0562f", "#7a68b8", "#8d7c22", "#45874f", "#b14d83", "#66788a", "#b97c33", "#3d78b8",
           "#8a5a3a")  # fmt: skip
"""Of models and labels; readable on light and on dark."""

_FROM, _TO = (0x3A, 0x8A, 0xA3), (0xC8, 0x50, 0x2C)

Interval = tuple[float, float | None, float | None]
"""A value with its ends, in per cent."""


def colour_of(share: float) -> str:
    """From blue (0) to red (1)."""
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(_FROM, _TO, strict=True))


def axes_of(height: float, below: str, right: float) -> "tuple[Figure, Axes]":
    """A figure of this height (inches) with axes that end at `right`, so that names have room."""
    figure = plots._figure(WIDTH, height)
    axes = figure.add_axes((0.13, 0.42 / height, right - 0.13, 1 - 0.7 / height))
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(plots.GRID)
    axes.patch.set_visible(False)
    axes.tick_params(length=0, colors=plots.MUTED)
    axes.grid(axis="y", color=plots.GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel(below, color=plots.MUTED)
    axes.ticklabel_format(useOffset=False)
    return figure, axes


def draw_line(axes: "Axes", x: Sequence[float], values: Sequence[Interval], colour: str) -> None:
    """A line, and a band where its values have intervals."""
    axes.plot(x, [value for value, _, _ in values], color=colour, linewidth=1.4)
    band = [(at, low, high) for at, (_, low, high) in zip(x, values, strict=True)
            if low is not None and high is not None]  # fmt: skip
    if band:
        at, low, high = (list(part) for part in zip(*band, strict=True))
        axes.fill_between(at, low, high, color=colour, alpha=0.15, linewidth=0)


def name_lines(axes: "Axes", ends: Sequence[tuple[float, str, str]], title: str) -> None:
    """Names at the right, in the order of the lines' ends, spread so that none covers another."""
    if title:
        axes.text(1.03, 1.03, title, transform=axes.transAxes, color=plots.MUTED, va="bottom")
    low, high = axes.get_ylim()
    height = axes.get_window_extent().height * 72 / axes.figure.dpi
    step = 13 / height
    places: list[float] = []
    ordered = sorted(ends, key=lambda end: end[0])
    for value, _, _ in ordered:
        wanted = (value - low) / (high - low) if high > low else 0.5
        places.append(max(wanted, places[-1] + step) if places else wanted)
    over = max(0.0, places[-1] - 1.0)
    for place, (_, name, colour) in zip(places, ordered, strict=True):
        axes.text(
            1.03, place - over, name, transform=axes.transAxes, color=colour, va="center", parse_math=False
        )
