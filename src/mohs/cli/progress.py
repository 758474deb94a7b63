"""Progress on stderr: done of total, success rate so far, texts a second, time left.

On a terminal one line that redraws itself; elsewhere (a log, CI) a plain line every few seconds.
"""

import contextlib
import math
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rich.progress import BarColumn, Progress, TextColumn

from mohs.cli import terminal

SECONDS_BETWEEN_LINES = 5.0
"""Where there is no terminal: often enough to see that it lives, seldom enough for a log."""

SECONDS_BETWEEN_COUNTS = 10.0
"""The same for work that is only counted."""

ENOUGH, ENOUGH_SHARE = 20, 0.05
"""Outcomes, or the share of those to come, before the time left is told: many searches are open at once, and
the first to end says little of the rest."""

_ATTACKED = frozenset({"success", "failure", "not_attackable", "budget"})
"""The statuses that the attack success rate is a share of."""


@dataclass
class Tally:
    """What has happened so far.

    Attributes:
        total: Outcomes that the run will have.
        kept: Of those, how many the journal had when the run was resumed: they tell nothing of the speed.
        clock: Seconds from somewhere; a test sets its own.
    """

    total: int
    kept: int = 0
    clock: Callable[[], float] = time.monotonic
    done: int = field(init=False)
    broken: int = field(default=0, init=False)
    attacked: int = field(default=0, init=False)
    texts: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.done = self.kept
        self._started = self.clock()

    def add(self, status: str, texts: int) -> None:
        """One more outcome, and the texts that the classifier saw for it."""
        self.done += 1
        self.texts += texts
        self.attacked += status in _ATTACKED
        self.broken += status == "success"

    def seconds(self) -> float:
        """Since the run began."""
        return self.clock() - self._started

    def words(self) -> str:
        """All of it in one line; what cannot be known yet is left out."""
        parts = []
        if self.attacked:
            # Not "of the run": the quick ones, which are the easily broken ones, are done first.
            so_far = " so far" if self.done < self.total else ""
            from mohs.api import percent

            parts.append(
                f"{percent(self.broken / self.attacked)} of {self.attacked:,} attacked{so_far} broken"
            )
        seconds, fresh = self.seconds(), self.done - self.kept
        if fresh and seconds > 0:
            parts.append(f"{self.texts / seconds:,.0f} texts/s")
            if self.done >= self.total:
                parts.append(f"{duration(seconds)} in all")
            elif fresh >= min(ENOUGH, ENOUGH_SHARE * (self.total - self.kept)):
                parts.append(f"{duration((self.total - self.done) * seconds / fresh)} left")
        return ", ".join(parts)

    def line(self) -> str:
        """The same with the count in front."""
        return ", ".join(filter(None, (f"{self.done:,} of {self.total:,} done", self.words())))


def duration(seconds: float) -> str:
    """Seconds as a person says them: "8 s", "2 min 5 s", "1 h 12 min"."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


class Counted:
    """Says how much of a long work is done, a plain line every few seconds.

    Args:
        what: What is counted: "noisy rows classified".
        from_start: Tell the first and the last count too, and the time left; else a short work says nothing.
        clock: Seconds from somewhere; a test sets its own.
    """

    def __init__(
        self, what: str, *, from_start: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._what, self._from_start, self._clock = what, from_start, clock
        self._said = -math.inf if from_start else clock()
        self._began: tuple[float, int] | None = None

    def tell(self, done: int, total: int) -> None:
        """So many of so many are done."""
        now = self._clock()
        began, kept = self._began = self._began or (now, done)
        last = self._from_start and done >= total
        if now - self._said < SECONDS_BETWEEN_COUNTS and not last:
            return
        self._said = now
        left = ""
        if self._from_start and kept < done < total:
            left = f", about {duration((now - began) / (done - kept) * (total - done))} left"
        terminal.say(f"{done:,} of {total:,} {self._what}{left}")


class Lines:
    """A plain line every few seconds, and one at the end."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tally: Tally | None = None
        self._last = 0.0

    def start(self, total: int, kept: int = 0) -> None:
        """The run begins: so many outcomes to come, so many of them kept from before."""
        self._tally, self._last = Tally(total, kept, self._clock), self._clock()
        terminal.say(self._tally.line())

    def outcome(self, status: str, texts: int) -> None:
        """One more outcome."""
        assert self._tally is not None
        self._tally.add(status, texts)
        if self._clock() - self._last >= SECONDS_BETWEEN_LINES and self._tally.done < self._tally.total:
            self._last = self._clock()
            terminal.say(self._tally.line())

    def finish(self) -> None:
        """No more will come."""
        if self._tally is not None:
            terminal.say(self._tally.line())
            self._tally = None


class Bar:
    """One line on a terminal that redraws itself."""

    def __init__(self) -> None:
        self._tally = Tally(0)
        self._bar = Progress(
            TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[words]}"),
            console=terminal.console(sys.stderr),
            transient=False,
        )

    def start(self, total: int, kept: int = 0) -> None:
        """The run begins: so many outcomes to come, so many of them kept from before."""
        self._tally = Tally(total, kept)
        self._task = self._bar.add_task("", total=total, completed=kept, words="")
        self._bar.start()

    def outcome(self, status: str, texts: int) -> None:
        """One more outcome."""
        self._tally.add(status, texts)
        self._bar.update(self._task, completed=self._tally.done, words=self._tally.words())

    def finish(self) -> None:
        """No more will come: the cursor is given back."""
        self._bar.stop()


@contextlib.contextmanager
def display(*, quiet: bool) -> Iterator[Lines | Bar | None]:
    """What shows the progress of a run; None where none is wanted. Ended properly whatever happens inside."""
    if quiet:
        yield None
        return
    shown = Bar() if sys.stderr.isatty() else Lines()
    try:
        yield shown
    finally:
        shown.finish()
