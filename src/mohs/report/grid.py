"""The page of a grid: which training noise is best for which test noise, and what noise costs every model."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from mohs.estimate import Estimate
from mohs.report import grid_data_plots, grid_plots, plots
from mohs.report.facts import facts
from mohs.report.lines import Interval
from mohs.report.page import write_page

_MOST_COMPARISONS = 60

Row = Mapping[str, Any]


class Numbers:
    """The rows of results.json, found by their coordinates.

    Args:
        document: The content of `results.json`.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.details = document["grid"]
        self.first = next(iter(self.details["estimands"]))
        self.rows = document["results"]
        self._by_place: dict[tuple[Any, ...], Row] = {
            self._place(row): row for row in self.rows if row["metric"] in ("accuracy", "mscr")
        }

    @staticmethod
    def _place(row: Row) -> tuple[Any, ...]:
        return tuple(row[key] for key in ("metric", "model", "training", "eps_train", "eps_test", "estimand"))

    def get(self, metric: str, fit: tuple[str, str, float], eps_test: float) -> Row | None:
        """The row of a fit (model, training, eps_train), for the first estimand."""
        return self._by_place.get((metric, *fit, eps_test, self.first))

    def fits(self, model: str, training: str) -> list[tuple[str, str, float]]:
        """A model without noise, and with every radius in one way of training."""
        known = {
            (row["model"], row["training"], row["eps_train"])
            for row in self.rows
            if row["metric"] == "accuracy"
        }
        wanted = [(model, "plain" if eps == 0 else training, eps) for eps in self.details["eps_train"]]
        return [fit for fit in wanted if fit in known]

    def of(self, metric: str) -> Iterator[Row]:
        """All rows of a metric."""
        return (row for row in self.rows if row["metric"] == metric)


@plots.undisturbed()
def write_grid_page(run: Mapping[str, Any], document: Mapping[str, Any], path: Path) -> None:
    """Write the page.

    Args:
        run: The content of `run.json`.
        document: The content of `results.json`.
        path: Where to write.

    Raises:
        RunFailed: The page cannot be written.
    """
    numbers = Numbers(document)
    details = document["grid"]
    write_page(
        "grid.html.jinja",
        path,
        name=run["name"],
        subject=[str(run["data"]["path"]), f"norm {document['config']['norm']}", f"{details['runs']:,} runs"],
        headline=headline(numbers),
        cautions=list(_cautions(document)),
        plots=list(_plots(numbers)),
        costs=list(_costs(numbers)),
        mscr_columns=[(f"MSCR, over {name}", "n") for name in details["estimands"]],
        eps_shown="" if details["eps_shown"] is None else f"{details['eps_shown']:.4g}",
        best=list(_best(numbers)),
        comparisons=list(_comparisons(numbers)),
        comparisons_in_all=sum(1 for _ in numbers.of("accuracy_difference")),
        estimands=[[name, words] for name, words in details["estimands"].items()],
        command=run["command"],
        facts=list(facts(run)),
    )


def headline(numbers: Numbers) -> str:
    """What came of it, in a sentence or two."""
    details = numbers.details
    eps = details["eps_shown"]
    said = []
    for model in details["models"]:
        row = numbers.get("mscr", (model, "plain", 0.0), eps) if eps is not None else None
        if row is not None and row["value"] is not None:
            said.append(f"{model} {percent(row, 3)}")
    if not said:
        return f"{details['cells']['done']:,} models were fitted and tested."
    name = "eps_min" if eps == details["eps_min"] else "eps"
    return f"MSCR of models trained without noise, at {name} = {eps:.4g}: {'; '.join(said)}."


def percent(row: Row, digits: int = 2) -> str:
    """A number of results.json as a percentage with its interval."""
    return Estimate.from_json(row).percent(digits, n=False)


def _cautions(document: Mapping[str, Any]) -> Iterator[str]:
    cells = document["grid"]["cells"]
    if cells["done"] < cells["planned"]:
        yield f"The grid is not complete: {cells['done']:,} of {cells['planned']:,} models are there."
    yield from document["warnings"]


def _plots(numbers: Numbers) -> Iterator[tuple[str, Markup]]:
    details = numbers.details
    for model in details["models"]:
        for training in details["training"]:
            yield from _of_model(numbers, model, training)
    if details["eps_shown"] is not None:
        series = _series(numbers)
        if series:
            yield (
                "What noise costs, against the noise trained with",
                grid_plots.costs(series, details["eps_shown"]),
            )
    for title, plot in (
        ("How the accuracy settles with the copies", grid_data_plots.over_copies(details["converged"])),
        ("How MSCR settles with the runs", grid_data_plots.over_runs(details["converged"])),
    ):
        if plot:
            yield title, plot
    radii = [eps for eps in details["eps_test"] if eps > 0]
    plot = grid_data_plots.nearest_with_radii(details["nearest"], details["eps_min"], radii)
    yield "How far the nearest row of another label is", plot
    if details["plane"]:
        for place, shown in enumerate(details["plane"]["maps"]):
            title = f"What {shown['model']} decides, eps_train {shown['eps_train']:.4g}"
            yield title, grid_data_plots.plane(details["plane"], place)


