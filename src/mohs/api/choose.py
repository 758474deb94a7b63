"""Which attacks a run has: those that are named, or all that can be run with what is named."""

import shlex
from typing import Any

from mohs.attacks.attack import attacks
from mohs.attacks.build import Chain, Options, open_attacks
from mohs.data.task import Task
from mohs.data.tasks import open_task
from mohs.errors import MohsError
from mohs.language.grammar import lacking
from mohs.models.address import BUILT_IN, WITH_GRADIENTS
from mohs.suites.opening import SUITES

GRADIENTS = ", ".join(f"{scheme}:..." for scheme in WITH_GRADIENTS)
"""Addresses of classifiers with gradients."""

HUMAN = {
    "checklist": "checklist",
    "stresstest-numerical": "stresstest",
    "anli": "anli",
    "adv-squad": "adv-squad",
}
"""AdvGLUE's four human-crafted ones by their suites: examples are made or read, and nothing is searched."""


def choose(
    named: Any,
    options: Options | None,
    classifier: Any = None,
    *,
    task: str | Task | None = None,
    parser: Any = None,
    paraphraser: Any = None,
) -> tuple[tuple[Chain, ...], list[str]]:
    """The attacks of a run, and what is to be said of those that "all" leaves out.

    "all" is every attack that can be run with what is named; where a task is named, too, AdvGLUE's suites are
    named beside it with the command that runs each of them. One that needs gradients is left out where the
    classifier has none, one that needs a parser where none is installed, and one that changes the label of a
    task's examples there. One that is named itself, or given options, is run on that task all the same, and
    refused by `prepare` where something that it needs is missing.

    Args:
        named: As `open_attacks` takes them.
        options: Likewise.
        classifier: The classifier or its address; None where nothing is to be said of its gradients.
        task: The task or its name, as far as it is named.
        parser: The parser, where one is named.
        paraphraser: Likewise.

    Raises:
        MohsError: As `open_attacks`; also where a suite is named among the attacks.
    """
    name = "" if task is None else open_task(task).name
    _refuse_suites(named, classifier, name)
    given = [] if paraphraser is None else ["paraphraser"]
    chains = open_attacks(named, options, given)
    everything = named in ("all", ["all"], ("all",))
    lacks = {"gradients": _no_gradients(classifier), "parser": None if parser is not None else lacking()}
    kept, notes = [], []
    for chain in chains:
        unfit = next((why for part in chain.parts if (why := unfit_for(part, name))), None)
        missing = next((why for need, why in lacks.items() if why and need in chain.needs), None)
        if everything and chain.name not in (options or {}) and (why := missing or unfit):
            notes.append(f"{chain.name} is left out: {why}")
            continue
        notes += [f"{chain.name} may change the label in {name}: {unfit}"] if unfit else []
        kept.append(chain)
    if everything and name:
        notes += [f"{suite} is left out: {_of_suite(suite, classifier, name)}" for suite in HUMAN]
    return tuple(kept), notes


def _refuse_suites(named: Any, classifier: Any, task: str) -> None:
    """A suite among the attacks is a mistake whose mending is known."""
    listed = named.split(",") if isinstance(named, str) else named if isinstance(named, list | tuple) else ()
    parts = [part.strip() for one in listed if isinstance(one, str) for part in one.split("+")]
    for part in parts:
        if part in HUMAN and part not in attacks.names():
            raise MohsError(
                f"{part} is no attack that searches, but a suite of labelled examples",
                mend=f"evaluate it: {_command(part, classifier, task or 'TASK')}",
            )


def _of_suite(suite: str, classifier: Any, task: str) -> str:
    """Why a suite is not run with the attacks: it is evaluated, or it has no rows of the task."""
    tasks = SUITES[HUMAN[suite]].tasks
    if task not in tasks:
        return f"it has no examples for {task} (for {', '.join(tasks)})"
    return f"it is a suite of labelled examples; {_command(suite, classifier, task)}"


def _command(suite: str, classifier: Any, task: str) -> str:
    """The command that evaluates a classifier on a suite."""
    source = SUITES[HUMAN[suite]]
    address = f"suite:{HUMAN[suite]}" + (":PATH" if source.brings == "always" else "")
    if source.options.get("task", task) != task and task in source.tasks:
        address = f'"{address}?task={task}"'
    model = shlex.quote(classifier) if isinstance(classifier, str) else "ADDRESS"
    return f"mohs evaluate --model {model} --task {task} --benchmark {address}"


def unfit_for(attack: Any, task: str) -> str | None:
    """Why an attack is not made for a task: its own `unfit`, a mapping from names of tasks; else None."""
    why: str | None = getattr(attack, "unfit", {}).get(task)
    return why


def _no_gradients(classifier: Any) -> str | None:
    """What is to be said where it is known to have none; an address of another package may have some."""
    if isinstance(classifier, str):
        scheme = classifier.partition(":")[0]
        none = scheme in BUILT_IN and scheme not in WITH_GRADIENTS
    else:
        none = classifier is not None and "gradients" not in getattr(classifier, "capabilities", ())
    return f"it needs the classifier's gradients ({GRADIENTS})" if none else None
