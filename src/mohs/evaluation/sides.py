"""Sides: what a run says of each row, so that it can be laid beside what another run says of the same row."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.data.task import Task
from mohs.errors import RunError
from mohs.evaluation.attacked import Outcomes, beyond, by_model, settings, shared
from mohs.evaluation.score_contrast import Labelled
from mohs.paths import AnyPath, as_path
from mohs.runs.folder import RunFolder
from mohs.runs.parquet import open_parquet
from mohs.runs.summary import ATTACKED, UNION

Key = tuple[str, ...]

OVERALL: tuple[str, ...] = ()
"""The table of one cell: all rows together."""


@dataclass(frozen=True, eq=False)
class Answered:
    """For each row whether a classifier had it right, by one measure.

    Attributes:
        metric: The measure: "robust_accuracy", "accuracy_under_attack", "accuracy" and so on.
        tables: By which coordinates the rows are to be compared; `OVERALL` is all of them together.
        keys: What tells a row from all others, (n,); the same row has the same key in every run.
        right: (n,) whether it was right.
        sources: The benign source of each row, (n,).
        texts: A number made of the texts and the label of each row, (n,): rows that are paired must be equal.
        coordinates: Name of a coordinate -> its value for each row, (n,); "" where a row has none.
    """

    metric: str
    tables: tuple[tuple[str, ...], ...]
    keys: Sequence[Key]
    right: NDArray[np.bool_]
    sources: Sequence[Key]
    texts: Sequence[int]
    coordinates: Mapping[str, Sequence[str]]


@dataclass(frozen=True, eq=False)
class Side:
    """What one classifier said in one run.

    Attributes:
        name: How reports call it.
        kind: "evaluate" or "attack": runs of different kinds have no rows in common.
        about: Run folder, its status, model and data, for the record.
        answers: One a measure and set of tables.
        labelled: Task name -> gold and predicted labels, of an evaluation.
        whole: Whether an evaluation answered every task of its benchmark.
        settings: Of a run of attacks, what these were told (`mohs.evaluation.attacked.settings`).
        notes: What of the run is not compared, in words.
    """

    name: str
    kind: str
    about: Mapping[str, Any]
    answers: Sequence[Answered]
    labelled: Mapping[str, Labelled] = field(default_factory=dict)
    whole: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[str] = ()


def read_sides(folders: Sequence[AnyPath]) -> list[Side]:
    """The sides of these runs, one a classifier, in order.

    Raises:
        RunError: No run folder, a run of another kind, or files that cannot be read.
        MohsError: Runs of attacks, and no attack that all of them have.
    """
    paths = [as_path(folder) for folder in folders]
    runs = [RunFolder(path) for path in paths]
    records = [folder.record() for folder in runs]
    names = _names(paths, records)
    outcomes = {
        shown: by_model(folder.outcomes())
        for folder, record, shown in zip(runs, records, names, strict=True)
        if record.get("kind") == "attack"
    }
    common = shared(outcomes)
    sides: list[Side] = []
    for folder, record, shown in zip(runs, records, names, strict=True):
        path, kind = folder.path, record.get("kind")
        about = {"run": str(path), **{key: record.get(key) for key in ("status", "model", "data")}}
        if kind == "attack":
            sides += _attacked(shown, about, record, outcomes[shown], common)
        elif kind in ("evaluate", "score"):
            answers, labelled = _evaluated(path / "examples.parquet", record.get("tasks") or {})
            left_out = (record.get("data") or {}).get("left_out")
            sides.append(Side(shown, "evaluate", about, answers, labelled, left_out == []))
        else:
            raise RunError(
                f"{path}: runs of kind {kind} cannot be compared", expected="attack, evaluate or score"
            )
    return sides


def _names(paths: Sequence[Path], records: Sequence[Mapping[str, Any]]) -> list[str]:
    """How runs are called: as `--name` said, else as their folders; with the folder where two are alike."""
    configs = [record.get("config") for record in records]
    given = [config.get("name") if isinstance(config, dict) else None for config in configs]
    names = [str(name or path.resolve().name) for name, path in zip(given, paths, strict=True)]
    return [
        name if names.count(name) == 1 else f"{name} ({path})" if said else str(path)
        for name, said, path in zip(names, given, paths, strict=True)
    ]


def _evaluated(
    path: Path, tasks: Mapping[str, Mapping[str, Any]]
) -> tuple[list[Answered], dict[str, Labelled]]:
    """Adversarial rows, and their benign sources where these were asked about too."""
    import pyarrow as pa

    try:
        with open_parquet(path) as file:
            table = file.read()
        names = (
            "task",
            "id",
            "source_id",
            "level",
            "phenomenon",
            "label",
            "prediction",
            "right",
            "source_right",
        )
        columns = {name: table.column(name).to_pylist() for name in names}
    except (OSError, KeyError, pa.ArrowException) as problem:
        raise RunError(f"{path} cannot be read", got=str(problem).splitlines()[0]) from None
    texts = _digests(table, columns["label"])
    labelled = {name: _labelled(_task(name, known), columns) for name, known in tasks.items()}
    sources = list(zip(columns["task"], columns["source_id"], strict=True))
    coordinates = {name: [one or "" for one in columns[name]] for name in ("task", "level", "phenomenon")}
    adversarial = Answered(
        "robust_accuracy",
        (OVERALL, ("task",), ("level",), ("phenomenon",), ("task", "phenomenon")),
        list(zip(columns["task"], columns["id"], strict=True)),
        np.asarray(columns["right"], np.bool_),
        sources,
        texts,
        coordinates,
    )
    # A source that was made into several rows was asked about once.
    asked = {
        source: place
        for place, source in reversed(list(enumerate(sources)))
        if columns["source_right"][place] is not None
    }
    if not asked:
        return [adversarial], labelled
    places = sorted(asked.values())
    benign = Answered(
        "clean_accuracy",
        (OVERALL, ("task",)),
        [sources[place] for place in places],
        np.asarray([columns["source_right"][place] for place in places], np.bool_),
        [sources[place] for place in places],
        [hash(columns["label"][place]) for place in places],
        {"task": [columns["task"][place] for place in places]},
    )
    return [adversarial, benign], labelled


def _task(name: str, known: Mapping[str, Any]) -> Task:
    fields, labels, metrics = (tuple(known[key]) for key in ("fields", "labels", "metrics"))
    return Task(name, fields, labels, metrics)


def _labelled(task: Task, columns: Mapping[str, list[Any]]) -> Labelled:
    """The rows of one task, with labels as integers; a prediction outside of them is -1."""
    places = [place for place, name in enumerate(columns["task"]) if name == task.name]
    number = {label: index for index, label in enumerate(task.labels)}
    gold, predicted = (
        np.asarray([number.get(columns[name][place], -1) for place in places], np.int64)
        for name in ("label", "prediction")
    )
    ids, sources = ([columns[name][place] for place in places] for name in ("id", "source_id"))
    return Labelled(task, ids, gold, predicted, sources)


def _digests(table: Any, labels: Sequence[str]) -> list[int]:
    """One number a row, of its label and of every field that is not an original."""
    known = {
        *("task", "id", "source_id", "level", "phenomenon", "attack", "label", "prediction", "right"),
        *("probability", "source_prediction", "source_right"),
    }
    fields = [
        name for name in sorted(table.schema.names) if name not in known and not name.startswith("original_")
    ]
    columns = [table.column(name).to_pylist() for name in fields]
    # A field that only another task of the run has is null here, and tells nothing of the row.
    return [
        hash((label, *(pair for pair in zip(fields, texts, strict=True) if pair[1] is not None)))
        for label, texts in zip(labels, zip(*columns, strict=True), strict=True)
    ]


@dataclass
class _Rows:
    """Rows of an `Answered` while they are gathered."""

    keys: list[Key] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    sources: list[Key] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)
    attacks: list[str] = field(default_factory=list)

    def add(self, key: Key, right: bool, outcome: Mapping[str, Any], attack: str = "") -> None:
        self.keys.append(key)
        self.right.append(right)
        self.sources.append((outcome["task"], outcome["source_id"]))
        self.texts.append(hash((outcome["label"], *outcome["original"].values())))
        self.attacks.append(attack)

    def answered(self, metric: str, *tables: tuple[str, ...]) -> Answered:
        coordinates = {"attack": self.attacks} if any(self.attacks) else {}
        right = np.asarray(self.right, np.bool_)
        return Answered(metric, tables, self.keys, right, self.sources, self.texts, coordinates)


def _attacked(
    name: str,
    about: Mapping[str, Any],
    record: Mapping[str, Any],
    models: Mapping[str, Outcomes],
    common: Sequence[str],
) -> Iterator[Side]:
    """One side a classifier, under the attacks that all runs have."""
    notes = []
    if more := beyond(models, common):
        notes = [
            f"{name} was also attacked by {' and '.join(more)}: all are compared under {' and '.join(common)}"
        ]
    for model, attacks in models.items():
        shown = name if len(models) == 1 else f"{name}: {model}"
        answers = list(_of_attacks({attack: attacks[attack] for attack in common}))
        told = settings(record, common)
        yield Side(shown, "attack", {**about, "model": model}, answers, settings=told, notes=notes)


def _of_attacks(attacks: Outcomes) -> Iterator[Answered]:
    """Accuracy before, accuracy under all attacks together, and under each."""
    before, union, each = _Rows(), _Rows(), _Rows()
    first, *rest = attacks.values()
    together = UNION if rest else next(iter(attacks))
    for key, outcome in first.items():
        statuses = [outcome["status"], *(other[key]["status"] for other in rest if key in other)]
        if len(statuses) == len(attacks) and "error" not in statuses:
            right = outcome["status"] in ATTACKED
            before.add(key, right, outcome)
            union.add(key, right and "success" not in statuses, outcome, together)
    for attack, found in attacks.items():
        for key, outcome in found.items():
            if outcome["status"] != "error":
                held = outcome["status"] in ATTACKED and outcome["status"] != "success"
                each.add((attack, *key), held, outcome, attack)
    yield before.answered("accuracy", OVERALL)
    yield union.answered("accuracy_under_attack", OVERALL)
    if rest:
        yield each.answered("accuracy_under_attack", ("attack",))
