"""Paths as a person writes them."""

import os
from os import PathLike
from pathlib import Path

from mohs.errors import MohsError

AnyPath = str | PathLike[str]
"""A path as a caller in Python gives it."""


def as_path(given: AnyPath) -> Path:
    """The path, with ~ as the home that it stands for.

    Raises:
        MohsError: It is no path, empty, has a NUL or half a surrogate pair in it, or there is no such home.
    """
    if given == "":  # pathlib takes it for the folder where one is, which nobody has asked for
        raise MohsError("a path is empty", expected="a file or folder; . is the folder where you are")
    try:
        path = Path(given).expanduser()
    except TypeError:
        raise MohsError("this is no path", got=repr(given)[:200], expected="a text or a Path") from None
    except RuntimeError:
        raise MohsError(
            "a path begins with ~, and there is no such home",
            got=str(given)[:200],
            expected="~/... for your own home, or ~NAME/... for that of a user of this machine",
            mend="./~... is a file or folder of that name",
        ) from None
    if not _can_be_there(path):
        raise MohsError(
            "a path holds what no name of a file can", got=ascii(str(given))[:200], expected="characters"
        )
    return path


def _can_be_there(path: Path) -> bool:
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:  # half of a surrogate pair; a byte that is not UTF-8 is no such half
        return False
