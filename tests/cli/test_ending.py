"""How a command ends: one document or words on stdout, the rest on stderr, and the code of its gates."""

import json
from pathlib import Path

import pytest

from mohs.cli import ending, terminal


@pytest.mark.parametrize("asked", [True, False])
def test_a_result_is_one_document_or_words_and_never_both(capsys, asked):
    ending.deliver({"a": 1}, lambda: terminal.show("in words"), json=asked)
    out = capsys.readouterr().out
    assert (json.loads(out) == {"a": 1}) if asked else (out == "in words\n")


def test_where_stdout_is_lost_it_is_said_where_the_result_is():
    def lost():
        raise terminal.OutputLost("no space left")

    with pytest.raises(terminal.OutputLost, match="everything is in runs/x"):
        ending.deliver({}, lost, json=False, folder=Path("runs/x"))


def test_notes_and_failed_gates_are_said_on_stderr(capsys):
    ending.notes(["one", "two"])
    assert ending.gates([]) == 0
    assert ending.gates(f"{name} is too low" for name in ("a", "b")) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "note: one", "note: two", "gate failed: a is too low", "gate failed: b is too low"
    ]  # fmt: skip
