"""`mohs resources`: the files that come with mohs, where they are from and whether they are whole."""

from typing import TYPE_CHECKING, Literal

from mohs.cli import terminal
from mohs.cli.flags import Json

if TYPE_CHECKING:
    from mohs.kit import Resource

MEGABYTE = 1_000_000


def resources(action: Literal["list", "verify"] = "list", /, *, json: Json = False) -> int:
    """Show the files that come with mohs, or check that none has changed.

    Args:
        action: "list" shows licence, size, origin and quality of each; "verify" compares each file with its
            sha256 and each size with its budget, and exits 1 where something is wrong.
        json: Print one JSON array on stdout: the resources, or what is wrong.
    """
    from mohs import api

    if action == "list":
        found = api.resources()
        if json:
            terminal.write_json([resource.to_json() for resource in found])
        else:
            columns = ("name", "kind", "MB", "of at most", "measured", "licence")
            terminal.show(terminal.table(columns, map(_line, found), right=("MB", "of at most")))
        return 0
    findings = api.verify_resources()
    if json:
        terminal.write_json([finding.to_json() for finding in findings])
    elif findings:
        terminal.show(*(finding.message for finding in findings))
    else:
        terminal.show(f"{len(api.resources())} resources are whole and within their budgets")
    return 1 if findings else 0


def _line(resource: "Resource") -> tuple[str, ...]:
    return (
        resource.name,
        resource.kind,
        f"{resource.size / MEGABYTE:.2f}",
        f"{resource.budget / MEGABYTE:.2f}",
        "; ".join(
            f"{figure.value:.3g} {figure.what} (n = {figure.n:,})" for figure in resource.figures.values()
        ),
        resource.licence,
    )
