"""The gates of a run stand on its page and in run.json, and are drawn again."""

import json
from pathlib import Path

import numpy as np
import pytest

from mohs.cli.main import main
from mohs.estimate import proportion
from mohs.report.gates import gate_lines

ATTACK = "attack --model kit:sst2-linear --data kit:sst2 --attacks textbugger --limit 6 --quiet"
EVALUATE = "evaluate --model kit:sst2-linear --task sst2 --benchmark suite:checklist?count=1 --quiet"
SCORE = "score --task sst2 --predictions ../told/predictions.jsonl --benchmark suite:checklist?count=1"
MSCR = "mscr --model python:rules_of_the_gates:half --data rows.npz --eps 0.1"


@pytest.mark.parametrize(
    ("line", "passed", "failed"),
    [
        (ATTACK, "--fail-over attack_success_rate=1", "--fail-under accuracy=1"),
        (EVALUATE, "--fail-under robust_accuracy=0", "--fail-under robust_accuracy.low=1"),
        (SCORE, "--fail-under robust_accuracy=0", "--fail-under robust_accuracy.low=1"),
        (MSCR, "--fail-under accuracy_clean=0.1", "--fail-over accuracy_noisy=0.1"),
    ],
    ids=["attack", "evaluate", "score", "mscr"],
)
def test_what_became_of_a_gate_is_in_the_run_folder_and_drawn_again(
    tmp_path, monkeypatch, line, passed, failed
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    X = np.random.default_rng(0).random((30, 2))
    np.savez("rows.npz", X=X, y=(X[:, 0] > 0.5).astype(int))
    Path("rules_of_the_gates.py").write_text("def half(rows):\n    return (rows[:, 0] > 0.5).astype(int)\n")
    if line == SCORE:
        assert main([*EVALUATE.split(), "--out", "told"]) == 0
        line = line.replace("../told", "told")
    assert main([*line.split(), *passed.split(), *failed.split(), "--out", "run"]) == 1
    gates = json.loads(Path("run/run.json").read_text(encoding="utf-8"))["gates"]
    assert {(one["gate"], one["passed"]) for one in gates} == {(passed, True), (failed, False)}
    assert all((one["failure"] is None) == one["passed"] for one in gates)
    assert all({"value", "low", "high", "n", "method"} <= one.keys() for one in gates)
    page = Path("run/report.html").read_text(encoding="utf-8")
    assert all(text in page for text in (passed, failed, ">passed<", ">failed<"))
    Path("run/report.html").unlink()
    assert main(["report", "run"]) == 0
    assert Path("run/report.html").read_text(encoding="utf-8") == page


def test_a_run_without_gates_has_no_such_section(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([*ATTACK.split(), "--out", "run"]) == 0
    assert json.loads(Path("run/run.json").read_text(encoding="utf-8"))["gates"] == []
    assert 'id="gates"' not in Path("run/report.html").read_text(encoding="utf-8")


def test_what_is_not_known_yet_is_told_as_that():
    assert gate_lines({}) == []
    assert gate_lines({"gates": [{"gate": "--fail-over a=1"}]}) == [
        ["--fail-over a=1", "", "", "not known yet"]
    ]


def test_a_gate_has_its_number_or_what_it_says_of_none():
    row = proportion(3, 10).to_json("accuracy") | {"task": "sst2"}
    gates = [
        {
            "gate": "--fail-under accuracy=0.5",
            "passed": False,
            "failure": "under",
            "end": "value",
            "limit": 0.5,
            **row,
        },
        {"gate": "--fail-worse", "passed": False, "failure": "2 cells are worse"},
        {"gate": "--fail-worse", "passed": True, "failure": None},
    ]
    assert gate_lines({"gates": gates}) == [
        ["--fail-under accuracy=0.5", "accuracy on sst2", "30.0 % [10.8, 60.3], n = 10", "failed"],
        ["--fail-worse", "2 cells are worse", "", "failed"],
        ["--fail-worse", "", "", "passed"],
    ]


def test_a_gate_on_an_attack_that_does_not_run_is_told_before_anything_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main([*ATTACK.split(), "--out", "run", "--fail-over", "textfooler.attack_success_rate=0.5"]) == 2
    assert "no task or attack 'textfooler'" in capsys.readouterr().err
    assert not Path("run").exists()
