"""The report of an attack run: how many examples broke, by attack and by label, each with its texts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from mohs.errors import in_python
from mohs.estimate.wording import percent
from mohs.report import plots
from mohs.report.diff import marked, shortened
from mohs.report.facts import facts
from mohs.report.gates import gate_lines
from mohs.report.page import template
from mohs.report.sample import Gathered, Outcome, gather, place_of
from mohs.report.sentences import (
    MEASURES,
    STATUS_WORDS,
    Numbers,
    cautions,
    cell,
    headlines,
    method_words,
    status_table,
)
from mohs.runs.folder import replacing

_Column = tuple[str, str, str, int]

_COLUMNS: tuple[_Column, ...] = (
    ("accuracy", "accuracy before", "percent", 1),
    ("accuracy_under_attack", "accuracy under attack", "percent", 1),
    ("queries_per_example", "queries per example", "number", 1),
    ("modified_rate", "modified rate", "percent", 1),
    ("modified_rate_input", "modified rate (whole input)", "percent", 1),
    ("similarity", "similarity", "number", 2),
)
"""Columns of the table by attack, after the success rate: metric, title, unit, decimals."""


@plots.undisturbed()
def write_report(
    run: Mapping[str, Any], document: Mapping[str, Any], outcomes: Iterable[Outcome], path: Path
) -> None:
    """Write the page of an attack run.

    At most 1,000 broken examples and 200 others are shown, drawn evenly over attacks; memory and the size of
    the page stay bounded however many outcomes there are.

    Args:
        run: The content of `run.json`.
        document: The content of `results.json`.
        outcomes: As in the journal, in any order; read once.
        path: Where to write; what was there is replaced at once, when the new page is whole.

    Raises:
        RunFailed: The page cannot be written; what was at `path` before is still there.
    """
    gathered = gather(outcomes)
    with (
        replacing(path) as temporary,
        temporary.open("w", encoding="utf-8", newline="\n", errors="replace") as file,
    ):
        file.writelines(_page(run, document, gathered))


def _page(run: Mapping[str, Any], document: Mapping[str, Any], gathered: Gathered) -> Iterator[str]:
    numbers = Numbers(document, run.get("attacks") or ())
    counts = document.get("counts") or []
    # With one field the whole input is that field.
    one_field = len((run.get("task") or {}).get("fields") or ()) == 1
    columns = [column for column in _COLUMNS if not (one_field and column[0] == "modified_rate_input")]
    say = in_python if run.get("command") is None else str
    page = template("report.html.jinja").stream(
        run=run,
        subject=_subject(run, numbers),
        headlines=list(headlines(numbers)),
        cautions=list(cautions(run, numbers, counts)),
        confidence=_confidence(numbers),
        methods=list(method_words(numbers.rows)),
        plots=_plots(numbers, gathered),
        gates=gate_lines(run),
        columns=[title for _, title, _, _ in columns],
        by_attack=list(_by_attack(numbers, columns)),
        statuses=status_table(numbers, counts),
        status_words=STATUS_WORDS,
        by_label=list(_by_label(document, numbers)),
        broken=_examples(gathered.broken, numbers, say),
        broken_in_all=gathered.broken_in_all,
        choices=_choices(gathered.broken, numbers),
        several=len(numbers.places) > 1,
        held=_examples(gathered.held, numbers, say),
        held_in_all=gathered.held_in_all,
        measures=MEASURES,
        facts=list(facts(run)),
    )
    page.enable_buffering(200)
    yield from page


def _subject(run: Mapping[str, Any], numbers: Numbers) -> list[str]:
    """What was attacked, for the line above the headline: tasks and models."""
    task = run.get("task") or {}
    tasks = {place.task for place in numbers.all_places()} or {str(task.get("name") or "")}
    models = {place.model for place in numbers.all_places()}
    return [", ".join(sorted(names)) for names in (tasks, models) if any(names)]


def _confidence(numbers: Numbers) -> str:
    levels = sorted({row["confidence"] for row in numbers.rows}) or [0.95]
    return " and ".join(f"{100 * level:g}" for level in levels)


def _plots(numbers: Numbers, gathered: Gathered) -> list[tuple[str, Markup]]:
    places = numbers.all_places()
    rates = {numbers.title(p): numbers.get(p, "attack_success_rate") for p in places}
    pairs = {
        numbers.title(p): (numbers.get(p, "accuracy"), numbers.get(p, "accuracy_under_attack"))
        for p in places
    }
    words = {numbers.title(p): gathered.words[p] for p in places if p in gathered.words}
    queries = {numbers.title(p): gathered.queries[p] for p in places if p in gathered.queries}
    drawn = [
        ("How often an attack succeeds", plots.success_by_attack(rates)),
        ("Accuracy before the attack (hollow) and under it", plots.accuracy_before_and_after(pairs)),
        (
            "How much text was changed",
            plots.histograms(words, "Words changed in a broken example", "words", broken=True),
        ),
        (
            "How long the search was",
            plots.histograms(
                queries, "Texts that the search asked of the classifier", "queries", broken=False
            ),
        ),
    ]
    return [(title, plot) for title, plot in drawn if plot]


def _by_attack(numbers: Numbers, columns: Sequence[_Column]) -> Iterator[dict[str, Any]]:
    for place in numbers.all_places():
        yield {
            "title": numbers.title(place),
            "rate": cell(numbers.get(place, "attack_success_rate")),
            "cells": [cell(numbers.get(place, metric), unit, digits) for metric, _, unit, digits in columns],
            "union": place in numbers.unions,
        }


def _by_label(document: Mapping[str, Any], numbers: Numbers) -> Iterator[dict[str, Any]]:
    rows = [row for row in document.get("by_label") or () if row["metric"] == "attack_success_rate"]
    for place in numbers.places:
        for row in rows:
            if place_of(row) != place:
                continue
            here = [r for r in document["by_label"] if place_of(r) == place and r["label"] == row["label"]]
            label = Numbers({"results": here}, ())
            yield {
                "title": numbers.title(place),
                "label": row["label"],
                "rate": cell(label.get(place, "attack_success_rate")),
                "before": cell(label.get(place, "accuracy")),
                "under": cell(label.get(place, "accuracy_under_attack")),
            }


def _choices(outcomes: Iterable[Outcome], numbers: Numbers) -> dict[str, list[str]]:
    """What the filters offer: attacks, labels and predictions of the examples in the page."""
    chosen = list(outcomes)
    return {
        "attack": sorted({numbers.title(place_of(o)) for o in chosen}),
        "label": sorted({str(o["label"]) for o in chosen}),
        "prediction": sorted({str(o["prediction_after"]) for o in chosen}),
    }


def _examples(
    outcomes: Iterable[Outcome], numbers: Numbers, say: Callable[[str], str]
) -> Iterator[dict[str, Any]]:
    """One after the other, so that the page is never in memory as a whole; reasons as `say` has them."""
    order = {place: number for number, place in enumerate(numbers.places)}
    for outcome in sorted(outcomes, key=lambda o: order.get(place_of(o), len(order))):
        modified = outcome.get("modified") or {}
        yield {
            "id": outcome["id"],
            "source": outcome["source_id"] if outcome["source_id"] != outcome["id"] else None,
            "attack": numbers.title(place_of(outcome)),
            "status": STATUS_WORDS[outcome["status"]][0],
            "label": outcome["label"],
            "before": outcome.get("prediction_before"),
            "after": outcome.get("prediction_after"),
            "odds": (_two(outcome.get("probability_before")), _two(outcome.get("probability_after"))),
            "fields": list(_fields(outcome)),
            "queries": outcome["asked"].get("classify", 0),
            "words": modified.get("words"),
            "rate": _share(modified.get("rate")),
            "rate_input": _share(modified.get("rate_input")) if len(outcome["original"]) > 1 else None,
            "similarity": _two(outcome.get("similarity")),
            "sort": [
                _key(modified.get("words")),
                _key(modified.get("rate")),
                _key(outcome["asked"].get("classify", 0)),
                _key(outcome.get("similarity")),
            ],
            "reason": outcome.get("reason") and say(outcome["reason"]),
        }


def _fields(outcome: Outcome) -> Iterator[tuple[str | None, Markup, Markup | None]]:
    """Name (where there are several), original and perturbed text (None where unchanged) of each field."""
    original, perturbed = outcome["original"], outcome.get("perturbed") or {}
    for name, text in original.items():
        shown = name if len(original) > 1 else None
        other = perturbed.get(name, text)
        if other == text:
            yield shown, shortened(text), None
        else:
            yield shown, *marked(text, other)


def _two(value: float | None) -> str | None:
    return None if value is None else f"{value:.2f}"


def _share(value: float | None) -> str | None:
    return None if value is None else percent(value).replace(" ", "\u00a0")


def _key(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"
