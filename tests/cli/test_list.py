"""`mohs list`."""

import json

import pytest

from mohs.cli.main import main


@pytest.mark.parametrize("things", ["attacks", "tasks", "models", "metrics"])
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


def test_nothing_to_list_is_no_error(api):
    assert main(["list", "metrics"]) == 0
