"""`mohs separation`: how far apart the classes of a table are."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from mohs.cli import terminal
from mohs.cli.ending import deliver, notes
from mohs.cli.flags import Json, Whole
from mohs.cli.values import bounds_in_words, bounds_of, listed
from mohs.errors import MohsError

_NAMES = {
    "two_r": "2r, the smallest of two rows of different labels",
    "eps_min": "half of it: noise up to here crosses no class",
    "two_r_without_conflicts": "2r without rows that equal one of another label",
    "nearest_enemy_mean": "to the nearest enemy (row of another label), mean",
}


def separation(
    data: str,
    *,
    label: str | None = None,
    features: tuple[str, ...] = (),
    test: str | None = None,
    norm: str = "linf",
    scale: Literal["none", "min-max"] = "none",
    bounds: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    class_pairs: bool = False,
    minimum: bool = False,
    seed: Whole = 0,
    out: Path | None = None,
    json: Json = False,
    quiet: bool = False,
) -> int:
    """Measure how far apart the classes of a table are: 2r, and eps_min, the half of it.

    Leaves a run folder; with --json and without --out, none.

    Args:
        data: The table: an .npz with X and y, or a CSV, TSV or Parquet file with a column of labels.
        label: Column of the label; by default the only one with a usual name (label, class, target, ...).
        features: Columns of numbers, comma-separated; by default all but the label.
        test: A second table of the same columns; distances within it and between the two are told apart.
        norm: linf, l2, l1 or a number p >= 1.
        scale: none, or min-max: every column from 0 to 1 in the bounds. Distances depend on it.
        bounds: LOW,HIGH: between which all values lie; by default the data's own least and largest.
        class_pairs: Find the closest rows of every two classes too.
        minimum: Find 2r alone, which is faster for many rows of many columns.
        seed: Seed of the halves of the data that 2r is measured on as well.
        out: The run's folder; by default runs/ and a name made of the data and the time.
        json: Print results.json, one JSON document, on stdout; all else goes to stderr.
        quiet: No notes on stderr; they stand in results.json.
    """
    if minimum and (test is not None or class_pairs):
        raise MohsError("--minimum finds 2r of one table alone", mend="leave out --test and --class-pairs")
    from mohs import api

    options = api.SeparationOptions(
        data=data,
        label=label,
        features=listed("--features", features),
        test=test,
        norm=norm,
        scale=scale,
        bounds=None if bounds is None else bounds_of(bounds),
        class_pairs=class_pairs,
        minimum=minimum,
        seed=seed,
        out=out,
    )
    with terminal.only_json(json):
        done = api.separation_command(options, keep=not json, command=terminal.command_line())
    notes(() if quiet else done.document["warnings"])
    deliver(done.document, lambda: _show(done.document), json=json, folder=done.folder)
    if done.folder is not None and not quiet:
        terminal.say(f"report: {done.folder / 'report.html'}")
    return 0


def _show(document: Mapping[str, Any]) -> None:
    details, rows = document["separation"], document["results"]
    overall = [row for row in rows if "split" not in row and row["metric"] != "two_r_of_half"]
    lines = [[_name(row["metric"]), _number(row["value"]), f"{row['n']:,}"] for row in overall]
    lines += [
        [f"2r, {row['split']}", _number(row["value"]), f"{row['n']:,}"] for row in rows if "split" in row
    ]
    halves = [row for row in rows if row["metric"] == "two_r_of_half"]
    lines += [["2r of a random half", _number(row["value"]), f"{row['n']:,}"] for row in halves]
    first, second = details["pair"]
    terminal.show(
        f"norm {rows[0]['norm']}; closest: row {first} ({details['labels'][0]}) and row {second} "
        f"({details['labels'][1]}); rows are numbered from 0, without the header{_test_rows(document)}",
        bounds_in_words(document["data"]["bounds"]),
        terminal.table(["", "distance", "rows"], lines, right=("distance", "rows")),
    )
    if details.get("conflict_places"):
        terminal.show(
            f"conflicts: {details['conflict_rows']:,} rows at {details['conflict_places']:,} places are equal"
            " but have different labels, so 2r is 0; the first: rows "
            + ", ".join(map(str, details["conflicts"][0][:10]))
        )
    if details.get("closest"):
        closest = [
            [
                _number(pair["distance"]),
                " ".join(map(str, pair["pair"])),
                " / ".join(pair["labels"]),
                _number(pair["without"]),
                _number(pair["without_closer"]),
            ]
            for pair in details["closest"]
        ]
        columns = ["distance", "rows", "labels", "2r without them", "and without all above"]
        terminal.show(terminal.table(columns, closest, right=(columns[0], *columns[3:])))
    if details.get("class_pairs"):
        pairs = [
            [" / ".join(pair["labels"]), _number(pair["distance"]), " ".join(map(str, pair["pair"]))]
            for pair in details["class_pairs"]
        ]
        terminal.show(terminal.table(["classes", "distance", "rows"], pairs, right=("distance",)))
    if halves:
        terminal.show("2r is a minimum: it falls as rows are added, and hangs on few of them.")


def _test_rows(document: Mapping[str, Any]) -> str:
    data = document["data"]
    return "" if data["test"] is None else f"; those of the test rows go on from {data['rows']:,}"


def _name(metric: str) -> str:
    """What a number is called here; results.json and `mohs list metrics` have the name in brackets."""
    if metric.startswith("nearest_enemy_q"):
        words = f"{int(metric[-2:])} % of the rows have an enemy within"
    else:
        words = _NAMES.get(metric, metric.replace("_", " "))
    return f"{words} ({metric})"


def _number(value: float | None) -> str:
    return "no data" if value is None else f"{value:.6g}"
