"""A folder of its own for a run that names none."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from mohs.errors import RunError

_NAME = 78
"""Characters of a name before the time: file systems take 255 bytes at most."""


def out_or_new(out: Path | None, *parts: str, keep: bool = True) -> AbstractContextManager[Path | None]:
    """The folder that a person names with --out, or else a new one, or with `keep` off none at all."""
    return nullcontext(out) if out is not None or not keep else new_folder(*parts)


@contextmanager
def new_folder(*parts: str) -> Iterator[Path]:
    """Make a folder under runs/: what a run is about and the time, and a number where that is taken.

    Making it is what takes the name, so that runs that begin at one moment have one each. One that holds
    nothing in the end goes again.

    Raises:
        RunError: It cannot be made.
    """
    time = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = re.sub(r"[^\w.-]+", "-", f"{'-'.join(parts)[:_NAME]}-{time}")
    runs = Path("runs")
    first = not runs.exists()
    for folder in (runs / (name if k < 2 else f"{name}-{k}") for k in count(1)):
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as problem:
            raise RunError(
                f"{folder} cannot be made a run folder", got=problem.strerror, mend="name another with --out"
            ) from None
        break
    there = folder.absolute()
    try:
        yield folder
    finally:
        with suppress(OSError):
            there.rmdir()
            if first:
                there.parent.rmdir()
