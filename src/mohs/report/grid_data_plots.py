"""More figures of a grid: how its numbers settle, the distances of the data, and the plane of two columns."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup

from mohs.report import plots
from mohs.report.diff import plain
from mohs.report.lines import COLOURS, WIDTH, axes_of, draw_line, name_lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def over_copies(settled: Mapping[str, Mapping[str, Any]]) -> Markup:
    """How mean and spread over runs of the accuracy settle with the copies of each row."""
    kept = {model: told["copies"] for model, told in settled.items() if len(told["copies"]) > 1}
    if not kept:
        return Markup("")
    figure, axes = axes_of(2.9, "copies of each test row", right=0.76)
    ends = []
    for number, (model, points) in enumerate(kept.items()):
        colour = COLOURS[number % len(COLOURS)]
        values = [(100 * mean, 100 * (mean - sd), 100 * (mean + sd)) for _, mean, sd in points]
        draw_line(axes, [k for k, *_ in points], values, colour)
        ends.append((values[-1][0], plots._cut(model)[:18], colour))
    name_lines(axes, ends, "")
    axes.set_ylabel("accuracy ± SD over runs, %", color=plots.MUTED)
    return plots._svg(figure, "copies", "Mean and standard deviation of the accuracy against the copies.")


def over_runs(settled: Mapping[str, Mapping[str, Any]]) -> Markup:
    """How MSCR and its interval settle with the runs."""
    kept = {model: told["runs"] for model, told in settled.items() if len(told["runs"]) > 1}
    if not kept:
        return Markup("")
    figure, axes = axes_of(2.9, "runs", right=0.76)
    axes.axhline(0, color=plots.MUTED, linewidth=1, linestyle=(0, (2, 2)))
    ends = []
    for number, (model, points) in enumerate(kept.items()):
        colour = COLOURS[number % len(COLOURS)]
        values = [
            (100 * mean, None if low is None else 100 * low, None if high is None else 100 * high)
            for _, mean, low, high in points
        ]
        draw_line(axes, [many for many, *_ in points], values, colour)
        ends.append((values[-1][0], plots._cut(model)[:18], colour))
    # The first few intervals are wider than all that matters.
    known = [end for told in kept.values() for n, _, low, high in told if n >= 4 and low is not None
             for end in (100 * low, 100 * high)]  # fmt: skip
    if known:
        axes.set_ylim(min(*known, 0), max(*known, 0))
    name_lines(axes, ends, "")
    axes.set_ylabel("MSCR so far, %", color=plots.MUTED)
    return plots._svg(figure, "runs", "MSCR and its interval against the number of runs.")


def nearest_with_radii(nearest: Mapping[str, Any], eps_min: float | None, radii: Sequence[float]) -> Markup:
    """The histogram of nearest-enemy distances with the radii of the test noise.

    Args:
        nearest: "edges", "counts" and "n".
        eps_min: Is named; None where there is none.
        radii: Are drawn, and the largest is named, where they are within the histogram.
    """
    counts, edges = np.array(nearest["counts"]), np.array(nearest["edges"])
    figure = plots._figure(WIDTH, 2.7)
    axes = figure.add_axes((0.04, 0.19, 0.94, 0.62))
    axes.bar(edges[:-1], counts, np.diff(edges) * 0.9, align="edge", color=plots.HELD)
    top = float(counts.max()) * 1.05 or 1.0
    shown = [eps for eps in radii if eps <= edges[-1]]
    for eps in shown:
        axes.plot([eps, eps], [0, top], color=plots.BROKEN, linewidth=0.8, linestyle=(0, (2, 2)))
    if eps_min is not None:
        axes.plot([eps_min, eps_min], [0, top], color=plots.BROKEN, linewidth=1.4)
        axes.text(eps_min, top * 1.13, f"eps_min {eps_min:.4g}", color=plots.INK)
    if shown and shown[-1] != eps_min:
        side = "left" if shown[-1] < edges[-1] / 2 else "right"
        axes.text(shown[-1], top * 1.03, f"largest eps_test {shown[-1]:.4g}", color=plots.INK, ha=side)
    axes.set_xlim(0, edges[-1])
    axes.set_ylim(0, top)
    plots._bare(axes)
    axes.tick_params(axis="x", length=0, colors=plots.MUTED)
    axes.axhline(0, color=plots.GRID, linewidth=1)
    axes.set_xlabel(f"distance of the nearest enemy; {nearest['n']:,} rows", color=plots.MUTED)
    words = f"Histogram of {nearest['n']} nearest-enemy distances with the radii of the noise."
    return plots._svg(figure, "nearest-radii", words)


def plane(content: Mapping[str, Any], place: int) -> Markup:
    """Data of two columns: what one model decides, the rows, and the same near the two closest enemies.

    There every row has its ball of radius eps_min.

    Args:
        content: As `mohs.noise.grid.regions` makes it.
        place: Which of its maps.
    """
    shown = content["maps"][place]
    figure = plots._figure(WIDTH, 3.0)
    whole = figure.add_axes((0.09, 0.16, 0.4, 0.8))
    _decided(whole, content["whole"], shown["whole"], content["labels"], size=1.8)
    whole.set_xlabel(plots._cut(content["columns"][0]), color=plots.MUTED, parse_math=False)
    whole.set_ylabel(plots._cut(content["columns"][1]), color=plots.MUTED, parse_math=False)
    if shown["near"] is not None:
        near = figure.add_axes((0.58, 0.16, 0.4, 0.8))
        _decided(near, content["near"], shown["near"], content["labels"], size=5)
        for middle, label in zip(content["near"]["points"], content["near"]["point_labels"], strict=True):
            edge = _ball(content["norm"]) * content["radius"] + middle
            near.plot(edge[:, 0], edge[:, 1], color=COLOURS[label % len(COLOURS)], linewidth=0.9)
        near.set_xlabel("near the closest enemies", color=plots.MUTED)
    words = f"What {plain(shown['model'])} decides, trained with eps_train {shown['eps_train']:.4g}."
    return plots._svg(figure, f"plane-{place}", words)


def _decided(
    axes: "Axes", window: Mapping[str, Any], decided: Any, labels: Sequence[str], size: float
) -> None:
    (x0, y0), (x1, y1) = window["low"], window["high"]
    grid = np.array([_spelt_out(row) for row in decided])
    across, up = np.linspace(x0, x1, grid.shape[1]), np.linspace(y0, y1, grid.shape[0])
    points = np.array(window["points"], dtype=float).reshape(-1, 2)
    own = np.array(window["point_labels"], dtype=int)
    for number in range(len(labels)):
        colour = COLOURS[number % len(COLOURS)]
        inside = (grid == number).astype(float)
        if inside.all():
            axes.axhspan(y0, y1, color=colour, alpha=0.18, linewidth=0)
        elif inside.any():
            axes.contourf(across, up, inside, levels=[0.5, 1.5], colors=[colour], alpha=0.18)
        there = own == number
        axes.plot(points[there, 0], points[there, 1], "o", color=colour, markersize=size, markeredgewidth=0)
    axes.set_xlim(x0, x1)
    axes.set_ylim(y0, y1)
    for spine in axes.spines.values():
        spine.set_color(plots.GRID)
    axes.patch.set_visible(False)
    axes.locator_params(nbins=4)
    axes.ticklabel_format(useOffset=False)
    axes.tick_params(length=0, colors=plots.MUTED)


def _spelt_out(row: str) -> list[int]:
    """A row that is written as NUMBERxLENGTH, for example "0x57 1x63"."""
    parts = (part.split("x") for part in row.split())
    return [int(number) for number, length in parts for _ in range(int(length))]


def _ball(norm: str | float) -> "np.ndarray[Any, Any]":
    """(m, 2) the edge of the unit ball."""
    angle = np.linspace(0, 2 * math.pi, 65)
    edge = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    p = {"linf": math.inf, "l2": 2.0, "l1": 1.0}.get(str(norm), 0.0) or float(norm)
    if math.isinf(p):
        return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]], dtype=float)
    return np.asarray(edge / (np.abs(edge) ** p).sum(axis=1, keepdims=True) ** (1 / p))
