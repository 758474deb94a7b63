"""Which rows of two sets are alike: an exact join on the words of their texts.

Two rows are as alike as the words that they share: words in both / words in either (Jaccard), each word
counted once and with the field that it stands in. A pair above the threshold must share one of the rarest
words of both (prefix filtering; Bayardo, Ma and Srikant 2007, "Scaling up all pairs similarity search"), so
that most pairs are never looked at, and none above the threshold is missed.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from mohs.language.change import words_of

Fields = Mapping[str, str]


class Pair(NamedTuple):
    """Two rows that are alike: their places in the two sets, and how alike they are, in (0, 1]."""

    first: int
    second: int
    alike: float


def alike(first: Sequence[Fields], second: Sequence[Fields], threshold: float) -> Iterator[Pair]:
    """Every pair of one row of each set that shares at least `threshold` of its words.

    Args:
        first: Rows, each field name -> text.
        second: Rows of the same fields.
        threshold: Least share of words in common, in (0, 1].

    Yields:
        The pairs, by the place of the first and then of the second; rows without a word are in none.

    Raises:
        ValueError: The threshold is not in (0, 1].
    """
    if not 0 < threshold <= 1:
        raise ValueError(f"threshold must lie in (0, 1], got {threshold}")
    bags, others = [_bag(row) for row in first], [_bag(row) for row in second]
    seen = Counter(word for bag in (*bags, *others) for word in bag)
    index: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, bag in enumerate(others):
        for word in _rarest(bag, seen, threshold):
            index[word].append(place)
    for place, bag in enumerate(bags):
        candidates = {other for word in _rarest(bag, seen, threshold) for other in index.get(word, ())}
        for other in sorted(candidates):
            if (share := share_of(bag, others[other])) >= threshold:
                yield Pair(place, other, share)


def fields_alike(first: Fields, second: Fields) -> float:
    """How alike the least alike field of two rows is, in [0, 1]; two fields without words are alike."""
    return min(share_of(set(words_of(text)), set(words_of(second[name]))) for name, text in first.items())


def share_of(first: Set[Any], second: Set[Any]) -> float:
    """Items in both / items in either; 1 where both are empty."""
    union = len(first | second)
    return len(first & second) / union if union else 1.0


def _bag(row: Fields) -> set[tuple[str, str]]:
    return {(name, word) for name, text in row.items() for word in words_of(text)}


def _rarest(
    bag: set[tuple[str, str]], seen: Mapping[tuple[str, str], int], threshold: float
) -> list[tuple[str, str]]:
    """So many of the rarest words that no row above the threshold can do without all of them."""
    ordered = sorted(bag, key=lambda word: (seen[word], word))
    return ordered[: len(bag) - math.ceil(threshold * len(bag) - 1e-9) + 1]
