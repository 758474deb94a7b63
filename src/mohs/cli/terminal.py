"""What is written where: results on stdout, all else on stderr, no control codes without a terminal."""

import contextlib
import io
import json
import os
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

WIDTH = 110
"""Columns of a help page where there is no terminal to ask."""

_ENDLESS = 1_000_000

# Control characters, and those that reorder the text around them: a row of somebody's data must not be able
# to move the cursor, retitle the window or hide a part of a message.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


class OutputLost(Exception):
    """Standard output cannot be written: it is closed, or full. A reader that went away is a BrokenPipeError.

    Attributes:
        reason: Why, in the system's words.
        kept: The folder in which the results are safe all the same, or None.
    """

    def __init__(self, reason: str, kept: Path | None = None) -> None:
        super().__init__(reason)
        self.reason, self.kept = reason, kept

    def __str__(self) -> str:
        safe = f"; everything is in {self.kept}" if self.kept else ""
        return f"standard output cannot be written ({self.reason}){safe}"


@contextlib.contextmanager
def kept_in(folder: Path | None) -> Iterator[None]:
    """While it lasts, a loss of standard output is told with the folder in which the results are."""
    try:
        yield
    except OutputLost as lost:
        raise OutputLost(lost.reason, folder) from lost


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    """What goes wrong while standard output is written, under its own name."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as problem:  # ValueError: a model has closed it
        raise OutputLost(getattr(problem, "strerror", None) or str(problem)) from problem


def flush() -> None:
    """Hand over all that was written to standard output.

    Raises:
        OutputLost: It cannot be written.
        BrokenPipeError: Its reader went away.
    """
    with _writing():
        sys.stdout.flush()


def discard() -> None:
    """Forget what standard output could not take: Python would complain again on its way out."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def open_streams() -> None:
    """Streams for a process that was started with some of its own closed (`mohs ... >&-`).

    A closed descriptor is the first that the next file gets: whatever a library prints would end in the
    journal. Standard output is opened so that writing to it fails, as it should; what nobody hears on
    standard error is let go.
    """
    for number, mode in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, mode)  # the lowest free one, which is this one
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)


def speak_utf8() -> None:
    """Write UTF-8 whatever the locale says; what cannot be encoded is escaped, never a crash."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


class _Console(Console):
    """Lets `main` deal with a reader that went away; rich would exit with 1, here a failed gate."""

    def on_broken_pipe(self) -> None:
        raise  # noqa: PLE0704 - rich calls this while it handles the BrokenPipeError

    def print(self, *objects: Any, **how: Any) -> None:
        """As rich's; what cannot be written is told as for every other output."""
        with _writing():
            super().print(*objects, **how)


def console(stream: TextIO) -> Console:
    """A console on this stream: colours on a terminal only, whatever the environment asks for."""
    terminal = stream.isatty()
    return _Console(
        file=stream,
        force_terminal=terminal,
        no_color=None if terminal else True,
        width=None if terminal else WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=not terminal,
    )


def command_line() -> str:
    """The command as it was typed, for the record of a run."""
    return shlex.join(["mohs", *sys.argv[1:]])


def clean(text: str) -> str:
    """The text with control characters made visible; line breaks and tabs stay."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def say(text: str) -> None:
    """One message for the person, on stderr; where nobody hears it, the work goes on."""
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(clean(text) + "\n")
        sys.stderr.flush()


def say_error(text: str) -> None:
    """One message about what went wrong, on stderr."""
    say(f"mohs: {text}")


def show(*parts: Any) -> None:
    """A result for the person, on stdout; each part is a text or something that rich can draw.

    Without a terminal no line is folded and none ends in blanks, so that other programs can take it apart.
    """
    with _writing():
        to_person = sys.stdout.isatty()
    if to_person:
        _draw(console(sys.stdout), parts)
        return
    drawn = io.StringIO()
    out = console(drawn)
    out.width = _ENDLESS
    _draw(out, parts)
    _write("".join(f"{line.rstrip()}\n" for line in drawn.getvalue().split("\n")[:-1]))


def _draw(out: Console, parts: Sequence[Any]) -> None:
    for part in parts:
        out.print(clean(part) if isinstance(part, str) else part)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str] = ()) -> Table:
    """A plain table; the columns named in `right` are set to the right."""
    drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        drawn.add_column(column, justify="right" if column in right else "left", overflow="fold")
    for row in rows:
        drawn.add_row(*(Text(clean(cell)) for cell in row))
    return drawn


@contextlib.contextmanager
def only_json(wanted: bool) -> Iterator[None]:
    """While it lasts, whatever is printed goes to stderr, be it by us, by a library or by somebody's model.

    By the file descriptor too, since C libraries print below Python. Write the document when it is over.
    """
    if not wanted:
        yield
        return
    real = sys.stdout
    flush()
    descriptor = _descriptor(real)
    saved = None if descriptor is None else os.dup(descriptor)
    if descriptor is not None:
        os.dup2(sys.stderr.fileno(), descriptor)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        if descriptor is not None and saved is not None:
            with contextlib.suppress(OSError):  # what was printed on the way, to stderr
                real.flush()
            os.dup2(saved, descriptor)
            os.close(saved)


def _descriptor(stream: TextIO) -> int | None:
    """The stream's file descriptor, where both it and stderr have one."""
    try:
        sys.stderr.fileno()
        return stream.fileno()
    except (OSError, ValueError):
        return None


def write_json(document: Any) -> None:
    """The one JSON document, on stdout; numbers are numbers, and NaN is an error of ours."""
    _write(json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n")


def _write(text: str) -> None:
    with _writing():
        sys.stdout.write(text)
        sys.stdout.flush()
