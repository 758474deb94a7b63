"""CheckList: our own templates for sst2, qqp, qnli, mnli and rte, and those that a person brings.

Capabilities are tested one by one with sentences made from templates (Ribeiro et al., "Beyond accuracy:
behavioral testing of NLP models with CheckList", ACL 2020). The templates, the sentences and the lexicons are
ours; templates/ has them as data, each with the reason for its label.
"""

from collections.abc import Sequence

from mohs.data.values import check_whole
from mohs.errors import DataError
from mohs.suites.suite import Suite
from mohs.suites.template import Template, expand
from mohs.suites.template_file import TEMPLATES, read_lexicons, read_templates

TASKS = ("sst2", "qqp", "mnli", "qnli", "rte")
COUNT = 25
"""Cases a template, where nothing else is asked for."""
MOST_CASES = 10_000
"""The most cases of a template: ours have 600,000 with so many each."""


def own_templates() -> list[Template]:
    """The templates that come with mohs."""
    lexicons = read_lexicons(TEMPLATES / "lexicons.yaml")
    return [one for task in TASKS for one in read_templates(TEMPLATES / f"{task}.yaml", lexicons)]


def checklist(
    templates: Sequence[Template] | None = None,
    *,
    count: int = COUNT,
    seed: int = 0,
    ambiguous: bool = False,
    name: str = "checklist",
) -> Suite:
    """The cases that templates give.

    Args:
        templates: What is expanded; ours by default.
        count: Cases of each template (groups, for invariance and direction), 1 to 10,000; fewer where it has
            no more.
        seed: Of the draw.
        ambiguous: Also those templates about whose label people differ.
        name: Of the suite.

    Raises:
        MohsError: No template is left, a count or seed out of range, or a template that cannot be expanded.
    """
    check_whole(1, MOST_CASES, count=count)
    check_whole(0, seed=seed)
    given = own_templates() if templates is None else list(templates)
    kept = [one for one in given if ambiguous or not one.ambiguous]
    if not given:
        raise DataError("there are no templates to expand", expected="a list `templates` with one or more")
    if not kept:
        raise DataError(
            "there are no templates to expand",
            got=f"{len(given)} ambiguous ones",
            mend="ask for those too (ambiguous=yes)",
        )
    order = {task: place for place, task in enumerate(dict.fromkeys(one.task for one in kept))}
    kept.sort(key=lambda one: order[one.task])  # a stable sort: those of a task stand together
    cases = tuple(case for one in kept for case in expand(one, count, seed))
    out = len(given) - len(kept)
    notes = (f"templates left out because people differ about their label: {out}",) if out else ()
    return Suite(name, "CheckList", cases, notes)
