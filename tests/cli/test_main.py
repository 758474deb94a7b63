"""Exit codes and messages, whatever the verb."""

import errno
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import mohs
from mohs.cli.main import VERBS, main
from mohs.errors import ClassifierFault, DataError, MohsError, RunFailed, Stopped


@pytest.fixture
def failing(api):
    """Makes `mohs list tasks` raise, and gives its exit code."""

    def run(problem):
        def fails():
            raise problem

        api.list_tasks = fails
        return main(["list", "tasks"])

    return run


def test_help_shows_every_verb(capsys):
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(verb in out for verb in VERBS)


def test_help_flows_and_is_not_broken_where_its_source_is(capsys):
    assert main(["attack", "--help"]) == 0
    lines = [line.strip("│ ") for line in capsys.readouterr().out.splitlines()]
    assert lines[0].startswith("Usage: mohs attack")
    (broken,) = (place for place, line in enumerate(lines) if "--set STR" in line)
    assert lines[broken + 1] == "an attack that shall differ from its default."


def test_no_verb_shows_the_help(capsys):
    assert main([]) == 0
    assert "Usage: mohs COMMAND" in capsys.readouterr().out


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(verb, capsys):
    assert main([verb, "--help"]) == 0
    assert f"Usage: mohs {verb}" in capsys.readouterr().out


def test_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"mohs {mohs.__version__}\n"


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["atack"], "attack"),
        (["attack"], "--model requires"),
        (["attack", "--model", "m", "--data", "d", "--limt", "3"], "--limit"),
        (["attack", "--model", "m", "--data", "d", "--limit", "3.5"], "--limit"),
        (["attack", "--model", "m", "--data", "d", "--limit", "0"], "at least 1"),
        (["attack", "--model", "m", "--data", "d", "--seed", "1e3"], "--seed"),
        (["attack", "--model", "m", "--data", "d", "extra"], "extra"),
        (["attack", "--model", "m", "--data", "d", "--scores", "odds"], "logits"),
        (["list", "attack"], "attacks"),
        (["report", "--shema"], "--schema"),
        (["resources", "check"], "verify"),
    ],
)
def test_a_misspelt_command_is_a_mistake_with_the_nearest_right_one(api, argv, message, capsys):
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert "--help" in err
    assert "Traceback" not in err
    assert len(err) < 400


@pytest.mark.parametrize("kind", [MohsError, DataError])
def test_a_persons_mistake_says_what_was_got_expected_and_how_to_mend_it(failing, kind, capsys):
    assert failing(kind("a.csv, line 3: no label", got="''", expected="0 or 1", mend="--skip-bad-rows")) == 2
    assert capsys.readouterr().err == (
        "mohs: a.csv, line 3: no label\n  got: ''\n  expected: 0 or 1\n  to mend: --skip-bad-rows\n"
    )


@pytest.mark.parametrize("problem", [RunFailed("7 of 100 errors"), ClassifierFault("NaN")])
def test_a_failed_run_is_3_and_no_traceback(failing, problem, capsys):
    assert failing(problem) == 3
    err = capsys.readouterr().err
    assert str(problem) in err
    assert "Traceback" not in err


def test_a_full_disk_is_3_and_no_traceback(failing, capsys):
    assert failing(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "runs/a/journal.jsonl")) == 3
    err = capsys.readouterr().err
    assert "runs/a/journal.jsonl: No space left on device" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("problem", [ValueError("odd"), OSError(errno.ENOENT, "gone")])
def test_a_fault_of_ours_is_3_with_what_is_needed_to_report_it(failing, problem, capsys):
    assert failing(problem) == 3
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert err.endswith("mohs: this is a fault of mohs; please report it with the lines above\n")


def test_full_memory_is_3_and_no_traceback(failing, capsys):
    assert failing(MemoryError()) == 3
    assert (
        capsys.readouterr().err
        == "mohs: the run failed: the memory is full; what the journal holds is safe\n"
    )


def test_a_name_that_is_too_long_is_a_mistake(failing, capsys):
    assert failing(OSError(errno.ENAMETOOLONG, "File name too long", "x" * 5000)) == 2
    err = capsys.readouterr().err
    assert "the name of a file is too long" in err and len(err) < 200


