"""`mohs attack --sentence`: one text, and each search shown step by step."""

import dataclasses
import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from mohs.cli import terminal

if TYPE_CHECKING:
    from mohs.api import Search

_ENDED = {
    "success": "broken",
    "failure": "not broken: no text that the attack may make flips the label",
    "skipped": "wrong before: the classifier has another label for the text itself",
    "not_attackable": "not attackable",
    "budget": "out of budget",
    "error": "error",
}


def show(searches: Iterable["Search"]) -> None:
    """Every search on stdout: what it asked, the answer that mattered, and what came of it."""
    for search in searches:
        outcome = search.outcome
        original = " | ".join(outcome.original.values())
        terminal.show(f"{search.attack} on {outcome.model}, label {outcome.label}", f"  {original}", "")
        if search.steps:
            terminal.show(_steps(search, original), "")
        terminal.show(*_ending(outcome), "")


def document(searches: Iterable["Search"]) -> dict[str, Any]:
    """The same as one JSON document."""
    return {
        "schema": "mohs/sentence/1",
        "searches": [
            {
                "attack": search.attack,
                "steps": [dataclasses.asdict(step) for step in search.steps],
                "outcome": search.outcome.to_json(),
            }
            for search in searches
        ],
    }


def _steps(search: "Search", original: str) -> Table:
    table = terminal.table(
        ("step", "asked", "texts", "nearest", "classified as", "the nearest of them"),
        (),
        right=("step", "texts"),
    )
    for number, step in enumerate(search.steps, 1):
        cells = (str(number), step.asked, str(step.texts), _value(step), step.prediction or "")
        table.add_row(*(Text(terminal.clean(cell)) for cell in cells), _text(step, original))
    return table


def _value(step: Any) -> str:
    """A number with what it is of: the probability of a label is called by the label's name."""
    if step.value is None:
        return ""
    measure = step.label if step.measure == "probability" else step.measure
    return f"{measure} {step.value:.3f}"


def _text(step: Any, original: str) -> Text:
    """The text of a step; where words were asked for, what may stand in the place of its own."""
    if not step.found:
        return marked(original, step.text)
    lines = (f"{piece}: {', '.join(others) or '-'}" for piece, others in step.found)
    return Text(terminal.clean("; ".join(lines)))


def marked(original: str, text: str) -> Text:
    """The text, with the words that are not the original's at that place in bold (seen on a terminal)."""
    before, after = original.split(), text.split()
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    shown = Text()
    for kind, _, _, start, end in matcher.get_opcodes():
        for word in after[start:end]:
            if shown:
                shown.append(" ")
            shown.append(terminal.clean(word), style="" if kind == "equal" else "bold red")
    return shown


def _ending(outcome: Any) -> Iterator[str]:
    asked = ", ".join(f"{number:,} for {kind}" for kind, number in outcome.asked.items() if number)
    yield f"{_ENDED.get(outcome.status, outcome.status)}; texts asked: {asked or 'none'}"
    if outcome.reason:
        yield f"  {outcome.reason}"
    if outcome.perturbed is None:
        return
    for name, text in outcome.perturbed.items():
        if text != outcome.original[name]:
            yield f"  {name}: {text}" if len(outcome.perturbed) > 1 else f"  {text}"
    if outcome.prediction_after is not None:
        before, after = _number(outcome.probability_before), _number(outcome.probability_after)
        yield (
            f"  classified as {outcome.prediction_before}, then as {outcome.prediction_after}; "
            f"probability of {outcome.label} {before}, then {after}"
        )
    for edit in outcome.edits:
        yield f"  {_edit(edit)}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _edit(edit: Mapping[str, Any]) -> str:
    if edit["word"] < 0:  # written anew as a whole: the texts stand above
        return f"the whole text ({edit['kind']})"
    return f"{edit['from']} -> {edit['to']} ({edit['kind']})"
