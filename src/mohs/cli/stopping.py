"""A process that is asked to end (SIGTERM, SIGHUP) ends as with Ctrl-C: what is done is kept, and told."""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any

_ASKING: dict[int, Any] = {
    signal.SIGINT: signal.default_int_handler,
    **{getattr(signal, name): signal.SIG_DFL for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)},
}
"""What asks a process to end -> its handler where nobody has set another."""
_IMPATIENT = 2
"""Ctrl-C is pressed twice by who does not wait for the journal to close."""


@contextlib.contextmanager
def like_ctrl_c() -> Iterator[list[int]]:
    """While it lasts, these signals raise KeyboardInterrupt; gives the list of those that came.

    A model may catch them: the second one, and the third Ctrl-C, ends the process at once. A signal that
    somebody ignores (nohup) or handles already is left alone, and children that a model has forked end as
    they would without us.
    """
    came: list[int] = []
    own = os.getpid()

    def stop(number: int, frame: FrameType | None) -> None:
        if os.getpid() != own:
            signal.signal(number, _ASKING[number])
            os.kill(os.getpid(), number)
            return
        came.append(number)
        if number != signal.SIGINT or came.count(number) == _IMPATIENT:
            signal.signal(number, signal.SIG_DFL)
        raise KeyboardInterrupt

    taken = []
    if threading.current_thread() is threading.main_thread():  # no other may set handlers
        taken = [number for number, handler in _ASKING.items() if signal.getsignal(number) == handler]
    for number in taken:
        signal.signal(number, stop)
    try:
        yield came
    finally:
        for number in taken:
            signal.signal(number, _ASKING[number])
