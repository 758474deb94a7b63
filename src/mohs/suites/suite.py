"""Suite: labelled examples without a benign source, each with what it tests and why its label holds."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

LABEL = "label"
INVARIANCE = "invariance"
DIRECTION = "direction"

EXPECTATIONS = (LABEL, INVARIANCE, DIRECTION)
"""What a case can demand (Ribeiro et al. 2020, section 2.2): a label (their minimum functionality test), the
same answer for every row of a group, or a probability that does not fall from its first row to its second."""

REVIEWED = "reviewed"
NEEDS_REVIEW = "needs review"


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled example of a suite.

    Attributes:
        id: Unique within its suite.
        group: Rows that are judged together (invariance, direction) or come from one source; else the id.
        task: Name of a built-in task.
        fields: Field -> text.
        label: The gold label as an integer of the task.
        capability: What it needs ("negation", "numbers").
        test: The template or rule that made it.
        expectation: One of `EXPECTATIONS`.
        rationale: Why the label holds.
        toward: Of direction: the label whose probability must not fall from the group's first row to its
            second.
        status: "reviewed", or "needs review" where no person has seen the text or its rule yet.
        facts: Whatever else is known of it.
    """

    id: str
    group: str
    task: str
    fields: Mapping[str, str]
    label: int
    capability: str
    test: str
    expectation: str = LABEL
    rationale: str = ""
    toward: int | None = None
    status: str = REVIEWED
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def provenance(self) -> dict[str, Any]:
        """What a row of a benchmark records of it."""
        kept = {
            "capability": self.capability,
            "test": self.test,
            "expectation": self.expectation,
            "rationale": self.rationale,
            "status": self.status,
            **self.facts,
        }
        return kept if self.toward is None else {**kept, "toward": self.toward}


@dataclass(frozen=True)
class Suite:
    """Labelled examples of one or more tasks.

    Attributes:
        name: How it is called.
        method: The method of its rows, as AdvGLUE names it ("CheckList").
        cases: The examples; those of a task stand together.
        notes: What a person should know of them (rows left out, and why).
    """

    name: str
    method: str
    cases: tuple[Case, ...]
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.cases)

    @property
    def by_task(self) -> dict[str, list[Case]]:
        """Task name -> its cases, in order."""
        found: dict[str, list[Case]] = {}
        for case in self.cases:
            found.setdefault(case.task, []).append(case)
        return found

    @property
    def sha256(self) -> str:
        """Of all that the cases say: two suites with the same sum ask the same."""
        digest = hashlib.sha256()
        for case in self.cases:
            digest.update(json.dumps(asdict(case), sort_keys=True).encode("utf-8") + b"\n")
        return digest.hexdigest()