def test_a_home_that_is_not_there_is_a_mistake(capsys):
    assert main(["report", "~nobody-of-this-name/run"]) == 2
    assert "begins with ~" in capsys.readouterr().err


def test_ctrl_c_is_130_and_says_what_the_run_says(failing, capsys):
    assert failing(Stopped("go on with --resume")) == 130
    assert capsys.readouterr().err == "go on with --resume\n"


def test_a_reader_that_goes_away_is_no_crash():
    """`mohs --help | true`, with a pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    code = "import sys; from mohs.cli.main import main; sys.exit(main(['--help']))"
    done = subprocess.run([sys.executable, "-c", code], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


CLOSED, FULL = "standard output cannot be written (Bad file descriptor)", "(No space left on device)"


@pytest.mark.parametrize(
    "argv",
    [["--help"], ["--version"], ["list", "tasks"], ["list", "attacks", "--json"], ["report", "--schema"]],
)
@pytest.mark.parametrize(("to", "why"), [(">&-", CLOSED), (">/dev/full", FULL)])
def test_output_that_cannot_be_written_is_3_with_one_line(argv, to, why):
    if to == ">/dev/full" and not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    line = f"{shlex.join([sys.executable, '-m', 'mohs', *argv])} {to}"
    done = subprocess.run(line, shell=True, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 3
    assert why in done.stderr and done.stderr.count("\n") == 1


CHATTY = """
import os


def predict(texts):
    print("noise", flush=True)
    os.write(1, b"noise")
    return [[0.2, 0.8] if "good" in text else [0.9, 0.1] for text in texts]
"""


@pytest.mark.parametrize(
    ("to", "how"), [(">&-", []), (">/dev/full", []), ("| true", []), (">seen", []), (">&-", ["--json"])]
)
def test_a_run_is_whole_whatever_becomes_of_stdout_and_a_model_that_prints(tmp_path, to, how):
    """A closed descriptor 1 would be the journal's, and whatever a library prints would end in it."""
    (tmp_path / "chatty.py").write_text(CHATTY, encoding="utf-8")
    (tmp_path / "rows.csv").write_text("sentence,label\na good film,positive\na bad film,negative\n")
    flags = "--data rows.csv --task sst2 --attacks textbugger --set textbugger.similarity=off --encoder none"
    argv = [sys.executable, "-m", "mohs", "attack", "--model", "python:chatty:predict", *flags.split()]
    command = f"{shlex.join([*argv, '--out', 'run', '--quiet', *how])}; echo $? >code"
    line = f"({command}) {to}" if to == "| true" else command.replace(";", f" {to};", 1)
    done = subprocess.run(line, shell=True, stderr=subprocess.PIPE, text=True, check=False, cwd=tmp_path)
    code = int((tmp_path / "code").read_text(encoding="utf-8"))
    assert code == {"| true": 141, ">seen": 0}.get(to, 3), done.stderr
    lost = "standard output cannot be written" in done.stderr and "everything is in run" in done.stderr
    assert lost == (code == 3)
    if to == ">seen":
        assert "noise" not in (tmp_path / "seen").read_text(encoding="utf-8")
    lines = (tmp_path / "run" / "journal.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["success", "failure"]
    assert (tmp_path / "run" / "report.html").is_file()


@pytest.mark.parametrize("to", ["2>&-", "2>/dev/full"])
def test_what_nobody_hears_on_stderr_changes_nothing(to):
    line = f"{shlex.join([sys.executable, '-m', 'mohs', 'list', 'nothing'])} {to}"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")


def test_the_module_is_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "mohs", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"mohs {mohs.__version__}\n"


def test_output_is_utf8_whatever_the_locale_says():
    code = (
        "import types, sys, mohs\n"
        "api = types.ModuleType('mohs.api'); api.list_tasks = lambda: [{'name': 'Gef\\xfchl \\U0001f600'}]\n"
        "sys.modules['mohs.api'] = mohs.api = api\n"
        "from mohs.cli.main import main; sys.exit(main(['list', 'tasks']))"
    )
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environment)
    assert "Gefühl \U0001f600" in done.stdout.decode("utf-8")
