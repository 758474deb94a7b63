"""A process that is asked to end (SIGTERM, SIGHUP) ends as with Ctrl-C: what is done is kept, and told."""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from types import FrameType

_ASKING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextlib.contextmanager
def like_ctrl_c() -> Iterator[list[int]]:
    """While it lasts, these signals raise KeyboardInterrupt; gives the list of those that came.

    A signal that somebody ignores (nohup) or handles already is left alone, and children that a model has
    forked end as they would without us.
    """
    came: list[int] = []
    own = os.getpid()

    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # the second one ends it at once: a model may catch the first
        if os.getpid() != own:
            os.kill(os.getpid(), number)
            return
        came.append(number)
        raise KeyboardInterrupt

    taken = []
    if threading.current_thread() is threading.main_thread():  # no other may set handlers
        taken = [number for number in _ASKING if signal.getsignal(number) == signal.SIG_DFL]
    for number in taken:
        signal.signal(number, stop)
    try:
        yield came
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)
