"""Corrected: answers to a benchmark as published, seen on what its errata leave of it."""

from collections.abc import Mapping

import numpy as np

from mohs.benchmark.package import Part
from mohs.errors import DataError
from mohs.evaluation.judged import Judged
from mohs.evaluation.sheet import Answers


def corrected(judged: Mapping[str, Judged], parts: Mapping[str, Part]) -> dict[str, Judged]:
    """The same answers beside the rows, and the labels, that errata leave.

    Args:
        judged: Task name -> answers to the rows as published.
        parts: Task name -> rows after errata; their ids are among those of `judged`.

    Raises:
        DataError: No row of a task is left.
    """
    import pyarrow as pa

    found = {}
    for name, one in judged.items():
        place = {own: number for number, own in enumerate(one.part.ids)}
        left = parts[name]
        kept = [
            place[own] for own in left.ids if own in place
        ]  # a row on which a classifier raised is in neither
        if not kept:
            raise DataError(
                f"errata leave no row of task {name}", mend="score the other tasks alone (--task)"
            )
        known = [own in place for own in left.ids]

        part = Part(left.task, left.table.filter(pa.array(known)), left.benign)
        scores = None if one.answers.scores is None else one.answers.scores[kept]
        answers = Answers(one.answers.labels[np.asarray(kept)], scores)
        found[name] = Judged(part, answers, one.sources, one.source_ids, one.clean, one.faulty)
    return found
