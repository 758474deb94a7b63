"""One process at a time: an exclusive lock that ends with its process, however that ends."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from mohs.errors import RunError, RunFailed

LOCK = ".lock"
"""The file in a folder that is held where it has no journal."""

_HELD: set[IO[bytes]] = set()
"""What this process has locked: a child that a model forks would hold it too, also when we are dead."""

_BEHIND = 2**31 - 2
"""The byte that is locked on Windows, where nobody else can read what is locked: no file is so long."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of this file, which is made where it is not there; waits for whoever holds it.

    Threads of one process exclude each other too, since each opens the file anew.

    Raises:
        RunFailed: The file cannot be opened or locked.
    """
    with _opened(path) as file:
        _lock(file, wait=True)
        yield


@contextmanager
def alone(journal: Path) -> Iterator[None]:
    """Hold the journal of a run, made where it is not there: no second process writes to it meanwhile.

    Nobody is waited for: two runs with one folder are a mistake. Where a file system knows no locks, nothing
    is held.

    Raises:
        RunError: Another process holds it.
        RunFailed: It cannot be opened.
    """
    with _opened(journal) as file:
        try:
            _lock(file, wait=False)
        except (BlockingIOError, PermissionError):
            raise RunError(
                f"another process writes into {journal.parent} at this moment",
                mend="choose another --out, wait for its end, or stop it and resume it where its command can",
            ) from None
        except OSError:
            pass
        yield


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold a folder while it is filled, by a file in it that goes at the end: as `alone`, without a journal.

    Raises:
        RunError: Another process holds it.
        RunFailed: Nothing can be written there.
    """
    lock = folder / LOCK
    with alone(lock):
        try:
            yield
        finally:
            with suppress(OSError):  # of an open file, where a system refuses it: it is empty
                lock.unlink()


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    try:
        file = path.open("ab")
    except OSError as problem:
        raise RunFailed(f"{path}: cannot be written ({problem.strerror})") from problem
    with file:
        _HELD.add(file)
        try:
            yield file
        finally:
            _HELD.discard(file)


def _let_go() -> None:
    for file in [*_HELD]:
        file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


def _lock(file: IO[bytes], *, wait: bool) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(_BEHIND)
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
