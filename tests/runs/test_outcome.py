"""An outcome is written with all its keys, in the order in which they are declared."""

from mohs.runs.outcome import Outcome


def test_all_keys_are_always_there():
    values = dict.fromkeys(Outcome._fields) | {"edits": ()}
    row = Outcome(**values).to_json()
    assert list(row) == list(Outcome._fields)
    assert {"id", "status", "asked", "modified", "cost"} <= set(row)
