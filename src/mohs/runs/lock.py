"""One process at a time: an exclusive lock that ends with its process, however that ends."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mohs.errors import RunFailed


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of this file, which is made where it is not there; waits for whoever holds it.

    Threads of one process exclude each other too, since each opens the file anew.

    Raises:
        RunFailed: The file cannot be opened or locked.
    """
    try:
        file = path.open("ab")
    except OSError as problem:
        raise RunFailed(f"{path}: cannot be locked ({problem.strerror})") from problem
    with file:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
