"""Which context and label a writer is given next."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from mohs.data.task import Task
from mohs.errors import MohsError
from mohs.suites.rounds.record import Round
from mohs.suites.rounds.writing import Writing


def rarest(current: Round, task: Task, others: Sequence[Writing], own: Sequence[Writing]) -> tuple[int, str]:
    """Of the contexts that a writer has not had the one given out least, and its rarest label.

    Raises:
        MohsError: They have had all.
    """
    keys = [tuple(one.fields.values()) for one in current.contexts]
    had = {tuple(one.context.values()) for one in own if one.context}
    times = Counter((tuple(one.context.values()), one.label) for one in others)
    of_context, of_label = Counter[tuple[str, ...]](), Counter[str]()
    for (context, label), count in times.items():
        of_context[context] += count
        of_label[label] += count
    order = np.random.default_rng(current.seed).permutation(len(keys))
    left = [int(place) for place in order if keys[place] not in had]
    if not left:
        raise MohsError(f"this writer has had every context of round {current.number}", got=f"{len(keys):,}")
    place = min(left, key=lambda k: of_context[keys[k]])  # of equals the first in the order
    return place, min(task.labels, key=lambda label: (times[keys[place], label], of_label[label]))
