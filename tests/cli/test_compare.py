"""`mohs compare`."""

import json
from pathlib import Path

import pytest

from compared import evaluated, row
from mohs.cli.main import main


@pytest.fixture
def runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, right in (("old", 18), ("new", 6)):
        evaluated(tmp_path / name, [row(i, i < right, level=("word", "human")[i % 2]) for i in range(20)])
    return ["old", "new"]


def test_it_says_what_changed_and_leaves_a_folder(runs, capsys, tmp_path):
    assert main(["compare", *runs]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("new is worse by 60.0 points: robust accuracy 30.0 % against 90.0 % of old")
    assert "human" in out
    (folder,) = (tmp_path / "runs").iterdir()
    assert f"report: {folder.relative_to(tmp_path)}/report.html" in err


def test_json_is_one_document_and_leaves_none(runs, capsys, tmp_path):
    assert main(["compare", *runs, "--json", "--seed", "1"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["kind"] == "compare"
    assert document["seeds"] == {"run": 1}
    assert not (tmp_path / "runs").exists()


def test_a_classifier_that_got_worse_fails_the_gate(runs, capsys):
    assert main(["compare", *runs, "--fail-worse", "--json"]) == 1
    assert "gate failed: new is worse than old in robust_accuracy (all rows)" in capsys.readouterr().err
    assert main(["compare", *reversed(runs), "--fail-worse", "--json"]) == 0


def test_what_became_of_the_gate_is_in_the_folder_and_drawn_again(runs):
    for order, code in ((runs, 1), ([*reversed(runs)], 0)):
        folder = Path(f"both{code}")
        assert main(["compare", *order, "--fail-worse", "--out", str(folder)]) == code
        gates = json.loads((folder / "run.json").read_text(encoding="utf-8"))["gates"]
        assert {(one["gate"], one["passed"]) for one in gates} == {("--fail-worse", code == 0)}
        page = (folder / "report.html").read_text(encoding="utf-8")
        assert ("new is worse than old in robust_accuracy (all rows)" in page) == (code == 1)
        assert f">{'passed' if code == 0 else 'failed'}<" in page
        assert main(["report", str(folder)]) == 0
        assert (folder / "report.html").read_text(encoding="utf-8") == page


def test_a_run_that_did_not_come_to_its_end_fails_the_gate_and_nothing_else(runs, capsys):
    file = Path("new", "run.json")
    record = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(record | {"status": "partial"}), encoding="utf-8")
    better = ["compare", *reversed(runs), "--json"]
    assert main(better) == 0
    assert main([*better, "--fail-worse"]) == 1
    assert "gate failed: new is a partial run" in capsys.readouterr().err


def test_less_than_two_sides_is_a_mistake(runs, capsys):
    assert main(["compare"]) == 2
    assert main(["compare", "old"]) == 2
    assert "needs two classifiers" in capsys.readouterr().err
