"""CheckList's own suites (`TestSuite.save`): pickles whose texts and labels are read while nothing is run.

Ribeiro et al., "Beyond accuracy: behavioral testing of NLP models with CheckList" (ACL 2020); the layout is
that of marcotcr/checklist. What a test expects is a program in the file. It is not run, and so not known: a
test's label is taken at its word, every case says `status: needs review`, and tests without labels
(invariance, direction, and those whose expectation is a program alone) are left out and counted.
"""

import reprlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mohs.data.task import Task
from mohs.data.tasks import BUILT_IN
from mohs.data.text_faults import fault
from mohs.data.values import short
from mohs.errors import DataError
from mohs.suites.inert_pickle import Thing, number, read_inert
from mohs.suites.suite import NEEDS_REVIEW, Case, Suite

ENDINGS = (".pkl", ".pickle")
_WHY = "as the released test says; what else it expects is a program, which was not run"


@dataclass(frozen=True)
class _Test:
    """A test of a suite: its name, what it is of, and its texts with their labels."""

    name: str
    capability: str
    data: Sequence[Any]
    labels: Any


def read_released_tests(path: Path, task: str, labels: Mapping[int, str]) -> Suite:
    """Read a pickled suite.

    Args:
        path: The file.
        task: The built-in task that its texts are of.
        labels: The suite's labels -> the task's; cases of a label that is not named are left out.

    Raises:
        DataError: It is no such suite, its texts are not of the task, or no case is left.
    """
    if task not in BUILT_IN:
        raise DataError(
            f"{path}: the task of its texts is not known",
            got=task or "none",
            expected=f"one of {', '.join(BUILT_IN)}",
            mend=f"suite:checklist:{path}?task=...&labels=0:...,1:...",
        )
    known = BUILT_IN[task]
    numbers = {own: known.label_index(name) for own, name in labels.items()}
    tests = list(_tests(path))
    cases: list[Case] = []
    seen, out, most = set[int](), 0, path.stat().st_size
    for test in tests:
        for group, (text, own) in _rows(test):
            if len(cases) + out > most:  # the same list over and over: no suite has more texts than bytes
                raise DataError(f"{path} has more texts than bytes", expected="what TestSuite.save wrote")
            label = number(own)
            if label is None:
                out += 1
                continue
            seen.add(label)
            if label not in numbers:
                out += 1
                continue
            fields = _fields(text, known, f"{path}, test {test.name!r}")
            name = f"checklist/{test.name}/{group:04d}"
            cases.append(
                Case(
                    f"{name}/{len(cases):06d}", name, task, fields, numbers[label], test.capability,
                    test.name, rationale=_WHY, status=NEEDS_REVIEW,
                )
            )  # fmt: skip
    if not cases:
        raise DataError(
            f"{path}: no case is left", got=f"{len(tests):,} tests, labels {sorted(seen) or 'none'}",
            expected="what the suite's labels are called in the task",
            mend=f"suite:checklist:{path}?task={task}&labels=0:{known.labels[0]},1:{known.labels[1]}",
        )  # fmt: skip
    notes = ["what its tests expect beyond their labels are programs, which were not run"]
    if out:
        notes.append(f"texts left out, without a label or with one that is not named: {out:,}")
    return Suite(path.stem, "CheckList", tuple(cases), tuple(notes))


def _tests(path: Path) -> Iterator[_Test]:
    suite = read_inert(path)
    tests = suite.get("tests") if isinstance(suite, Thing) else None
    if not isinstance(tests, dict) or not all(isinstance(one, Thing) for one in tests.values()):
        raise DataError(
            f"{path} is no suite of CheckList", got=getattr(suite, "origin", "") or type(suite).__name__,
            expected="what TestSuite.save wrote",
        )  # fmt: skip
    info = suite.get("info")
    about = info.items if isinstance(info, Thing) else info if isinstance(info, dict) else {}
    for name, test in tests.items():
        said = about.get(name)
        more = said.items if isinstance(said, Thing) else said if isinstance(said, dict) else {}
        capability = more.get("capability") or test.get("capability")
        data = test.get("data")
        if not isinstance(data, (list, tuple)):
            raise DataError(f"{path}, test {_shown(name)}: its texts are no list", got=_kind(data))
        named = capability if isinstance(capability, str) and capability else "unnamed"
        if why := fault(f"{name} {named}" if isinstance(name, str) else named):
            raise DataError(f"{path}, test {_shown(name)}: {why}", expected="names that are texts")
        own = name if isinstance(name, str) else _shown(name)
        yield _Test(own, named.lower(), data, test.get("labels"))


def _rows(test: _Test) -> Iterator[tuple[int, tuple[Any, Any]]]:
    """The number of each item, and its texts with their labels: a list holds several that stand together."""
    for place, item in enumerate(test.data):
        labels = test.labels
        if isinstance(labels, (list, tuple)):
            labels = labels[place] if place < len(labels) else None
        members = item if isinstance(item, list) else [item]
        for k, text in enumerate(members):
            own = labels[k] if isinstance(labels, (list, tuple)) and k < len(labels) else labels
            yield place, (text, own)


def _fields(text: Any, task: Task, place: str) -> dict[str, str]:
    texts = (text,) if isinstance(text, str) else text
    if not isinstance(texts, tuple) or len(texts) != len(task.fields):
        raise DataError(
            f"{place}: a text is not of {task.name}", got=_shown(text), expected=", ".join(task.fields)
        )
    for one in texts:
        if not isinstance(one, str) or not one.strip() or fault(one):
            raise DataError(f"{place}: a text cannot be used", got=_shown(one))
    return dict(zip(task.fields, texts, strict=True))


def _shown(value: Any) -> str:
    """The beginning of it, however deep and wide it is."""
    return short(reprlib.repr(value))


def _kind(value: Any) -> str:
    return value.origin if isinstance(value, Thing) else type(value).__name__
