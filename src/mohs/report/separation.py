"""The page of a separation run: 2r, the figure of all nearest enemies, the closest pairs, the conflicts."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from mohs.report import plots
from mohs.report.facts import facts
from mohs.report.page import write_page

_BARS = 40
_LONGEST_LIST = 30
_CONFLICTS = 20

_WORDS = {
    "two_r": "2r: the closest rows of different labels",
    "eps_min": "eps_min: half of it",
    "two_r_without_conflicts": "2r without the rows in conflict",
    "nearest_enemy_mean": "mean distance of the nearest enemy",
    "two_r_of_half": "2r of a random half of the rows",
}


@plots.undisturbed()
def write_separation_page(
    run: Mapping[str, Any], document: Mapping[str, Any], nearest: NDArray[np.float64] | None, path: Path
) -> None:
    """Write the page.

    Args:
        run: The content of `run.json`.
        document: The content of `results.json`.
        nearest: (n,) for each row the distance of its nearest enemy; without it there is no figure.
        path: Where to write.

    Raises:
        RunFailed: The page cannot be written.
    """
    details = document["separation"]
    write_page(
        "separation.html.jinja",
        path,
        name=run["name"],
        subject=[str(run["data"]["path"]), f"norm {document['results'][0]['norm']}"],
        headline=_headline(document),
        cautions=list(_cautions(document)),
        plot=None if nearest is None else nearest_enemies(nearest, document["results"][0]["value"]),
        numbers=[[_title(row), _number(row["value"]), f"{row['n']:,}"] for row in document["results"]],
        closest=[
            [
                " and ".join(map(str, pair["pair"])),
                " / ".join(pair["labels"]),
                *(_number(pair[key]) for key in ("distance", "without", "without_closer")),
            ]
            for pair in details.get("closest", ())
        ],
        class_pairs=[
            [" / ".join(pair["labels"]), " and ".join(map(str, pair["pair"])), _number(pair["distance"])]
            for pair in details.get("class_pairs", ())
        ],
        conflicts=[[_list(group)] for group in details.get("conflicts", ())[:_CONFLICTS]],
        classes=[[label, f"{count:,}"] for label, count in details.get("classes", {}).items()],
        numbering=_numbering(run["data"]),
        command=run["command"],
        facts=list(facts(run)),
    )


def _headline(document: Mapping[str, Any]) -> str:
    rows, details = document["results"], document["separation"]
    two_r, first = rows[0]["value"], details["pair"]
    between = f"rows {first[0]} and {first[1]} ({details['labels'][0]} and {details['labels'][1]})"
    eps_min = _number(two_r / 2)
    return f"2r is {_number(two_r)}, between {between}: noise up to eps_min = {eps_min} crosses no class."


def _numbering(data: Mapping[str, Any]) -> str:
    """How rows are numbered, where there may be a doubt."""
    words = "Rows are numbered from 0, without a header."
    if data["test"] is not None:
        words += f" Those of the test rows go on from {data['rows']:,}, behind the training rows."
    return words


def _cautions(document: Mapping[str, Any]) -> Iterator[str]:
    details = document["separation"]
    if details.get("conflict_places"):
        yield (
            f"{details['conflict_rows']:,} rows at {details['conflict_places']:,} places are equal but have "
            "different labels, so 2r is 0: see 2r without the rows in conflict."
        )
    yield from document["warnings"]


def _title(row: Mapping[str, Any]) -> str:
    metric = row["metric"]
    if metric.startswith("nearest_enemy_q"):
        return f"{int(metric[-2:])} % of the rows have an enemy within"
    words = _WORDS.get(metric, metric)
    return f"2r, {row['split']}" if "split" in row else words


def _number(value: float | None) -> str:
    return "no data" if value is None else f"{value:.6g}"


def _list(rows: Sequence[int]) -> str:
    shown = ", ".join(map(str, rows[:_LONGEST_LIST]))
    return f"{shown}, ..." if len(rows) > _LONGEST_LIST else shown


def nearest_enemies(distances: NDArray[np.float64], two_r: float) -> Markup:
    """A histogram of the distances of nearest enemies; 2r is marked, and eps_min, half of it.

    Args:
        distances: (n,) at least 0, n at least 1.
        two_r: The smallest of them.

    Returns:
        An `<svg>`.
    """
    figure = plots._figure(5.6, 2.6)
    axes = figure.add_axes((0.04, 0.19, 0.94, 0.66))
    most = float(distances.max()) or 1.0
    counts, edges = np.histogram(distances, bins=_BARS, range=(0.0, most))
    width = edges[1] - edges[0]
    axes.bar(edges[:-1], counts, width * 0.9, align="edge", color=plots.HELD)
    axes.set_xlim(0, most)
    top = float(counts.max()) * 1.08
    axes.set_ylim(0, top)
    for value, name, style, height in (
        (two_r / 2, "eps_min", (0, (2, 2)), 1.13),
        (two_r, "2r", "solid", 1.03),
    ):
        axes.plot([value, value], [0, top], color=plots.BROKEN, linewidth=1, linestyle=style)
        side = "left" if value < most / 2 else "right"
        axes.text(value, top * height, f"{name} {value:.4g}", color=plots.INK, ha=side, va="center")
    plots._bare(axes)
    axes.tick_params(axis="x", length=0, colors=plots.MUTED)
    axes.axhline(0, color=plots.GRID, linewidth=1)
    axes.set_xlabel(f"distance of the nearest enemy; {len(distances):,} rows", color=plots.MUTED)
    return plots._svg(
        figure, "nearest", f"Histogram of {len(distances)} nearest-enemy distances; 2r is {two_r:.4g}."
    )
