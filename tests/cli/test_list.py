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
    assert line.split(maxsplit=2)[2].strip() == "negative, positive"


def test_options_are_shown_with_their_defaults_and_nothing_as_a_dash(api, capsys):
    assert main(["list", "attacks"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["textfooler", "-", "synonyms=50"]


def test_nothing_to_list_is_no_error(api, capsys):
    assert main(["list", "models"]) == 0
