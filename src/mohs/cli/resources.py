"""`mohs resources`: the files that come with mohs, where they are from and whether they are whole."""

from typing import Literal

from mohs.cli import terminal
from mohs.cli.flags import Json


def resources(action: Literal["list", "verify"] = "list", /, *, json: Json = False) -> int:
    """Show the files that come with mohs, or check that none has changed.

    Args:
        action: "list" shows licence, size and origin of each; "verify" compares each with its sha256, and
            exits 1 where one differs.
        json: Print one JSON array on stdout.
    """
    from mohs import api

    with terminal.only_json(json):
        found = [*(api.resources() if action == "list" else api.verify_resources())]
    if json:
        terminal.write_json(found)
    else:
        columns = [*dict.fromkeys(key for row in found for key in row)]
        rows = [["-" if row.get(key) is None else str(row[key]) for key in columns] for row in found]
        terminal.show(terminal.table(columns, rows, right=("bytes", "size")))
    bad = [row for row in found if row.get("ok") is False]
    for row in bad:
        terminal.say_error(f"{row['name']} is not as it was shipped; install mohs again")
    return 1 if bad else 0
