"""The page of an MSCR run: what noise costs, for whom, and which rows are fragile."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from markupsafe import Markup

from mohs.estimate import Estimate
from mohs.estimate.wording import hundredths, percent
from mohs.report import plots
from mohs.report.facts import facts
from mohs.report.gates import gate_lines
from mohs.report.mscr_plots import by_distance, changes, flips
from mohs.report.page import write_page

_MOST_LABELS = 25

_WORDS = {
    "mscr": "MSCR: change of accuracy, relative",
    "accuracy_clean": "accuracy without noise",
    "accuracy_noisy": "accuracy with noise",
    "noise_loss": "lost: copies of right rows that noise breaks",
    "noise_gain": "gained: copies of wrong rows that noise mends, per copy of a right row",
    "flip_rate": "copies with another label than the row without noise",
    "unstable": "rows with another label when asked again without noise",
    "noise_share_of_variance": "share of the noise in the variance of MSCR",
    "values_at_edge": "noisy values that the bounds changed",
    "noise_l2_mean": "mean L2 length of the noise",
    "noise_rms": "root mean square of its values",
    "two_r": "2r: the closest rows of different labels",
    "eps_min": "eps_min: half of it",
}
_LEFT_ALONE = {**_WORDS, "values_at_edge": "noisy values beyond the bounds, left as they are"}
_LENGTHS = ("noise_l2_mean", "noise_rms", "two_r", "eps_min")


@dataclass(frozen=True)
class Lines:
    """A run in words: what the page and the terminal show.

    Attributes:
        headline: What came of it.
        noise: Which noise it was.
        estimand: What MSCR and its interval are of.
        interval: What the intervals are: "95 % interval".
        numbers: Name, value, interval, n and method of each number.
        by_label: Label, rows, accuracy without and with noise, MSCR and flips.
        by_distance: Distance of the nearest enemy, rows, flips.
        fragile: Row, label, what it is called without noise, flips, their interval, nearest enemy.
    """

    headline: str
    noise: str
    estimand: str
    interval: str
    numbers: list[list[str]]
    by_label: list[list[str]]
    by_distance: list[list[str]]
    fragile: list[list[str]]


def lines(document: Mapping[str, Any]) -> Lines:
    """What results.json of an MSCR run says, in words."""
    details = document["mscr"]
    words = _LEFT_ALONE if (document.get("config") or {}).get("at_edge", "none") == "none" else _WORDS
    return Lines(
        headline=headline(document),
        noise=radius(details),
        estimand=details["estimand"],
        interval=f"{100 * document['results'][0]['confidence']:g} % interval",
        numbers=[[words[row["metric"]], *number(row)] for row in document["results"]],
        by_label=list(_by_label(document["by_label"])),
        by_distance=list(_by_distance(details)),
        fragile=list(_fragile(details)),
    )


@plots.undisturbed()
def write_mscr_page(run: Mapping[str, Any], document: Mapping[str, Any], path: Path) -> None:
    """Write the page.

    Args:
        run: The content of `run.json`.
        document: The content of `results.json`.
        path: Where to write.

    Raises:
        RunFailed: The page cannot be written.
    """
    said = lines(document)
    write_page(
        "mscr.html.jinja",
        path,
        name=run["name"],
        subject=[str(run["model"]["address"]), str(run["data"]["path"]), said.noise],
        said=said,
        cautions=list(document["warnings"]),
        plots=list(_plots(document)),
        gates=gate_lines(run),
        command=run["command"],
        facts=list(facts(run)),
    )


def radius(details: Mapping[str, Any]) -> str:
    """The noise in a few words: "linf noise, eps = eps_min = 0.004, 10 copies"."""
    name = "eps = eps_min" if details["eps_is"] == "eps_min" else "eps"
    kind = "the paper's own " if details["noise"] == "reference" else ""
    sphere = " on the sphere" if details["where"] == "sphere" else ""
    return (
        f"{kind}{details['norm']} noise{sphere}, {name} = {details['eps']:.6g}, {details['copies']:,} copies"
    )


def headline(document: Mapping[str, Any]) -> str:
    """What came of it, in one sentence."""
    rows = {row["metric"]: Estimate.from_json(row) for row in document["results"]}
    found, clean, noisy = rows["mscr"], rows["accuracy_clean"], rows["accuracy_noisy"]
    if found.value is None:
        return "The classifier gets no row right, so there is no accuracy to lose."
    verb = "loses" if found.value <= 0 else "gains"
    change = found  # without its sign, as the verb has it: a change of -5 [-9, -2] is a loss of 5 [2, 9]
    if found.value <= 0:
        change = replace(found, value=abs(found.value), low=_less(found.high), high=_less(found.low))
    between = f"from {clean.percent(2, n=False)} to {noisy.percent(2, n=False)}"
    sure = ""
    if found.low is not None and found.high is not None and found.low <= 0 <= found.high:
        sure = " The interval holds 0: it may as well be none."
    size = change.percent(2, n=False)
    return f"With noise the classifier {verb} {size} of its accuracy, {between} (n = {clean.n:,} rows).{sure}"


def _less(number: float | None) -> float | None:
    return None if number is None else -number


def number(row: Mapping[str, Any]) -> list[str]:
    """Value, interval, n and method of a row of results.json, in words."""
    estimate = Estimate.from_json(row)
    if estimate.value is None:
        return ["no data", "", "0", ""]
    if row["metric"] in _LENGTHS:
        return [f"{estimate.value:.6g}", "", f"{estimate.n:,}", estimate.method]
    of = f"{estimate.n:,}" if estimate.clusters is None else f"{estimate.n:,} of {estimate.clusters:,} rows"
    return [*estimate.cells(2), of, estimate.method]


def _labels(rows: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Estimate]]:
    found: dict[str, dict[str, Estimate]] = {}
    for row in rows:
        found.setdefault(row["label"], {})[row["metric"]] = Estimate.from_json(row)
    return found


def _by_label(rows: Sequence[Mapping[str, Any]]) -> Iterator[list[str]]:
    for label, own in _labels(rows).items():
        count = own["accuracy_clean"].n
        shown = [
            own[metric].percent(2, n=False)
            for metric in ("accuracy_clean", "accuracy_noisy", "mscr", "flip_rate")
        ]
        yield [label, f"{count:,}", *shown]


def _by_distance(details: Mapping[str, Any]) -> Iterator[list[str]]:
    for part in details["by_distance"]:
        rate = Estimate.from_json(part["flip_rate"])
        ends = [f"{part[end]:.4g}" for end in ("from", "to")]
        yield [" to ".join(dict.fromkeys(ends)), f"{rate.n:,}", rate.percent(2, n=False)]


def _fragile(details: Mapping[str, Any]) -> Iterator[list[str]]:
    for row in details["fragile"]:
        interval = f"{hundredths(row['low'])} to {percent(row['high'])}"
        nearest = "" if row["nearest"] is None else f"{row['nearest']:.6g}"
        flips = f"{row['flipped']:,} of {row['copies']:,}"
        yield [str(row["row"]), row["label"], row["prediction"], flips, interval, nearest]


def _plots(document: Mapping[str, Any]) -> Iterator[tuple[str, Markup]]:
    details = document["mscr"]
    whole = {row["metric"]: Estimate.from_json(row) for row in document["results"]}
    labels = {label: own["mscr"] for label, own in _labels(document["by_label"]).items()}
    few = dict(list(labels.items())[:_MOST_LABELS])
    yield "MSCR, of all rows and by label", changes({"all rows": whole["mscr"], **few})
    if sum(details["flips"]["rows"]):
        yield "How often the rows flip that flip at all", flips(details["flips"], details["copies"])
    if details["by_distance"]:
        yield "The nearer the enemy, the more flips?", by_distance(details["by_distance"], details["eps"])
