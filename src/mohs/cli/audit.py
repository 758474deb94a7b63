"""`mohs audit`: what is wrong with a benchmark, or with the examples that an attack run has found."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mohs.cli import terminal
from mohs.cli.ending import deliver, gates, notes
from mohs.cli.flags import Json, Whole
from mohs.cli.values import listed, pairs
from mohs.errors import MohsError


def audit(
    benchmark: str,
    /,
    *,
    public: tuple[str, ...] = (),
    private: Path | None = None,
    errata: Path | None = None,
    withdraw: tuple[str, ...] = (),
    errata_out: Path | None = None,
    fail_on: tuple[str, ...] = (),
    show: Whole = 3,
    json: Json = False,
) -> int:
    """Say what is wrong with a benchmark, or with the examples that an attack run has found.

    Args:
        benchmark: advglue:PATH, suite:NAME, the folder of a package, or the folder of an attack run.
        public: A public data set in which the rows' sources are looked for (glue:DIR), or TASK=DATA, once for
            each task.
        private: The private folder of a package: its labels and sources are audited too.
        errata: A file of errata, applied first.
        withdraw: RULE,...: write errata that withdraw every row that breaks one of these, to --errata-out.
        errata_out: The file of errata to write.
        fail_on: RULE,...: exit with 1 where one of these found something; all stands for every rule.
        show: So many rows of each finding are listed; --json lists all.
        json: Print one JSON document on stdout.
    """
    if bool(withdraw) != (errata_out is not None):
        raise MohsError("--withdraw and --errata-out go together", mend="--withdraw RULE --errata-out FILE")
    from mohs import api

    with terminal.only_json(json):
        done = api.audit(benchmark, public=_public(public), private=private, errata=errata)
        failures = api.gate_audit(done, listed("--fail-on", fail_on))
        written = (
            None
            if errata_out is None
            else api.write_withdrawals(done, listed("--withdraw", withdraw), errata_out)
        )
    document = done.to_json()
    deliver(document, lambda: _show(document, show), json=json)
    if written is not None:
        terminal.say(f"errata that withdraw {len(written.rows):,} rows are in {errata_out}")
    return gates(failures)


def _public(given: tuple[str, ...]) -> str | Mapping[str, str] | None:
    """One set for all tasks, or one a task."""
    if not given:
        return None
    if len(given) == 1 and "=" not in given[0]:
        return given[0]
    return pairs("--public", given, "DATA, or TASK=DATA")


def _show(document: Mapping[str, Any], rows: int) -> None:
    about = document["benchmark"]
    splits = f", {' and '.join(about['splits'])}" if about["splits"] else ""
    terminal.show(f"{about['name']} {about['version']}{splits}: {document['rows']:,} rows", "")
    findings = document["findings"]
    table = [
        [one["rule"], f"{one['count']:,}", f"{one['of']:,} {one['unit']}", one["measure"]] for one in findings
    ]
    terminal.show(terminal.table(["rule", "found", "of", "what"], table, right=("found", "of")))
    for one in findings if rows > 0 else ():
        shown = [f"  {_place(row)}: {row['why']}" for row in one["rows"][:rows]]
        left = one["count"] - len(shown)
        terminal.show("", f"{one['rule']} (to mend: {one['mend']})", *shown)
        if left:
            terminal.show(f"  ... and {left:,} more (--json lists all)")
    clean = ", ".join(one["rule"] for one in document["clean"])
    terminal.show("", f"nothing found: {clean or 'every rule found something'}")
    for one in document["not_checked"]:
        terminal.show(f"not checked: {one['rule']}: {one['why']}")
    notes(document["notes"])


def _place(row: Mapping[str, Any]) -> str:
    if "group" in row:
        return str(row["group"])
    return " ".join(row[name] for name in ("task", "split", "id", "method") if name in row)
