"""How many CPU threads a network may use."""

import os

from mohs.errors import MohsError

FOR_EACH_CORE = 4
"""More threads than cores gain nothing, but options move between machines; with far more it stands still."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def thread_count(asked: int | None = None) -> int | None:
    """What was asked for, else `MOHS_THREADS`, else None: the runtime's own default.

    Raises:
        MohsError: Less than one, more than four for each core, or `MOHS_THREADS` is no number.
    """
    value: int | str | None = asked if asked is not None else os.environ.get("MOHS_THREADS") or None
    if value is None:
        return None
    try:
        count = int(value)
    except ValueError:
        count = 0
    name = "--threads" if asked is not None else "the environment variable MOHS_THREADS"
    if count < 1:
        raise MohsError(
            f"{name} is no number of threads", got=str(value), expected="a whole number from 1 on"
        )
    if count > (most := FOR_EACH_CORE * cores()):
        raise MohsError(
            f"{name} asks for more threads than this machine can run",
            got=f"{count:,}",
            expected=f"at most {most:,} here ({cores():,} cores)",
        )
    return count
