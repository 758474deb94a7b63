"""What is written where: results on stdout, all else on stderr, no control codes without a terminal."""

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
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


def clean(text: str) -> str:
    """The text with control characters made visible; line breaks and tabs stay."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def say(text: str) -> None:
    """One message for the person, on stderr."""
    sys.stderr.write(clean(text) + "\n")
    sys.stderr.flush()


def say_error(text: str) -> None:
    """One message about what went wrong, on stderr."""
    say(f"mohs: {text}")


def show(*parts: Any) -> None:
    """A result for the person, on stdout; each part is a text or something that rich can draw.

    Without a terminal no line is folded and none ends in blanks, so that other programs can take it apart.
    """
    out = console(sys.stdout)
    if out.is_terminal:
        _draw(out, parts)
        return
    out.width = _ENDLESS
    with out.capture() as drawn:
        _draw(out, parts)
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in drawn.get().split("\n")[:-1]))


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
    real.flush()
    descriptor = _descriptor(real)
    saved = None if descriptor is None else os.dup(descriptor)
    if descriptor is not None:
        os.dup2(sys.stderr.fileno(), descriptor)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        if descriptor is not None and saved is not None:
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
    sys.stdout.write(json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n")
