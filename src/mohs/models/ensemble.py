"""`ensemble:A+B`: the mean of several classifiers' probabilities."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.data.task import Task
from mohs.errors import ModelError
from mohs.models.adapter import Opening
from mohs.models.classifier import Classifier, Input, Probabilities
from mohs.models.labels import plain
from mohs.models.wrap import relabelled
from mohs.spec import did_you_mean


class Ensemble(Classifier):
    """Several classifiers with the same labels, asked alike; their probabilities are averaged.

    Args:
        address: What it was opened from.
        members: At least two, with the same labels in any order; those of the first are the ensemble's.

    Raises:
        ModelError: Fewer than two, or their labels differ.
    """

    def __init__(self, address: str, members: Sequence[Classifier]) -> None:
        if len(members) < 2:
            raise ModelError(f"{address} has too few members", got=str(len(members)), expected="two or more")
        self.address, self.labels = address, tuple(members[0].labels)
        alike = Opening(task=Task(address, ("text",), self.labels))
        self.members = [relabelled(member, alike) for member in members]
        self.packs_by_length = any(member.packs_by_length for member in self.members)

    def score(self, inputs: Sequence[Input]) -> Probabilities:
        """The mean over the members."""
        mean: Probabilities = np.mean([member.probabilities(inputs) for member in self.members], axis=0)
        return mean

    def score_rows(self, rows: NDArray[Any]) -> Probabilities:
        """The mean over the members, of rows of numbers."""
        # Each member gets rows of its own, which it may write into.
        every = [member.row_probabilities(rows.copy()) for member in self.members]
        mean: Probabilities = np.mean(every, axis=0)
        return mean

    def truncated(self, inputs: Sequence[Input]) -> list[int]:
        """The most that any member cuts off."""
        return [max(cut) for cut in zip(*(member.truncated(inputs) for member in self.members), strict=True)]

    def identity(self) -> Mapping[str, Any]:
        """With what each member says of itself."""
        return {**super().identity(), "members": [dict(member.identity()) for member in self.members]}

    def close(self) -> None:
        """Close every member."""
        for member in self.members:
            member.close()


def split_members(where: str) -> list[str]:
    """The members' addresses: a plus sign parts them where an address follows."""
    return re.split(r"\+(?=[a-z0-9-]+:)", where)


def open_ensemble(where: str, opening: Opening) -> Ensemble:
    """Open `ensemble:WHERE`; each member gets the options that it has a use for.

    Raises:
        ModelError: A member cannot be opened, or `label_map` names a label that no member has.
    """
    from mohs.models.address import open_with  # each opens the other

    address = f"ensemble:{where}"
    addresses = split_members(where)
    if len(addresses) < 2:
        raise ModelError(
            f"{address} has too few members", got=where, expected="two or more addresses, ensemble:kit:A+hf:B"
        )
    members = [open_with(member, replace(opening, shared=True)) for member in addresses]
    opening.check(address, frozenset().union(*(getattr(member, "takes", ()) for member in members)))
    known = sorted({name for member in members for name in getattr(member, "own_labels", member.labels)})
    for name in opening.label_map or {}:
        if plain(name) not in set(map(plain, known)):
            raise ModelError(
                f"--label-map names a label {name!r} that no member of {address} has",
                expected=f"one of {', '.join(known)}",
                mend=did_you_mean(name, known),
            )
    return Ensemble(address, members)
