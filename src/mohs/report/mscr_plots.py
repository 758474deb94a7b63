"""The figures of an MSCR run: inline SVG, drawn as those of `mohs.report.plots`."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from markupsafe import Markup

from mohs.estimate import Estimate
from mohs.report import plots
from mohs.report.diff import plain


def changes(known: Mapping[str, Estimate]) -> Markup:
    """A dot and an interval for each: relative changes of accuracy around 0.

    Args:
        known: Title -> MSCR, from the top down.

    Returns:
        An `<svg>`; empty where nothing has a number.
    """
    shown = {title: one for title, one in known.items() if one.value is not None}
    if not shown:
        return Markup("")
    ends = [100 * (end or 0.0) for one in shown.values() for end in (one.value, one.low, one.high)]
    reach = max(max(ends) - min(min(ends), 0.0), 1e-9)
    low, high = min(0.0, *ends) - 0.04 * reach, max(0.0, *ends) + 0.04 * reach
    height = 0.55 + 0.52 * len(shown)
    figure = plots._figure(5.6, height)
    axes = figure.add_axes((0.02, 0.46 / height, 0.95, 1 - 0.5 / height))
    axes.set_xlim(low, high)
    axes.set_ylim(len(shown) - 0.4, -0.75)
    axes.axvline(0, color=plots.GRID, linewidth=1, zorder=0)
    for place, (title, one) in enumerate(shown.items()):
        words = f"{plots._cut(title)}: {one.percent(2, n=False)}"
        axes.text(low, place - 0.42, words, color=plots.INK, va="center", parse_math=False)
        color = plots.BROKEN if (one.value or 0.0) < 0 else plots.HELD
        if one.low is not None and one.high is not None:
            axes.plot([100 * one.low, 100 * one.high], [place, place], color=color, linewidth=2)
        axes.plot([100 * (one.value or 0.0)], [place], "o", color=color, markersize=7, clip_on=False)
    plots._bare(axes)
    axes.tick_params(axis="x", length=0, colors=plots.MUTED)
    axes.set_xlabel("MSCR, %", color=plots.MUTED)
    spoken = ", ".join(f"{plain(title)} {one.percent(2, n=False)}" for title, one in shown.items())
    return plots._svg(figure, "mscr", f"MSCR: {spoken}.")


def flips(histogram: Mapping[str, Any], copies: int) -> Markup:
    """A histogram of the share of copies in which rows flip, of the rows that flip at all."""
    edges, counts = histogram["edges"], histogram["rows"]
    figure = plots._figure(5.6, 2.6)
    axes = figure.add_axes((0.03, 0.19, 0.93, 0.66))
    width = edges[1] - edges[0]
    axes.bar([100 * edge for edge in edges[:-1]], counts, 90 * width, align="edge", color=plots.BROKEN)
    axes.set_xlim(0, 100)
    axes.set_ylim(0, max(counts) * 1.08)
    plots._bare(axes)
    axes.tick_params(axis="x", length=0, colors=plots.MUTED)
    axes.axhline(0, color=plots.GRID, linewidth=1)
    total = sum(counts)
    words = f"{total:,} rows; {histogram['never']:,} others never flip in {copies:,} copies"
    axes.text(1, 1.06, words, transform=axes.transAxes, ha="right", va="bottom", color=plots.INK)
    axes.set_xlabel("copies with another label, %", color=plots.MUTED)
    return plots._svg(figure, "flips", f"Histogram of flip rates: {words}.")


def by_distance(parts: Sequence[Mapping[str, Any]], eps: float) -> Markup:
    """Flip rates with their intervals against the distance of the nearest enemy, on a logarithmic axis.

    Args:
        parts: As results.json has them, the nearest first.
        eps: Radius of the noise; it and 2 eps are marked.

    Returns:
        An `<svg>`.
    """
    from matplotlib.ticker import NullLocator

    figure = plots._figure(5.6, 2.8)
    axes = figure.add_axes((0.1, 0.19, 0.86, 0.68))
    rates = [Estimate.from_json(part["flip_rate"]) for part in parts]
    known = [end for part in parts for end in (part["from"], part["to"], eps, 2 * eps) if end > 0] or [1.0]
    least, most = min(known), max(known)
    for part, rate in zip(parts, rates, strict=True):
        start, stop = max(part["from"], least), max(part["to"], least)
        value = 100 * (rate.value or 0.0)
        only = "o" if start == stop else None  # a line from a place to itself is not drawn
        axes.plot(
            [start, stop],
            [value, value],
            color=plots.HELD,
            linewidth=3,
            solid_capstyle="butt",
            marker=only,
            markersize=4,
        )
        if rate.low is not None and rate.high is not None:
            middle = (start * stop) ** 0.5
            axes.plot([middle, middle], [100 * rate.low, 100 * rate.high], color=plots.HELD, linewidth=1)
    top = max(max(100 * (rate.high or rate.value or 0.0) for rate in rates), 1e-6) * 1.08
    axes.set_xscale("log")
    axes.set_xlim(least / 1.2, most * 1.2)
    axes.set_ylim(0, top)
    ticks = np.geomspace(least, most, 5)
    axes.set_xticks(ticks, [f"{tick:.3g}" if tick < 1000 else f"{tick:,.0f}" for tick in ticks])
    axes.xaxis.set_minor_locator(NullLocator())
    for value, name in ((eps, "eps"), (2 * eps, "2 eps")) if eps > 0 else ():
        axes.plot([value, value], [0, top], color=plots.BROKEN, linewidth=1, linestyle=(0, (2, 2)))
        axes.text(value, top * 1.05, name, color=plots.INK, ha="center", va="center")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.patch.set_visible(False)
    axes.axhline(0, color=plots.GRID, linewidth=1)
    axes.tick_params(length=0, colors=plots.MUTED)
    axes.set_xlabel("distance of the nearest enemy", color=plots.MUTED)
    axes.set_ylabel("flips, %", color=plots.MUTED)
    ends = [f"up to {part['to']:.4g}" for part in parts]
    said = ", ".join(f"{end} {rate.percent(2, n=False)}" for end, rate in zip(ends, rates, strict=True))
    return plots._svg(figure, "distance", f"Flip rate by distance of the nearest enemy: {said}.")
