"""The audit: every rule over every row, and what was found, how often, where, and how to mend it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mohs.benchmark.entries import Audited
from mohs.benchmark.rules import NAMES, NEEDS_A_PUBLIC_SET, RULES
from mohs.benchmark.rules.among import recoverable_source
from mohs.benchmark.rules.entry import Entry, Found, Rule
from mohs.errors import MohsError
from mohs.spec import did_you_mean

SCHEMA = "mohs/audit/1"


@dataclass(frozen=True)
class Finding:
    """What one rule found.

    Attributes:
        rule: The rule.
        found: Each row or group that breaks it, and why.
        of: How many rows or groups the rule has something to say of.
    """

    rule: Rule
    found: Sequence[Found]
    of: int

    @property
    def rows(self) -> list[Entry]:
        """The rows that break the rule; of a group all of its rows."""
        return [row for one in self.found for row in one.rows]

    def to_json(self) -> dict[str, Any]:
        """The finding as contracts.md has it: rule, measure, count, of, rows, mend."""
        return {
            "rule": self.rule.name,
            "measure": self.rule.measure,
            "count": len(self.found),
            "of": self.of,
            "unit": self.rule.unit,
            "rows": [_row(one) for one in self.found],
            "mend": self.rule.mend,
        }


@dataclass(frozen=True)
class Audit:
    """What is wrong with a benchmark, or with what an attack run has found.

    Attributes:
        about: What was audited: name, version, address, sha256, splits.
        entries: How many rows it has.
        checked: One finding a rule that could be checked, also where it found nothing.
        not_checked: Rule -> why it could not be.
        notes: What else should be known, such as tasks that a public set has no rows of.
    """

    about: Mapping[str, Any]
    entries: int
    checked: Sequence[Finding]
    not_checked: dict[str, str]
    notes: Sequence[str] = ()

    def __repr__(self) -> str:
        found = [
            f"{one.rule.name}: {len(one.found):,} of {one.of:,} {one.rule.unit}" for one in self.findings
        ]
        return "\n  ".join([f"Audit({self.about['name']}, {self.entries:,} rows)", *found])

    @property
    def findings(self) -> list[Finding]:
        """The rules that found something."""
        return [finding for finding in self.checked if finding.found]

    def finding(self, rule: str) -> Finding:
        """What the rule of this name found.

        Raises:
            MohsError: No such rule, or one that was not checked.
        """
        check_rule(rule)
        if rule in self.not_checked:
            raise MohsError(f"rule {rule} was not checked", got=self.not_checked[rule])
        return next(finding for finding in self.checked if finding.rule.name == rule)

    def to_json(self) -> dict[str, Any]:
        """The document that `mohs audit --json` prints."""
        idle = {one.rule.name: f"no {one.rule.unit} that it applies to" for one in self.checked if not one.of}
        return {
            "schema": SCHEMA,
            "benchmark": dict(self.about),
            "rows": self.entries,
            "findings": [finding.to_json() for finding in self.findings],
            "clean": [
                {"rule": one.rule.name, "measure": one.rule.measure, "of": one.of}
                for one in self.checked
                if one.of and not one.found
            ],
            "not_checked": [{"rule": rule, "why": why} for rule, why in (idle | self.not_checked).items()],
            "notes": list(self.notes),
        }


def audit(
    audited: Audited,
    *,
    public: Mapping[str, Sequence[Mapping[str, str]]] | None = None,
    public_name: str = "the public set",
    notes: Sequence[str] = (),
) -> Audit:
    """Hold every rule against every row.

    Args:
        audited: The rows.
        public: Task -> rows of a public set (field name -> text) in which sources are looked for; without it
            the rule `recoverable-source` is not checked.
        public_name: How reports call that set.
        notes: Handed on.
    """
    rules = list(RULES)
    not_checked: dict[str, str] = {}
    if public:
        rules.append(recoverable_source(public, public_name))
    else:
        not_checked[NEEDS_A_PUBLIC_SET] = "no public set is named (--public)"
    checked = [Finding(rule, *rule.find(audited.entries)) for rule in rules]
    return Audit(audited.about, len(audited.entries), checked, not_checked, notes)


def check_rule(name: str) -> None:
    """Make sure that there is a rule of this name.

    Raises:
        MohsError: There is none.
    """
    if name not in NAMES:
        raise MohsError(
            f"there is no rule {name!r}",
            expected=f"one of {', '.join(NAMES)}",
            mend=did_you_mean(name, list(NAMES)),
        )


def _row(one: Found) -> dict[str, Any]:
    if one.group:
        return {"group": one.group, "count": len(one.rows), "why": one.why}
    (row,) = one.rows
    place = {"task": row.task.name, "split": row.split, "id": row.id, "method": row.method}
    return {name: value for name, value in place.items() if value} | {"why": one.why}
