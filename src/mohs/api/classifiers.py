"""Which classifier answers which task: `sst2=hf:./a,mnli=hf:./b`, or one for all."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mohs.data.task import Task
from mohs.data.values import as_names
from mohs.errors import ModelError, MohsError
from mohs.models.adapter import Opening
from mohs.models.address import open_with
from mohs.models.classifier import Classifier
from mohs.models.labels import plain
from mohs.models.wrap import wrap
from mohs.spec import did_you_mean
from mohs.suites.opening import with_task

_PART = re.compile(r",(?=[\w.-]+=[a-z][a-z0-9-]*:)")
_NAMED = re.compile(r"([\w.-]+)=([a-z][a-z0-9-]*:.+)", re.DOTALL)

_TWINS = {"mnli-mm": "mnli", "mnli": "mnli-mm"}
"""Tasks that one classifier answers both, since only the rows are others."""


@dataclass(frozen=True)
class Assigned:
    """Who answers what.

    Attributes:
        by_task: Task -> address or open classifier, in the order of the benchmark.
        notes: What was chosen for the person.
    """

    by_task: Mapping[str, Any]
    notes: tuple[str, ...] = ()


def split_addresses(text: str) -> dict[str, str] | str:
    """`TASK=ADDRESS,TASK=ADDRESS` as a mapping; a lone address as it is.

    Raises:
        ModelError: A task is named twice, or a part names none.
    """
    parts = _PART.split(text)
    named = [_NAMED.fullmatch(part.strip()) for part in parts]
    if len(parts) == 1 and named[0] is None:
        return text
    found: dict[str, str] = {}
    for part, match in zip(parts, named, strict=True):
        if match is None or match[1] in found:
            raise ModelError(
                "--model cannot be read" if match is None else f"--model names task {match[1]!r} twice",
                got=part,
                expected="TASK=ADDRESS,TASK=ADDRESS",
            )
        found[match[1]] = match[2]
    return found


def assign(
    classifiers: Any, tasks: Sequence[str], wanted: Sequence[str] | str | None, benchmark: str = ""
) -> Assigned:
    """Say which classifier answers which task.

    Args:
        classifiers: As `evaluate` takes them.
        tasks: The tasks of the benchmark.
        wanted: The tasks that are asked for; None where none is named, "all" for all.
        benchmark: Its address: a suite may have its rows of another task where that says so.

    Raises:
        ModelError: One classifier and several tasks of which none is named; a task without a classifier.
    """
    given = split_addresses(classifiers) if isinstance(classifiers, str) else classifiers
    every = None if wanted is None else as_names("task", wanted)
    if every is not None and not every:
        raise MohsError("no task is named", expected=f"some of {', '.join(tasks)}")
    if every == ("all",):
        every = tuple(tasks)
    for name in every or ():
        _known(name, tasks, "--task", benchmark)
    if not isinstance(given, Mapping):
        if every is None and len(tasks) > 1:
            raise ModelError(
                "one classifier, and a benchmark of several tasks",
                got=f"tasks {', '.join(tasks)}",
                expected="which of them it answers",
                mend="--task NAME (or all), or --model TASK=ADDRESS,TASK=ADDRESS",
            )
        return Assigned({name: given for name in tasks if every is None or name in every})
    for name in given:
        _known(name, tasks, "--model", benchmark)
    found, notes = dict(given), []
    for name, twin in _TWINS.items():
        if name in tasks and name not in found and twin in given and (every is None or name in every):
            found[name] = given[twin]
            notes.append(f"{name} is asked of the classifier of {twin}")
    if missing := [name for name in every or () if name not in found]:
        raise ModelError(
            f"no classifier is named for task {missing[0]}",
            got=", ".join(given),
            mend=f"--model ...,{missing[0]}=ADDRESS",
        )
    chosen = {name: found[name] for name in tasks if name in found and (every is None or name in every)}
    return Assigned(chosen, tuple(notes))


def _known(name: str, tasks: Sequence[str], flag: str, benchmark: str) -> None:
    if name not in tasks:
        elsewhere = with_task(benchmark, name)
        raise ModelError(
            f"{flag}: the benchmark has no task {name!r}",
            expected=f"one of {', '.join(tasks)}",
            mend=did_you_mean(name, list(tasks)) if elsewhere is None else f'--benchmark "{elsewhere}"',
        )


def open_all(by_task: Mapping[str, Any], tasks: Mapping[str, Task], options: Mapping[str, Any]) -> "Opened":
    """Open every classifier before any is asked, so that a mistake is found at once.

    Args:
        by_task: Task -> address or object.
        tasks: Task -> its labels.
        options: Of `open_classifier`; a name in `label_map` may be preceded by a task and a dot
            (sst2.LABEL_0=negative), and is then of that task's classifier alone.

    Raises:
        ModelError: One cannot be opened or does not fit its task, or `label_map` names a label that none has.
    """
    opened = Opened({}, [])
    label_map = dict(options.get("label_map") or {})
    used: set[str] = set()
    kept: dict[tuple[Any, ...], Classifier] = {}
    try:
        for name, given in by_task.items():
            own = {key: new for key, new in label_map.items() if _is_for(key, name, tasks)}
            renamed = {key.removeprefix(f"{name}."): new for key, new in own.items()}
            alike = (
                given if isinstance(given, str) else id(given),
                tasks[name].labels,
                tuple(renamed.items()),
            )
            if alike not in kept:
                opening = Opening(
                    task=tasks[name],
                    **{**options, "label_map": renamed or None},
                    shared=len(by_task) > 1,
                )
                kept[alike] = _open(given, opening, name)
                opened.ours.extend([kept[alike]] if isinstance(given, str) else [])
            opened.by_task[name] = kept[alike]
            there = set(map(plain, getattr(kept[alike], "own_labels", kept[alike].labels)))
            used |= {key for key in own if plain(key.removeprefix(f"{name}.")) in there}
        if unknown := [key for key in label_map if key not in used]:
            raise ModelError(f"--label-map names a label {unknown[0]!r} that no classifier has")
    except BaseException:
        opened.close()
        raise
    return opened


def _open(given: Any, opening: Opening, name: str) -> Classifier:
    try:
        return open_with(given, opening) if isinstance(given, str) else wrap(given, opening)
    except ModelError as problem:
        if not opening.shared:
            raise
        raise ModelError(
            f"task {name}: {problem.what}", got=problem.got, expected=problem.expected, mend=problem.mend
        ) from None


def _is_for(key: str, name: str, tasks: Mapping[str, Task]) -> bool:
    head, dot, _ = key.partition(".")
    return head == name if dot and head in tasks else True


@dataclass(frozen=True)
class Opened:
    """Open classifiers.

    Attributes:
        by_task: Task -> classifier.
        ours: Those that were opened here and are closed here.
    """

    by_task: dict[str, Classifier]
    ours: list[Classifier]

    def close(self) -> None:
        """Close what was opened here."""
        for classifier in self.ours:
            classifier.close()
