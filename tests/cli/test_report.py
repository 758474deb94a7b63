"""`mohs report`."""

import json
from pathlib import Path

from mohs.cli.main import main


def test_it_prints_where_the_page_is(api, capsys):
    assert main(["report", "runs/fake"]) == 0
    assert capsys.readouterr().out == "runs/fake/report.html\n"
    assert api.calls == [("draw_report", (Path("runs/fake"),), {})]


def test_the_schema_is_one_json_document(api, capsys):
    assert main(["report", "--schema"]) == 0
    assert "$schema" in json.loads(capsys.readouterr().out)


def test_without_a_folder_there_is_nothing_to_draw(api, capsys):
    assert main(["report"]) == 2
    assert "mohs report runs/NAME" in capsys.readouterr().err
