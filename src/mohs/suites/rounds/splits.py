"""Train, dev and test rows of rounds, and ANLI's own layout for them.

Nie et al. 2020, section 2.1: dev and test rows are those that fooled the adversary and whose label verifiers
confirmed; training rows are all others, those that the adversary had right included, which nobody verified.
Exclusive writers are in the test rows alone, so that a model cannot learn how they write. Test rows are
balanced by label.
"""

import json
from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from mohs.data.task import Task
from mohs.errors import MohsError
from mohs.runs.folder import filling, replacing
from mohs.suites.anli import LETTERS, VERIFIERS
from mohs.suites.rounds.writing import Try, Writing

Split = Literal["train", "dev", "test"]


@dataclass(frozen=True, slots=True)
class Written:
    """One row: a try, and the label that it is kept with."""

    writing: Writing
    turn: Try
    label: str
    exclusive: bool

    @property
    def uid(self) -> str:
        """Unique within the folder."""
        return f"{self.writing.id}-{self.turn.number}"


def split(
    writings: Sequence[Writing],
    task: Task,
    *,
    dev: int,
    test: int,
    exclusive: Collection[str] = (),
    random_state: int = 0,
) -> dict[Split, list[Written]]:
    """Divide the rows of one round.

    Args:
        writings: Of the round.
        task: Its labels.
        dev: How many dev rows.
        test: How many test rows, as evenly over the labels as can be; all that are kept of exclusive writers
            come first.
        exclusive: Writers who are in the test rows alone: what they wrote beyond these is left out.
        random_state: Seed of the draw.

    Raises:
        MohsError: A number below 0, or fewer kept rows than asked for.
    """
    if dev < 0 or test < 0:
        raise MohsError("a split has no fewer than 0 rows", got=f"dev {dev}, test {test}")
    random = np.random.default_rng(random_state)
    kept = [
        Written(one, one.fooling, one.label, one.writer in exclusive)
        for one in writings
        if one.standing == "kept" and one.fooling is not None
    ]
    drawn = [kept[int(place)] for place in random.permutation(len(kept))]
    tested = _balanced(drawn, task, test)
    taken = {row.uid for row in tested}
    rest = [row for row in drawn if row.uid not in taken and not row.exclusive]
    if len(tested) < test or len(rest) < dev:
        there = ", ".join(f"{sum(row.label == name for row in kept):,} {name}" for name in task.labels)
        raise MohsError(
            "not enough rows are kept", got=f"{there}; {len(kept) - len(rest) - len(tested):,} of them "
            "by exclusive writers beyond the test rows", expected=f"{dev:,} dev and {test:,} test rows",
        )  # fmt: skip
    held = {row.uid for row in (*tested, *rest[:dev])}
    trained = [row for one in writings if one.writer not in exclusive for row in _training(one)]
    return {
        "train": [row for row in trained if row.uid not in held],
        "dev": sorted(rest[:dev], key=lambda row: row.uid),
        "test": sorted(tested, key=lambda row: row.uid),
    }


def _balanced(rows: Sequence[Written], task: Task, count: int) -> list[Written]:
    """So many rows, those of exclusive writers first; each of the label that is rarest so far and has one."""
    found: list[Written] = []
    had = Counter[str]()
    for exclusive in (True, False):
        queues = {
            name: deque(row for row in rows if row.label == name and row.exclusive == exclusive)
            for name in task.labels
        }
        while len(found) < count and (there := [name for name, queue in queues.items() if queue]):
            rarest = min(there, key=lambda name: had[name])
            found.append(queues[rarest].popleft())
            had[rarest] += 1
    return found


def _training(one: Writing) -> list[Written]:
    """What a model can learn from: tries that fooled nobody, and one that did, with the verifiers' label."""
    rows = [Written(one, turn, one.label, False) for turn in one.tries if not turn.fooled]
    if one.fooling is not None and one.gold is not None:
        rows.append(Written(one, one.fooling, one.gold, False))
    return rows


def write_anli(
    by_round: Mapping[int, Mapping[Split, Sequence[Written]]], task: Task, out: Path
) -> list[Path]:
    """Write rounds in ANLI's layout: R1/train.jsonl and so on, R1/verifier_labels.jsonl. No writer is named.

    The keys are ANLI's for a task with ANLI's labels; for another one fields and labels have their own names.

    Raises:
        RunError: The folder holds something already.
        RunFailed: A file cannot be written.
    """
    with filling(out):
        return _fill(by_round, task, out)


def _fill(by_round: Mapping[int, Mapping[Split, Sequence[Written]]], task: Task, out: Path) -> list[Path]:
    written = []
    for number, splits in by_round.items():
        folder = out / f"R{number}"
        folder.mkdir(parents=True, exist_ok=True)
        verdicts = []
        for name, rows in splits.items():
            if rows:
                written.append(_write(folder / f"{name}.jsonl", [_row(row, task) for row in rows]))
            verdicts += [_verdicts(row, task) for row in rows if row.turn.fooled]
        if verdicts:
            written.append(_write(folder / VERIFIERS, verdicts))
    return written


def _row(row: Written, task: Task) -> dict[str, Any]:
    writing, turn = row.writing, row.turn
    reason = writing.reason if turn.fooled else ""  # it is of the text that fooled, not of those before
    shared = {"genre": writing.genre, "reason": reason, "round": writing.round}
    if _is_anli(task):
        return {
            "uid": row.uid, "context": writing.context["premise"], "hypothesis": turn.text,
            "label": LETTERS[task.labels.index(row.label)], "emturk": row.exclusive,
            "model_label": LETTERS[task.labels.index(turn.prediction)], **shared,
        }  # fmt: skip
    return {
        "uid": row.uid, **writing.fields(turn), "label": row.label, "exclusive": row.exclusive,
        "model_label": turn.prediction, **shared,
    }  # fmt: skip


def _verdicts(row: Written, task: Task) -> dict[str, Any]:
    said = [verdict.label for verdict in row.writing.verdicts]
    if _is_anli(task):
        said = [LETTERS[task.labels.index(one)] if one in task.labels else one for one in said]
    return {"uid": row.uid, "verifier labels": said}


def _is_anli(task: Task) -> bool:
    return task.fields == ("premise", "hypothesis") and len(task.labels) == len(LETTERS)


def _write(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    with replacing(path) as temporary:
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        temporary.write_text(lines, encoding="utf-8")
    return path
