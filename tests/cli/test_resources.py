"""`mohs resources`."""

import json

from mohs.cli.main import main


def test_listing_is_what_happens_without_a_word(api, capsys):
    assert main(["resources"]) == 0
    assert "words" in capsys.readouterr().out
    assert [name for name, *_ in api.calls] == ["resources"]


def test_whole_files_verify_with_0(api, capsys):
    assert main(["resources", "verify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"name": "words", "ok": True}]


def test_a_changed_file_verifies_with_1_and_is_named(api, capsys):
    api.verify_resources = lambda: [{"name": "words", "ok": False}, {"name": "vectors", "ok": True}]
    assert main(["resources", "verify", "--json"]) == 1
    out, err = capsys.readouterr()
    assert len(json.loads(out)) == 2
    assert "words is not as it was shipped" in err
    assert "vectors" not in err