def _of_model(numbers: Numbers, model: str, training: str) -> Iterator[tuple[str, Markup]]:
    details = numbers.details
    eps_test, fits = details["eps_test"], numbers.fits(model, training)
    if not fits:
        return
    table = [[_value(numbers.get("accuracy", fit, eps)) for fit in fits] for eps in eps_test]
    lines = {
        fit[2]: [_interval(row) for eps in eps_test if (row := numbers.get("accuracy", fit, eps)) is not None]
        for fit in fits
    }
    if len(eps_test) > 1:
        yield f"Accuracy of {model}, trained {training}", grid_plots.accuracy_curves(eps_test, lines, model)
    possible = {
        row["eps_test"]: row["possible"]
        for row in numbers.of("best_eps_train")
        if row["model"] == model and row["training"] == training and row["low"] is not None
    }
    trained = [fit[2] for fit in fits]
    yield (
        f"Accuracy of {model}, trained {training}, %; framed: may be the best of its row",
        grid_plots.heat_map(eps_test, trained, table, possible, model),
    )
    if plot := grid_plots.surface(eps_test, trained, table, model):
        yield f"The same as a surface: {model}, trained {training}", plot


def _series(numbers: Numbers) -> dict[str, list[tuple[float, Interval]]]:
    details = numbers.details
    found = {}
    for model in details["models"]:
        for training in details["training"]:
            rows = [
                (fit[2], numbers.get("mscr", fit, details["eps_shown"]))
                for fit in numbers.fits(model, training)
            ]
            points = [
                (eps, _interval(row)) for eps, row in rows if row is not None and row["value"] is not None
            ]
            title = model if len(details["training"]) == 1 else f"{model}, {training}"
            if points:
                found[title] = points
    return found


def _value(row: Row | None) -> float | None:
    return None if row is None or row["value"] is None else 100 * row["value"]


def _interval(row: Row) -> Interval:
    low, high = (None if row[end] is None else 100 * row[end] for end in ("low", "high"))
    return 100 * (row["value"] or 0.0), low, high


def _costs(numbers: Numbers) -> Iterator[list[str]]:
    """Every fit: its accuracy without noise, and MSCR for every estimand."""
    details = numbers.details
    by_fit: dict[tuple[str, str, float], dict[str, Row]] = {}
    for row in numbers.of("mscr"):
        if row["eps_test"] == details["eps_shown"]:
            by_fit.setdefault((row["model"], row["training"], row["eps_train"]), {})[row["estimand"]] = row
    for fit, rows in by_fit.items():
        clean = numbers.get("accuracy", fit, 0.0)
        yield [
            fit[0],
            fit[1],
            f"{fit[2]:.4g}",
            "no data" if clean is None else percent(clean),
            *(percent(rows[name], 3) if name in rows else "no data" for name in details["estimands"]),
        ]


def _best(numbers: Numbers) -> Iterator[list[str]]:
    gains = {
        (row["model"], row["training"], row["eps_test"]): row for row in numbers.of("gain_of_best")
    }  # several rows of one model and eps_test differ in eps_train, which is the best one
    for row in numbers.of("best_eps_train"):
        gain = gains[row["model"], row["training"], row["eps_test"]]
        yield [
            row["model"],
            row["training"],
            f"{row['eps_test']:.4g}",
            f"{row['value']:.4g}",
            "too few runs" if row["low"] is None else ", ".join(f"{eps:.4g}" for eps in row["possible"]),
            percent(gain, 3),
        ]


def _comparisons(numbers: Numbers) -> Iterator[list[str]]:
    """The differences that are least likely chance, for the first estimand."""
    rows = [row for row in numbers.of("accuracy_difference") if row["estimand"] == numbers.first]
    rows.sort(key=lambda row: 2.0 if row["p_holm"] is None else row["p_holm"])
    for row in rows[:_MOST_COMPARISONS]:
        other = row["against"]
        yield [
            f"{row['model']}, {row['training']}, {row['eps_train']:.4g}",
            f"{other['model']}, {other['training']}, {other['eps_train']:.4g}",
            row["family"],
            f"{row['eps_test']:.4g}",
            percent(row, 3),
            "-" if row["p_holm"] is None else f"{row['p_holm']:.2g}",
        ]
