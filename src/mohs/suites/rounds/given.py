"""What people give: texts, names, contexts. Nothing of it is trusted, and nothing is changed in silence."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mohs.data.task import Task
from mohs.data.text_faults import fault
from mohs.data.values import short
from mohs.errors import DataError, MohsError
from mohs.paths import AnyPath, as_path
from mohs.runs.folder import replacing, sha256_of
from mohs.suites.released_lines import BadLine, read_lines, text_of

LONGEST = 2_000
"""Characters of a text that somebody writes."""

_LONGEST_NAME = 100

# Controls, what turns the direction of the text around it, and what has no width or no ink: no reader sees
# them, so that they can hide words, or fool a classifier where no verifier can tell why. What joins emoji, or
# letters that can be joined, is none of them there.
_HIDDEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]"
    r"|(?<=[\x00-\u02ff])[\u200c\u200d]|^[\u200c\u200d]|[\u200c\u200d]$|(?<=[A-Za-z])[\ufe00-\ufe0f]"
)


@dataclass(frozen=True, slots=True)
class Context:
    """What a writer is given.

    Attributes:
        fields: Field -> text; empty for a task of one field.
        genre: Where it is from; "" where that is not known.
    """

    fields: Mapping[str, str]
    genre: str = ""


def written_field(task: Task) -> str:
    """The field that people write: the last one; those before it are the context."""
    return task.fields[-1]


def text(given: object, what: str = "the text") -> str:
    """A text that somebody wrote, without the white space at its ends.

    Raises:
        MohsError: It is none, empty, too long, or holds characters that nobody can see.
    """
    if not isinstance(given, str):
        raise MohsError(f"{what} is no text", got=type(given).__name__)
    if len(given) > LONGEST:
        raise MohsError(
            f"{what} is too long", got=f"{len(given):,} characters", expected=f"{LONGEST:,} at most"
        )
    stripped = given.strip()
    if why := fault(stripped):
        raise MohsError(f"{what} cannot be used", got=why)
    if hidden := _HIDDEN.search(stripped):
        raise MohsError(
            f"{what} holds a character that nobody can see",
            got=f"U+{ord(hidden[0]):04X} at character {hidden.start() + 1:,}",
            mend="write it in one line, as plain text",
        )
    if not any(unicodedata.category(letter)[0] in "LN" for letter in stripped):
        raise MohsError(f"{what} has no letter or digit", got=short(repr(stripped)))
    return stripped


def name(given: object, what: str) -> str:
    """The name of a writer or verifier.

    Raises:
        MohsError: It is none, empty, too long, or not one line of visible characters.
    """
    found = unicodedata.normalize("NFC", text(given, f"the name of the {what}"))  # one name is one person
    if len(found) > _LONGEST_NAME:
        raise MohsError(
            f"the name of the {what} is too long",
            got=f"{len(found)} characters",
            expected=f"{_LONGEST_NAME} at most",
        )
    return found


def contexts(given: AnyPath | Iterable[Any] | None, task: Task) -> tuple[Context, ...]:
    """The contexts of a round.

    Args:
        given: A file with one JSON object a line: the fields of the task but the one that is written, or,
            where that is one field, `context`; `genre` as one likes. Or such objects, or texts, in memory.
        task: What is written for.

    Raises:
        DataError: None where the task needs some, or some where it has no context; one that cannot be used;
            one that is there twice.
    """
    needed = task.fields[:-1]
    if not needed:
        if given is not None:
            raise DataError(f"a text for {task.name} has no context", mend="leave contexts out")
        return (Context({}),)
    if given is None:
        raise DataError(
            f"what is written for {task.name} needs contexts",
            expected=f"a JSONL file with {' and '.join(needed)}",
        )
    if isinstance(given, (str, Path)):
        found = read_lines(as_path(given), lambda row: _context(row, needed))
        place = str(given)
    else:
        place = "contexts"
        if isinstance(given, Mapping) or not isinstance(given, Iterable):
            raise DataError("contexts are no list", got=type(given).__name__)
        try:
            found = [_context({"context": one} if isinstance(one, str) else one, needed) for one in given]
        except BadLine as problem:
            raise DataError(f"a context cannot be used: {problem}") from None
    if not found:
        raise DataError("there are no contexts")
    seen: set[tuple[str, ...]] = set()
    for one in found:
        key = tuple(one.fields.values())
        if key in seen:
            raise DataError(f"{place}: a context is there twice", got=short(repr(key[0])))
        seen.add(key)
    return tuple(found)


def write_contexts(found: Iterable[Context], path: Path) -> str:
    """Write contexts as `contexts` reads them, and give the sha256 of the file.

    Raises:
        RunFailed: It cannot be written.
    """
    lines = [json.dumps({**one.fields, "genre": one.genre}, ensure_ascii=False) for one in found]
    with replacing(path) as temporary:
        temporary.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return sha256_of(path)


def _context(row: Any, needed: tuple[str, ...]) -> Context:
    if not isinstance(row, Mapping):
        raise BadLine(f"neither a text nor an object: {type(row).__name__}")
    also = ("context",) if len(needed) == 1 else ()
    genre = row.get("genre", "")
    if not isinstance(genre, str) or fault(genre):
        raise BadLine(f"genre is no text: {short(repr(genre))}")
    return Context({field: text_of(row, field, *also) for field in needed}, genre)
