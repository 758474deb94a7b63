"""Which column holds what: as the person says, else as the columns are named; never by looking at texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mohs.data.task import Task
from mohs.data.values import check_mappings, short
from mohs.errors import DataError
from mohs.spec import did_you_mean

# The same tasks under GLUE's own column names, and under sentence1/sentence2, by which many copies go.
_PAIR = ("sentence1", "sentence2")
_ALSO_KNOWN_AS: Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]] = {
    ("question1", "question2"): (_PAIR,),
    ("premise", "hypothesis"): (_PAIR,),
    ("question", "sentence"): (_PAIR,),
}
COMMON_TEXT = (
    "text", "sentence", "review", "content", "body", "comment", "message", "tweet", "document", "input",
)  # fmt: skip
COMMON_LABEL = (
    "label", "labels", "gold_label", "is_duplicate", "target", "class", "category", "sentiment",
)  # fmt: skip
_SHOWN = 50
_IDS = ("id", "idx", "guid", "index")
_MARKS = ("id", "source_id")
_HEADER = "name one of these columns; the first line of a CSV or TSV file is taken for its header"


@dataclass(frozen=True)
class Chosen:
    """What was chosen.

    Attributes:
        texts: Field -> column, in the order of the task's fields.
        label: The column of the labels.
        ids: Columns that may hold ids, the likeliest first.
        id_named: Whether the person named it, so that no other will do.
        source_id: The column of the ids of the originals, if there is one.
        notes: The choices that the person did not make.
    """

    texts: Mapping[str, str]
    label: str
    ids: tuple[str, ...]
    id_named: bool
    source_id: str | None
    notes: tuple[str, ...]


def choose(
    available: Sequence[str],
    task: Task | None,
    *,
    text: str | None,
    columns: Mapping[str, str] | None,
    label: str | None,
    path: str,
) -> Chosen:
    """Find the column of each field and of the label.

    Args:
        available: The columns of the table.
        task: The task, if it is known; else its fields come from `text`, `columns` or the one common name.
        text: The column of the only field (`--text`).
        columns: Field -> column (`--column`); likewise "id" and "source_id", unless they are fields.
        label: The column of the labels (`--label`).
        path: How messages call the table.

    Raises:
        DataError: A column that is not there or is there twice, a field that the task does not have, or more
            than one choice or none; the message lists the columns of the table.
    """
    table = _Table(available, path)
    fields = task.fields if task else ()
    check_mappings(columns=columns)
    columns = dict(columns or {})
    marks = {name: columns.pop(name) for name in _MARKS if name in columns and name not in fields}
    if text is not None and columns:
        raise DataError(
            "--text and --column exclude each other", mend="use --column FIELD=COLUMN for every field"
        )
    if text is not None:
        texts = {_only_field(task) or text: text}
    elif columns:
        texts = _named(table, task, columns)
    else:
        texts = _by_name(table, task)
    for column in (*texts.values(), *marks.values()):
        table.check(column)
    found = label if label is not None else _label(table, set(texts.values()))
    table.check(found)
    if len({*texts.values(), found}) <= len(texts):
        raise DataError(
            f"{path}: one column is used twice",
            got=", ".join([*(f"{field}={column}" for field, column in texts.items()), f"label={found}"]),
        )
    said = {text, label, *columns.values()}
    notes = [
        f"{field} is read from column {column!r}"
        for field, column in (*texts.items(), ("label", found))
        if column != field and column not in said
    ]
    usual = tuple(name for name in _IDS if name in available and name not in texts.values())
    ids = (marks["id"],) if "id" in marks else usual
    source_id = marks.get("source_id", "source_id" if "source_id" in available else None)
    return Chosen(texts, found, ids, "id" in marks, source_id, tuple(notes))


@dataclass(frozen=True)
class _Table:
    columns: Sequence[str]
    path: str

    def check(self, column: str) -> None:
        if column not in self.columns:
            near = did_you_mean(column, list(self.columns))
            raise self.lacks(f"no column {column!r}", mend=near or _HEADER)
        if list(self.columns).count(column) > 1:
            raise self.lacks(f"column {column!r} is there twice", mend="rename one of them")

    def lacks(self, what: str, *, expected: str | None = None, mend: str | None = None) -> DataError:
        return DataError(
            f"{self.path}: {what}",
            got=f"columns {listed(self.columns)}",
            expected=expected,
            mend=mend,
        )


def listed(columns: Sequence[str]) -> str:
    """The names of columns for a message; cut where a file without a header makes texts of them."""
    shown = ", ".join(short(column) for column in columns[:_SHOWN])
    more = f", ... and {len(columns) - _SHOWN:,} more" if len(columns) > _SHOWN else ""
    return shown + more if columns else "(none)"


def _only_field(task: Task | None) -> str | None:
    if task is None:
        return None
    if len(task.fields) > 1:
        raise DataError(
            f"--text names one column, but task {task.name} has {len(task.fields)} fields",
            expected=f"a column for each of {', '.join(task.fields)}",
            mend=" ".join(f"--column {field}=COLUMN" for field in task.fields),
        )
    return task.fields[0]


def _named(table: _Table, task: Task | None, columns: Mapping[str, str]) -> dict[str, str]:
    if task is None:
        return dict(columns)
    task.check_fields(columns)
    for field in task.fields:
        if field not in columns and field not in table.columns:
            raise table.lacks(
                f"no column for field {field!r} of task {task.name}", mend=f"--column {field}=COLUMN"
            )
    return {field: columns.get(field, field) for field in task.fields}


def _by_name(table: _Table, task: Task | None) -> dict[str, str]:
    fields = task.fields if task else ()
    for names in (fields, *_ALSO_KNOWN_AS.get(fields, ())):
        if names and set(names) <= set(table.columns):
            return dict(zip(fields, names, strict=True))
    if len(fields) > 1:
        raise table.lacks(
            f"no columns for the fields {', '.join(fields)} of task {task.name if task else ''}",
            mend=" ".join(f"--column {field}=COLUMN" for field in fields),
        )
    common = [column for column in table.columns if column.casefold() in COMMON_TEXT]
    if len(common) == 1:
        return {fields[0] if fields else common[0]: common[0]}
    raise table.lacks(
        f"{'more than one column' if common else 'no column'} looks like the text",
        expected=f"exactly one of {', '.join(common or COMMON_TEXT)}",
        mend="name it with --text COLUMN; for a pair, --task NAME or --column FIELD=COLUMN for each field",
    )


def _label(table: _Table, taken: set[str]) -> str:
    if "label" in table.columns:
        return "label"
    common = [column for column in table.columns if column.casefold() in COMMON_LABEL and column not in taken]
    if len(common) == 1:
        return common[0]
    raise table.lacks(
        f"{'more than one column' if common else 'no column'} looks like the label",
        expected=f"a column named label, or exactly one of {', '.join(common or COMMON_LABEL[1:])}",
        mend="name it with --label COLUMN",
    )
