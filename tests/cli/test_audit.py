"""`mohs audit`."""

import json

import pytest

from mohs.benchmark.package import write_benchmark
from mohs.benchmark.part import Part, Row
from mohs.cli.main import main
from mohs.data.tasks import BUILT_IN


@pytest.fixture
def package(tmp_path):
    rows = [
        Row(str(i), f"s{i}", {"sentence": f"a  film {i}\x1b[31m"}, {"sentence": f"A film {i}\x1b[31m"}, i % 2)
        for i in range(5)
    ]
    write_benchmark(tmp_path / "mine", "mine", "1.0", {"sst2": Part.of(BUILT_IN["sst2"], rows)})
    return str(tmp_path / "mine")


def test_it_shows_what_was_found_how_often_where_and_what_was_not_checked(package, capsys):
    assert main(["audit", package]) == 0
    shown = capsys.readouterr().out
    assert "mine 1.0, dev: 5 rows" in shown
    assert "sst2 dev 0: equal to its source" in shown
    assert "... and 2 more" in shown
    assert "not checked: recoverable-source" in shown


def test_json_is_one_document_with_every_row(package, capsys):
    assert main(["audit", package, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (finding,) = document["findings"]
    assert (finding["rule"], finding["count"], finding["of"], len(finding["rows"])) == ("no-op", 5, 5, 5)


def test_a_rule_that_must_not_find_anything_is_a_gate(package, capsys):
    assert main(["audit", package, "--fail-on", "truncated,markup"]) == 0
    assert main(["audit", package, "--fail-on", "truncated,no-op"]) == 1
    assert "gate failed: no-op: 5 of 5 rows" in capsys.readouterr().err
    assert main(["audit", package, "--fail-on", "recoverable-source"]) == 2
    assert "--public" in capsys.readouterr().err


def test_errata_are_written_and_applied(package, tmp_path, capsys):
    file = str(tmp_path / "errata.yaml")
    assert main(["audit", package, "--withdraw", "no-op", "--errata-out", file]) == 0
    assert "withdraw 5 rows" in capsys.readouterr().err
    assert main(["audit", package, "--errata", file]) == 0
    assert "0 rows" in capsys.readouterr().out
    assert main(["audit", package, "--withdraw", "no-op"]) == 2
    assert main(["audit", package, "--errata-out", file]) == 2
