"""Progress: what a run tells whoever shows how far it is."""

from collections.abc import Callable
from typing import Any, Protocol

from mohs.errors import MohsError


class Progress(Protocol):
    """Shows progress; the command line has one for terminals and one for logs."""

    def start(self, total: int, kept: int = 0) -> None:
        """The run begins: `total` outcomes in the end, `kept` of them from an earlier run that is resumed."""
        ...

    def outcome(self, status: str, texts: int) -> None:
        """One more outcome, and the texts that the classifier worked on for it."""
        ...


Hears = Progress | Callable[[int, int], None]
"""What a caller in Python gives: an object that hears all of it, or a function of how many of how many."""


class Counting:
    """A progress that says to a function how many of how many are done, and nothing else."""

    def __init__(self, tell: Callable[[int, int], None]) -> None:
        self._tell, self._done, self._total = tell, 0, 0

    def start(self, total: int, kept: int = 0) -> None:
        """The run begins."""
        self._done, self._total = kept, total
        self._tell(kept, total)

    def outcome(self, status: str, texts: int) -> None:
        """One more outcome."""
        self._done += 1
        self._tell(self._done, self._total)


def as_progress(given: Any) -> Progress | None:
    """What a caller gives, as what a run tells.

    Raises:
        MohsError: It hears nothing.
    """
    if given is None or (hasattr(given, "start") and hasattr(given, "outcome")):
        progress: Progress | None = given
        return progress
    if not callable(given):
        raise MohsError(
            "progress hears nothing",
            got=repr(given)[:80],
            expected="a function of how many are done of how many, or an object with start and outcome",
        )
    return Counting(given)
