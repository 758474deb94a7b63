"""`mohs report`: draw a run's report again from its folder, or print the JSON Schema of results.json."""

from pathlib import Path

from mohs.cli import terminal
from mohs.errors import MohsError


def report(run: Path | None = None, /, *, schema: bool = False) -> int:
    """Draw the report of a run again, from its journal.

    Args:
        run: The run's folder.
        schema: Print the JSON Schema of results.json instead.
    """
    from mohs import api

    if schema and run is not None:
        raise MohsError("--schema draws no run", got=str(run), mend="leave out one of the two")
    if schema:
        terminal.write_json(api.results_schema())
        return 0
    if run is None:
        raise MohsError("report needs the folder of a run", mend="mohs report runs/NAME")
    with terminal.only_json(True):
        page = api.draw_report(run)
    terminal.show(str(page))
    return 0
