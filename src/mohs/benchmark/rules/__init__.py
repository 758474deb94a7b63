"""What can be wrong with the rows of a benchmark, as pure functions: shared by the audit and by curation."""

from collections.abc import Sequence

from mohs.benchmark.rules import among, pair, text
from mohs.benchmark.rules.entry import Rule

RULES: Sequence[Rule] = (*pair.RULES, *among.RULES[:3], *text.RULES, *among.RULES[3:])
"""Every rule that needs nothing but the rows, in the order in which an audit lists them."""

NEEDS_A_PUBLIC_SET = "recoverable-source"
"""The rule that needs a public set to look in: `among.recoverable_source`."""

NAMES: Sequence[str] = (*(rule.name for rule in RULES), NEEDS_A_PUBLIC_SET)
"""The names of all rules."""
