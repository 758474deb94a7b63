"""The verb itself, from flags to figures, gates and exit codes."""

import json
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from made_benchmarks import package
from mohs.cli.main import MISTAKE, main


@pytest.fixture
def person(tmp_path, monkeypatch):
    package(tmp_path / "small")
    monkeypatch.chdir(tmp_path)
    return tmp_path


BOTH = "sst2=python:made_benchmarks:says_good,qqp=python:made_benchmarks:says_equal"


def test_it_shows_the_figures_and_leaves_a_folder(person, capsys):
    assert main(["evaluate", "--model", BOTH, "--benchmark", "small", "--out", "run", "--quiet"]) == 0
    out, err = capsys.readouterr()
    assert "small 1, dev: 7 rows" in out and "robust accuracy" in out and "85.7 %" in out
    assert "embedding-similarity" in out and "report: run/report.html" in out
    assert "note: sst2 has 5 rows" in err
    assert (person / "run" / "results.json").is_file()


def test_json_is_one_document(person, capsys):
    assert (
        main(
            ["evaluate", "--model", BOTH, "--benchmark", "small", "--json", "--no-sources", "--name", "mine"]
        )
        == 0
    )
    document = json.loads(capsys.readouterr().out)
    assert document["kind"] == "evaluate" and {row["model"] for row in document["results"]} == {"mine"}
    assert not any(row["metric"] == "gap" for row in document["results"])


def test_a_gate_that_fails_is_exit_1_and_a_case_that_failed(person, capsys):
    call = [
        "evaluate",
        "--model",
        BOTH,
        "--benchmark",
        "small",
        "--out",
        "run",
        "--quiet",
        "--junit",
        "gate.xml",
    ]
    assert main([*call, "--fail-under", "robust_accuracy=0.8", "--fail-over", "attack_success_rate=0.5"]) == 1
    err = capsys.readouterr().err
    assert "gate failed: robust_accuracy on qqp is 50.0 %" in err
    root = ElementTree.parse(person / "gate.xml").getroot()
    assert (root.get("tests"), root.get("failures")) == ("6", "2")


def test_a_gate_on_one_task_holds_that_task_alone(person, capsys):
    call = ["evaluate", "--model", BOTH, "--benchmark", "small", "--quiet", "--junit", "gate.xml", "--out"]
    assert main([*call, "one", "--fail-under", "sst2.robust_accuracy=0.8"]) == 0
    root = ElementTree.parse(person / "gate.xml").getroot()
    assert [case.get("name") for case in root.iter("testcase")] == [
        "--fail-under sst2.robust_accuracy=0.8 sst2 dev"
    ]
    assert main([*call, "two", "--fail-under", "qqp.robust_accuracy=0.8,sst2.robust_accuracy=0.8"]) == 1
    assert capsys.readouterr().err.count("gate failed") == 1


@pytest.mark.parametrize(
    ("gate", "said"),
    [
        ("sst2.f1=0.5", "sst2 will have no f1"),
        ("drop=0.1", "this run will have no drop"),
        ("qqp.score=0.5", "qqp will have no score"),
    ],
)
def test_a_gate_on_a_number_that_the_run_cannot_have_is_told_before_it_begins(person, capsys, gate, said):
    before = sorted(person.rglob("*"))
    assert main(["evaluate", "--model", BOTH, "--benchmark", "small", "--fail-under", gate]) == MISTAKE
    assert said in capsys.readouterr().err
    assert [path for path in sorted(person.rglob("*")) if "__pycache__" not in path.parts] == before


def test_what_a_model_prints_is_on_stderr_and_never_among_results(person):
    (person / "loud.py").write_text(
        "import os\n"
        "def says_good(texts):\n"
        "    print('printed')\n"
        "    os.write(1, b'written\\n')\n"
        "    return [[0.1, 0.9]] * len(texts)\n",
        encoding="utf-8",
    )
    call = [
        "evaluate",
        "--model",
        "python:loud:says_good",
        "--task",
        "sst2",
        "--benchmark",
        "small",
        "--quiet",
    ]
    done = subprocess.run([sys.executable, "-m", "mohs", *call], capture_output=True, text=True, check=True)
    assert "robust accuracy" in done.stdout
    assert not {"printed", "written"} & set(done.stdout.split())
    assert {"printed", "written"} <= set(done.stderr.split())


def test_one_task_is_held_to_a_gate_once(person, capsys):
    call = [
        "evaluate",
        "--model",
        "python:made_benchmarks:says_equal",
        "--task",
        "qqp",
        "--benchmark",
        "small",
    ]
    assert main([*call, "--out", "run", "--quiet", "--fail-under", "robust_accuracy=0.6"]) == 1
    assert capsys.readouterr().err.count("gate failed") == 1


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--fail-under", "robustness=0.6"], "no metric 'robustness'"),
        (["--fail-under", "rte.robust_accuracy=0.6"], "no task or attack 'rte'"),
        (["--fail-under", "robust_accuracy=60"], "0.6, if you meant per cent"),
        (["--resume"], "--resume needs to know which run"),
        (["--task", "sst3"], "no task 'sst3'"),
        (["--split", "test"], "no split 'test'"),
        (["--clean", "glue:none"], "there is no folder none"),
        (["--label-map", "x=negative"], "'x' that no classifier has"),
        (["--benchmark", "none"], "there is no file or folder none"),
    ],
    ids=range(9),
)
def test_a_mistake_is_one_message_and_exit_2(person, capsys, more, message):
    base = ["evaluate", "--model", BOTH, *([] if "--benchmark" in more else ["--benchmark", "small"])]
    assert main([*base, *more]) == 2
    err = capsys.readouterr().err
    assert message in err and "Traceback" not in err


def test_labels_that_cannot_be_matched_are_shown(person, capsys):
    assert main(["evaluate", "--model", "kit:sst2-linear", "--task", "qqp", "--benchmark", "small"]) == 2
    err = capsys.readouterr().err
    assert "negative, positive" in err and "not_duplicate, duplicate" in err and "--label-map" in err
