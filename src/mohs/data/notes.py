"""What a reader should know of usable rows: invisible characters, other spellings, repeats, balance."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from mohs.data.example import Example
from mohs.data.task import Task

_INVISIBLE = re.compile(
    "[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f"  # control characters but tab and line breaks
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]"
    "|[\u200c\u200d](?=[A-Za-z])|(?<=[A-Za-z])[\u200c\u200d]"  # joiners, where no script or emoji needs them
)
_SHOWN, _LABELS = 5, 20


def notes_of(task: Task, examples: Sequence[Example]) -> list[str]:
    """Remarks on the examples as a whole; the texts themselves stay as they are."""
    invisible: list[str] = []
    composed: list[str] = []
    labels_of: dict[tuple[str, ...], set[int]] = {}
    repeated: list[str] = []
    for example in examples:
        texts = tuple(example.fields.values())
        for_all = "".join(texts)
        if not for_all.isascii() or not for_all.isprintable():
            if any(_INVISIBLE.search(text) for text in texts):
                invisible.append(example.id)
            if not all(unicodedata.is_normalized("NFC", text) for text in texts):
                composed.append(example.id)
        if texts in labels_of:
            repeated.append(example.id)
        labels_of.setdefault(texts, set()).add(example.label)
    torn = [texts for texts, labels in labels_of.items() if len(labels) > 1]
    counts = Counter(example.label for example in examples)
    found = (
        ("texts with invisible characters (zero-width, direction marks, control characters)", invisible),
        ("texts that are not in Unicode's composed form (NFC)", composed),
        ("texts that repeat an earlier one", repeated),
    )
    notes = [f"{what}: {len(ids):,} ({_first(ids)})" for what, ids in found if ids]
    if torn:
        notes.append(f"texts that stand there with different labels: {len(torn):,}")
    return [*notes, f"labels: {_balance([(name, counts[index]) for index, name in enumerate(task.labels)])}"]


def _balance(labels: Sequence[tuple[str, int]]) -> str:
    """How many rows each label has; of many labels their number, and which have the fewest and the most."""
    words = [f"{name} {rows:,}" for name, rows in labels]
    if len(labels) <= _LABELS:
        return ", ".join(words)
    rows = [many for _, many in labels]
    return f"{len(labels):,}, from {words[rows.index(min(rows))]} to {words[rows.index(max(rows))]}"


def _first(ids: Sequence[str]) -> str:
    return f"id {', '.join(ids[:_SHOWN])}{', ...' if len(ids) > _SHOWN else ''}"
