"""A seeded sample that is balanced over the labels, however the file is sorted."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

from mohs.data.example import Example
from mohs.errors import DataError


def sample(examples: Sequence[Example], limit: int, seed: int) -> list[Example]:
    """Draw examples: as many of each label as the supply allows, in the order in which they came.

    Which ones depends on the seed and their ids alone, not on their order; and a sample of 100 is part of the
    sample of 200 with the same seed.

    Args:
        examples: The supply; ids are unique.
        limit: How many to draw; all, where there are no more.
        seed: Of the draw.

    Raises:
        DataError: A limit under one.
    """
    if limit < 1:
        raise DataError("--limit must be at least 1", got=str(limit))
    if limit >= len(examples):
        return list(examples)
    by_label: dict[int, list[Example]] = {}
    for example in examples:
        by_label.setdefault(example.label, []).append(example)
    shares = _shares({label: len(own) for label, own in by_label.items()}, limit, seed)
    chosen: set[str] = set()
    for label, own in by_label.items():
        drawn = sorted(own, key=lambda example: (_draw(seed, f"id {example.id}"), example.id))
        chosen.update(example.id for example in drawn[: shares[label]])
    return [example for example in examples if example.id in chosen]


def _shares(supply: Mapping[int, int], limit: int, seed: int) -> dict[int, int]:
    """How many of each label: round by round one of each that has any left, in an order drawn by the seed."""
    shares = dict.fromkeys(sorted(supply, key=lambda label: (_draw(seed, f"label {label}"), label)), 0)
    left = limit
    while left:
        open_labels = [label for label in shares if shares[label] < supply[label]]
        # As many whole rounds at once as neither empties a label nor overshoots.
        rounds = min(left // len(open_labels), *(supply[label] - shares[label] for label in open_labels))
        for label in open_labels[: len(open_labels) if rounds else left]:
            shares[label] += max(rounds, 1)
        left = limit - sum(shares.values())
    return shares


def _draw(seed: int, what: str) -> bytes:
    """Sixteen bytes that look random, of a seed and a name."""
    return blake2b(f"{seed} {what}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
