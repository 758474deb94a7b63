"""Progress, with a clock that the test sets."""

import sys

import pytest

from mohs.cli.progress import Bar, Counted, Lines, Tally, display, duration


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_rate_speed_and_time_left():
    clock = Clock()
    tally = Tally(140, clock=clock)
    for status in ["success"] * 2 + ["failure", "budget", "not_attackable"] + ["skipped", "error"]:
        tally.add(status, 30)
    clock.now += 7
    assert tally.line() == "7 of 140 done, 40.0 % of 5 attacked so far broken, 30 texts/s, 2 min 13 s left"


@pytest.mark.parametrize(("total", "enough"), [(10, 1), (100, 5), (1_000_000, 20)])
def test_the_time_left_is_not_told_from_the_first_outcomes_of_many(total, enough):
    clock = Clock()
    tally = Tally(total, clock=clock)
    for _ in range(enough):
        assert "left" not in tally.words()
        tally.add("failure", 30)
        clock.now += 1
    assert tally.words().endswith(" left")


def test_what_was_kept_from_before_counts_as_done_but_tells_nothing_of_the_speed():
    clock = Clock()
    tally = Tally(100, kept=90, clock=clock)
    assert tally.line() == "90 of 100 done"
    tally.add("failure", 10)
    clock.now += 2
    assert tally.line() == "91 of 100 done, 0.0 % of 1 attacked so far broken, 5 texts/s, 18 s left"


def test_at_the_end_it_says_how_long_it_took():
    clock = Clock()
    tally = Tally(1, clock=clock)
    tally.add("skipped", 1)
    clock.now += 4
    assert tally.line() == "1 of 1 done, 0 texts/s, 4 s in all"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 s"), (59.4, "59 s"), (60, "1 min 0 s"), (3599, "59 min 59 s"), (4330, "1 h 12 min")],
)
def test_durations_as_a_person_says_them(seconds, words):
    assert duration(seconds) == words


def test_without_a_terminal_a_line_comes_at_most_every_few_seconds(capsys):
    clock = Clock()
    lines = Lines(clock)
    lines.start(10)
    for _ in range(10):
        clock.now += 2
        lines.outcome("failure", 4)
    lines.finish()
    told = capsys.readouterr().err.splitlines()
    assert [line.split(" done")[0] for line in told] == [
        "0 of 10",
        "3 of 10",
        "6 of 10",
        "9 of 10",
        "10 of 10",
    ]


def test_it_ends_properly_when_the_run_is_stopped(capsys):
    with pytest.raises(KeyboardInterrupt), display(quiet=False) as shown:
        shown.start(2)
        shown.outcome("success", 4)
        raise KeyboardInterrupt
    assert (
        capsys.readouterr()
        .err.splitlines()[-1]
        .startswith("1 of 2 done, 100.0 % of 1 attacked so far broken")
    )


def test_quiet_is_quiet(capsys):
    with display(quiet=True) as shown:
        assert shown is None
    assert capsys.readouterr() == ("", "")


def test_on_a_terminal_a_line_redraws_itself_and_gives_the_cursor_back(monkeypatch, capsys):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with display(quiet=False) as shown:
        assert isinstance(shown, Bar)
        shown.start(1)
        shown.outcome("success", 4)
    told = capsys.readouterr().err
    assert "1 of 1" in told
    assert "100.0 % of 1 attacked broken" in told
    assert told.rstrip().endswith("\x1b[?25h")


def told(capsys, counted, clock, *steps):
    """What is said at each of (seconds later, done), of 10."""
    lines = []
    for seconds, done in steps:
        clock.now += seconds
        counted.tell(done, 10)
        lines.append(capsys.readouterr().err.strip())
    return lines


def test_a_count_from_the_start_says_how_long_it_will_take_and_when_it_is_over(capsys):
    clock = Clock()
    counted = Counted("models fitted", from_start=True, clock=clock)
    assert told(capsys, counted, clock, (0, 4), (1, 5), (119, 6), (5, 8), (5, 8), (1, 10)) == [
        "4 of 10 models fitted", "", "6 of 10 models fitted, about 4 min 0 s left", "",
        "8 of 10 models fitted, about 1 min 5 s left", "10 of 10 models fitted",
    ]  # fmt: skip


def test_a_count_of_a_short_work_says_nothing(capsys):
    clock = Clock()
    counted = Counted("rows", clock=clock)
    assert told(capsys, counted, clock, (0, 1), (9, 5), (1, 6), (1, 10)) == ["", "", "6 of 10 rows", ""]
