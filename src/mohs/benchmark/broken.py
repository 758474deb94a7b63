"""What a run of `mohs attack` has broken, as the rows of a benchmark: one a success.

Such rows were picked by the very classifier that they broke, and nobody has judged them: no filter, no vote.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mohs.benchmark.part import CONSTRUCTIONS, Part, Row
from mohs.data.task import Task
from mohs.errors import DataError, RunError
from mohs.paths import AnyPath, as_path
from mohs.runs.examples_file import storable
from mohs.runs.folder import RunFolder


def is_run(address: AnyPath) -> bool:
    """Whether an address is that of a run folder."""
    return (as_path(address) / "run.json").is_file()


def attack_record(run: RunFolder) -> dict[str, Any]:
    """What run.json of an attack run says.

    Raises:
        RunError: No run folder, or a run of another kind.
    """
    record = run.record()
    if record.get("kind") != "attack":
        raise RunError(
            f"{run.path}: only what an attack run has broken makes rows of a benchmark",
            got=f"a run of kind {record.get('kind')}",
            expected="a run of kind attack",
        )
    return record


def attacked_task(record: Mapping[str, Any]) -> Task:
    """The task of an attack run."""
    known = record["task"]
    listed = {name: tuple(known.get(name) or ()) for name in ("fields", "labels", "perturb")}
    metrics = tuple(known.get("metrics") or ("accuracy",))
    return Task(known["name"], **listed, metrics=metrics, subject=known.get("subject") or "")


def successes(run: RunFolder, task: Task) -> Iterator[dict[str, Any]]:
    """The outcomes of a run in which a text was broken, in the order of the journal.

    Raises:
        RunError: The journal cannot be read, or an outcome has other fields than the task.
    """
    for outcome in run.outcomes():
        if outcome["status"] != "success":
            continue
        if set(outcome["original"]) != set(task.fields):
            raise RunError(
                f"an outcome has other fields than the task {task.name} of its run",
                got=", ".join(outcome["original"]),
                expected=", ".join(task.fields),
            )
        yield outcome


def levels(record: Mapping[str, Any]) -> dict[str, str]:
    """Attack -> its level, of all attacks of a run; "" where it has none or several."""
    said = {attack["name"]: attack.get("level") or "" for attack in record["attacks"]}
    return {name: level if level in CONSTRUCTIONS else "" for name, level in said.items()}


def read_broken(
    folder: Path, split: str | None, private: object
) -> tuple[str, dict[str, Part], str, tuple[str, ...]]:
    """Name, task -> rows, sha256 of the rows, and what is to be known of them.

    A row's id is that of the example and the attack, and of the model where the run has several.

    Raises:
        DataError: A split or a private folder was asked for, or nothing is broken.
        RunError: No run of attacks, or a journal that cannot be read.
    """
    if split not in (None, "dev") or private is not None:
        raise DataError(
            "what a run has broken is dev rows alone",
            got=f"split {split}" if private is None else "a private folder",
            mend="leave --split and --private out",
        )
    run = RunFolder(folder)
    record = attack_record(run)
    task = attacked_task(record)
    several = isinstance(record.get("model"), list)
    by_attack = levels(record)
    found = sorted(successes(run, task), key=lambda one: (one["attack"], one["id"], one["model"]))
    if not found:
        raise DataError(f"{folder}: nothing is broken in this run", mend="name a run with broken examples")
    name = str(record.get("name", folder.name))
    rows = [
        Row(
            "-".join([one["id"], one["attack"], *([one["model"]] if several else [])]),
            one["source_id"],
            {field: storable(one["perturbed"][field]) for field in task.fields},
            {field: storable(one["original"][field]) for field in task.fields},
            _label(one, task, folder),
            one["attack"],
            by_attack.get(one["attack"], ""),
            {"run": name, "model": one["model"], "id": one["id"], "seed": one["seed"]},
        )
        for one in found
    ]
    digest = hashlib.sha256()
    for row in rows:
        digest.update(json.dumps([row.id, row.source_id, row.fields, row.original, row.label]).encode())
    models = sorted({one["model"] for one in found})
    return name, {task.name: Part.of(task, rows)}, digest.hexdigest(), _notes(name, models, record)


def _label(outcome: Mapping[str, Any], task: Task, folder: Path) -> int:
    if outcome["label"] not in task.labels:
        raise RunError(
            f"{folder}: example {outcome['id']} has a label that the task {task.name} has not",
            got=repr(outcome["label"])[:80],
            expected=f"one of {', '.join(task.labels)}",
        )
    return task.labels.index(outcome["label"])


def _notes(name: str, models: list[str], record: Mapping[str, Any]) -> tuple[str, ...]:
    by = ", ".join(models)
    notes = [
        f"these rows are those of run {name} that broke {by}, which has them wrong for that reason alone: "
        "they compare other classifiers with each other, and do not say how hard these are to break"
    ]
    if record.get("status") != "complete":
        notes.append(f"run {name} is {record.get('status')}: it may yet break more (mohs attack --resume)")
    return tuple(notes)
