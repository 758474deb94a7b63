"""The verb itself: flags reach the measurement, results go to stdout, mistakes get one message."""

import json
from xml.etree import ElementTree

import numpy as np
import pytest

from mohs.cli.main import main

MODULE = """
import numpy as np

def half(rows):
    return np.where(rows[:, 0] > 0.5, "right", "left")

def three(rows):
    return np.full(len(rows), "middle")

def logits(rows):
    return np.column_stack([0.5 - rows[:, 0], rows[:, 0] - 0.5]) * 9
"""
HALF = ["--model", "python:rules_of_the_verb:half", "--data", "data.csv"]


@pytest.fixture
def person(tmp_path, monkeypatch):
    X = np.random.default_rng(0).random((40, 2)).round(3)
    lines = [f"{a},{b},{'right' if a > 0.5 else 'left'}" for a, b in X]
    (tmp_path / "data.csv").write_text("\n".join(["a,b,label", *lines, ""]), encoding="utf-8")
    (tmp_path / "rules_of_the_verb.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_it_shows_the_figures_and_leaves_a_folder(person, capsys):
    assert main(["mscr", *HALF, "--eps", "0.1", "--out", "run"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("With noise the classifier loses ")
    assert "MSCR: change of accuracy, relative" in out
    assert "the most fragile rows" in out
    assert "(the data's own least and largest)" in out
    assert "this one trained classifier" in out
    assert "report: run/report.html" in err
    assert {path.name for path in (person / "run").iterdir()} == {
        "run.json", "results.json", "points.parquet", "report.html"
    }  # fmt: skip


def test_json_is_one_document_and_no_folder(person, capsys):
    given = [
        "--json",
        "--copies",
        "auto",
        "--norm",
        "l2",
        "--scale",
        "min-max",
        "--seed",
        "4",
        "--eps",
        "0.1",
    ]
    more = [
        "--bounds",
        "-1,2",
        "--at-edge",
        "reject",
        "--nearest",
        "--noise-share",
        "0.2",
        "--features",
        "a,b",
    ]
    assert main(["mscr", *HALF, *given, *more]) == 0
    document = json.loads(capsys.readouterr().out)
    config = document["config"]
    assert config["bounds"] == [-1.0, 2.0]
    assert (config["copies"], config["norm"], config["seed"], config["at_edge"]) == (
        "auto",
        "l2",
        4,
        "reject",
    )
    assert document["seeds"] == {"run": 4}
    assert not (person / "runs").exists()


def test_labels_are_mapped_and_scores_stated(person, capsys):
    given = ["--model", "python:rules_of_the_verb:logits", "--scores", "logits"]
    assert main(["mscr", *given, "--data", "data.csv", "--eps", "0.1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["results"]
    assert {row["metric"]: row["value"] for row in rows}["accuracy_clean"] == 1.0


def test_a_gate_fails_with_exit_1_and_says_which(person, capsys):
    given = ["mscr", *HALF, "--eps", "0.1", "--json"]
    assert main([*given, "--fail-under", "mscr=-0.9,accuracy_clean=1", "--fail-over", "flip_rate=0.9"]) == 0
    assert main([*given, "--fail-under", "mscr=-0.001,accuracy_clean=1", "--junit", "gates.xml"]) == 1
    assert "gate failed: mscr is -" in capsys.readouterr().err
    root = ElementTree.parse("gates.xml").getroot()
    assert [(case.get("name"), len(case)) for case in root.iter("testcase")] == [
        ("--fail-under mscr=-0.001", 1),
        ("--fail-under accuracy_clean=1", 0),
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([*HALF, "--eps", "-1"], "out of range"),
        ([*HALF, "--eps", "7"], "the data's box"),
        ([*HALF, "--copies", "some"], "--copies"),
        ([*HALF, "--copies", "0"], "copies"),
        ([*HALF, "--norm", "l0"], "no such norm"),
        ([*HALF, "--bounds", "0"], "--bounds takes LOW,HIGH"),
        ([*HALF, "--bounds", "0,0.5"], "line"),
        ([*HALF, "--at-edge", "wrap"], "--at-edge"),
        ([*HALF, "--fail-under", "accuracy=0.5"], "did you mean accuracy_"),
        ([*HALF, "--noise", "reference", "--copies", "auto"], "stated number of copies"),
        (["--model", "python:rules_of_the_verb:three", "--data", "data.csv"], "middle"),
        (["--model", "python:rules_of_the_verb:none", "--data", "data.csv"], "no 'none'"),
        (["--model", "kit:sst2-linear", "--data", "data.csv"], "labels of kit:sst2-linear"),
        (["--model", "python:rules_of_the_verb:half", "--data", "none.csv"], "there is no file"),
        (["--data", "data.csv"], "--model"),
    ],
    ids=range(15),
)
def test_a_mistake_gets_one_message_and_exit_2(person, capsys, given, said):
    assert main(["mscr", *given]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said.lower() in err.lower()
    assert "Traceback" not in err
    assert not (person / "runs").exists()


def test_a_text_in_a_column_of_numbers_is_named_by_row_and_column(person, capsys):
    (person / "data.csv").write_text("a,b,label\n0.1,0.2,left\n0.9,much,right\n", encoding="utf-8")
    assert main(["mscr", *HALF]) == 2
    assert "line 3, column 'b'" in capsys.readouterr().err


def test_quiet_says_nothing_on_stderr_and_the_notes_are_in_the_folder(person, capsys):
    (person / "data.csv").write_text("a,b,label\n0.1,7,left\n0.2,7,left\n0.9,7,right\n", encoding="utf-8")
    assert main(["mscr", *HALF, "--quiet", "--json", "--out", "run"]) == 0
    out, err = capsys.readouterr()
    assert err == "report: run/report.html\n"
    assert "labels with one row only: right" in json.loads(out)["warnings"]


def test_a_folder_of_images_is_measured_in_numbers_from_0_to_1_where_bounds_say_so(person, capsys):
    Image = pytest.importorskip("PIL.Image")
    rng = np.random.default_rng(0)
    for label, least in (("left", 0), ("right", 160)):
        (person / "images" / label).mkdir(parents=True)
        for number in range(5):
            pixels = rng.integers(least, least + 90, (4, 4), dtype=np.uint8)
            Image.fromarray(pixels).save(person / "images" / label / f"{number}.png")
    (person / "bright.py").write_text(
        "import numpy as np\ndef bright(rows):\n    assert rows.dtype == np.float32\n"
        "    return np.where(rows.mean(axis=(1, 2)) > 0.5, 'right', 'left')\n",
        encoding="utf-8",
    )
    given = ["--model", "python:bright:bright", "--data", "images/", "--norm", "linf", "--bounds", "0,1"]
    assert main(["mscr", *given, "--json"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert 0.25 < next(row["value"] for row in document["results"] if row["metric"] == "two_r") < 0.99
    assert "bytes / 255" in err


def test_equal_rows_of_other_labels_are_named(person, capsys):
    (person / "data.csv").write_text("a,label\n0.1,left\n0.1,right\n0.9,right\n", encoding="utf-8")
    assert main(["mscr", *HALF]) == 2
    err = capsys.readouterr().err
    assert "rows 0, 1" in err
    assert "--eps" in err


def test_a_long_run_says_how_far_it_is(person, capsys, monkeypatch):
    from mohs.cli import progress

    monkeypatch.setattr(progress, "SECONDS_BETWEEN_COUNTS", 0.0)
    assert main(["mscr", *HALF, "--eps", "0.1", "--json"]) == 0
    assert "400 of 400 noisy rows classified" in capsys.readouterr().err
