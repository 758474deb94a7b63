"""Part: the rows of one task of a benchmark, held by column and given row by row."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from mohs.data.example import Example
from mohs.data.task import Task
from mohs.data.values import short
from mohs.errors import DataError

if TYPE_CHECKING:
    import pyarrow as pa

CONSTRUCTIONS = ("word", "sentence", "human")
"""The levels at which an example can be changed, in the order in which tables list them."""


@dataclass(frozen=True, slots=True)
class Row:
    """One adversarial example of a benchmark.

    Attributes:
        id: Unique within its task and split.
        source_id: Of the benign row that it was made from; its own id where there is none.
        fields: Field -> text, exactly as published.
        original: Field -> text of the benign row, all fields; None where there is none (written by people).
        label: The gold label as an integer of the task; None where it is withheld.
        method: What made it, as the benchmark calls it ("TextFooler"); "" where it is not said.
        data_construction: "word", "sentence" or "human"; "" where it is not said.
        provenance: How it was made, as the maker recorded it; empty where nothing is said.
    """

    id: str
    source_id: str
    fields: Mapping[str, str]
    original: Mapping[str, str] | None
    label: int | None
    method: str = ""
    data_construction: str = ""
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def changed(self) -> tuple[str, ...]:
        """The fields whose text is not the benign one; empty where there is no benign row."""
        if self.original is None:
            return ()
        return tuple(name for name, text in self.fields.items() if text != self.original[name])


@dataclass(frozen=True, eq=False)
class Part(Sequence[Row]):
    """The rows of one task in one split, in the order of their file.

    Attributes:
        task: Fields, labels and metrics.
        table: Columns id, source_id, one a field, original_<field>, label, method, data_construction and
            provenance (JSON), as `columns` says; a million rows take little more than their texts.
        benign: Benign rows that the benchmark itself brings along (AdvGLUE's rows of method "glue").
    """

    task: Task
    table: "pa.Table"
    benign: tuple[Example, ...] = ()

    @classmethod
    def of(cls, task: Task, rows: Iterable[Row], benign: Iterable[Example] = ()) -> "Part":
        """The part that these rows make; the original of a field is kept where it differs."""
        listed = list(rows)
        columns: dict[str, list[Any]] = {
            "id": [row.id for row in listed],
            "source_id": [row.source_id for row in listed],
            **{name: [row.fields[name] for row in listed] for name in task.fields},
            **{f"original_{name}": [_kept(row, name, task) for row in listed] for name in task.fields},
            "label": [row.label for row in listed],
            "method": [row.method for row in listed],
            "data_construction": [row.data_construction for row in listed],
            "provenance": [json.dumps(dict(row.provenance), sort_keys=True) for row in listed],
        }
        return cls.from_columns(task, columns, benign)

    @classmethod
    def from_columns(
        cls, task: Task, columns: Mapping[str, Sequence[Any]], benign: Iterable[Example] = ()
    ) -> "Part":
        """The part of these columns, all of which `schema` names."""
        import pyarrow as pa

        return cls(task, pa.table(dict(columns), schema=schema(task)), tuple(benign))

    def __repr__(self) -> str:
        return f"Part({self.task.name}, {len(self):,} rows)"

    def __len__(self) -> int:
        return int(self.table.num_rows)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]  # an index out of range is an IndexError here
        return self._row(self.table.slice(place, 1).to_pylist()[0])

    def __iter__(self) -> Iterator[Row]:
        for batch in self.table.to_batches(max_chunksize=4096):
            for cells in batch.to_pylist():
                yield self._row(cells)

    def _row(self, cells: Mapping[str, Any]) -> Row:
        fields = {name: cells[name] for name in self.task.fields}
        before = {name: cells[f"original_{name}"] for name in self.task.fields}
        given = {name: text for name, text in before.items() if text is not None}
        return Row(
            cells["id"],
            cells["source_id"],
            fields,
            {**fields, **given} if given else None,
            cells["label"],
            cells["method"],
            cells["data_construction"],
            _provenance(cells["provenance"], cells["id"]),
        )

    def where(self, keep: Callable[[Row], bool]) -> "Part":
        """The part of the rows for which `keep` is true, in the same order."""
        import pyarrow as pa

        kept = pa.array([bool(keep(row)) for row in self], pa.bool_())
        return Part(self.task, self.table.filter(kept), self.benign)

    def column(self, name: str) -> list[Any]:
        """The values of one column, in order."""
        values: list[Any] = self.table.column(name).to_pylist()
        return values

    @cached_property
    def ids(self) -> list[str]:
        """The id of each row."""
        return self.column("id")

    @cached_property
    def labels(self) -> NDArray[np.int64] | None:
        """The gold label of each row, (n,); None where they are withheld."""
        column = self.table.column("label")
        return None if column.null_count else column.to_numpy().astype(np.int64, copy=False)

    @cached_property
    def has_original(self) -> NDArray[np.bool_]:
        """For each row whether the benchmark has its benign text, (n,)."""
        found = np.zeros(len(self), dtype=np.bool_)
        for name in self.task.fields:
            found |= self.table.column(f"original_{name}").is_valid().to_numpy()
        return found

    def examples(self) -> list[Example]:
        """The rows as examples; the label is -1 where it is withheld."""
        return [Example(row.id, row.source_id, row.fields, _number(row.label), self.task) for row in self]

    @cached_property
    def source_ids(self) -> list[str]:
        """The id of each benign row that an adversarial one was made from, in order of appearance."""
        import pyarrow as pa

        ids: list[str] = (
            self.table.column("source_id").filter(pa.array(self.has_original)).unique().to_pylist()
        )
        return ids

    def sources(self) -> list[Example]:
        """The benign rows that the adversarial ones were made from, each once, in order of appearance.

        The label is that of the first row made from it: an adversarial example keeps its source's label.
        """
        import pyarrow as pa

        found: dict[str, Example] = {}
        wanted = self.table.filter(pa.array(self.has_original))
        for batch in wanted.to_batches(max_chunksize=4096):
            for row in map(self._row, batch.to_pylist()):
                if row.source_id not in found and row.original is not None:
                    found[row.source_id] = Example(
                        row.source_id, row.source_id, row.original, _number(row.label), self.task
                    )
        return list(found.values())


def check_parts(parts: Mapping[str, Any]) -> None:
    """That these are task name -> part, as `open_benchmark(...).tasks` has them.

    Raises:
        DataError: Rows of a task are something else: a list of them does not say what task they are of.
    """
    for name, part in parts.items():
        if not isinstance(part, Part):
            raise DataError(
                f"the rows of task {name} are no part of a benchmark",
                got=type(part).__name__,
                expected=f"what open_benchmark(...).tasks[{name!r}] is",
                mend="to choose among its rows: tasks[NAME].where(lambda row: row.label == 1)",
            )


def schema(task: Task) -> "pa.Schema":
    """The columns of a part; the names of the labels travel along as the library datasets keeps them."""
    import pyarrow as pa

    text = pa.string()
    names = ["id", "source_id", *task.fields, *(f"original_{name}" for name in task.fields)]
    rest = ["method", "data_construction", "provenance"]
    fields = [(name, text) for name in names] + [("label", pa.int64())] + [(name, text) for name in rest]
    features: dict[str, Any] = {name: {"dtype": "string", "_type": "Value"} for name in (*names, *rest)}
    features["label"] = {"names": list(task.labels), "_type": "ClassLabel"}
    return pa.schema(fields, metadata={"huggingface": json.dumps({"info": {"features": features}})})


def _kept(row: Row, name: str, task: Task) -> str | None:
    """The original text of a field where it says something; of a row that was not changed, of the first."""
    if row.original is None:
        return None
    if row.original[name] != row.fields[name] or (not row.changed and name == task.perturb[0]):
        return row.original[name]
    return None


def _number(label: int | None) -> int:
    return -1 if label is None else label


def _provenance(text: str, own: str) -> Mapping[str, Any]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise DataError(f"row {own!r}: provenance is no JSON object", got=short(text))
    return content
