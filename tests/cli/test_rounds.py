"""`mohs rounds`, from stdin to the suite."""

import io
import json
import sys

import pytest

from mohs.cli.main import main

PRAISE, BLAME = "A wonderful, lovely, moving film.", "A dreadful, tedious, boring mess."


@pytest.fixture
def say(monkeypatch, tmp_path):
    """Run a command with these lines on stdin, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(command, *lines):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return main(["rounds", *command.split()])

    return run


@pytest.fixture
def fooled(say, capsys):
    """A text that fooled the kit's linear classifier; gives its label."""
    assert say("begin own --task sst2 --model kit:sst2-linear --seed 1") == 0
    assert say("write own --as ann --json") == 0
    given = json.loads(capsys.readouterr().out.partition("tries\n")[2])[0]
    text = BLAME if given["label"] == "positive" else PRAISE
    assert say("write own --as ann", text, "Because it says so.") == 0
    capsys.readouterr()
    return given["label"]


def test_a_writer_sees_what_is_asked_and_what_the_classifier_says(say, capsys):
    assert say("begin own --task sst2 --model kit:sst2-linear") == 0
    assert capsys.readouterr().out == "round 1 has begun: kit:sst2-linear, 5 tries\n"
    assert say("write own --as ann", PRAISE) == 0
    out, err = capsys.readouterr()
    assert out.startswith("round 1, r1-000001, 5 tries left\nWrite a sentence of which ")
    assert "fooled" in out
    assert ": negative " in out
    assert err == ""


def test_verifiers_settle_it_and_the_suite_has_it(say, fooled, capsys):
    assert say("status own") == 0
    assert "round 1: 1 texts wait for verifiers" in capsys.readouterr().err
    assert say("verify own --as bo", fooled) == 0
    assert capsys.readouterr().out.endswith("nothing is waiting for bo\n")
    assert say("verify own --as cy --json", fooled) == 0
    (one,) = json.loads(capsys.readouterr().out)
    assert (one["standing"], one["reason"]) == ("kept", "Because it says so.")
    assert say("status own --json") == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["rounds"][0]["standing"]["kept"] == 1
    assert "wait for verifiers" not in err
    arguments = ["--benchmark", "suite:rounds:own", "--model", "kit:sst2-linear", "--json", "--quiet"]
    assert main(["evaluate", *arguments]) == 0
    rows = json.loads(capsys.readouterr().out)["results"]
    assert next(row["value"] for row in rows if row["metric"] == "robust_accuracy") == 0
    assert say("export own --out files --test 1 --json") == 0
    assert json.loads(capsys.readouterr().out) == ["files/R1/test.jsonl", "files/R1/verifier_labels.jsonl"]


def test_status_is_a_table_and_no_data_is_said(say, capsys):
    say("begin own --task sst2 --model kit:sst2-linear")
    capsys.readouterr()
    assert say("status own") == 0
    out = capsys.readouterr().out
    assert "writers 0, verifiers 0, contexts 0, given out 0\n" in out
    assert "model_error_rate" in out
    assert "no data" in out


def test_a_line_that_cannot_be_used_is_a_mistake_where_nobody_sits(say, fooled, capsys):
    assert say("write own --as dora", "bad \x1b[2J line") == 2
    out, err = capsys.readouterr()
    assert "nobody can see" in err
    assert "\x1b" not in out + err
    assert say("verify own --as bo", "maybe") == 2
    assert "'maybe' is not a label" in capsys.readouterr().err


def test_at_a_terminal_a_mistake_is_said_and_the_person_goes_on(say, fooled, capsys, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stdin", Terminal(f"maybe\n{fooled}\n"))
    assert main(["rounds", "verify", "own", "--as", "bo"]) == 0
    out, err = capsys.readouterr()
    assert "'maybe' is not a label" in err
    assert out.endswith("nothing is waiting for bo\n")


def test_without_a_standard_input_there_is_no_line(say, fooled, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["rounds", "verify", "own", "--as", "bo"]) == 0
    assert "Which label is right" in capsys.readouterr().out


def test_an_empty_line_ends_it_and_all_is_kept(say, fooled, capsys):
    assert say("verify own --as bo", "", fooled) == 0
    assert say("verify own --as bo", fooled) == 0
    assert "nothing is waiting for bo" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("begin own --task sst2", "--model"),
        ("begin own --model kit:sst2-linear", "holds no rounds"),
        ("begin own --task sst2 --model kit:sst2-linear --as ann", "--as"),
        ("write own --as ann", "holds no rounds"),
        ("write own", "--as"),
        ("export own", "--out"),
        ("export own --out x --rounds 1,two", "--rounds takes numbers"),
        ("status own --dev 1", "--dev"),
        ("dance own", "dance"),
    ],
)
def test_what_cannot_be_done_is_a_mistake(say, capsys, command, message):
    assert say(command) == 2
    assert message in capsys.readouterr().err


def test_an_option_of_one_command_in_the_environment_does_not_disturb_another(say, capsys, monkeypatch):
    monkeypatch.setenv("MOHS_SEED", "3")
    monkeypatch.setenv("MOHS_DEVICE", "cpu")
    assert say("begin own --task sst2 --model kit:sst2-linear") == 0
    assert say("status own") == 0
