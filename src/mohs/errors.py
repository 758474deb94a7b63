"""What can go wrong, as one tree.

    MohsError            a person's mistake: one short message, exit 2, no traceback
    ├── DataError        a file or a row that cannot be used
    ├── ModelError       a classifier that cannot be opened or does not fit the task
    ├── MissingExtra     a feature whose packages are not installed
    └── RunError         a run folder that cannot be used as asked
    ClassifierFault      the classifier misbehaved on some texts; the outcome is `error`, the run goes on
    RunFailed            the run cannot go on or is worthless: exit 3
    Stopped              by hand; what was done is kept: exit 130

A message names what went wrong and where, what was got, what was expected and how to mend it. It is written
as for the command line, with `--flags`; `str` of it says them as Python's arguments (`in_python`).
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

_LONGEST = 1_500
"""Characters of each part of a message."""

ARGUMENTS = {
    "column": "columns",
    "model": "classifiers",
    "seed": "random_state",
    "set": "options",
    "sphere": 'where="sphere"',
    "test": "X_test",
    "train": "X_train",
}
"""Flags whose argument in Python has another name."""

_COMMAND = r"mohs [a-z-]+(?: [a-z-]+)? --[^`]*"
_FLAG = r"(?<![^\s(])--(?P<no>no-)?(?P<name>[a-z][a-z-]*)(?P<value> (?=[A-Z]{2}[A-Z_]*(?![\w=])))?"
_TOLD = re.compile(f"{_COMMAND}|{_FLAG}")


def in_python(text: str) -> str:
    """A message with each flag as the argument that a caller in Python gives; whole commands stay.

    `--at-edge` is `at_edge`, `--label COLUMN` is `label=COLUMN`, `--no-check-labels` is `check_labels=False`.
    """

    def argument(found: re.Match[str]) -> str:
        flag = found["name"]
        if flag is None:
            return found[0]
        name = ARGUMENTS.get(flag, flag.replace("-", "_"))
        return f"{name}{'=False' if found['no'] else ''}{'=' if found['value'] else ''}"

    return _TOLD.sub(argument, text)


class _Told(BaseException):
    """Something that a person is told of, at a prompt or in Python."""

    def __str__(self) -> str:
        return in_python(self.at_prompt())

    def at_prompt(self) -> str:
        """The message for whoever runs a command, with flags."""
        return super().__str__()


class MohsError(_Told, Exception):
    """A mistake of the person who runs mohs.

    Args:
        what: What went wrong, with its place (file and line, argument name).
        got: What was found there.
        expected: What would have been right.
        mend: What to do about it.
    """

    def __init__(
        self, what: str, *, got: str | None = None, expected: str | None = None, mend: str | None = None
    ) -> None:
        self.what, self.got, self.expected, self.mend = what, got, expected, mend
        super().__init__(what, got, expected, mend)

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: a worker's mistake reaches whoever waits for it."""
        return _blank, (type(self), self.args), vars(self)

    def __str__(self) -> str:
        return self._told(in_python)

    def at_prompt(self) -> str:
        """The message for whoever runs a command, with flags."""
        return self._told(str)

    def _told(self, say: Callable[[str], str]) -> str:
        lines = [_short(say(self.what))]
        for name, value in (("got", self.got), ("expected", self.expected), ("to mend", self.mend)):
            if value is not None:
                found = name == "got" and not value.startswith("--")  # shown to the letter, whatever it is
                lines.append(f"  {name}: {_short(value if found else say(value))}")
        return "\n".join(lines)


def _blank(kind: type[MohsError], args: tuple[Any, ...]) -> MohsError:
    """A mistake of this kind whose attributes are still to come, as pickle wants one."""
    return kind.__new__(kind, *args)


def _short(text: str) -> str:
    """Names of files, columns and labels are as long as somebody likes; a message is not."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


class DataError(MohsError):
    """A file, a row or a label that cannot be used."""


class ModelError(MohsError):
    """A classifier that cannot be opened, or that does not fit the task."""


class RunError(MohsError):
    """A run folder that cannot be used as asked."""


class MissingExtra(MohsError):
    """A feature whose packages are not installed."""

    def __init__(self, feature: str, *, package: str, extra: str) -> None:
        super().__init__(
            f"{feature} needs the package {package!r}, which is not installed",
            mend=f'pip install "mohs[{extra}]"',
        )


class ClassifierFault(_Told, Exception):
    """The classifier raised, or answered with the wrong shape, NaN or too few rows.

    A journal keeps `at_prompt`, whoever called: an outcome does not hang on that.
    """


class Stopped(_Told, KeyboardInterrupt):
    """Stopped by hand; what was done is kept, and the message says how to go on."""


class RunFailed(_Told, Exception):
    """The run cannot go on, or so much of it went wrong that its numbers mean nothing.

    Attributes:
        document: What results.json says, where it could still be drawn.
    """

    def __init__(self, what: str, document: Mapping[str, Any] | None = None) -> None:
        super().__init__(what)
        self.document = document
