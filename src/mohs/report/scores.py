"""Scores: the rows of an evaluation's results.json as the page wants them: sentences, plots and tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from mohs.estimate import Estimate, no_data
from mohs.report.diff import visible
from mohs.report.forest import Line, forest
from mohs.report.sentences import Cell, cell

_CELLS = ("level", "phenomenon", "attack")
_LEVELS = ("word", "sentence", "human")
_CLEAN = "clean"
_PUBLISHED = "as published"

Where = tuple[str, str, str, str, str]


class Scores:
    """The numbers of an evaluation, by metric and place.

    Args:
        document: The content of results.json.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        rows = [row for row in document["results"] if row.get("split") != _PUBLISHED]
        self._known = {(row["metric"], _where(row)): Estimate.from_json(row) for row in rows}
        self.tasks = list(dict.fromkeys(row["task"] for row in rows if row["metric"] == "chance_accuracy"))
        self.groups = list(dict.fromkeys(row["task"] for row in rows if row["metric"] == "task_score"))
        adversarial = [row for row in rows if row.get("split") != _CLEAN]
        self.kinds = list(dict.fromkeys(_kind(row) for row in adversarial if row.get("attack")))
        self.phenomena = list(dict.fromkeys(kind[:2] for kind in self.kinds))
        self.levels = [name for name in _LEVELS if any(kind[0] == name for kind in self.kinds)]
        self.several = len(self.tasks) > 1
        self.has_clean = any(row.get("split") == _CLEAN for row in rows)
        self.has_sources = any(row["metric"] == "clean_accuracy" for row in rows)
        self.has_outside = any(row["metric"] == "outside_labels" and row["value"] for row in rows)
        self.metrics = {
            task: ["accuracy", *(["f1"] if ("f1", (task, "", "", "", "")) in self._known else [])]
            for task in self.tasks
        }

    def get(self, metric: str, task: str = "", split: str = "", **where: str) -> Estimate:
        """A number; "no data" where there is none."""
        level, phenomenon, attack = (where.get(name, "") for name in _CELLS)
        place = (task, level, phenomenon, attack, _CLEAN if split == _CLEAN else "")
        return self._known.get((metric, place)) or no_data()

    def cell(self, metric: str, task: str = "", split: str = "", **where: str) -> Cell | None:
        """A number for a table; None where it does not apply."""
        found = self.get(metric, task, split, **where)
        return cell(found) if found.n or found.value is not None else None

    def headline(self) -> Markup:
        """One sentence: how much is right of the adversarial rows, and of the benign ones."""
        robust = self.get("robust_accuracy")
        sentence = Markup("Right about {} of the {} adversarial rows").format(
            _figure(robust), f"{robust.n:,}"
        )
        if self.has_sources:
            clean, rate = self.get("clean_accuracy"), self.get("attack_success_rate")
            sentence += Markup(", and about {} of the benign ones that they were made from: ").format(
                _figure(clean)
            )
            sentence += Markup("of the rows whose source it had right, {} are wrong.").format(_figure(rate))
        else:
            sentence += "."
        return sentence

    def plots(self, diagnosis: Mapping[str, Any]) -> Iterator[tuple[str, Markup]]:
        """Titles and plots over all tasks."""
        lines = [
            Line(
                f"{task} (n = {self.get('robust_accuracy', task).n:,})",
                self.get("robust_accuracy", task),
                self.get("clean_accuracy", task) if self.has_sources else None,
                *self._without_skill(task),
            )
            for task in self.tasks
        ]
        title = "Accuracy by task on adversarial rows"
        yield (
            f"{title} and (hollow) on their sources" if self.has_sources else title,
            forest(lines, name="tasks", axis="accuracy; dashed: the majority label, dotted: chance"),
        )
        if self.has_clean:
            lines = [
                Line(group, self.get("task_score", group), self.get("task_score", group, _CLEAN))
                for group in self.groups
            ]
            if self.get("score").value is not None:
                lines.append(Line("the benchmark", self.get("score"), self.get("score", "", _CLEAN)))
            yield (
                "Score on the benchmark and (hollow) on GLUE's or other clean rows",
                forest(lines, name="drop", axis="task score"),
            )
        yield (
            "Accuracy by amount of change",
            forest(
                list(self._change_lines(diagnosis["by_amount_of_change"])), name="change", axis="accuracy"
            ),
        )
        yield (
            "Accuracy by phenomenon",
            forest(self._phenomena("" if self.several else self.tasks[0]), name="phenomena", axis="accuracy"),
        )

    def multiples(self) -> Iterator[tuple[str, Markup]]:
        """Title and plot of each task: accuracy by phenomenon."""
        if self.several:
            for number, task in enumerate(self.tasks):
                yield task, forest(self._phenomena(task), name=f"task-{number}", axis="accuracy")

    def _without_skill(self, task: str) -> tuple[float | None, float | None]:
        """What always answering the majority label, and what guessing would score."""
        return self.get("majority_accuracy", task).value, self.get("chance_accuracy", task).value

    def _phenomena(self, task: str) -> list[Line]:
        found = []
        for level, phenomenon in self.phenomena:
            one = self.get("accuracy", task, level=level, phenomenon=phenomenon)
            found.append(
                Line(f"{phenomenon}, {level} (n = {one.n:,})", one, None, *self._without_skill(task))
            )
        return found

    def changes(self, table: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
        """Rows of the table by amount of change."""
        for entry in table:
            source = entry.get("source_accuracy")
            yield {
                "task": entry["task"] or "all",
                "bin": _bin(entry),
                "accuracy": cell(Estimate.from_json(entry["accuracy"])),
                "source": None if source is None else cell(Estimate.from_json(source)),
            }

    @staticmethod
    def capabilities(table: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The failures of a suite's tests as the page lists them: each capability, then its tests."""
        return [
            {
                "task": entry["task"],
                "capability": entry["capability"],
                "test": entry.get("test"),
                "expectation": entry.get("expectation", ""),
                "failures": cell(Estimate.from_json(entry)),
            }
            for entry in table
        ]

    def _change_lines(self, table: Sequence[Mapping[str, Any]]) -> Iterator[Line]:
        scope = "" if self.several else (self.tasks[0] if self.tasks else "")
        for entry in table:
            if entry["task"] == scope:
                one, source = Estimate.from_json(entry["accuracy"]), entry.get("source_accuracy")
                before = None if source is None else Estimate.from_json(source)
                yield Line(f"{_bin(entry)} (n = {one.n:,})", one, before)


def _where(row: Mapping[str, Any]) -> Where:
    task, level, phenomenon, attack = (str(row.get(name) or "") for name in ("task", *_CELLS))
    return task, level, phenomenon, attack, _CLEAN if row.get("split") == _CLEAN else ""


def _kind(row: Mapping[str, Any]) -> tuple[str, str, str]:
    return str(row["level"]), str(row["phenomenon"]), str(row["attack"])


def _bin(entry: Mapping[str, Any]) -> str:
    low, high = 100 * entry["over"], entry["up_to"]
    if high is None:
        return f"over {low:g} % of the words"
    return f"up to {100 * high:g} %" if not low else f"over {low:g} to {100 * high:g} %"


def _figure(estimate: Estimate) -> Markup:
    number = cell(estimate, digits=0)
    interval = Markup('\u00a0<span class="interval">{}</span>').format(number.interval)
    return Markup("<strong>{}</strong>{}").format(visible(number.value), interval if number.interval else "")
