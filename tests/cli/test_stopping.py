"""Signals that ask a process to end stop it as Ctrl-C does, and leave what others do with them alone."""

import os
import signal

import pytest

from mohs.cli.stopping import like_ctrl_c


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["term", "hup"])
def test_a_signal_stops_like_ctrl_c_and_its_handler_is_given_back(heard, number):
    before = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt), like_ctrl_c() as came:
        os.kill(os.getpid(), number)
    assert came == [number] and signal.getsignal(number) == before


def test_a_second_signal_is_not_caught(heard):
    with like_ctrl_c() as came:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        except KeyboardInterrupt:  # as a model that catches everything
            assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    assert came == [signal.SIGTERM]


def test_ctrl_c_may_be_pressed_twice_and_the_third_is_not_caught(heard):
    with like_ctrl_c() as came:
        for seen in (1, 2):
            assert signal.getsignal(signal.SIGINT) not in (signal.SIG_DFL, signal.default_int_handler)
            with pytest.raises(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGINT)
            assert came == [signal.SIGINT] * seen
        assert signal.getsignal(signal.SIGINT) == signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) == signal.default_int_handler


def test_what_is_ignored_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with like_ctrl_c() as came:
            os.kill(os.getpid(), signal.SIGHUP)
        assert came == [] and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_forked_child_ends_as_it_would_without_us():
    with like_ctrl_c() as came:
        child = os.fork()
        if child == 0:
            os.kill(os.getpid(), signal.SIGTERM)
            os._exit(0)
        _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGTERM and came == []


def test_a_forked_child_hears_ctrl_c_as_python_has_it(heard):
    with like_ctrl_c() as came:
        child = os.fork()
        if child == 0:
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                os._exit(7)
            os._exit(0)
        _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 7 and came == []
