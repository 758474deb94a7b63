"""`evaluate`: everything that `mohs evaluate` does, from Python."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mohs.api.asking import Questionnaire, carry_out, read_clean
from mohs.api.classifiers import assign, open_all
from mohs.api.results import Result, as_benchmark, begin, choose_tasks, finish
from mohs.api.scoring import score_predictions
from mohs.benchmark.errata import apply_errata, read_errata
from mohs.benchmark.package import Benchmark, Part
from mohs.data.example import Example
from mohs.data.values import as_seed
from mohs.engine.progress import Hears, as_progress
from mohs.errors import ModelError
from mohs.evaluation.judged import Judged, Marks
from mohs.evaluation.score import Scoring, possible
from mohs.evaluation.sheet import Answers
from mohs.models.address import check_arguments
from mohs.paths import AnyPath, as_path
from mohs.runs.folder import RunFolder, sha256_of
from mohs.runs.gate import Condition, check_possible
from mohs.suites.suite import Suite

PREDICTIONS = "predictions:"
"""The scheme of a file of predictions: what `score_predictions` scores."""


def evaluate(
    classifiers: Any,
    benchmark: AnyPath | Benchmark | Suite,
    *,
    task: Sequence[str] | str | None = None,
    split: str | None = None,
    private: AnyPath | None = None,
    clean: str | None = None,
    sources: bool = True,
    errata: AnyPath | None = None,
    name: str | None = None,
    out: AnyPath | None = None,
    resume: bool = False,
    random_state: int = 0,
    progress: Hears | None = None,
    command: str | None = None,
    gates: Sequence[Condition] = (),
    **opening: Any,
) -> Result:
    """Ask classifiers about every row of a benchmark, and score what they say.

    Args:
        classifiers: An address or an open classifier; "sst2=hf:./a,mnli=hf:./b" or a mapping of task ->
            classifier (one answers mnli and mnli-mm, where only one of them is named); "predictions:FILE".
        benchmark: `advglue:PATH`, `suite:NAME`, the folder of a package or of a run of `mohs attack` (what it
            has broken), or an open benchmark or suite.
        task: The tasks, or "all"; by default those that have a classifier. One classifier and a benchmark of
            several tasks need it.
        split: "dev" or "test"; dev by default.
        private: The private folder of a package, for the labels of its test rows.
        clean: Further benign rows of the same tasks ("glue:DIR"), for the drop that AdvGLUE's tables have; by
            default those that the benchmark brings along.
        sources: Ask about the benign rows that the adversarial ones were made from too: that gives clean
            accuracy, gap and attack success rate.
        errata: A file of errata, applied first: withdrawn rows are not asked about, mended ones anew.
        name: What the classifier is called; by default its address, where there is one.
        out: A run folder; without it the result is kept in memory.
        resume: Go on where the folder's journal ends.
        random_state: Seed of the bootstraps.
        progress: As in `mohs.attack`.
        command: The command line, for the record.
        gates: What the numbers are held to (`mohs.api.read_conditions`): run.json and the page say what
            came of it. A task that they name and nobody answers is told at once.
        **opening: Options of `open_classifier`: label_map, scores, device, dtype, threads and so on.

    Raises:
        MohsError: The benchmark, a classifier or the folder cannot be used as asked.
        RunFailed: A classifier raised on more than 5 % of a task's rows, or a file cannot be written.
    """
    check_arguments(evaluate, opening)
    random_state, progress = as_seed(random_state), as_progress(progress)
    if isinstance(classifiers, str) and classifiers.startswith(PREDICTIONS):
        given = [key for key, value in opening.items() if value]
        if clean is not None or resume or given:
            raise ModelError(
                f"{classifiers} holds answers: there is nobody to ask",
                mend=f"leave out {', '.join(given) or 'clean and resume'}",
            )
        return score_predictions(
            classifiers.removeprefix(PREDICTIONS),
            benchmark,
            task=task,
            split=split,
            private=private,
            errata=errata,
            name=name,
            out=out,
            random_state=random_state,
            command=command,
            gates=gates,
        )
    opened = as_benchmark(benchmark, split, private)
    if errata is not None:
        opened = apply_errata(opened, read_errata(errata))
    assigned = assign(classifiers, list(opened.tasks), task, opened.address)
    parts = choose_tasks(opened, list(assigned.by_task))
    clean_rows = read_clean(clean, parts)
    whole = len(parts) == len(opened.tasks)
    asked = [one for one, part in parts.items() if sources and part.source_ids]
    tasks = {one: part.task for one, part in parts.items()}
    check_possible(gates, possible(tasks, sources=asked, clean=clean_rows.by_task, whole=whole))
    used = open_all(assigned.by_task, tasks, opening)
    try:
        questionnaire = Questionnaire.of(parts, clean_rows.by_task, used, sources=sources)
        about = {one: dict(used.by_task[one].identity()) for one in parts}
        addresses = {classifier.address for classifier in used.by_task.values()}
        record = begin(
            "evaluate",
            opened,
            parts,
            command=command,
            random_state=random_state,
            config={
                "tasks": list(parts),
                "split": opened.split,
                "sources": sources,
                "clean": clean,
                "name": name,
            },
            model=about if len(addresses) > 1 else next(iter(about.values())),
            planned=questionnaire.planned,
            fingerprint={
                "model": {one: used.by_task[one].fingerprint() for one in parts},
                "benchmark": opened.sha256,
                "errata": None if errata is None else sha256_of(as_path(errata)),
                "split": opened.split,
                "sources": sources,
                "clean": clean_rows.facts,
            },
        )
        record["data"]["notes"] += [*assigned.notes, *clean_rows.notes]
        record["data"]["clean"] = clean_rows.facts
        record["warnings"] += questionnaire.truncation()
        folder = None if out is None else RunFolder(as_path(out))
        answers = carry_out(questionnaire, record, folder, resume=resume, progress=progress)
    finally:
        used.close()
    judged = {one: _judged(part, answers[one], clean_rows.by_task.get(one)) for one, part in parts.items()}
    called = name or (next(iter(addresses)) if len(addresses) == 1 else None)
    scoring = Scoring(opened.split, called, whole, random_state=random_state)
    return finish(record, judged, scoring, folder, gates=gates)


def _judged(part: Part, answers: Mapping[str, Answers], clean: Sequence[Example] | None) -> Judged:
    marks = None
    if clean is not None:
        gold = np.array([example.label for example in clean], np.int64)
        marks = Marks.independent(part.task, gold, answers["clean"].labels)
    return Judged.of(part, answers["adversarial"], answers.get("source"), marks)
