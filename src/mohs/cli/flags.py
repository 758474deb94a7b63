"""The flags of `mohs attack`, in the groups that its help shows, and the kinds of values that verbs share."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Group, Parameter, Token


def _whole(_: Any, tokens: tuple[Token, ...]) -> int:
    """A whole number; cyclopts itself would round 3.5."""
    given = tokens[0]
    try:
        return int(given.value)
    except ValueError:
        source = "" if given.source == "cli" else f" (in {given.source})"
        raise ValueError(f"{given.value!r} is no whole number{source}") from None


def _at_least_one(_: Any, value: int | None) -> None:
    if value is not None and value < 1:
        raise ValueError("a whole number of at least 1 is needed")


Whole = Annotated[int, Parameter(converter=_whole)]
Count = Annotated[int | None, Parameter(converter=_whole, validator=_at_least_one)]
Json = Annotated[bool, Parameter(name="--json")]

_MODEL = Group("The classifier", sort_key=1)
_DATA = Group("What is attacked", sort_key=2)
_SEARCH = Group("How it is attacked", sort_key=3)
_RUN = Group("The run", sort_key=4)
_GATE = Group("Gates", sort_key=5)


@Parameter(name="*", group=_MODEL)
@dataclass(frozen=True, kw_only=True)
class ModelFlags:
    """The classifier, and how it is run.

    Attributes:
        model: Address: hf:PATH_OR_ID[@REV], onnx:DIR, sklearn:FILE.skops, python:MODULE:FUNCTION or kit:NAME.
        label_map: MODEL_LABEL=TASK_LABEL,... where the model names its labels otherwise than the task.
        scores: What the classifier's numbers are, where its address does not say: never guessed.
        device: Where an hf: model runs: cpu, cuda, cuda:N or mps; by default a GPU where there is one.
        dtype: Precision of an hf: model's arithmetic; by default float32.
        batch_tokens: Most tokens in a batch; by default 1,024 on a CPU and 32,768 on a GPU.
        threads: Threads of its arithmetic on a CPU.
        allow_pickle: Open a pickled sklearn: file. It runs whatever code is in it: for your own files alone.
        trust: TYPE,... that a skops file may contain beside those known to be harmless; the message of a
            refused file names them.
        max_length: Most tokens of an input, in place of what the model says; what is cut is counted and told.
    """

    model: str
    label_map: tuple[str, ...] = ()
    scores: Literal["probabilities", "logits", "labels"] | None = None
    device: str | None = None
    dtype: Literal["float32", "bfloat16", "float16"] | None = None
    batch_tokens: Count = None
    threads: Count = None
    allow_pickle: bool = False
    trust: tuple[str, ...] = ()
    max_length: Count = None


@Parameter(name="*", group=_DATA)
@dataclass(frozen=True, kw_only=True)
class DataFlags:
    """The examples.

    Attributes:
        data: CSV, TSV, JSONL, JSON, Parquet; glue:DIR, advglue:PATH, kit:NAME; a Hugging Face data set.
        task: sst2, qqp, mnli, mnli-mm, qnli, rte or a YAML file; without it, made from the columns.
        text: Column of the text, for a task of one field.
        column: FIELD=COLUMN, once for each field, where the columns are not called as the task's fields.
        label: Column of the gold label; with --sentence, the gold label itself.
        split: The split of a data set that has several; validation by default.
        limit: Attack so many examples, drawn by the seed and balanced over the labels; recorded in the run.
        check_labels: Stop where the first predictions say that labels are mixed up.
        skip_bad_rows: Leave out rows that cannot be used and list them in run.json, instead of stopping.
        sentence: Attack this one text and show the search step by step; no --data, no run folder.
        field: NAME=TEXT, once for each field: as --sentence, for a task of several fields.
    """

    data: str | None = None
    task: str | None = None
    text: str | None = None
    column: tuple[str, ...] = ()
    label: str | None = None
    split: str | None = None
    limit: Count = None
    check_labels: Annotated[bool, Parameter(negative="--no-check-labels")] = True
    skip_bad_rows: bool = False
    sentence: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None
    field: Annotated[tuple[str, ...], Parameter(allow_leading_hyphen=True)] = ()


@Parameter(name="*", group=_SEARCH)
@dataclass(frozen=True, kw_only=True)
class SearchFlags:
    """The attacks.

    Attributes:
        attacks: Names, comma-separated (see `mohs list attacks`); A+B is a chain: B goes on where A ended.
        set: ATTACK.OPTION=VALUE (textfooler.similarity.threshold=0.9), once for each option of an attack
            that shall differ from its default.
        fields: The fields that may be changed, comma-separated; by default all fields of the task.
        target: The label that the classifier shall be led to; by default any wrong one will do.
        max_queries: Most texts that one search may ask the classifier about.
        synonyms: A word-vector file of your own in place of the kit's (for example the paper's).
        encoder: The sentence encoder of the similarity check: hf:PATH_OR_ID, onnx:DIR, kit:NAME or none.
        sememes: A dictionary of sememes of your own, in OpenHowNet's text format, for sememe-pso.
        masked_lm: The masked language model that bert-attack and comp-attack ask for candidates, in place of
            kit:mlm: hf:PATH_OR_ID or onnx:DIR.
        parser: The English pipeline of spaCy that attacks on sentences ask: a package or a folder; by default
            one that is installed.
        paraphraser: What says texts in other forms for scpn, in place of its rules: hf:PATH_OR_ID, for
            example a folder of `mohs train paraphraser`.
        tree_autoencoder: What t3 moves the vectors of, in place of the kit's: a folder of
            `mohs train tree-autoencoder`.
        open_searches: How many searches run at once; changes the speed, never the outcome.
    """

    attacks: tuple[str, ...] = ("textbugger", "textfooler")
    set: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    target: str | None = None
    max_queries: Count = None
    synonyms: str | None = None
    encoder: str | None = None
    sememes: str | None = None
    masked_lm: str | None = None
    parser: str | None = None
    paraphraser: str | None = None
    tree_autoencoder: str | None = None
    open_searches: Count = None


@Parameter(name="*", group=_RUN)
@dataclass(frozen=True, kw_only=True)
class RunFlags:
    """The run folder, and what is printed.

    Attributes:
        seed: Seed of every random choice of the run.
        out: The run's folder; by default runs/ and a name made of the task, the model and the time.
        resume: Go on where the journal of --out ends; starts afresh where there is none.
        json: Print results.json, one JSON document, on stdout; all else goes to stderr.
        quiet: No progress.
        config: A YAML file of options by their names (seed: 3); flags and MOHS_ variables win over it.
    """

    seed: Whole = 0
    out: Path | None = None
    resume: bool = False
    json: Json = False
    quiet: bool = False
    config: Path | None = None


@Parameter(name="*", group=_GATE)
@dataclass(frozen=True, kw_only=True)
class GateFlags:
    """When the command fails with exit code 1, though the run was good.

    Attributes:
        fail_over: METRIC=VALUE: fail where the metric of any attack is more (attack_success_rate=0.4).
        fail_under: METRIC=VALUE: fail where the metric of any attack is less (accuracy_under_attack=0.5).
        junit: Write the gates as test cases to this JUnit XML file.
    """

    fail_over: tuple[str, ...] = ()
    fail_under: tuple[str, ...] = ()
    junit: Path | None = None
