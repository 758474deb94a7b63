"""`mohs quickstart`."""

import json
from pathlib import Path

from mohs.cli.main import main


def test_it_needs_nothing_and_says_where_the_report_is(api, capsys):
    assert main(["quickstart", "--quiet"]) == 0
    assert "report: runs/fake/report.html" in capsys.readouterr().out
    ((name, (out,), named),) = api.calls
    assert (name, out, named) == ("quickstart", Path("runs/quickstart"), {"limit": None, "progress": None})


def test_json_is_the_results_and_nothing_else(api, capsys):
    assert main(["quickstart", "--json", "--out", "elsewhere", "--limit", "9"]) == 0
    assert json.loads(capsys.readouterr().out) == api.run.document
    assert api.calls[0][1] == (Path("elsewhere"),)
    assert api.calls[0][2]["limit"] == 9
