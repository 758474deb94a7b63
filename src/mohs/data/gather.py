"""From cells to examples: each row is checked once; one that fails is kept as a problem with its reason."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from mohs.data.columns import Chosen
from mohs.data.example import Example
from mohs.data.rows import Problem, Rows
from mohs.data.task import Task
from mohs.data.text_faults import LONGEST, fault
from mohs.data.values import as_integer, as_name, kind, plain, short
from mohs.errors import DataError


class _Usable(NamedTuple):
    """A row whose texts are in order; its label is not yet compared with the task's."""

    number: int
    path: str
    place: int
    fields: dict[str, str]
    label: str | int | float
    rest: Sequence[object]


@dataclass
class Gathered:
    """The rows of a table after the first look.

    Attributes:
        count: How many rows there were.
        usable: Rows whose texts and label are there.
        problems: The others, each with the number of its row.
        notes: Remarks on ids.
        unknown_labels: Labels that the task does not have, filled by `examples`.
        scale: What to ask where labels are numbers of which the task has only some; filled likewise.
    """

    rows: Rows
    chosen: Chosen
    count: int = 0
    usable: list[_Usable] = field(default_factory=list)
    problems: list[tuple[int, Problem]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unknown_labels: list[str] = field(default_factory=list)
    scale: str | None = None

    def examples(self, task: Task) -> list[Example]:
        """The usable rows whose label the task has; the others become problems."""
        known: dict[tuple[type, object], int | str] = {}
        found: list[tuple[_Usable, int]] = []
        for row in self.usable:
            key = (type(row.label), row.label)
            if key not in known:
                known[key] = _label(task, row.label)
            label = known[key]
            if isinstance(label, int):
                found.append((row, label))
            else:
                self._fail(row.number, row.path, row.place, label)
        self.unknown_labels = [short(str(key[1])) for key, label in known.items() if isinstance(label, str)]
        self.scale = _scale({key[1]: label for key, label in known.items()})
        ids = self._ids([row for row, _ in found])
        sources = [_name(row.rest[-1]) if self.chosen.source_id else "" for row, _ in found]
        return [
            Example(own, source or own, row.fields, label, task)
            for own, source, (row, label) in zip(ids, sources, found, strict=True)
        ]

    def _ids(self, rows: Sequence[_Usable]) -> list[str]:
        for position, column in enumerate(self.chosen.ids):
            ids = [_name(row.rest[position]) for row in rows]
            if "" not in ids and len(set(ids)) == len(ids):
                return ids
            repeat = _repeat(column, ids, rows, self.rows.unit)
            if self.chosen.id_named:
                raise DataError(f"{self.rows.path}: {repeat}", expected="an id of its own for each row")
            self.notes.append(f"{repeat}; rows are numbered from 0 instead")
        return [str(row.number) for row in rows]

    def _fail(self, number: int, path: str, place: int, reason: str) -> None:
        self.problems.append((number, Problem(path, place, reason, self.rows.unit)))


def gather(rows: Rows, chosen: Chosen, perturb: Sequence[str], *, allow_empty: bool) -> Gathered:
    """Go through a table once.

    Args:
        rows: The table.
        chosen: Which column holds what.
        perturb: The fields of which at least one must hold a text.
        allow_empty: Take a row although none does.
    """
    gathered = Gathered(rows, chosen)
    fields = tuple(chosen.texts)
    source_id = [chosen.source_id] if chosen.source_id else []
    wanted = [*chosen.texts.values(), chosen.label, *chosen.ids, *source_id]
    read_label = _label_reader(rows.label_names.get(chosen.label))
    for cells in rows.read(wanted):
        number = gathered.count
        gathered.count += 1
        if isinstance(cells, Problem):
            gathered.problems.append((number, cells))
            continue
        path, place, values = cells
        texts = dict(zip(fields, values, strict=False))
        reason = _text_fault(texts, perturb, allow_empty)
        label = read_label(values[len(fields)])
        if reason is None and not isinstance(label, str | int | float):
            reason = "the label is missing" if label is None else f"the label is {kind(label)}"
        if reason is not None:
            gathered._fail(number, path, place, reason)
        elif isinstance(label, str | int | float):
            checked = cast("dict[str, str]", texts)
            gathered.usable.append(_Usable(number, path, place, checked, label, values[len(fields) + 1 :]))
    return gathered


def _text_fault(texts: dict[str, object], perturb: Sequence[str], allow_empty: bool) -> str | None:
    """Why these texts cannot be used; None where they can, and then all of them are plain strings."""
    length = 0
    for name, value in texts.items():
        if type(value) is not str:
            value = plain(value)
            if not isinstance(value, str):
                return f"{name} is missing" if value is None else f"{name} is {kind(value)}, not a text"
            texts[name] = value
        if bad := fault(value):
            return f"{bad} ({name})"
        length += len(value)
    if length > LONGEST:
        return f"{length:,} characters of text; at most {LONGEST:,} are read"
    if not allow_empty and not any(str(texts[name]).strip() for name in perturb):
        return f"empty text ({', '.join(perturb)})"
    return None


def _label_reader(names: Sequence[str] | None) -> Callable[[object], object]:
    """How a label is read from its cell: None where there is none; by name where the table has names."""

    def read(value: object) -> object:
        value = plain(value)
        if isinstance(value, str) and not value.strip():
            return None
        return value

    def read_named(value: object) -> object:
        value = read(value)
        integer = as_integer(value)
        if names is None or integer is None:
            return value
        if integer == -1:  # how data sets of Hugging Face mark rows whose label is withheld
            return None
        return names[integer] if 0 <= integer < len(names) else value

    return read_named if names else read


def _label(task: Task, value: object) -> int | str:
    """The integer of a label, or why it has none."""
    try:
        return task.label_index(value)
    except DataError:
        return f"label {short(repr(value))} is not one of {', '.join(task.labels)} (task {task.name})"


def _scale(labels: Mapping[object, int | str]) -> str | None:
    """Stars from 1 to 5 are no task's integers, though 1 looks like one; -1 marks a withheld label."""
    numbers = {as_integer(value): label for value, label in labels.items() if as_integer(value) is not None}
    known = [number for number, label in numbers.items() if isinstance(label, int)]
    unknown = [number for number, label in numbers.items() if isinstance(label, str) and number != -1]
    if not known or not unknown:
        return None
    return (
        f"labels are numbers, of which the task has {_several(known)} and not {_several(unknown)}: if they "
        "are a scale of your own, leave --task out, and map the classifier's labels to them with --label-map"
    )


def _several(numbers: Sequence[int | None]) -> str:
    return ", ".join(str(number) for number in numbers[:10])


def _name(value: object) -> str:
    value = plain(value)
    return "" if value is None else as_name(value)


def _repeat(column: str, ids: Sequence[str], rows: Sequence[_Usable], unit: str) -> str:
    first: dict[str, int] = {}
    for own, row in zip(ids, rows, strict=True):
        if not own:
            return f"column {column!r} has no value in {unit} {row.place}"
        if own in first:
            return f"column {column!r} has {own!r} in {unit}s {first[own]} and {row.place}"
        first[own] = row.place
    return f"column {column!r} is no column of ids"
