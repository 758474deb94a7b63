"""The figures of a grid: curves, MSCR, and the matrix of accuracies, flat and as a surface."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from markupsafe import Markup

from mohs.estimate.wording import decimals
from mohs.report import plots
from mohs.report.diff import plain
from mohs.report.lines import COLOURS, WIDTH, Interval, axes_of, colour_of, draw_line, name_lines


def accuracy_curves(
    eps_test: Sequence[float], lines: Mapping[float, Sequence[Interval]], model: str
) -> Markup:
    """Accuracy against the radius of the test noise, one line for each radius of the training noise.

    Args:
        eps_test: Radii, ascending.
        lines: eps_train -> accuracy for each eps_test.
        model: For the description.
    """
    figure, axes = axes_of(3.4, "eps_test", right=0.8)
    many = max(1, len(lines) - 1)
    ends = []
    for number, (eps, values) in enumerate(lines.items()):
        colour = colour_of(number / many)
        draw_line(axes, eps_test, values, colour)
        ends.append((values[-1][0], f"{eps:.3g}", colour))
    name_lines(axes, ends, "eps_train")
    axes.set_ylabel("accuracy, %", color=plots.MUTED)
    return plots._svg(
        figure,
        "curves",
        f"Accuracy of {plain(model)} against eps_test, for {len(lines)} values of eps_train.",
    )


def costs(series: Mapping[str, Sequence[tuple[float, Interval]]], eps: float) -> Markup:
    """MSCR against the radius of the training noise, with intervals.

    Args:
        series: Title -> (eps_train, MSCR).
        eps: Of the test noise.
    """
    figure, axes = axes_of(3.2, "eps_train", right=0.72)
    axes.axhline(0, color=plots.MUTED, linewidth=1, linestyle=(0, (2, 2)))
    ends = []
    every = [eps for points in series.values() for eps, _ in points]
    aside = 0.012 * (max(every) - min(every))
    for number, (title, points) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        x = [one + aside * (number - (len(series) - 1) / 2) for one, _ in points]
        y = [value for _, (value, _, _) in points]
        axes.plot(x, y, color=colour, linewidth=1.4)
        for at, (_, (value, low, high)) in zip(x, points, strict=True):
            if low is not None and high is not None:
                axes.plot([at, at], [low, high], color=colour, linewidth=1.2)
            axes.plot([at], [value], "o", color=colour, markersize=4)
        ends.append((y[-1], plots._cut(title)[:22], colour))
    name_lines(axes, ends, "")
    axes.set_ylabel(f"MSCR at eps_test {eps:.4g}, %", color=plots.MUTED)
    return plots._svg(figure, "mscr-by-eps", f"MSCR against eps_train for {len(series)} series.")


def heat_map(
    eps_test: Sequence[float],
    eps_train: Sequence[float],
    table: Sequence[Sequence[float | None]],
    possible: Mapping[float, Sequence[float]],
    model: str,
) -> Markup:
    """The matrix of accuracies; in each row the radii that may be best are framed.

    Args:
        eps_test: Of the rows.
        eps_train: Of the columns.
        table: Accuracies in per cent.
        possible: eps_test -> the values of eps_train that may be best.
        model: For the description.
    """
    from matplotlib.patches import Rectangle

    figure = plots._figure(WIDTH, 0.75 + 0.3 * len(eps_test))
    height = figure.get_figheight()
    axes = figure.add_axes((0.14, 0.52 / height, 0.85, 1 - 0.6 / height))
    known = [value for row in table for value in row if value is not None]
    low, high = min(known), max(known)
    for i, row in enumerate(table):
        for j, value in enumerate(row):
            if value is None:
                continue
            share = 1 - (value - low) / (high - low) if high > low else 0.0
            axes.add_patch(Rectangle((j, i), 0.97, 0.94, color=colour_of(share), linewidth=0))
            axes.text(
                j + 0.485, i + 0.47, decimals(value, 2), color=plots.PAPER, ha="center", va="center_baseline"
            )
            if eps_train[j] in possible.get(eps_test[i], ()):
                axes.add_patch(
                    Rectangle(
                        (j + 0.03, i + 0.05), 0.91, 0.84, fill=False, edgecolor=plots.INK, linewidth=1.6
                    )
                )
    axes.set_xlim(0, len(eps_train))
    axes.set_ylim(len(eps_test), 0)
    plots._bare(axes)
    axes.set_xticks([j + 0.485 for j in range(len(eps_train))], [f"{eps:.3g}" for eps in eps_train])
    axes.set_yticks([i + 0.47 for i in range(len(eps_test))], [f"{eps:.3g}" for eps in eps_test])
    axes.tick_params(length=0, colors=plots.MUTED)
    axes.set_xlabel("eps_train across, eps_test down", color=plots.MUTED)
    return plots._svg(
        figure,
        "matrix",
        f"Accuracies of {plain(model)}, {low:.2f} to {high:.2f} %; the best are framed.",
    )


def surface(
    eps_test: Sequence[float],
    eps_train: Sequence[float],
    table: Sequence[Sequence[float | None]],
    model: str,
) -> Markup:
    """The matrix of accuracies as a surface in space; radii are spaced evenly.

    Args: As `heat_map`.
    """
    if min(len(eps_test), len(eps_train)) < 2 or any(value is None for row in table for value in row):
        return Markup("")
    height = np.array(table, dtype=float)
    low, high = float(height.min()), float(height.max())
    figure = plots._figure(WIDTH, 3.3)
    axes: Any = figure.add_axes((0.02, -0.02, 0.92, 1.1), projection="3d")
    x, y = np.meshgrid(np.arange(len(eps_train)), np.arange(len(eps_test)))
    shares = 1 - (height - low) / (high - low) if high > low else np.zeros_like(height)
    middles = (shares[1:, 1:] + shares[:-1, :-1] + shares[1:, :-1] + shares[:-1, 1:]) / 4
    colours = np.empty(shares.shape, dtype=object)
    colours[:] = colour_of(0)
    for at in np.ndindex(*middles.shape):
        colours[at] = colour_of(float(middles[at]))
    axes.plot_surface(
        x,
        y,
        height,
        facecolors=colours,
        rstride=1,
        cstride=1,
        shade=False,
        edgecolor=plots.PAPER,
        linewidth=0.5,
    )
    axes.set_xticks(_few(len(eps_train)), [f"{eps_train[k]:.3g}" for k in _few(len(eps_train))])
    axes.set_yticks(_few(len(eps_test)), [f"{eps_test[k]:.3g}" for k in _few(len(eps_test))])
    axes.set_xlabel("eps_train", color=plots.MUTED)
    axes.set_ylabel("eps_test", color=plots.MUTED)
    axes.set_zlabel("accuracy, %", color=plots.MUTED)
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        axis.pane.set_visible(False)
        axis.line.set_color(plots.GRID)
        axis._axinfo["grid"]["color"] = plots.GRID
        axis.set_tick_params(colors=plots.MUTED)
    axes.view_init(elev=26, azim=-58)
    axes.set_box_aspect((1.3, 1.3, 0.8), zoom=0.95)
    axes.patch.set_visible(False)
    return plots._svg(figure, "surface", f"The accuracies of {plain(model)} as a surface.")


def _few(many: int) -> list[int]:
    return sorted({round(k) for k in np.linspace(0, many - 1, min(many, 5))})
