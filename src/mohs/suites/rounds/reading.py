"""A folder of rounds as a suite: what its verifiers kept."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from mohs.errors import DataError
from mohs.suites.rounds.record import open_record
from mohs.suites.rounds.writing import STANDINGS, Try, Writing
from mohs.suites.suite import Case, Suite

CAPABILITY = "adversarial writing"


def read_rounds(path: Path, *, rounds: Sequence[int] = ()) -> Suite:
    """The examples of a folder of rounds of which two verifiers confirmed the writer's label.

    Args:
        path: The folder; it is read alone, and may be in use meanwhile.
        rounds: These alone; all, where none is named.

    Raises:
        RunError: It is no folder of rounds.
        DataError: Nothing is kept yet, or a round is not there.
    """
    record = open_record(path, only_reading=True)
    if unknown := set(rounds) - {one.number for one in record.rounds}:
        raise DataError(
            f"{path} has no round {min(unknown)}",
            expected=f"1 to {len(record.rounds)}" if record.rounds else None,
        )
    asked = [one for one in record.writings.values() if not rounds or one.round in rounds]
    cases = []
    for one in asked:
        if one.standing == "kept" and one.fooling is not None:
            cases.append(_case(record.task.name, record.task.labels.index(one.label), one, one.fooling))
    counts = Counter(one.standing for one in asked)
    listed = ", ".join(f"{name} {counts[name]:,}" for name in STANDINGS if counts[name])
    if not cases:
        raise DataError(f"{path}: no example is kept yet", got=listed or "nothing was given out")
    out = len(asked) - len(cases)
    notes = (f"texts and tries that are no examples (yet): {listed}",) if out else ()
    return Suite("rounds", "ANLI", tuple(cases), notes)


def group_of(writing: Writing) -> str:
    """Rows about one context are no independent evidence: they make a group."""
    if not writing.context:
        return f"rounds/{writing.id}"
    return f"rounds/{sha256(chr(0).join(writing.context.values()).encode()).hexdigest()[:12]}"


def _case(task: str, label: int, writing: Writing, fooling: Try) -> Case:
    said = [verdict.label for verdict in writing.verdicts]
    facts: dict[str, Any] = {
        "round": writing.round,
        "adversary": fooling.prediction,
        "address": fooling.adversary,
        "tries": len(writing.tries),
        "verifiers": said,
        "agreement": round(said.count(writing.label) / len(said), 4),
    }
    if writing.genre:
        facts["genre"] = writing.genre
    return Case(
        f"rounds/{writing.id}", group_of(writing), task, writing.fields(fooling), label, CAPABILITY, "rounds",
        rationale=writing.reason, facts=facts,
    )  # fmt: skip
