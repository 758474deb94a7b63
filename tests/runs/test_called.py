"""Notes speak to whoever called."""

import json

from mohs.runs.called import as_called
from mohs.runs.folder import RunFolder


def test_notes_name_flags_where_a_command_line_made_them_and_arguments_where_python_did(tmp_path):
    notes = {"warnings": ["--limit 5: all are attacked"], "data": {"path": "x", "notes": ["see --at-edge"]}}
    assert as_called({**notes, "command": "mohs attack"}) == {**notes, "command": "mohs attack"}
    told = {"warnings": ["limit 5: all are attacked"], "data": {"path": "x", "notes": ["see at_edge"]}}
    assert as_called(notes) == told
    folder = RunFolder(tmp_path)
    folder.write_record({**notes, "command": None})
    kept = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert {name: kept[name] for name in told} == told
    assert as_called({"data": None}) == {"data": None}


def test_what_is_no_note_is_left_to_who_checks_it():
    for odd in ({"warnings": [3]}, {"warnings": "--x"}, {"data": {"notes": None}}, {"data": 3}):
        assert as_called(odd) == odd
