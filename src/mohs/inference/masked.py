"""What masked language models of every kind have in common: candidates of every token, and perplexity."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mohs.errors import ClassifierFault
from mohs.inference.packing import distinct
from mohs.inference.tokens import Row, Tokens, Window
from mohs.inference.vocabulary import Vocabulary

LOGITS = {"cpu": 2**25, "cuda": 2**28}
"""The most logits of a batch (128 MiB and 1 GiB): a vocabulary of 250,000 tokens would fill the memory."""

STEPS = 1024
"""Logits are rounded to one in so many before they are compared; equal ones go by token id."""

NOT_FINITE = "the masked language model gave logits that are not finite"


class Filled(NamedTuple):
    """A token of a text, and the tokens that the network would rather put there."""

    start: int
    end: int
    token: int
    ids: list[int]
    """Best first."""
    scores: list[float]
    """Logits, rounded."""


Best = list[tuple[list[int], list[float]]]
"""For each token of a row some ids, best first, and their logits, rounded."""


class MaskedText(ABC):
    """What fills in and measures texts, from the logits that a network gives for their tokens.

    Attributes:
        tokens: How the network reads texts.
        vocabulary: How its tokens are read.
    """

    tokens: Tokens
    vocabulary: Vocabulary

    def fill(self, items: Sequence[tuple[str, int]]) -> list[list[Filled]]:
        """For every token of each text, as it stands, the candidates with the greatest logits.

        Args:
            items: (text, candidates of each token) pairs. A text that is longer than a row is read in
                several, one after the other.

        Raises:
            ClassifierFault: The network gives logits that are not finite.
        """
        windows, owners = flat(self.tokens.windows([text for text, _ in items]))
        counts = [items[owner][1] for owner in owners]
        best: list[Best] = [[] for _ in windows]
        for numbers, logits in self._logits(windows):
            for n, row in zip(numbers, self._best(logits, max(counts[n] for n in numbers)), strict=True):
                best[n] = row
        found: list[list[Filled]] = [[] for _ in items]
        for window, owner, count, row in zip(windows, owners, counts, best, strict=True):
            own = window.row.ids[window.first :]
            for (start, end), token, (ids, scores) in zip(window.spans, own, row, strict=False):
                found[owner].append(Filled(start, end, token, ids[:count], scores[:count]))
        return found

    def perplexity(self, strings: Sequence[str]) -> list[float]:
        """The perplexity of each string: exp of the mean loss of its tokens, each seen by the network.

        Rounded to about four digits; infinite for a string without any token.

        Raises:
            ClassifierFault: The network gives logits that are not finite.
        """
        windows, owners = flat(self.tokens.windows(strings))
        losses: list[list[float]] = [[] for _ in strings]
        for numbers, logits in self._logits(windows):
            own = [windows[n].row.ids[windows[n].first :][: len(windows[n].spans)] for n in numbers]
            for n, some in zip(numbers, self._losses(logits, own), strict=True):
                losses[owners[n]].extend(some)
        return [_surprise(one) if one else math.inf for one in losses]

    @abstractmethod
    def _logits(self, windows: Sequence[Window]) -> Iterator[tuple[list[int], Any]]:
        """Numbers of windows, and the logits of their text, shape (windows, tokens, vocabulary)."""

    @abstractmethod
    def _best(self, logits: Any, most: int) -> Sequence[Best]:
        """For each row and token the ids with the greatest logits, best first, and the logits."""

    @abstractmethod
    def _losses(self, logits: Any, ids: Sequence[Sequence[int]]) -> Iterator[list[float]]:
        """For each row the loss of these tokens, in nats."""


def _surprise(losses: Sequence[float]) -> float:
    """The perplexity, exp of the mean loss, as far as a float reaches."""
    mean = math.fsum(losses) / len(losses)
    if not math.isfinite(mean):
        raise ClassifierFault(NOT_FINITE)
    return math.exp(min(700.0, round(mean, 4)))


def each_once(
    windows: Sequence[Window],
    pack: Callable[[Sequence[int]], Sequence[Sequence[int]]],
    run: Callable[[Sequence[Row], int, int], Any],
) -> Iterator[tuple[list[int], Any]]:
    """Numbers of windows, and the logits of their text; equal rows are run once.

    Args:
        windows: What is read.
        pack: Puts rows of these lengths into batches.
        run: (rows, the first token of their text, the most tokens of a text) -> logits, with the rows first.

    Raises:
        ClassifierFault: Logits are NaN or infinite; of single tokens -inf is let pass, as never to be put.
    """
    first, which = distinct([window.row for window in windows])
    same: list[list[int]] = [[] for _ in first]
    for number, place in enumerate(which):
        same[place].append(number)
    rows = [windows[number].row for number in first]
    for batch in pack([len(row) for row in rows]):
        some = [windows[first[k]] for k in batch]
        logits = run([rows[k] for k in batch], some[0].first, max(len(one.spans) for one in some))
        if 0 not in logits.shape and not math.isfinite(logits.max()):
            raise ClassifierFault(NOT_FINITE)
        numbers = [number for k in batch for number in same[k]]
        if len(numbers) > len(batch):
            logits = logits[[place for place, k in enumerate(batch) for _ in same[k]]]
        yield numbers, logits


def ranked(places: NDArray[Any], ids: NDArray[Any], steps: NDArray[Any], tokens: int, most: int) -> Best:
    """For each token the `most` best of its candidates, best first; equal ones by id.

    Args:
        places: The token that each candidate is for, from 0, in rising order.
        ids: Its id.
        steps: Its logit, in `STEPS`.
        tokens: How many tokens there are.
        most: How many candidates each has at the most.
    """
    order = np.lexsort((ids, -steps, places))
    ends = np.searchsorted(places, np.arange(tokens + 1)).tolist()
    sorted_ids, scores = ids[order].tolist(), (steps[order] / STEPS).tolist()
    return [(sorted_ids[a : min(b, a + most)], scores[a : min(b, a + most)]) for a, b in pairwise(ends)]


def flat(windows: Sequence[Sequence[Window]]) -> tuple[list[Window], list[int]]:
    """All windows, and which text each is from."""
    return [one for many in windows for one in many], [n for n, many in enumerate(windows) for _ in many]
