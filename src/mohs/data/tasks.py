"""Tasks by name, by file and by columns: the six built-in ones, `open_task` and `infer_task`."""

import re
from collections.abc import Iterable, Mapping, Sequence

from mohs.data.task import Task
from mohs.data.task_file import read_task_file
from mohs.data.values import as_integer, as_name, plain, short
from mohs.errors import DataError
from mohs.paths import AnyPath, as_path
from mohs.spec import did_you_mean

MOST_LABELS = 50
"""More distinct labels than this in a column look like a wrong column (an id, a text)."""

_ENTAILMENT = ("entailment", "not_entailment")
_INFERENCE = ("entailment", "neutral", "contradiction")

# Of a pair, the later field comes first: the premise or the question is what is given, and what is said to it
# is what one changes; the other is tried when that does not help.
BUILT_IN: Mapping[str, Task] = {
    task.name: task
    for task in (
        Task("sst2", ("sentence",), ("negative", "positive"), subject="sentiment"),
        Task(
            "qqp",
            ("question1", "question2"),
            ("not_duplicate", "duplicate"),
            metrics=("accuracy", "f1"),
            perturb=("question2", "question1"),
        ),
        Task("mnli", ("premise", "hypothesis"), _INFERENCE, perturb=("hypothesis", "premise")),
        Task("mnli-mm", ("premise", "hypothesis"), _INFERENCE, perturb=("hypothesis", "premise")),
        Task("qnli", ("question", "sentence"), _ENTAILMENT, perturb=("sentence", "question")),
        Task("rte", ("sentence1", "sentence2"), _ENTAILMENT, perturb=("sentence2", "sentence1")),
    )
}


def open_task(name_or_path: AnyPath | Task) -> Task:
    """A task by its name (sst2, qqp, mnli, mnli-mm, qnli, rte) or from a YAML file.

    The file has the keys `name`, `fields`, `labels` and, as one likes, `metrics`, `perturb` and `subject`.

    Raises:
        DataError: No such task or file, or a file that describes no task; with the line in the file.
    """
    if isinstance(name_or_path, Task):
        return name_or_path
    name = str(name_or_path)
    if name in BUILT_IN:
        return BUILT_IN[name]
    path = as_path(name)
    if path.suffix.lower() in (".yaml", ".yml") or path.is_file():
        return read_task_file(path)
    raise DataError(
        f"there is no task {name!r}",
        expected=f"one of {', '.join(BUILT_IN)}, or a YAML file that describes one",
        mend=did_you_mean(name.lower(), list(BUILT_IN)),
    )


def infer_task(
    columns: Sequence[str],
    text_columns: Mapping[str, str],
    label_column: str,
    labels: Iterable[object],
    name: str,
) -> Task:
    """The task that a person's own columns amount to.

    Args:
        columns: All columns of the table.
        text_columns: Field -> column that holds it.
        label_column: The column of the labels.
        labels: The values of that column; repeated ones count once. Sorted, they are the task's labels:
            numbers by size and named "0", "1", ..., anything else by its name.
        name: How the task is called; what is no letter, digit, dot or dash becomes a dash.

    Raises:
        DataError: A column that is not there, or more than 50 distinct labels.
    """
    for column in (*text_columns.values(), label_column):
        if column not in columns:
            raise DataError(
                f"there is no column {column!r}",
                got=f"columns {', '.join(columns)}",
                mend=did_you_mean(column, list(columns)),
            )
    distinct = {(type(value), value): value for value in map(plain, labels) if value is not None}.values()
    integers = {as_integer(value) for value in distinct}
    if None in integers:
        names = sorted({as_name(value) for value in distinct})
    else:
        names = [str(integer) for integer in sorted(integer for integer in integers if integer is not None)]
    if len(names) > MOST_LABELS:
        raise DataError(
            f"column {label_column!r} has {len(names):,} distinct values, too many for labels",
            got=", ".join(short(value) for value in names[:5]) + ", ...",
            expected=f"at most {MOST_LABELS} labels; more stand in a task file (--task FILE.yaml)",
            mend=f"name the column of the labels (--label COLUMN); there are {', '.join(columns)}",
        )
    tidy = re.sub(r"[^\w.-]+", "-", name).strip("-.") or "task"
    return Task(tidy, tuple(text_columns), tuple(names))
