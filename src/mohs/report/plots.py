"""The report's plots: inline SVG whose text is text and whose colours come from the page's style sheet.

matplotlib draws; what it writes is then rewritten: sentinel colours become classes (`f-broken` fills,
`s-broken` strokes), style attributes become presentation attributes (the page's policy allows no
inline styles), coordinates lose needless digits, and all that names a date, a font or a program goes.
The same numbers give the same bytes.
"""

import contextlib
import logging
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
from markupsafe import Markup

from mohs.estimate import Estimate
from mohs.estimate.wording import hundredths, percent
from mohs.report.diff import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, MUTED, GRID, BROKEN, HELD, PAPER = ("#000001", "#000002", "#000003", "#000004", "#000005", "#000006")
_CLASSES = {INK: "ink", MUTED: "muted", GRID: "grid", BROKEN: "broken", HELD: "held", PAPER: "paper"}

_WIDTH = 5.6  # inches of 72 points: 403 units, so that a plot fits a telephone without shrinking
_ROW = 0.36
_MOST_BARS = 20
_LONGEST_NAME = 36
_FONT = 11  # as in report.css

_SVG = "http://www.w3.org/2000/svg"
_HREF = "{http://www.w3.org/1999/xlink}href"
_DEFAULTS = {"stroke-linejoin": "miter", "stroke-linecap": "butt"}


def success_by_attack(rates: Mapping[str, Estimate]) -> Markup:
    """A dot and an interval for each attack: the share of examples that it broke.

    Args:
        rates: Title of an attack -> its success rate, from the top down.

    Returns:
        An `<svg>`; empty where no attack has a number.
    """
    known = {title: rate for title, rate in rates.items() if rate.value is not None}
    if not known:
        return Markup("")
    figure, axes = _canvas(len(known), "Attack success rate")
    for row, (title, rate) in enumerate(known.items()):
        _label(axes, 0, row - 0.42, _cut(title))
        _interval(axes, rate, row, BROKEN)
        _label(axes, 104, row, rate.percent(0, n=False))
    return _svg(figure, "success", f"Attack success rate: {_spoken(known)}.")


def accuracy_before_and_after(pairs: Mapping[str, tuple[Estimate, Estimate]]) -> Markup:
    """For each attack the accuracy before it (hollow) and under it (full), with intervals.

    Args:
        pairs: Title of an attack -> accuracy and accuracy under attack, from the top down.

    Returns:
        An `<svg>`; empty where no attack has numbers.
    """
    known = {title: pair for title, pair in pairs.items() if None not in (pair[0].value, pair[1].value)}
    if not known:
        return Markup("")
    figure, axes = _canvas(len(known), "Accuracy")
    for row, (title, (before, under)) in enumerate(known.items()):
        _label(axes, 0, row - 0.42, _cut(title))
        was, now = _percent(before.value), _percent(under.value)
        axes.plot([now, was], [row, row], color=GRID, linewidth=4, solid_capstyle="butt", clip_on=False)
        _interval(axes, under, row, BROKEN)
        axes.plot([was], [row], "o", color=HELD, markerfacecolor=PAPER, markersize=7, clip_on=False)
        _label(axes, 104, row, f"{hundredths(before.value or 0.0, 0)} → {percent(under.value, 0)}")
    said = _spoken({title: under for title, (_, under) in known.items()})
    return _svg(figure, "accuracy", f"Accuracy under attack: {said}. Hollow dots show it before the attack.")


