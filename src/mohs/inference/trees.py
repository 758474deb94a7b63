"""Trees of words, many at once: what depends on what, and in which order a network goes through them.

Every tree hangs on one node that is no word, number 0: the text, on which the roots of its sentences depend.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.intp]

TEXT = 0
"""The number of the node that is no word, and of the relation and the tag that it has."""


@dataclass(frozen=True)
class Tree:
    """The words of one text and what each depends on; entry 0 is the text itself.

    Attributes:
        words: The number of each word's vector; -1 where it has none.
        tags: The number of its part of speech.
        relations: The number of its relation to its head.
        heads: The node that it depends on; of the text, the text.
    """

    words: tuple[int, ...]
    tags: tuple[int, ...]
    relations: tuple[int, ...]
    heads: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.words)


class Forest:
    """Several trees with their nodes in one row, tree after tree.

    Args:
        trees: At least one.

    Attributes:
        words, tags, relations: As in `Tree`, shape (nodes,).
        heads: Counted through all trees; shape (nodes,).
        before: The sibling to the left, under the same head; -1 for a first one. Shape (nodes,).
        texts: The node of each tree that is its text; shape (trees,).
    """

    def __init__(self, trees: Sequence[Tree]) -> None:
        counts = np.array([len(tree) for tree in trees], dtype=np.intp)
        self.texts: IntArray = counts.cumsum() - counts
        self.words = _row([tree.words for tree in trees])
        self.tags = _row([tree.tags for tree in trees])
        self.relations = _row([tree.relations for tree in trees])
        self.heads = _row([tree.heads for tree in trees]) + np.repeat(self.texts, counts)
        self._is_text = np.zeros(len(self.words), bool)
        self._is_text[self.texts] = True
        self.before = self._siblings()

    def __len__(self) -> int:
        return len(self.words)

    def down(self) -> Iterator[IntArray]:
        """The nodes that can be told at once, from the texts down: behind their head, in rising order."""
        depth = np.where(self._is_text, 0, -1)
        now, level = self.texts, 0
        while len(now):
            yield now
            level += 1
            now = np.flatnonzero((depth < 0) & (depth[self.heads] == level - 1))
            depth[now] = level

    def along(self) -> Iterator[IntArray]:
        """As `down`, but a node comes behind its left sibling, too."""
        step = np.where(self._is_text, 0, -1)
        now, count = self.texts, 0
        while len(now):
            yield now
            count += 1
            ready = (step < 0) & (step[self.heads] >= 0)
            now = np.flatnonzero(ready & ((self.before < 0) | (step[self.before] >= 0)))
            step[now] = count

    def up(self) -> Iterator[tuple[IntArray, IntArray, IntArray]]:
        """The nodes whose children are all known, from the leaves up.

        With them their children, and which of these nodes each child belongs to, in rising order.
        """
        inner = np.flatnonzero(~self._is_text)
        waiting = np.bincount(self.heads[inner], minlength=len(self))
        left = np.ones(len(self), bool)
        now = np.flatnonzero(waiting == 0)
        children = inner[np.argsort(self.heads[inner], kind="stable")]
        while len(now):
            place = np.full(len(self), -1, np.intp)
            place[now] = np.arange(len(now))
            own = children[place[self.heads[children]] >= 0]
            yield now, own, place[self.heads[own]]
            left[now] = False
            done = now[~self._is_text[now]]
            np.subtract.at(waiting, self.heads[done], 1)
            now = np.flatnonzero(left & (waiting == 0))

    def _siblings(self) -> IntArray:
        before = np.full(len(self), -1, np.intp)
        inner = np.flatnonzero(~self._is_text)
        order = inner[np.argsort(self.heads[inner], kind="stable")]
        alike = self.heads[order][1:] == self.heads[order][:-1]
        before[order[1:][alike]] = order[:-1][alike]
        return before


def _row(parts: Sequence[tuple[int, ...]]) -> IntArray:
    return np.array([number for part in parts for number in part], dtype=np.intp)
