"""Entry: a row as the rules look at it, whether of a benchmark, of a run or of a pool of candidates."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from mohs.data.task import Task


@dataclass(frozen=True, slots=True)
class Entry:
    """One row under audit.

    Attributes:
        task: The task it belongs to.
        id: Unique among the rows of its task and split.
        fields: Field name -> text as it stands.
        original: Field name -> benign text, at least of the fields that were changed; empty where none is
            known.
        label: Name of the gold label; None where it is hidden.
        source_id: Id of the benign row that it came from; None where that is hidden.
        split: The part of the benchmark that it is in ("dev", "test"); "" where there is one part only.
        method: What made it ("TextFooler", "textbugger"); "" where that is hidden.
        level: "word", "sentence" or "human"; "" where that is hidden.
    """

    task: Task
    id: str
    fields: Mapping[str, str]
    original: Mapping[str, str] = field(default_factory=dict)
    label: str | None = None
    source_id: str | None = None
    split: str = ""
    method: str = ""
    level: str = ""

    @property
    def benign(self) -> dict[str, str]:
        """The row before the change: its originals, and the fields that were left alone."""
        return {name: self.original.get(name, text) for name, text in self.fields.items()}


@dataclass(frozen=True, slots=True)
class Found:
    """What a rule found.

    Attributes:
        rows: The rows that it is about; of a group as a whole (an unbalanced task) all of the group.
        why: What is wrong, in words: "words changed: 3 of 9 (33.3 %)".
        group: The group's name where it is about one as a whole; "" where it is about the rows themselves.
    """

    rows: tuple[Entry, ...]
    why: str
    group: str = ""


Unit = Literal["rows", "groups"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that can be wrong.

    Attributes:
        name: How reports and `--fail-on` call it.
        measure: What exactly is measured, with its limit.
        mend: What to do about it.
        find: The rule itself: (what it found, how many rows or groups it could look at).
        unit: What is counted.
    """

    name: str
    measure: str
    mend: str
    find: Callable[[Sequence[Entry]], tuple[list[Found], int]]
    unit: Unit = "rows"


def each(
    check: Callable[[Entry], str | None], applies: Callable[[Entry], bool]
) -> Callable[[Sequence[Entry]], tuple[list[Found], int]]:
    """A rule about one row at a time.

    Args:
        check: What is wrong with the row, in words; None where nothing is.
        applies: Whether the rule has anything to say of such a row.
    """

    def find(rows: Sequence[Entry]) -> tuple[list[Found], int]:
        looked_at = [row for row in rows if applies(row)]
        found = [Found((row,), why) for row in looked_at if (why := check(row)) is not None]
        return found, len(looked_at)

    return find


def has_original(row: Entry) -> bool:
    """Whether the row's benign text is known."""
    return bool(row.original)


def squeezed(text: str) -> str:
    """A text without case and with its white space collapsed: what two texts are alike in."""
    return " ".join(text.casefold().split())


def key(fields: Mapping[str, str], names: Iterable[str]) -> tuple[str, ...]:
    """The fields of a row as `squeezed` texts, to tell equal rows by."""
    return tuple(squeezed(fields[name]) for name in names)
