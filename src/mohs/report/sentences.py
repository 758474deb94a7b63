"""The report in words: what a run found, said in one sentence with its interval, and what its terms mean."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from mohs.estimate import Estimate, no_data
from mohs.estimate.wording import digits_apart
from mohs.report.diff import visible
from mohs.report.sample import Place, place_of
from mohs.runs.summary import STATUSES, UNION

_RATE = "attack_success_rate"

FEW = 30
"""Fewer examples than this, and the page warns that they are few."""

STATUS_WORDS = {
    "success": ("broken", "the attack found a text that keeps its constraints and that is classified wrong"),
    "failure": ("not broken", "the attack ended without such a text"),
    "budget": ("out of budget", "the limit on queries ended the search"),
    "not_attackable": ("not attackable", "there is no position that this attack may change"),
    "skipped": ("wrong before", "classified wrong already: counts in accuracy, not in the success rate"),
    "error": ("error", "something raised: counts in no rate"),
}
"""What the page calls a status, and what it means."""

MEASURES = {
    "attack success rate": "examples broken / examples that the classifier had right, whether they were "
    "broken, held, ran out of budget or were not attackable. The gold label is the reference, never the "
    "prediction.",
    "accuracy": "examples that the classifier had right before the attack / all examples without error.",
    "accuracy under attack": "examples that it had right and that were not broken / all without error.",
    "queries per example": "texts that the search put to the classifier, whether answered from a cache or "
    "not; mean over the examples that the classifier had right.",
    "modified rate": "words changed, added or removed (word-level edit distance) / words of the changed "
    "field in the original; mean over broken examples. Words are maximal runs of letters and digits with "
    "inner apostrophes, case folded.",
    "modified rate (whole input)": "the same over all fields of the example.",
    "similarity": "cosine between the sentence encoder's vectors of the changed field before and after; "
    "mean over broken examples.",
}
"""What each number is, in words."""

METHOD_WORDS = {
    "wilson": "Wilson's score interval, for shares of independent examples",
    "cluster-bootstrap": "percentile bootstrap over sources: examples that share one are drawn together",
    "bootstrap": "percentile bootstrap over examples",
    "wilson (all values equal)": "Wilson's interval for what was not seen, where all values are equal",
    "no interval (all values equal)": "none, where all values are equal",
    "no interval (one source)": "none, where all there is comes from one source",
}
"""How intervals are made, in words."""


class Numbers:
    """The rows of a results document, by place and metric.

    Args:
        document: A results document.
        attacks: What `run.json` says of the attacks; `title` is what the page calls one, else its name.
    """

    def __init__(self, document: Mapping[str, Any], attacks: Iterable[Mapping[str, Any]]) -> None:
        self.rows = [row for row in document["results"] if {"task", "model", "attack"} <= row.keys()]
        self.titles = {str(a["name"]): str(a.get("title") or a["name"]) for a in attacks}
        self._known = {(place_of(row), row["metric"]): Estimate.from_json(row) for row in self.rows}
        order = {name: number for number, name in enumerate(self.titles)}
        known = dict.fromkeys(place_of(row) for row in self.rows)
        ranked = sorted(known, key=lambda p: (p.task, p.model, order.get(p.attack, len(order)), p.attack))
        self.places = [place for place in ranked if place.attack != UNION]
        self.unions = [place for place in ranked if place.attack == UNION]
        self._tasks = {place.task for place in known}
        self._models = {place.model for place in known}

    def get(self, place: Place, metric: str) -> Estimate:
        """The number, or "no data"."""
        return self._known.get((place, metric)) or no_data()

    def name(self, place: Place) -> str:
        """What the page calls the attack of a place."""
        return "all together" if place.attack == UNION else self.titles.get(place.attack, place.attack)

    def where(self, place: Place) -> str:
        """Of task and model what tells a place from others; empty where there is one of each."""
        known = ((place.task, len(self._tasks) > 1), (place.model, len(self._models) > 1))
        return ", ".join(text for text, several in known if several)

    def title(self, place: Place) -> str:
        """What the page calls a place: the attack, and what tells it from others."""
        where = self.where(place)
        return f"{self.name(place)} ({where})" if where else self.name(place)

    def all_places(self) -> list[Place]:
        """Every attack, then all together."""
        return [*self.places, *self.unions]


class Cell(NamedTuple):
    """A number for a table: in words, its interval in words, n, and its sources where they are fewer."""

    value: str
    interval: str
    n: int
    sources: int | None = None


def cell(estimate: Estimate, unit: str = "percent", digits: int = 1) -> Cell:
    """A number for a table; "no data" where there is none."""
    if estimate.value is None:
        return Cell("no data", "", estimate.n)
    number = estimate.percent(digits, n=False) if unit == "percent" else estimate.text(digits, n=False)
    value, bracket, ends = number.partition(" [")
    fewer = estimate.clusters is not None and estimate.clusters < estimate.n
    interval = f"[{ends}" if bracket else ""
    return Cell(value.replace(" ", "\u00a0"), interval, estimate.n, estimate.clusters if fewer else None)


def headlines(numbers: Numbers) -> Iterator[Markup]:
    """One sentence for each task and model: how much was broken, with its interval."""
    groups: dict[tuple[str, str], list[Place]] = {}
    for place in numbers.all_places():
        groups.setdefault((place.task, place.model), []).append(place)
    for places in groups.values():
        yield _headline(numbers, places)
    if not groups:
        yield Markup("No example has been dealt with yet.")


def cautions(
    run: Mapping[str, Any], numbers: Numbers, counts: Iterable[Mapping[str, Any]]
) -> Iterator[Markup]:
    """What a reader must know before trusting the headline."""
    status = run.get("status")
    if status in ("partial", "running"):
        yield Markup("<strong>This run is not complete.</strong> The numbers are of the outcomes so far.")
    elif status == "failed":
        yield Markup("<strong>This run failed.</strong> Its numbers mean little: see the errors below.")
    rates = [(numbers.title(place), numbers.get(place, _RATE).n) for place in numbers.places]
    few = [Markup("{} had {}").format(visible(title), n) for title, n in rates if 0 < n < FEW]
    if len(few) == len(rates) > 1 and len({n for _, n in rates}) == 1:
        few = [Markup("each attack had {}").format(rates[0][1])]
    if few:
        yield Markup(
            "<strong>Few examples.</strong> Of those that the classifier had right, {} to break. The "
            "intervals are wide; more examples would narrow them."
        ).format(Markup(", ").join(few))
    errors = sum(row["statuses"].get("error", 0) for row in counts)
    if errors:
        yield Markup("<strong>{}</strong> ended in an error: in no rate, but listed below.").format(
            _several(errors, "outcome")
        )
    for warning in run.get("warnings") or ():
        yield visible(warning)


def status_table(
    numbers: Numbers, counts: Iterable[Mapping[str, Any]]
) -> tuple[list[str], list[tuple[str, list[int]]]]:
    """Statuses as columns, attacks as rows; the last column is all outcomes."""
    by_place = {place_of(row): row for row in counts}
    rows = []
    for place in numbers.places:
        if place in by_place:
            found = [by_place[place]["statuses"].get(status, 0) for status in STATUSES]
            rows.append((numbers.title(place), [*found, by_place[place]["outcomes"]]))
    return [STATUS_WORDS[status][0] for status in STATUSES] + ["all"], rows


def method_words(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """How the intervals of these rows were made, each way once."""
    for method in sorted({row["method"] for row in rows} - {"no data"}):
        yield METHOD_WORDS.get(method, method)


def _headline(numbers: Numbers, places: list[Place]) -> Markup:
    union = next((place for place in places if place.attack == UNION), None)
    main = union or places[0]
    rate = numbers.get(main, _RATE)
    before, under = numbers.get(main, "accuracy"), numbers.get(main, "accuracy_under_attack")
    attacks = [place for place in places if place != union]
    who = visible(numbers.title(main))
    if union:
        where = numbers.where(main)
        on = Markup(" on {}").format(visible(where)) if where else ""
        who = Markup("Together, the {} attacks{}").format(len(attacks), on)
    if rate.value is None:
        if before.value is None:
            return Markup("{}: no example without error, so there is nothing to say.").format(who)
        return Markup("{} had nothing to break: the classifier had none of the {} right.").format(
            who, _several(before.n, "example")
        )
    sentence = Markup("{} broke {} of the {} that the classifier had right; ").format(
        who, _figure(rate), _several(rate.n, "example")
    )
    if before.value == under.value:
        sentence += Markup("accuracy stayed at {}.").format(_figure(before))
    else:
        fell = _figure(before, under), _figure(under, before)
        sentence += Markup("accuracy fell from {} to {}.").format(*fell)
    if union:
        rates = [(numbers.get(place, _RATE), place) for place in attacks]
        known = [(r.value, numbers.name(p), r) for r, p in rates if r.value is not None]
        if known and (most := max(value for value, _, _ in known)) > 0:
            best = [visible(name) for value, name, _ in known if value == most]
            figure = _figure(next(r for value, _, r in known if value == most))
            if len(best) == 1:
                sentence += Markup(" {} alone broke the most: {}.").format(best[0], figure)
            else:
                sentence += Markup(" {} broke the most, each alone: {}.").format(_together(best), figure)
    return sentence


def _together(names: list[Markup]) -> Markup:
    """Two or three names, or how many they are."""
    if len(names) > 3:
        return Markup("{} attacks").format(len(names))
    return Markup("{} and {}").format(Markup(", ").join(names[:-1]), names[-1])


def _figure(estimate: Estimate, *beside: Estimate) -> Markup:
    """A share; with as many decimals as it takes not to look like all, none or what stands beside it."""
    value = estimate.value or 0.0
    # Near 0 and 100 % whole per cents would hide what matters.
    least = 1 if 0 < value < 0.01 or 0.99 < value < 1 else 0
    others = [one.value for one in beside if one.value is not None]
    number = cell(estimate, digits=digits_apart(value, [0.0, 1.0, *others], least))
    interval = Markup('\u00a0<span class="interval">{}</span>').format(number.interval)
    return Markup("<strong>{}</strong>{}").format(number.value, interval)


def _several(n: int, what: str) -> str:
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"
