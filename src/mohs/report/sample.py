"""What a page shows of a run's outcomes: a balanced, bounded choice of them, and the columns for the plots.

Outcomes are read once; however many there are, at most `MOST_BROKEN` broken ones and `MOST_HELD` others are
kept for each attack. Which ones is drawn from their names, and so depends neither on order nor on chance.
"""

import hashlib
import heapq
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

MOST_BROKEN = 1_000
MOST_HELD = 200

Outcome: TypeAlias = Mapping[str, Any]


class Place(NamedTuple):
    """Where an outcome belongs: the coordinates that its numbers have."""

    task: str
    model: str
    attack: str


def place_of(row: Mapping[str, Any]) -> Place:
    """The place of an outcome, or of a row of numbers."""
    return Place(str(row["task"]), str(row["model"]), str(row["attack"]))


@dataclass
class Gathered:
    """What was kept.

    Attributes:
        broken: Broken examples for the page, sorted by place and id.
        broken_in_all: How many there are in the run.
        held: Examples that were attacked and not broken, and those with an error; sorted alike.
        held_in_all: How many there are in the run.
        words: For each place the words changed in every broken example.
        queries: For each place the texts asked for every example that was attacked.
    """

    broken: list[Outcome] = field(default_factory=list)
    broken_in_all: int = 0
    held: list[Outcome] = field(default_factory=list)
    held_in_all: int = 0
    words: dict[Place, "array[int]"] = field(default_factory=dict)
    queries: dict[Place, "array[int]"] = field(default_factory=dict)


def gather(
    outcomes: Iterable[Outcome], *, most_broken: int = MOST_BROKEN, most_held: int = MOST_HELD
) -> Gathered:
    """Read all outcomes and keep what the page needs.

    Args:
        outcomes: As in the journal, in any order.
        most_broken: Broken examples to keep, in all.
        most_held: Others to keep, in all.

    Returns:
        The choice: the same for any order of the outcomes.
    """
    gathered = Gathered()
    broken, held = _Chosen(most_broken), _Chosen(most_held)
    for outcome in outcomes:
        place, status = place_of(outcome), outcome["status"]
        if status in ("success", "failure", "budget"):
            gathered.queries.setdefault(place, array("q")).append(outcome["asked"].get("classify", 0))
        if status == "success":
            broken.add(place, outcome)
            if outcome.get("modified"):
                gathered.words.setdefault(place, array("q")).append(outcome["modified"]["words"])
        elif status != "skipped":
            held.add((*place, status), outcome)
    gathered.broken, gathered.broken_in_all = broken.balanced(), broken.seen
    gathered.held, gathered.held_in_all = held.balanced(), held.seen
    return gathered


def shares(sizes: Mapping[Any, int], most: int) -> dict[Any, int]:
    """Divide `most` places over groups as evenly as their sizes allow; what one leaves the others get."""
    left, out = most, {}
    for number, (key, size) in enumerate(sorted(sizes.items(), key=lambda item: (item[1], item[0]))):
        out[key] = min(size, left // (len(sizes) - number))
        left -= out[key]
    return out


class _Chosen:
    """For each group those outcomes whose names hash lowest, `most` of them at most."""

    def __init__(self, most: int) -> None:
        self.most, self.seen = most, 0
        self.groups: dict[tuple[str, ...], list[tuple[int, str, Outcome]]] = {}

    def add(self, group: tuple[str, ...], outcome: Outcome) -> None:
        self.seen += 1
        name = str(outcome["id"])
        digest = hashlib.blake2b(
            "\0".join((*group[:3], name)).encode("utf-8", "surrogatepass"), digest_size=8
        ).digest()
        entry = (-int.from_bytes(digest), name, outcome)
        heap = self.groups.setdefault(group, [])
        if len(heap) < self.most:
            heapq.heappush(heap, entry)
        else:
            heapq.heappushpop(heap, entry)

    def balanced(self) -> list[Outcome]:
        quotas = shares({group: len(heap) for group, heap in self.groups.items()}, self.most)
        chosen: list[Outcome] = []
        for group, heap in sorted(self.groups.items()):
            lowest = sorted(heap, key=lambda entry: -entry[0])[: quotas[group]]
            chosen.extend(sorted((entry[2] for entry in lowest), key=_by_id))
        return chosen


def _by_id(outcome: Outcome) -> tuple[bool, int, str]:
    name = str(outcome["id"])
    number = name.isascii() and name.isdigit()
    return not number, int(name) if number else 0, name