def histograms(values: Mapping[str, Sequence[int]], axis: str, name: str, *, broken: bool) -> Markup:
    """One histogram below the other, one an attack, on a common axis; the median is marked.

    Args:
        values: Title of an attack -> whole numbers >= 0.
        axis: What the numbers are, with their unit.
        name: Tells this plot's inner ids from those of others in the page.
        broken: Whether the numbers are of broken examples alone, which sets the colour.

    Returns:
        An `<svg>`; empty where there are no numbers.
    """
    known = {title: np.asarray(numbers) for title, numbers in values.items() if len(numbers)}
    if not known:
        return Markup("")
    edges, beyond = _bins(np.concatenate(list(known.values())))
    widths = np.diff(edges)
    height = 0.8 + (1.1 if len(known) == 1 else 0.85 * len(known))
    figure = _figure(_WIDTH, height)
    grid = figure.subplots(len(known), 1, sharex=True, squeeze=False)[:, 0]
    figure.subplots_adjust(left=0.005, right=0.98, top=1 - 0.35 / height, bottom=0.5 / height, hspace=0.95)
    for axes, (title, numbers) in zip(grid, known.items(), strict=True):
        counts, _ = np.histogram(np.minimum(numbers, edges[-1] - 0.5), edges)
        axes.bar(edges[:-1], counts, widths * 0.9, align="edge", color=BROKEN if broken else HELD)
        top, tallest = counts.max() * 1.05, int(counts.argmax())
        axes.set_ylim(0, top)
        middle = edges[tallest] + widths[tallest] * 0.45
        axes.text(middle, top, f"{counts[tallest]}", ha="center", va="bottom", color=MUTED)
        median = float(np.median(numbers))
        where = min(median + (0.45 if widths[0] == 1 else 0.0), edges[-1] - 0.5)
        axes.plot([where, where], [0, top], color=INK, linewidth=1, linestyle=(0, (2, 2)))
        words = f"n = {len(numbers)}, median {median:g}"
        words = f"{_cut(title)}: {words}" if len(known) > 1 else words
        above = 0 if len(known) == 1 else 10  # points: a line above the number of the tallest bar
        axes.annotate(
            words, (1, 1.04), (0, above), xycoords="axes fraction", textcoords="offset points",
            ha="right", va="bottom", color=INK, parse_math=False,
        )  # fmt: skip
        _bare(axes)
        axes.tick_params(axis="x", length=0)
        axes.axhline(0, color=GRID, linewidth=1)
    _ticks(grid[-1], edges, beyond)
    grid[-1].set_xlabel(axis, color=MUTED)
    return _svg(figure, name, f"{axis}: histogram of {sum(len(n) for n in known.values())} examples.")


