"""The page of a comparison: what changed in plain sentences, a forest plot for each table, and the tables."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from mohs.estimate import Estimate
from mohs.estimate.wording import points
from mohs.report import plots
from mohs.report.diff import plain
from mohs.report.facts import facts
from mohs.report.gates import gate_lines
from mohs.report.page import write_page

_MOST_ROWS = 30

Contrast = Mapping[str, Any]


@plots.undisturbed()
def write_comparison_page(run: Mapping[str, Any], document: Mapping[str, Any], path: Path) -> None:
    """Write the page.

    Args:
        run: The content of `run.json`.
        document: The content of `results.json`.
        path: Where to write.

    Raises:
        RunFailed: The page cannot be written; what was at `path` before is still there.
    """
    contrasts = document["comparison"]["contrasts"]
    write_page(
        "comparison.html.jinja",
        path,
        name=run["name"],
        sides=[side["name"] for side in document["comparison"]["sides"]],
        sentences=sentences(document["comparison"]),
        told=_told(contrasts),
        cautions=document["warnings"],
        tables=list(_tables(contrasts)),
        gates=gate_lines(run),
        command=run.get("command"),
        facts=list(facts(run)),
    )


def sentences(comparison: Mapping[str, Any]) -> list[str]:
    """The headline, and what changed over all rows: one sentence a measure and classifier, none twice."""
    whole = (one["sentence"] for one in comparison["contrasts"] if not one["table"])
    return list(dict.fromkeys(filter(None, (comparison["headline"], *whole))))


def forest(contrasts: Sequence[Contrast], name: str) -> Markup:
    """A dot and an interval for each difference, on both sides of a line at 0.

    Args:
        contrasts: From the top down; those without a value are left out.
        name: Tells this plot's inner ids from those of others in the page.

    Returns:
        An `<svg>`; empty where there is nothing to draw.
    """
    known = [one for one in contrasts if one["difference"]["value"] is not None][:_MOST_ROWS]
    if not known:
        return Markup("")
    figure = plots._figure(5.6, 0.55 + 0.52 * len(known))
    height = figure.get_figheight()
    axes = figure.add_axes((0.005, 0.46 / height, 0.975, 1 - 0.5 / height))
    names = [_named(one, _several(known)) for one in known]
    ends = [end for one in known for end in _ends(Estimate.from_json(one["difference"]))]
    reach = max(5.0, *(abs(end) for end in ends)) * 1.05
    axes.set_xlim(-reach, reach * 1.9)
    axes.set_ylim(len(known) - 0.4, -0.75)
    step = next((step for step in (2, 5, 10, 20, 25) if reach / step <= 4), 50)
    ticks = [tick for tick in range(-100, 101, step) if abs(tick) <= 0.93 * reach]
    axes.set_xticks(ticks, [f"{tick:+d}" if tick else "0" for tick in ticks])
    axes.tick_params(axis="x", length=0, colors=plots.MUTED)
    for tick in ticks:
        axes.axvline(tick, color=plots.GRID if tick else plots.MUTED, linewidth=1, zorder=0)
    for row, one in enumerate(known):
        difference = Estimate.from_json(one["difference"])
        low, high = _ends(difference)
        color = {"worse": plots.BROKEN, "better": plots.HELD}.get(one["verdict"], plots.MUTED)
        axes.plot([low, high], [row, row], color=color, linewidth=2, solid_capstyle="butt", clip_on=False)
        value = 100 * (difference.value or 0.0)
        axes.plot([value], [row], "o", color=color, markersize=7, clip_on=False)
        plots._label(axes, -reach, row - 0.42, plots._cut(names[row]))
        plots._label(axes, reach * 1.06, row, difference.points())
    axes.set_xlabel("points of difference", color=plots.MUTED, x=1 / 2.9)
    plots._bare(axes)
    values = [points(one["difference"]["value"]) for one in known]
    said = ", ".join(f"{plain(name)} {value}" for name, value in zip(names, values, strict=True))
    return plots._svg(figure, f"forest-{name}", f"Differences in points: {said}.")


def _told(contrasts: Sequence[Contrast]) -> list[str]:
    """How many cells of the tables are better, worse, or cannot be told apart."""
    cells = [one for one in contrasts if one["table"]]
    usual = cells[0]["metric"] if cells else ""
    told = []
    for verdict in ("better", "worse"):
        named = [
            _named(one, _several(cells))
            + ("" if one["metric"] == usual else f" ({one['metric'].replace('_', ' ')})")
            for one in cells
            if one["verdict"] == verdict
        ]
        if named:
            told.append(f"{verdict.capitalize()} in {len(named)} of {len(cells)} cells: {'; '.join(named)}.")
    if cells and not told:
        told.append(f"In none of {len(cells)} cells can a difference be told from chance.")
    return told


def _tables(contrasts: Sequence[Contrast]) -> Iterator[dict[str, Any]]:
    groups: dict[tuple[str, tuple[str, ...]], list[Contrast]] = {}
    for one in contrasts:
        groups.setdefault((one["metric"], tuple(one["table"])), []).append(one)
    for number, ((metric, table), cells) in enumerate(groups.items()):
        words = metric.replace("_", " ").capitalize()
        title = f"{words} by {' and '.join(table)}" if table else f"{words}, all rows"
        yield {
            "title": title,
            "rows": [_row(one, _several(cells)) for one in cells],
            "cells": len(cells),
            "plot": forest(cells, str(number)) if table else None,
            "left": max(0, len(cells) - _MOST_ROWS) if table else 0,
        }


def _row(one: Contrast, several: bool) -> list[str]:
    difference = one["difference"]
    rows = f"{difference['n']:,}"
    if difference["clusters"] is not None and difference["clusters"] < difference["n"]:
        rows += f" ({difference['clusters']:,} sources)"
    return [
        _named(one, several),
        Estimate.from_json(one["first"]).percent(n=False),
        Estimate.from_json(one["second"]).percent(n=False),
        Estimate.from_json(difference).points(),
        rows,
        f"{one['only_baseline']:,} / {one['only_model']:,}",
        *(f"{one[p]:.2g}" if one[p] >= 0.0001 else "< 0.0001" for p in ("p", "p_holm")),
        one["verdict"] or "–",
    ]


def _named(one: Contrast, several: bool) -> str:
    """The cell, and which classifier it is about where there are several."""
    cell = ", ".join(one["coordinates"].values())
    if not cell or not one["table"]:
        return str(one["model"])
    return f"{cell}: {one['model']}" if several else cell


def _several(contrasts: Sequence[Contrast]) -> bool:
    return len({one["model"] for one in contrasts}) > 1


def _ends(difference: Estimate) -> tuple[float, float]:
    value = difference.value or 0.0
    low = value if difference.low is None else difference.low
    high = value if difference.high is None else difference.high
    return 100 * low, 100 * high
