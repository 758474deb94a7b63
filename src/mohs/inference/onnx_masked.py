"""Texts through a masked language model in ONNX, on the CPU: what `hf_masked` does, without torch."""

import math
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mohs.errors import ModelError
from mohs.inference.masked import LOGITS, STEPS, Filled, Vocabulary, flat
from mohs.inference.onnx_text import OnnxText
from mohs.inference.packing import batches, distinct
from mohs.inference.tokens import Window


class OnnxMaskedText(OnnxText):
    """A masked language model in ONNX: a graph that gives logits for every token of a row.

    A folder as `OnnxText` takes it, whose config says `"output": "token-logits"`, or one that was exported
    from a masked language model of transformers.

    Args:
        folder: Where model.onnx, tokenizer.json and config.json lie.
        threads: As `OnnxText`.
        batch_tokens: As `OnnxText`; by default 1,024, and fewer where the vocabulary is large.
        max_length: As `OnnxText`.

    Attributes:
        vocabulary: How its tokens are read.

    Raises:
        ModelError: As `OnnxText`; also where the graph gives something else than logits of its tokenizer's
            vocabulary.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        threads: int | None = None,
        batch_tokens: int | None = None,
        max_length: int | None = None,
    ) -> None:
        super().__init__(folder, threads=threads, max_length=max_length, output="token-logits")
        tokenizer = self.tokens.tokenizer
        if self.width < tokenizer.get_vocab_size():
            raise ModelError(
                f"{self.folder} is no masked language model for its tokenizer",
                got=f"{self.width} numbers for each token",
                expected=f"one for each of the {tokenizer.get_vocab_size()} tokens of tokenizer.json",
            )
        self.vocabulary = Vocabulary(tokenizer, str(self.folder))
        self.batch_tokens = batch_tokens or max(1, min(self.batch_tokens, LOGITS["cpu"] // self.width))

    def fill(self, items: Sequence[tuple[str, int]]) -> list[list[Filled]]:
        """For every token of each text, as it stands, the candidates with the greatest logits.

        Args:
            items: (text, candidates of each token) pairs. A text that is longer than a row is read in
                several, one after the other.
        """
        windows, owners = flat(self.tokens.windows([text for text, _ in items]))
        counts = [items[owner][1] for owner in owners]
        best: list[list[tuple[list[int], list[float]]]] = [[] for _ in windows]
        for numbers, logits in self._logits(windows):
            for place, n in enumerate(numbers):
                best[n] = _best(logits[place], counts[n])
        found: list[list[Filled]] = [[] for _ in items]
        for window, owner, row in zip(windows, owners, best, strict=True):
            ids = window.row.ids[window.first :]
            for (start, end), token, (others, scores) in zip(window.spans, ids, row, strict=False):
                found[owner].append(Filled(start, end, token, others, scores))
        return found

    def perplexity(self, strings: Sequence[str]) -> list[float]:
        """The perplexity of each string: exp of the mean loss of its tokens, each seen by the network.

        Rounded to about four digits; infinite for a string without any token.
        """
        windows, owners = flat(self.tokens.windows(strings))
        losses: list[list[float]] = [[] for _ in strings]
        for numbers, logits in self._logits(windows):
            greatest = logits.max(axis=-1)
            total = np.log(np.exp(logits - greatest[..., None]).sum(axis=-1)) + greatest
            for place, n in enumerate(numbers):
                ids = list(windows[n].row.ids[windows[n].first :][: len(windows[n].spans)])
                own = logits[place][np.arange(len(ids)), ids]
                losses[owners[n]].extend((total[place][: len(ids)] - own).tolist())
        return [
            math.exp(min(700.0, round(math.fsum(one) / len(one), 4))) if one else math.inf for one in losses
        ]

    def _logits(self, windows: Sequence[Window]) -> Iterator[tuple[list[int], NDArray[np.float32]]]:
        """Numbers of windows, and the logits of their text, shape (windows, tokens, vocabulary)."""
        first, which = distinct([window.row for window in windows])
        same: list[list[int]] = [[] for _ in first]
        for number, place in enumerate(which):
            same[place].append(number)
        rows = [windows[number].row for number in first]
        for batch in batches([len(row) for row in rows], self.batch_tokens):
            answer = self._run([rows[k] for k in batch])
            some = [windows[first[k]] for k in batch]
            begin, most = some[0].first, max(len(one.spans) for one in some)
            places = [place for place, k in enumerate(batch) for _ in same[k]]
            numbers = list(chain.from_iterable(same[k] for k in batch))
            shown = answer[:, begin : begin + most]
            yield numbers, shown if places == list(range(len(batch))) else shown[places]


def _best(logits: NDArray[np.float32], most: int) -> list[tuple[list[int], list[float]]]:
    """For each token the ids with the greatest logits, best first, and the logits; equal ones by id."""
    steps = np.rint(logits * STEPS)
    width = steps.shape[1]
    most = min(most, width)
    least = np.partition(steps, width - most, axis=1)[:, width - most, None]
    places, ids = np.nonzero(steps >= least)
    scores = steps[places, ids]
    order = np.lexsort((ids, -scores, places))
    ends = np.searchsorted(places, np.arange(len(steps) + 1)).tolist()
    sorted_ids, sorted_scores = ids[order].tolist(), (scores[order] / STEPS).tolist()
    return [
        (sorted_ids[a : min(b, a + most)], sorted_scores[a : min(b, a + most)]) for a, b in pairwise(ends)
    ]
