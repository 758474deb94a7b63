"""`attack`: everything that `mohs attack` does, from Python."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from mohs.api.choose import choose
from mohs.api.prepare import prepare
from mohs.api.resources import Named
from mohs.api.run import Run, carry_out
from mohs.attacks.build import Options
from mohs.benchmark.broken import is_run
from mohs.data.readers import Reading, read, task_of
from mohs.data.task import Task
from mohs.data.tasks import open_task
from mohs.data.values import as_seed
from mohs.engine.attacking import Attacking
from mohs.engine.progress import Hears, as_progress
from mohs.errors import ModelError, MohsError
from mohs.language.grammar import Grammar
from mohs.language.masked_lm import MaskedLM
from mohs.language.paraphraser import Paraphraser
from mohs.language.similarity import KIT, Encoder
from mohs.language.tree_autoencoder import Trees
from mohs.models.adapter import Opening
from mohs.models.address import check_arguments, open_classifier, without_effect
from mohs.models.classifier import Classifier
from mohs.models.labels import plain
from mohs.models.wrap import as_classifier, relabelled
from mohs.paths import AnyPath, as_path
from mohs.runs.folder import RunFolder
from mohs.runs.gate import Condition, asked, check_possible
from mohs.runs.summary import possible

ATTACKS = ("textbugger", "textfooler")
"""The attacks that are run where none is named."""


def attack(
    classifier: Any,
    examples: Any,
    attacks: str | Sequence[Any] = ATTACKS,
    *,
    task: str | Task | None = None,
    fields: Sequence[str] | None = None,
    text: str | None = None,
    columns: Mapping[str, str] | None = None,
    label: str | None = None,
    split: str | None = None,
    random_state: int = 0,
    out: AnyPath | None = None,
    resume: bool = False,
    limit: int | None = None,
    max_queries: int | None = None,
    target: str | int | None = None,
    options: Options | None = None,
    synonyms: AnyPath | None = None,
    encoder: str | Encoder = KIT,
    sememes: AnyPath | None = None,
    masked_lm: str | MaskedLM | None = None,
    parser: str | Grammar | None = None,
    paraphraser: str | Paraphraser | None = None,
    tree_autoencoder: str | Trees | None = None,
    open_searches: int | None = None,
    skip_bad_rows: bool = False,
    check_labels: bool = True,
    progress: Hears | None = None,
    command: str | None = None,
    gates: Sequence[Condition] = (),
    **opening: Any,
) -> Run:
    """Attack a classifier.

    Args:
        classifier: An address ("hf:./my-model"), an open classifier, anything with scikit-learn's
            `predict_proba` and `classes_`, or a function from texts to probabilities.
        examples: What to attack it on: a path, or rows in memory (`read_examples`).
        attacks: Names, separated by commas or in a list; "a+b" is a chain, in which b goes on from a's last
            text.
        task: The task, its name or a YAML file; without it, the one that examples were read for, or one that
            the columns and the classifier's labels make.
        fields: The fields that may be changed, tried in this order; the task's own by default.
        text: The column of the only field.
        columns: Field -> column.
        label: The column of the gold label.
        split: The split, where the data have several; "validation" where none is named.
        random_state: Seed of every random choice.
        out: A run folder; without it the run is kept in memory.
        resume: Go on where the folder's journal ends.
        limit: Attack so many examples: a sample balanced over the labels, drawn by the seed.
        max_queries: How many texts one search may ask the classifier about.
        target: The label that the classifier shall give; any wrong one by default.
        options: Attack -> options that differ from its defaults ({"textfooler": {"similarity.threshold":
            0.9}}).
        synonyms: A file of word vectors in the place of the kit's.
        encoder: The sentence encoder of similarities: an address, "none", or an object with `encode`.
        sememes: A dictionary of sememes in OpenHowNet's text format, in the place of the kit's.
        masked_lm: The masked language model of BERT-ATTACK and CompAttack in the place of the kit's: an
            address ("hf:bert-base-uncased", "onnx:DIR"), or an object with `fill` and `perplexity`.
        parser: The pipeline of spaCy of attacks on sentences, by name or folder; without it, one that is
            installed. Or an object with `parse`.
        paraphraser: What says texts in other forms for SCPN, in the place of the built-in rules: an address
            ("hf:./paraphraser"), or an object with `paraphrase`.
        tree_autoencoder: What T3 moves the vectors of, in the place of the kit's: a folder of
            `train_tree_autoencoder`, or an object with `tell`.
        open_searches: How many searches are open at once, by default as many as suit the length of the
            texts; changes the speed and no outcome.
        skip_bad_rows: Leave rows that cannot be used out, and list them in the record, instead of stopping.
        check_labels: Stop where the labels look mixed up.
        progress: A function of how many are done of how many; or an object that hears more of it
            (`mohs.engine.progress`).
        command: The command line, for the record.
        gates: What the numbers are held to (`mohs.api.read_conditions`); run.json and the page say what came
            of it.
        **opening: Options of `open_classifier`: label_map, scores, device, dtype, threads and so on.

    Raises:
        MohsError: Something of this cannot be used as asked.
        RunFailed: More than 5 % of the outcomes are errors, or nothing can be written any more.
    """
    check_arguments(attack, opening)
    as_seed(random_state)
    progress = as_progress(progress)
    if isinstance(examples, Iterator):
        examples = list(examples)  # they may be read twice (see `meet`)
    task = task_of(examples) if task is None else task
    if resume and out is None:
        raise MohsError("resume needs to know which run", mend="name its folder: out=...")
    chains, notes = choose(attacks, options, classifier, task=task, parser=parser, paraphraser=paraphraser)
    reader = partial(
        read,
        examples,
        text=text,
        columns=columns,
        label=label,
        fields=fields,
        split=split,
        skip_bad_rows=skip_bad_rows,
        allow_empty=not isinstance(examples, str | Path),
    )
    opened, reading = meet(classifier, reader, task, opening)
    try:
        work = prepare(
            [opened],
            reading,
            chains,
            seed=random_state,
            limit=limit,
            target=target,
            max_queries=max_queries,
            resources=Named(
                synonyms=synonyms,
                encoder=encoder,
                sememes=sememes,
                masked_lm=masked_lm,
                parser=parser,
                paraphraser=paraphraser,
                tree_autoencoder=tree_autoencoder,
            ),
            open_searches=open_searches,
            notes=[*notes, *without_effect(classifier, opening)],
        )
        names = [chain.name for chain in chains]
        measured = work.attackings[0].encoder is not None
        check_possible(gates, possible(work.record["task"]["name"], names, similarity=measured))
        if check_labels:
            _check_labels(work.attackings[0], examples)
        return carry_out(
            work.attackings,
            {**work.record, "command": command, "gates": asked(gates)},
            work.fingerprint,
            out=None if out is None else as_path(out),
            resume=resume,
            progress=progress,
        )
    finally:
        if isinstance(classifier, str):  # what was opened by its owner is the owner's to close
            opened.close()


def _check_labels(attacking: Attacking, source: Any) -> None:
    """Stop where the labels look mixed up; or where the texts are those that broke a classifier already.

    Raises:
        ModelError: They look so.
    """
    try:
        attacking.check_labels()
    except ModelError as problem:
        folder = as_path(source).parent if isinstance(source, str | Path) else None
        if folder is None or Path(source).name != "examples.parquet" or not is_run(folder):
            raise
        data = RunFolder(folder).record().get("data") or {}
        raise ModelError(
            f"{source} is a run's own file: texts that were changed until a classifier got them wrong",
            got=problem.got,
            expected=f"texts that are not attacked yet, such as the run's own data, {data.get('path')}",
            mend=f"to measure a classifier on the changed texts: mohs evaluate --benchmark {folder}; "
            "to attack them once more all the same: --no-check-labels",
        ) from None


def meet(
    classifier: Any,
    reader: Callable[..., Reading],
    task: str | Task | None,
    opening: Mapping[str, Any],
) -> tuple[Classifier, Reading]:
    """Open the classifier and read the examples, so that both speak of the same task.

    Where no task is named, the columns make one; labels that only the classifier knows of belong to it too.

    Args:
        classifier: As `attack` takes it.
        reader: Reads the examples of a task, or of the task that their columns make with these `labels`.
        task: The task, if one is named.
        opening: Options of `open_classifier`.
    """
    if task is not None:
        known = open_task(task)
        reading = reader(known)
        return _open(classifier, reading.task, opening), reading
    reading = reader()
    try:
        own = _open(classifier, None, opening)
    except ModelError:  # one that has no labels of its own takes the task's
        return _open(classifier, reading.task, opening), reading
    spelt = {plain(name): name for name in reading.task.labels}
    names = tuple(spelt.get(plain(name), name) for name in own.labels)
    if set(reading.task.labels) < set(names):
        reading = reader(labels=names)
    opened = relabelled(own, Opening(task=reading.task))
    return opened, reading


def _open(classifier: Any, task: Task | None, opening: Mapping[str, Any]) -> Classifier:
    if isinstance(classifier, str):
        return open_classifier(classifier, task, **opening)
    fits = task is None or getattr(classifier, "labels", None) == task.labels
    if isinstance(classifier, Classifier) and fits and not any(opening.values()):
        return classifier
    return as_classifier(classifier, task, **opening)
