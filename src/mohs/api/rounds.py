"""What `mohs rounds` does beside writing and verifying: numbers, and rows in ANLI's layout."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mohs.data.values import as_names, check_whole, several
from mohs.errors import MohsError
from mohs.paths import AnyPath, as_path
from mohs.suites.rounds.numbers import status
from mohs.suites.rounds.record import open_record
from mohs.suites.rounds.splits import Split, Written, split, write_anli


def rounds_status(folder: AnyPath) -> dict[str, Any]:
    """Counts and numbers of the rounds of a folder, JSON-ready; nothing is changed or waited for.

    Raises:
        RunError: It is no folder of rounds.
    """
    record = open_record(as_path(folder), only_reading=True)
    found = status(record.rounds, list(record.writings.values()))
    return {"folder": str(folder), "task": record.task.name, **found}


def export_rounds(
    folder: AnyPath,
    out: AnyPath,
    *,
    rounds: Iterable[int] | int = (),
    dev: int = 0,
    test: int = 0,
    exclusive: Iterable[str] | str = (),
    random_state: int = 0,
) -> list[Path]:
    """Write the rows of rounds in ANLI's layout, divided into train, dev and test; give the files.

    Args:
        folder: Of the rounds.
        out: A folder that is not there yet, or empty.
        rounds: These alone; all, where none is named.
        dev: How many dev rows each round has.
        test: How many test rows each round has, balanced by label.
        exclusive: Writers who shall be in the test rows alone.
        random_state: Seed of the draw.

    Raises:
        RunError: It is no folder of rounds, or `out` holds something.
        MohsError: There is no such round or writer, or fewer rows are kept than asked for.
        RunFailed: A file cannot be written.
    """
    check_whole(random_state=random_state)
    record = open_record(as_path(folder), only_reading=True)
    known = {one.number for one in record.rounds}
    wanted = set(several(rounds)) or known
    alone = set(as_names("exclusive", exclusive))
    if unknown := wanted - known:
        raise MohsError(f"{folder} has no round {min(unknown)}", got=f"{len(known)} rounds")
    if absent := alone - {one.writer for one in record.writings.values()}:
        raise MohsError(f"{folder} has no writer {min(absent)!r}")
    divided: dict[int, dict[Split, list[Written]]] = {}
    for number in sorted(wanted):
        of_round = [one for one in record.writings.values() if one.round == number]
        try:
            divided[number] = split(
                of_round, record.task, dev=dev, test=test, exclusive=alone, random_state=random_state
            )
        except MohsError as problem:
            raise MohsError(
                f"round {number}: {problem.what}", got=problem.got, expected=problem.expected
            ) from None
    if not any(rows for splits in divided.values() for rows in splits.values()):
        raise MohsError(f"{folder} has no rows yet", got="nothing that was tried or verified")
    return write_anli(divided, record.task, as_path(out))
