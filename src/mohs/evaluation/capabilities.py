"""Capabilities: how often a classifier fails the tests of a suite, by what they test.

The table of Ribeiro et al., "Beyond accuracy: behavioral testing of NLP models with CheckList" (ACL 2020): a
test fails on a case where the label is wrong, where rows that must get one answer get several, or where a
probability falls that must not. So the unit is the case, which is one row or a group of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mohs.benchmark.part import Part, Row
from mohs.estimate import proportion
from mohs.evaluation.judged import Judged

TOLERANCE = 0.1
"""A probability may fall by so much before it counts as a fall."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one case.

    Attributes:
        capability: What it needs.
        test: The template or rule that made it.
        expectation: "label", "invariance" or "direction".
        failed: Whether the classifier failed it.
    """

    capability: str
    test: str
    expectation: str
    failed: bool


def verdicts(one: Judged) -> list[Verdict]:
    """The verdict on every case of a suite that is judged whole; none where the rows are of no suite.

    A group of which the classifier raised on all rows but one cannot be judged and is left out.
    """
    groups: dict[tuple[str, str, str, str], list[int]] = {}
    toward: dict[int, object] = {}
    for place, row in _told(one.part):
        said = row.provenance
        if "capability" in said and "test" in said:
            expected = str(said.get("expectation", "label"))
            unit = row.id if expected == "label" else row.source_id
            groups.setdefault((str(said["capability"]), str(said["test"]), expected, unit), []).append(place)
            toward[place] = said.get("toward")
    found = []
    for (capability, test, expected, _), places in groups.items():
        failed = _failed(one, expected, places, toward[places[0]])
        if failed is not None:
            found.append(Verdict(capability, test, expected, failed))
    return found


def _told(part: Part) -> Iterator[tuple[int, Row]]:
    """The rows that may tell a capability, with their places: of a million others none is made."""
    import pyarrow as pa
    import pyarrow.compute as pc

    told = pc.match_substring(part.table.column("provenance"), '"capability"').to_numpy()
    yield from zip(
        np.flatnonzero(told).tolist(), Part(part.task, part.table.filter(pa.array(told))), strict=True
    )


def _failed(one: Judged, expected: str, places: Sequence[int], toward: object) -> bool | None:
    if expected == "label":
        return not bool(one.marks.right[places[0]])
    if len(places) < 2:
        return None
    labels = one.answers.labels[list(places)]
    if expected == "invariance" or not isinstance(toward, int):
        return len(set(labels.tolist())) > 1
    first, second = places[0], places[1]
    scores = one.answers.scores
    if scores is None or np.isnan(scores[[first, second], toward]).any():
        return bool(labels[0] == toward != labels[1])
    return bool(scores[second, toward] < scores[first, toward] - TOLERANCE)


def capabilities(judged: Mapping[str, Judged]) -> list[dict[str, Any]]:
    """The failure rate of each task by capability, and of each test: rows with value, low, high and n.

    Intervals are Wilson's over cases. They say what further expansions of the same templates would give, and
    nothing of templates that nobody has written.
    """

    def row(task: str, some: Sequence[Verdict], **more: str) -> dict[str, Any]:
        rate = proportion(sum(one.failed for one in some), len(some))
        return {"task": task, **more, **rate.to_json("failure_rate")}

    def rows() -> Iterator[dict[str, Any]]:
        for task, one in judged.items():
            all_of_them = verdicts(one)
            for capability in dict.fromkeys(verdict.capability for verdict in all_of_them):
                here = [verdict for verdict in all_of_them if verdict.capability == capability]
                yield row(task, here, capability=capability)
                for test, expected in dict.fromkeys((v.test, v.expectation) for v in here):
                    some = [v for v in here if (v.test, v.expectation) == (test, expected)]
                    yield row(task, some, capability=capability, test=test, expectation=expected)

    return list(rows())
