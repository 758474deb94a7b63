"""The page of an evaluation: what a classifier scored on a benchmark, and where it fails.

One self-contained file that works from a disk, in print, in light, in dark and without scripts; drawn from
run.json and results.json alone. Whatever came from outside (texts, labels, names, paths) is escaped.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from mohs.estimate.wording import percent
from mohs.report.diff import marked, shortened
from mohs.report.facts import facts
from mohs.report.gates import gate_lines
from mohs.report.page import write_page
from mohs.report.scores import Scores
from mohs.report.sentences import method_words

_OUTCOMES = {
    "broken": "broken: the source right, this wrong",
    "wrong before": "wrong, as its source was",
    "wrong": "wrong; nothing known of a source",
    "right": "right",
}
"""What became of a row, as its filter calls it."""

MEASURES = {
    "robust accuracy": "adversarial rows that the classifier had right / all adversarial rows.",
    "clean accuracy": "of the benign rows that they were made from, each once, the share that it had right.",
    "gap": "over adversarial rows whose source was asked about: the share whose source was right less the "
    "share that is right itself. A source counts once for each row made of it.",
    "attack success": "rows that are wrong / rows whose source was right.",
    "task score": "the mean of the task's metrics (QQP: accuracy and F1 of duplicate); MNLI: the mean of "
    "matched and mismatched. The score of the benchmark is the mean over tasks.",
    "drop": "the task score on further benign rows (GLUE's dev set) less the one on adversarial rows.",
    "majority label": "what always answering the most frequent label would score; dashed in the plots.",
    "modified rate": "words changed, added or removed (word-level edit distance) / words of the changed "
    "field in the original; words are runs of letters and digits with inner apostrophes, case folded.",
}
"""What each number is, in words."""


def write_evaluation_page(run: Mapping[str, Any], document: Mapping[str, Any], path: Path) -> None:
    """Write the page.

    Args:
        run: The content of run.json.
        document: The content of results.json.
        path: Where to write; what was there is replaced when the new page is whole.

    Raises:
        RunFailed: The page cannot be written.
    """
    scores = Scores(document)
    diagnosis = document["diagnosis"]
    examples = list(_examples(diagnosis["rows"]))
    write_page(
        "evaluation.html.jinja",
        path,
        run=run,
        subject=_subject(run, document),
        headline=scores.headline(),
        cautions=list(document["warnings"]),
        scores=scores,
        gates=gate_lines(run),
        plots=[(title, plot) for title, plot in scores.plots(diagnosis) if plot],
        multiples=[(title, plot) for title, plot in scores.multiples() if plot],
        confusion=diagnosis["confusion"],
        labels=list(_labels(diagnosis["labels"])),
        changes=list(scores.changes(diagnosis["by_amount_of_change"])),
        capabilities=scores.capabilities(diagnosis.get("capabilities", [])),
        sources=diagnosis["sources"],
        examples=examples,
        choices={key: sorted({e[key] for e in examples}) for key in ("task", "attack", "outcome")},
        methods=list(method_words(row for row in document["results"] if row["method"] != "exact")),
        measures=MEASURES,
        facts=list(facts({key: value for key, value in run.items() if key != "tasks"})),
    )


def _subject(run: Mapping[str, Any], document: Mapping[str, Any]) -> list[str]:
    data = run["data"]
    models = sorted({str(row["model"]) for row in document["results"] if row.get("model")})
    return [f"{data['name']} {data['version']}, {data['split']}", *models]


def _labels(tables: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """For each part of each task how often each label comes, with its share."""
    for table in tables:
        total = sum(table["counts"].values())
        yield {
            "task": table["task"],
            "part": table["part"],
            "total": total,
            "counts": [
                (label, count, percent(count / total if total else None, 0).replace(" %", "\u00a0%"))
                for label, count in table["counts"].items()
            ],
        }


def _examples(rows: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for row in rows:
        probability = row["probability"]
        yield {
            **{key: row[key] for key in ("task", "id", "label", "prediction", "source_prediction")},
            "source": row["source_id"] if row["original"] is not None else None,
            "attack": row["attack"] or "not said",
            "outcome": _OUTCOMES[row["outcome"]],
            "wrong": row["outcome"] != "right",
            "odds": None if probability is None else f"{probability:.2f}",
            "fields": list(_fields(row)),
            "sort": ["-" if probability is None else f"{probability:g}"],
        }


def _fields(row: Mapping[str, Any]) -> Iterator[tuple[str | None, Markup, Markup | None]]:
    """Name (where there are several), benign and adversarial text of each field; None where unchanged."""
    original = row["original"] or row["fields"]
    for name, text in row["fields"].items():
        shown = name if len(row["fields"]) > 1 else None
        if original[name] == text:
            yield shown, shortened(text), None
        else:
            yield shown, *marked(original[name], text)
