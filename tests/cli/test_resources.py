"""`mohs resources`."""

import json

from mohs.cli.main import main
from mohs.kit import Figure, Finding, Resource

WORDS = Resource(
    "words", "words", "words/w.txt", ("words/w.txt",), 1_230_000, 2_000_000, {"words/w.txt": "ab"}, "CC0-1.0",
    "nothing", "written by hand", {"recall": Figure("recall of everything", 0.987, 1200)},
)  # fmt: skip
CHANGED = Finding("changed", "words", "words/w.txt", "words/w.txt has another sha256")


def test_listing_is_what_happens_without_a_word(api, capsys):
    api.resources = lambda: (WORDS,)
    assert main(["resources"]) == 0
    line = capsys.readouterr().out.splitlines()[1]
    assert line.split("  ")[0] == "words"
    for part in ("1.23", "2.00", "0.987 recall of everything (n = 1,200)", "CC0-1.0"):
        assert part in line


def test_json_has_every_digest(api, capsys):
    api.resources = lambda: (WORDS,)
    assert main(["resources", "list", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["sha256"] == {"words/w.txt": "ab"}


def test_whole_files_verify_with_0(api, capsys):
    api.resources, api.verify_resources = (lambda: (WORDS,)), tuple
    assert main(["resources", "verify"]) == 0
    assert capsys.readouterr().out.startswith("1 resources are whole")
    assert main(["resources", "verify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_a_changed_file_verifies_with_1_and_is_named(api, capsys):
    api.verify_resources = lambda: (CHANGED,)
    assert main(["resources", "verify"]) == 1
    assert capsys.readouterr().out == "words/w.txt has another sha256\n"
    assert main(["resources", "verify", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["rule"] == "changed"
