"""`mohs attack`: flags in, one call of the api, a summary and an exit code out."""

import json
import sys
from xml.etree import ElementTree

import pytest

from mohs.cli.main import main

HERE = ["attack", "--quiet", "--model", "kit:sst2-linear", "--data", "reviews.csv"]


def options(api):
    """What the one call was made with."""
    ((name, (found,), named),) = api.calls
    assert name == ("attack_command" if found["data"] else "explain_sentence")
    return found, named


def test_flags_reach_the_api_under_their_own_names(api):
    flags = (
        "--task t.yaml --text review --label sentiment --limit 20 --seed 4 --out o --resume --max-queries 9 "
        "--target negative --synonyms s.txt --encoder none --masked-lm hf:m --device cpu --dtype float32 --batch-tokens 500 "
        "--scores logits --threads 2 --allow-pickle --trust a.B,c.D --skip-bad-rows --open-searches 7 "
        "--max-length 128 --no-check-labels"
    )
    assert main([*HERE, *flags.split()]) == 0
    found, _ = options(api)
    for name, value in {
        "model": "kit:sst2-linear",
        "data": "reviews.csv",
        "task": "t.yaml",
        "text": "review",
        "label": "sentiment",
        "limit": 20,
        "seed": 4,
        "resume": True,
        "max_queries": 9,
        "target": "negative",
        "synonyms": "s.txt",
        "encoder": "none",
        "masked_lm": "hf:m",
        "device": "cpu",
        "dtype": "float32",
        "batch_tokens": 500,
        "scores": "logits",
        "threads": 2,
        "allow_pickle": True,
        "trust": ("a.B", "c.D"),
        "max_length": 128,
        "check_labels": False,
        "skip_bad_rows": True,
        "open_searches": 7,
    }.items():
        assert found[name] == value, name
    assert str(found["out"]) == "o"


@pytest.mark.parametrize("what", [[], ["--json"]])
def test_an_attack_that_all_leaves_out_is_named_on_stderr(api, capsys, monkeypatch, what):
    monkeypatch.setattr(api.AttackOptions, "left_out", ["bert-attack is left out"])
    assert main([*HERE, "--attacks", "all", *what]) == 0
    printed = capsys.readouterr()
    assert "bert-attack is left out" in printed.err and "bert-attack" not in printed.out


def test_compound_values_are_taken_apart(api):
    assert (
        main(
            [
                *HERE,
                *("--attacks", "textbugger,textbugger+textfooler"),
                *("--set", "textfooler.similarity.threshold=30", "--set", "textbugger.kinds=swap"),
                *("--column", "premise=a", "--column", "hypothesis=b"),
                *("--fields", "hypothesis,premise", "--label-map", "LABEL_0=negative,LABEL_1=positive"),
            ]
        )
        == 0
    )
    found, _ = options(api)
    assert found["attacks"] == ("textbugger", "textbugger+textfooler")
    assert found["set"] == {"textfooler": {"similarity.threshold": 30}, "textbugger": {"kinds": "swap"}}
    assert found["column"] == {"premise": "a", "hypothesis": "b"}
    assert found["fields"] == ("hypothesis", "premise")
    assert found["label_map"] == {"LABEL_0": "negative", "LABEL_1": "positive"}


def test_the_command_is_recorded_so_that_a_shell_can_run_it_again(api, monkeypatch):
    argv = [*HERE, "--label", "the label"]
    monkeypatch.setattr(sys, "argv", ["/somewhere/bin/mohs", *argv])
    assert main() == 0
    assert options(api)[1]["command"] == f"mohs {' '.join(HERE)} --label 'the label'"


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--model", "m"], "got: none of them"),
        (["--model", "m", "--data", "d", "--sentence", "s"], "got: both"),
        (["--model", "m", "--sentence", "s", "--field", "premise=a"], "exclude each other"),
        (["--model", "m", "--field", "premise"], "--field takes NAME=TEXT"),
        (["--model", "m", "--data", "d", "--column", "a"], "--column takes FIELD=COLUMN"),
        (["--model", "m", "--data", "d", "--set", "synonyms=3"], "--set takes ATTACK.OPTION=VALUE"),
        (["--model", "m", "--data", "d", "--label-map", "negative"], "--label-map takes"),
        (["--model", "m", "--data", "d", "--fail-over", "success=0.4"], "attack_success_rate"),
        (["--model", "m", "--data", "d", "--fail-under", "accuracy=high"], "METRIC=VALUE"),
    ],
)
def test_a_mistake_is_found_before_anything_runs(api, flags, message, capsys):
    assert main(["attack", *flags]) == 2
    assert message in capsys.readouterr().err
    assert api.calls == []


@pytest.mark.parametrize("text", ["A quiet film.", "- a list", "--model is a word", ""])
def test_one_sentence_is_taken_to_the_letter(api, text):
    assert main(["attack", "--quiet", "--model", "m", "--label", "positive", f"--sentence={text}"]) == 0
    assert options(api)[0]["sentence"] == text


def test_the_summary_has_the_interval_the_counts_and_the_report(api, capsys):
    assert main(HERE) == 0
    out = capsys.readouterr().out
    assert "25.0 %  15.0 to 35.0" in out
    assert "wrong before" in out
    assert "report: runs/fake/report.html" in out


def test_json_is_the_results_and_nothing_else(api, capsys):
    assert main([*HERE, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == api.run.document


@pytest.mark.parametrize(
    ("gate", "code"),
    [
        (["--fail-over", "attack_success_rate=0.4"], 0),
        (["--fail-over", "attack_success_rate=0.25"], 0),
        (["--fail-over", "attack_success_rate=0.2"], 1),
        (["--fail-under", "attack_success_rate=0.3"], 1),
        (["--fail-over", "attack_success_rate=0.4", "--fail-under", "attack_success_rate=0.3"], 1),
    ],
)
def test_a_gate_decides_the_exit_code(api, gate, code, capsys):
    assert main([*HERE, *gate]) == code
    assert ("gate failed: attack_success_rate" in capsys.readouterr().err) == (code == 1)


def test_gates_are_written_as_test_cases(api, tmp_path):
    gates = ["--fail-over", "attack_success_rate=0.2", "--fail-under", "attack_success_rate=0.2"]
    assert main([*HERE, *gates, "--junit", str(tmp_path / "gates.xml")]) == 1
    root = ElementTree.parse(tmp_path / "gates.xml").getroot()
    assert (root.get("tests"), root.get("failures")) == ("2", "1")


def test_a_failed_gate_leaves_the_json_whole(api, capsys):
    assert main([*HERE, "--json", "--fail-over", "attack_success_rate=0.2"]) == 1
    assert json.loads(capsys.readouterr().out) == api.run.document


def test_no_data_fails_a_gate(api, capsys):
    api.run.rows[0]["value"] = None
    assert main([*HERE, "--fail-over", "attack_success_rate=0.9"]) == 1
    out, err = capsys.readouterr()
    assert "no data" in out
    assert "no data" in err
