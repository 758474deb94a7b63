"""The verb itself: results go to stdout, progress to stderr, mistakes get one message."""

import json

import pytest

from grids import X, Y
from mohs.cli.main import main

FILE = """
data: rows.csv
models:
  near: {python: "grids:Nearest"}
  cut: {python: "grids:Threshold"}
eps_train: [0, eps_min, 0.05]
eps_test: [0, eps_min, 0.1]
runs: 3
copies: 2
copies_train: 2
"""


@pytest.fixture
def person(tmp_path, monkeypatch):
    rows = "".join(f"{a!r},{b!r},{c}\n" for (a, b), c in zip(X.tolist(), Y, strict=True))
    (tmp_path / "rows.csv").write_text(f"a,b,label\n{rows}", encoding="utf-8")
    (tmp_path / "experiment.yaml").write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_shows_the_figures_and_leaves_a_folder(person, capsys):
    assert main(["grid", "experiment.yaml", "--out", "run"]) == 0
    out, err = capsys.readouterr()
    assert "MSCR at eps_test" in out
    assert "may be best" in out
    assert "bounds 0" in out
    assert "0 of 18 models fitted and tested" in err
    assert "18 of 18 models fitted and tested" in err
    assert "note: models with noise are trained on 2 times as many rows" in err
    assert "report: run/report.html" in err
    assert (person / "run" / "report.html").is_file()
    assert main(["grid", "experiment.yaml", "--out", "run", "--resume", "--quiet"]) == 0
    assert "models fitted" not in capsys.readouterr().err


def test_json_is_one_document_and_no_folder(person, capsys):
    assert main(["grid", "experiment.yaml", "--json", "--runs", "1", "--seed", "3"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["kind"], document["config"]["runs"], document["seeds"]) == ("grid", 1, {"run": 3})
    assert {path.name for path in person.iterdir()} == {"rows.csv", "experiment.yaml"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["none.yaml"], "there is no file"),
        (["experiment.yaml", "--runs", "0"], "at least 1"),
        (["experiment.yaml", "--resume"], "--out"),
        (["experiment.yaml", "--jobs", "x"], "no whole number"),
        ([], "EXPERIMENT"),
    ],
)
def test_a_mistake_gets_one_message_and_exit_2(person, capsys, given, said):
    assert main(["grid", *given]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said.lower() in err.lower()
    assert "Traceback" not in err


def test_a_model_that_fails_is_exit_3(person, capsys):
    (person / "broken_grid_model.py").write_text(
        "class Broken:\n    def fit(self, X, y): raise ValueError('no')\n    def predict(self, X): pass\n",
        encoding="utf-8",
    )
    text = FILE.replace("grids:Nearest", "broken_grid_model:Broken")
    (person / "experiment.yaml").write_text(text, encoding="utf-8")
    assert main(["grid", "experiment.yaml", "--out", "run", "--quiet"]) == 3
    err = capsys.readouterr().err
    assert "near, plain, eps_train 0.0, run 0: training failed: ValueError: no" in err
