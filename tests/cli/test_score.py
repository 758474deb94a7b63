"""The verb itself, from a file of predictions to figures."""

import json

import pytest

from made_benchmarks import package
from mohs.cli.main import main

RIGHT = {"sst2": [0, 0, 1, 1, 1], "qqp": [1, 0]}


@pytest.fixture
def person(tmp_path, monkeypatch):
    package(tmp_path / "small")
    (tmp_path / "p.json").write_text(json.dumps(RIGHT), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


CALL = ["score", "--predictions", "p.json", "--benchmark", "small"]


def test_it_shows_the_figures_and_leaves_a_folder(person, capsys):
    assert main([*CALL, "--out", "run", "--name", "mine"]) == 0
    out = capsys.readouterr().out
    assert "100.0 %" in out and "report: run/report.html" in out
    assert json.loads((person / "run" / "run.json").read_text(encoding="utf-8"))["model"]["name"] == "mine"


def test_json_is_one_document_and_leaves_no_folder(person, capsys):
    assert main([*CALL, "--json", "--fail-under", "score=1"]) == 0
    assert json.loads(capsys.readouterr().out)["kind"] == "score"
    assert sorted(path.name for path in person.iterdir()) == ["p.json", "small"]


def test_a_run_that_names_no_folder_gets_one(person):
    assert main(CALL) == 0
    assert [path.name.startswith("small-p-") for path in (person / "runs").iterdir()] == [True]


def test_check_says_whether_predictions_fit(person, capsys):
    assert main([*CALL, "--check"]) == 0
    assert capsys.readouterr().out == "p.json fits small: sst2 5, qqp 2\n"
    assert main([*CALL, "--check", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"fits": True, "rows": {"sst2": 5, "qqp": 2}}
    (person / "p.json").write_text(json.dumps({"sst2": [0, 0, 1], "qqp": [1, 2]}), encoding="utf-8")
    assert main([*CALL, "--check"]) == 2
    err = capsys.readouterr().err
    assert "sst2 has 3 labels for 5 rows" in err and "qqp row 1 (2)" in err


def test_a_gate_that_fails_is_exit_1(person, capsys):
    (person / "p.json").write_text(json.dumps(RIGHT | {"qqp": [0, 0]}), encoding="utf-8")
    assert main([*CALL, "--json", "--fail-under", "f1=0.5"]) == 1
    assert "gate failed: f1 on qqp is 0.0 %" in capsys.readouterr().err


def test_predictions_for_the_sources_pair_the_rows(person, capsys):
    (person / "s.json").write_text(json.dumps({"sst2": [0, 1, 1], "qqp": [1]}), encoding="utf-8")
    assert main([*CALL, "--source-predictions", "s.json", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["results"]
    assert next(row["value"] for row in rows if row["metric"] == "clean_accuracy") == 1.0


@pytest.mark.parametrize(
    ("flag", "value", "message"),
    [
        ("--predictions", "none.jsonl", "there is no file or folder none.jsonl"),
        ("--benchmark", "p.json", "p.json is no benchmark"),
        ("--task", "sst3", "no task 'sst3'"),
        ("--split", "test", "no split 'test'"),
    ],
    ids=range(4),
)
def test_a_mistake_is_one_message_and_exit_2(person, capsys, flag, value, message):
    flags = dict(zip(CALL[1::2], CALL[2::2], strict=True)) | {flag: value}
    assert main(["score", *[part for pair in flags.items() for part in pair]]) == 2
    err = capsys.readouterr().err
    assert message in err and "Traceback" not in err


def test_a_models_published_figures_come_out_of_the_command(shared, tmp_path, capsys):
    import published
    from mohs.benchmark.package import write_benchmark

    by_level, by_phenomenon = published.load(shared)
    parts, said = {}, {}
    for site, name in published.NAMES.items():
        parts[name], predicted = published.answered(site, by_phenomenon["RoBERTa"][site])
        said[name] = predicted.tolist()
    write_benchmark(tmp_path / "test-set", "AdvGLUE test", "1", parts)
    (tmp_path / "roberta.json").write_text(json.dumps(said), encoding="utf-8")
    assert (
        main(
            [
                "score",
                "--predictions",
                str(tmp_path / "roberta.json"),
                "--benchmark",
                str(tmp_path / "test-set"),
                "--json",
            ]
        )
        == 0
    )
    rows = json.loads(capsys.readouterr().out)["results"]
    for site, name in published.NAMES.items():
        for shown, level in {"Overall": None, **published.LEVELS}.items():
            found = [
                round(100 * row["value"], 2)
                for row in rows
                if row["metric"] == "accuracy"
                and row.get("task") == name
                and row.get("level") == level
                and "phenomenon" not in row
            ]
            assert found == [figure for figure in by_level["RoBERTa"][site][shown][:1] if figure is not None]
    assert round(100 * next(row["value"] for row in rows if row["metric"] == "score"), 2) == 50.21
