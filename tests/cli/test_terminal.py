"""What is written where."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mohs.cli import terminal


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    "asked_for", [{}, {"FORCE_COLOR": "1"}, {"TTY_COMPATIBLE": "1"}, {"CLICOLOR_FORCE": "1"}]
)
def test_without_a_terminal_there_are_no_control_codes(monkeypatch, asked_for):
    for name, value in asked_for.items():
        monkeypatch.setenv(name, value)
    stream = io.StringIO()
    terminal.console(stream).print(terminal.table(["a"], [["b"]]), style="bold red")
    assert "\x1b" not in stream.getvalue()


def test_on_a_terminal_headings_stand_out(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    stream = Terminal()
    terminal.console(stream).print(terminal.table(["a"], [["b"]]))
    assert "\x1b[1m" in stream.getvalue()


def test_control_and_reordering_characters_of_foreign_text_are_made_visible(capsys):
    terminal.say_error("got: \x1b[2Jfilm\u202e\tx\nnext \x9b")
    assert capsys.readouterr().err == "mohs: got: \\u001b[2Jfilm\\u202e\tx\nnext \\u009b\n"


def test_brackets_and_colons_of_foreign_text_are_no_markup(capsys):
    terminal.show("[red]:smile:", terminal.table(["x"], [["[bold]:x:"]]))
    assert "[red]:smile:" in (out := capsys.readouterr().out)
    assert "[bold]:x:" in out


def test_nothing_but_the_document_reaches_stdout():
    """Neither Python's print nor what a C library writes to descriptor 1."""
    code = (
        "import os, subprocess\n"
        "from mohs.cli import terminal\n"
        "with terminal.only_json(True):\n"
        "    print('python'); os.write(1, b'below\\n'); subprocess.run(['echo', 'child'])\n"
        "terminal.write_json({'a': 'ü'})\n"
    )
    environment = {"PYTHONIOENCODING": "utf-8", "PATH": "/usr/bin:/bin"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environment)
    assert json.loads(done.stdout) == {"a": "ü"}
    assert sorted(done.stderr.split()) == [b"below", b"child", b"python"]


def test_stdout_is_given_back_when_something_fails_inside():
    before = sys.stdout
    with pytest.raises(KeyError), terminal.only_json(True):
        raise KeyError
    assert sys.stdout is before


def test_nan_is_never_written():
    with pytest.raises(ValueError, match="JSON compliant"):
        terminal.write_json({"value": float("nan")})


def test_a_stream_that_a_model_has_closed_is_lost_as_any_other(monkeypatch):
    with Path(os.devnull).open("w", encoding="utf-8") as closed:
        pass
    monkeypatch.setattr(sys, "stdout", closed)
    monkeypatch.setattr(sys, "stderr", closed)
    for write in (terminal.flush, lambda: terminal.show("x"), lambda: terminal.write_json({})):
        with pytest.raises(terminal.OutputLost, match=r"cannot be written \(I/O operation on closed file"):
            write()
    terminal.discard()
    terminal.say("nobody hears it")
