"""Example: one row to classify, with the benign row that it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mohs.data.task import Task


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled row.

    Attributes:
        id: Unique among the examples of a run.
        source_id: Id of the benign row that this one came from; its own id where it is benign itself.
        fields: Field name -> text, exactly as read.
        label: The gold label as an integer of the task.
        task: The task that it was read for, where that is known: what `label` is a number of.
    """

    id: str
    source_id: str
    fields: Mapping[str, str]
    label: int
    task: Task | None = field(default=None, compare=False, repr=False)
