"""Which attacks a run has: those that are named, or all that can be run with what is named."""

from typing import Any

from mohs.attacks.build import Chain, Options, open_attacks
from mohs.data.task import Task
from mohs.language.grammar import lacking
from mohs.models.address import BUILT_IN, WITH_GRADIENTS

GRADIENTS = ", ".join(f"{scheme}:..." for scheme in WITH_GRADIENTS)
"""Addresses of classifiers with gradients."""


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

    "all" is every attack that can be run with what is named. One that needs gradients is left out where the
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
        MohsError: As `open_attacks`.
    """
    given = [] if paraphraser is None else ["paraphraser"]
    chains = open_attacks(named, options, given)
    everything = named in ("all", ["all"], ("all",))
    lacks = {"gradients": _no_gradients(classifier), "parser": None if parser is not None else lacking()}
    name = task.name if isinstance(task, Task) else task or ""
    kept, notes = [], []
    for chain in chains:
        unfit = next((why for part in chain.parts if (why := unfit_for(part, name))), None)
        missing = next((why for need, why in lacks.items() if why and need in chain.needs), None)
        if everything and chain.name not in (options or {}) and (why := missing or unfit):
            notes.append(f"{chain.name} is left out: {why}")
            continue
        notes += [f"{chain.name} may change the label in {name}: {unfit}"] if unfit else []
        kept.append(chain)
    return tuple(kept), notes


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
