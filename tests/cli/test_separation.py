"""The verb itself: flags reach the measurement, results go to stdout, mistakes get one message."""

import json

import pytest

from mohs.cli.main import main

CSV = "a,b,label\n0,0,x\n0,0,y\n3,4,x\n6,8,y\n7,8,z\n"


@pytest.fixture
def person(tmp_path, monkeypatch):
    (tmp_path / "data.csv").write_text(CSV, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_shows_the_figures_and_leaves_a_folder(person, capsys):
    assert main(["separation", "data.csv", "--norm", "l2", "--out", "run", "--class-pairs"]) == 0
    out, err = capsys.readouterr()
    assert "norm l2; closest: row 0 (x) and row 1 (y)" in out
    assert "bounds 0 to 8 (the data's own least and largest)" in out
    assert "(two_r_without_conflicts)" in out and "(nearest_enemy_q05)" in out
    assert "rows are numbered from 0, without the header" in out
    assert "conflicts: 2 rows at 1 places" in out
    assert "it falls as rows are added" in out
    assert "note: labels with one row only: z" in err
    assert "report: run/report.html" in err
    assert (person / "run" / "results.json").is_file()


def test_json_is_one_document_and_no_folder(person, capsys):
    assert main(["separation", "--data", "data.csv", "--json", "--scale", "min-max", "--bounds", "-1,9"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["kind"] == "separation"
    assert document["config"]["bounds"] == [-1.0, 9.0]
    assert [path.name for path in person.iterdir()] == ["data.csv"]


def test_features_minimum_and_test_are_followed(person, capsys):
    assert main(["separation", "data.csv", "--features", "b", "--minimum", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["data"]["columns"] == 1
    assert [row["metric"] for row in document["results"]] == ["two_r", "eps_min"]
    (person / "test.csv").write_text("a,b,label\n1,1,x\n2,2,z\n", encoding="utf-8")
    assert main(["separation", "data.csv", "--test", "test.csv"]) == 0
    assert "2r, train-test" in capsys.readouterr().out


def test_quiet_says_nothing_on_stderr_and_the_notes_are_in_the_folder(person, capsys):
    assert main(["separation", "data.csv", "--quiet", "--out", "run"]) == 0
    out, err = capsys.readouterr()
    assert "2r" in out and err == ""
    written = json.loads((person / "run" / "results.json").read_text(encoding="utf-8"))
    assert written["warnings"] == ["labels with one row only: z"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["none.csv"], "there is no file"),
        (["data.csv", "--norm", "l0"], "no such norm"),
        (["data.csv", "--bounds", "0"], "--bounds takes LOW,HIGH"),
        (["data.csv", "--bounds", "0,1"], "line 5, column 'b': 8"),
        (["data.csv", "--label", "labl"], "did you mean label"),
        (["data.csv", "--minimum", "--class-pairs"], "--minimum"),
        (["data.csv", "--scale", "standard"], "--scale"),
        ([], "data"),
    ],
)
def test_a_mistake_gets_one_message_and_exit_2(person, capsys, given, said):
    assert main(["separation", *given]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said.lower() in err.lower()
    assert "Traceback" not in err