def _bins(numbers: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], bool]:
    """Edges of at most 20 bins of equal, whole width; whether the last one holds all that is larger."""
    # A few very long searches would press all others into one bar.
    most = int(np.percentile(numbers, 98, method="higher"))
    width = next(w for w in (m * 10**e for e in range(12) for m in (1, 2, 5)) if most // w < _MOST_BARS)
    first = int(numbers.min()) // width * width
    edges = np.arange(first, most // width * width + 2 * width, width)
    return edges, bool(numbers.max() >= edges[-1])


def _ticks(axes: "Axes", edges: np.ndarray[Any, Any], beyond: bool) -> None:
    width = int(edges[1] - edges[0])
    step = max(1, round(len(edges) / 8))
    places = list(edges[:-1:step])
    # Whole numbers stand below the middle of their bars, the others at their edges.
    shift = 0.45 if width == 1 else 0.0
    labels = [str(int(place)) for place in places]
    if beyond:
        last = edges[-2]
        if len(places) > 1 and last - places[-1] < step * width:
            places, labels = places[:-1], labels[:-1]
        places, labels = [*places, last], [*labels, f"≥ {int(last)}"]
    axes.set_xticks([place + shift for place in places], labels)
    axes.tick_params(axis="x", length=0, colors=MUTED)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """While it lasts, plots look as they are meant to, whatever style a notebook or a model has set."""
    matplotlib = _imported()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        yield


def _imported() -> Any:
    """matplotlib, which tells nothing here of a home that it cannot write into: it goes on elsewhere."""
    log = logging.getLogger("matplotlib")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        import matplotlib
        import matplotlib.font_manager  # which tells that it looks for fonts, where it does so for long
    finally:
        log.setLevel(level)
    return matplotlib


def _figure(width: float, height: float) -> "Figure":
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def _canvas(rows: int, axis: str) -> "tuple[Figure, Axes]":
    """Axes from 0 to 100 % with one row for each attack; names stand above their rows."""
    figure = _figure(_WIDTH, 0.55 + 1.45 * _ROW * rows)
    height = figure.get_figheight()
    axes = figure.add_axes((0.005, 0.46 / height, 0.975, 1 - 0.5 / height))
    axes.set_xlim(0, 132)
    axes.set_ylim(rows - 0.4, -0.75)
    axes.set_xticks(range(0, 101, 25), [f"{tick} %" for tick in range(0, 101, 25)])
    axes.tick_params(axis="x", length=0, colors=MUTED)
    axes.xaxis.get_ticklabels()[0].set_horizontalalignment("left")
    for tick in range(0, 101, 25):
        axes.axvline(tick, color=GRID, linewidth=1, zorder=0)
    axes.set_xlabel(axis, color=MUTED, x=50 / 132)
    _bare(axes)
    return figure, axes


def _bare(axes: "Axes") -> None:
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_yticks([])
    axes.patch.set_visible(False)


def _label(axes: "Axes", x: float, y: float, text: str) -> None:
    axes.text(x, y, text, color=INK, va="center", parse_math=False)


def _spoken(rates: Mapping[str, Estimate]) -> str:
    return ", ".join(f"{plain(title)} {rate.percent(0, n=False)}" for title, rate in rates.items())


def _interval(axes: "Axes", estimate: Estimate, row: int, color: str) -> None:
    if estimate.low is not None and estimate.high is not None:
        ends = [_percent(estimate.low), _percent(estimate.high)]
        axes.plot(ends, [row, row], color=color, linewidth=2, solid_capstyle="butt", clip_on=False)
    axes.plot([_percent(estimate.value)], [row], "o", color=color, markersize=7, clip_on=False)


def _percent(share: float | None) -> float:
    return 100.0 * (share or 0.0)


def _cut(title: str) -> str:
    clean = plain(title)
    return clean if len(clean) <= _LONGEST_NAME else clean[: _LONGEST_NAME - 1] + "…"


def _svg(figure: "Figure", name: str, description: str) -> Markup:
    import io

    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": name, "font.size": _FONT}
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        # Only the width of a text is guessed wrong where matplotlib's own font lacks a letter.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        target = io.StringIO()
        figure.patch.set_visible(False)
        canvas: Any = FigureCanvasSVG(figure)
        canvas.print_svg(target, metadata={"Date": None, "Creator": None})
    return _rewritten(target.getvalue(), name, description)


def _rewritten(text: str, name: str, description: str) -> Markup:
    root = ElementTree.fromstring(text)  # noqa: S314 - what matplotlib has just written
    parents = [(parent, child) for parent in root.iter() for child in parent]
    for parent, child in parents:
        if child.tag in (f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"):
            parent.remove(child)
    used = set(re.findall(r"(?:#|url\(#)([\w-]+)", text))
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{_SVG}}}")
        _restyle(element)
        for key, value in element.attrib.items():
            # Whole coordinates and tenths are finer than a screen; numbers that are read stay as they are.
            element.set(key, re.sub(r"-?\d+\.\d{2,}", _tenths, value))
        if element.get("id") not in used:
            element.attrib.pop("id", None)
        if element.get("transform", "").startswith("rotate(-0 "):
            del element.attrib["transform"]
        if _HREF in element.attrib:
            element.set("href", element.attrib.pop(_HREF))
    root.attrib = {
        "viewBox": root.attrib["viewBox"],
        "class": f"plot plot-{name}",
        "role": "img",
        "aria-label": description,
    }
    for parent, child in reversed(parents):
        if child.tag in ("g", "defs") and not len(child) and child in parent:
            parent.remove(child)
    written = ElementTree.tostring(root, encoding="unicode")
    return Markup(re.sub(r">\s+<", "><", written))  # noqa: S704 - texts in it were escaped by ElementTree


def _tenths(number: re.Match[str]) -> str:
    return f"{float(number[0]):.1f}".replace("-0.0", "0.0")


def _restyle(element: ElementTree.Element) -> None:
    style = element.attrib.pop("style", "")
    classes = []
    for part in style.split(";"):
        key, _, value = (piece.strip() for piece in part.partition(":"))
        if key in ("fill", "stroke") and value in _CLASSES:
            classes.append(f"{key[0]}-{_CLASSES[value]}")
        elif key and not key.startswith("font") and _DEFAULTS.get(key) != value:
            element.set(key, value)
    if classes:
        element.set("class", " ".join(classes))
