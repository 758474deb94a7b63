"""How many CPU threads a network may use."""

import os

from mohs.errors import MohsError


def thread_count(asked: int | None = None) -> int | None:
    """What was asked for, else `MOHS_THREADS`, else None: the runtime's own default.

    Raises:
        MohsError: Less than one, or `MOHS_THREADS` is no number.
    """
    value: int | str | None = asked if asked is not None else os.environ.get("MOHS_THREADS") or None
    if value is None:
        return None
    try:
        count = int(value)
    except ValueError:
        count = 0
    if count < 1:
        name = "--threads" if asked is not None else "the environment variable MOHS_THREADS"
        raise MohsError(
            f"{name} is no number of threads", got=str(value), expected="a whole number from 1 on"
        )
    return count
