"""How a command ends: its result in words or as one JSON document, notes, and the exit code of its gates."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from mohs.cli import terminal


def deliver(document: Any, in_words: Callable[[], None], *, json: bool, folder: Path | None = None) -> None:
    """The result on stdout.

    Args:
        document: What --json prints.
        in_words: Shows it to a person.
        json: Which of the two.
        folder: In which the result is safe, should stdout be lost.
    """
    with terminal.kept_in(folder):
        if json:
            terminal.write_json(document)
        else:
            in_words()


def notes(texts: Iterable[str]) -> None:
    """What should be known of the result, on stderr."""
    for text in texts:
        terminal.say(f"note: {text}")


def gates(failures: Iterable[str]) -> int:
    """Say which gates failed; the exit code, 1 where one did."""
    code = 0
    for failure in failures:
        terminal.say(f"gate failed: {failure}")
        code = 1
    return code
