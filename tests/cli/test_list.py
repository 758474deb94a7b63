"""`mohs list`."""

import json

import pytest

from mohs.cli.main import main


@pytest.mark.parametrize("things", ["attacks", "suites", "tasks", "models", "metrics"])
def test_json_is_one_array(api, capsys, things):
    assert main(["list", things, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == getattr(api, f"list_{things}")()


def test_a_table_has_a_line_for_each_thing_and_its_lists_written_out(api, capsys):
    assert main(["list", "tasks"]) == 0
    heading, line = capsys.readouterr().out.splitlines()
    assert heading.split() == ["name", "fields", "labels"]
    assert line.split() == ["sst2", "sentence", "negative,positive"]


def test_options_stand_below_as_set_takes_them(api, capsys):
    assert main(["list", "attacks"]) == 0
    heading, line, *options = capsys.readouterr().out.splitlines()
    assert heading.split() == ["name", "needs"]
    assert line.split() == ["textfooler", "-"]
    assert options == [
        "",
        "textfooler.synonyms=50",
        "textfooler.similarity.threshold=0.8",
        "textfooler.kinds=insert,swap",
        "textfooler.window=none",
    ]


def test_what_is_true_is_written_as_a_file_of_options_has_it(api, capsys):
    api.list_attacks = lambda: [
        {"name": "bert-attack", "options": {"known_words": True, "stop_words": False}}
    ]
    assert main(["list", "attacks"]) == 0
    options = capsys.readouterr().out.splitlines()[3:]
    assert options == ["bert-attack.known_words=true", "bert-attack.stop_words=false"]


def test_constraints_that_are_off_are_said_with_what_switches_them_on(api, capsys):
    off = {"keep": "textfooler.keep=on"}
    api.list_attacks = lambda: [{"name": "textfooler", "options": {"keep": None}, "constraints_off": off}]
    assert main(["list", "attacks"]) == 0
    assert capsys.readouterr().out.splitlines()[2:] == [
        "", "textfooler.keep=none", "keep is off: --set textfooler.keep=on"
    ]  # fmt: skip


def test_an_attack_that_people_made_is_told_as_the_benchmark_that_it_is(api, capsys):
    one = {"name": "anli", "benchmark": ["suite:anli:PATH"], "options": {"rounds": "all", "agreed": "no"}}
    api.list_attacks = lambda: [one]
    assert main(["list", "attacks"]) == 0
    told = capsys.readouterr().out.splitlines()[2:]
    assert told == ["", "anli is a benchmark: suite:anli:PATH?rounds=all&agreed=no"]


def test_suites_are_listed_with_their_addresses_and_their_options_as_one_writes_them(api, capsys):
    one = {
        "name": "anli",
        "addresses": ["suite:anli:PATH"],
        "tasks": ["mnli"],
        "options": {"a": "1", "b": "no"},
    }
    api.list_suites = lambda: [one, {**one, "name": "plain", "options": {}}]
    assert main(["list", "suites"]) == 0
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split() == ["name", "addresses", "tasks"]
    assert lines[0].split() == ["anli", "suite:anli:PATH", "mnli"]
    assert lines[2:] == ["", "suite:anli:PATH?a=1&b=no"]


def test_a_size_is_as_people_read_it_and_in_bytes_for_programs(api, capsys):
    api.list_models = lambda: [{"address": "kit:a", "size": 2_340_000}, {"address": "hf:...", "size": None}]
    assert main(["list", "models"]) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["kit:a", "2.3", "MB"],
        ["hf:...", "-"],
    ]
    assert main(["list", "models", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["size"] == 2_340_000


def test_metrics_are_explained_under_the_commands_that_measure_them(api, capsys):
    one = {
        "name": "accuracy",
        "of": "attack",
        "definition": "right",
        "over": "examples",
        "interval": "Wilson",
    }
    api.list_metrics = lambda: [one, {**one, "name": "f1"}, {**one, "of": "score"}]
    assert main(["list", "metrics"]) == 0
    told = ["    over: examples", "    interval: Wilson"]
    assert capsys.readouterr().out.splitlines() == [
        "mohs attack", "  accuracy: right", *told, "  f1: right", *told, "", "mohs score", "  accuracy: right", *told,
    ]  # fmt: skip


def test_nothing_to_list_is_no_error(api):
    assert main(["list", "metrics"]) == 0
