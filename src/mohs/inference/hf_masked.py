"""Texts through a masked language model of transformers: the best candidates of every token, perplexity."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import numpy as np

from mohs.errors import ModelError
from mohs.inference.hf_text import HfText
from mohs.inference.masked import LOGITS, STEPS, Filled, Vocabulary, flat
from mohs.inference.packing import batches, distinct, padded_batches
from mohs.inference.tokens import Window


class HfMaskedText(HfText):
    """A masked language model of transformers.

    Args:
        path_or_id: As `HfText`.
        device: As `HfText`.
        dtype: As `HfText`.
        batch_tokens: As `HfText`; by default so many that a batch has no more than `LOGITS`.
        max_length: As `HfText`.
        threads: As `HfText`.

    Raises:
        ModelError: As `HfText`; also where it has no trained head, or a vocabulary that cannot be read.
        MissingExtra: torch or transformers is not installed.
    """

    def __init__(
        self,
        path_or_id: str,
        *,
        device: str | None = None,
        dtype: str | None = None,
        batch_tokens: int | None = None,
        max_length: int | None = None,
        threads: int | None = None,
    ) -> None:
        super().__init__(
            path_or_id,
            device=device,
            dtype=dtype,
            batch_tokens=batch_tokens,
            head="masked-lm",
            max_length=max_length,
            threads=threads,
        )
        self._last = self.model.get_output_embeddings()
        if self._last is None:
            raise ModelError(
                f"{self.name} has no last layer that is known here",
                got=type(self.model).__name__,
                expected="a model with output embeddings",
            )
        self.vocabulary = Vocabulary(self.tokens.tokenizer, self.name)
        if batch_tokens is None:
            most = LOGITS["cuda" if self.device.type == "cuda" else "cpu"] // int(
                self.model.config.vocab_size
            )
            self.batch_tokens = max(1, min(self.batch_tokens, most))

    def fill(self, items: Sequence[tuple[str, int]]) -> list[list[Filled]]:
        """For every token of each text, as it stands, the candidates with the greatest logits.

        Args:
            items: (text, candidates of each token) pairs. A text that is longer than a row is read in
                several, one after the other.
        """
        windows, owners = flat(self.tokens.windows([text for text, _ in items]))
        counts = [items[owner][1] for owner in owners]
        best: list[Any] = [None] * len(windows)
        for numbers, logits in self._logits(windows):
            most = max(counts[n] for n in numbers)
            for n, row in zip(numbers, self._best(logits, most), strict=True):
                best[n] = row
        found: list[list[Filled]] = [[] for _ in items]
        for window, owner, count, row in zip(windows, owners, counts, best, strict=True):
            for (start, end), token, (ids, scores) in zip(
                window.spans, window.row.ids[window.first :], row, strict=False
            ):
                found[owner].append(Filled(start, end, token, ids[:count], scores[:count]))
        return found

    def perplexity(self, strings: Sequence[str]) -> list[float]:
        """The perplexity of each string: exp of the mean loss of its tokens, each seen by the network.

        Rounded to about four digits; infinite for a string without any token.
        """
        torch = self._torch
        windows, owners = flat(self.tokens.windows(strings))
        losses: list[list[float]] = [[] for _ in strings]
        for numbers, logits in self._logits(windows):
            normal = torch.logsumexp(logits, dim=-1).cpu().numpy()
            for n, row, total in zip(numbers, logits, normal, strict=True):
                ids = windows[n].row.ids[windows[n].first :][: len(windows[n].spans)]
                own = row[torch.arange(len(ids)), list(ids)].cpu().numpy()
                losses[owners[n]].extend((total[: len(ids)] - own).tolist())
        return [
            math.exp(min(700.0, round(math.fsum(one) / len(one), 4))) if one else math.inf for one in losses
        ]

    def _logits(self, windows: Sequence[Window]) -> Iterator[tuple[list[int], Any]]:
        """Numbers of windows, and the logits of their text in float32, shape (windows, tokens, vocabulary).

        The marks around a text have none: of a word of three pieces they would be two fifths of the work.
        """
        torch = self._torch
        first, which = distinct([window.row for window in windows])
        same: list[list[int]] = [[] for _ in first]
        for number, place in enumerate(which):
            same[place].append(number)
        rows = [windows[number].row for number in first]
        pack = padded_batches if self.padded else batches
        with torch.inference_mode():
            for batch in pack([len(row) for row in rows], self.batch_tokens)[::-1]:
                feeds, mask = self.feeds([rows[k] for k in batch])
                some = [windows[first[k]] for k in batch]
                with self._only(some[0].first, max(len(one.spans) for one in some)):
                    logits = self.model(**feeds, attention_mask=mask).logits.float()
                numbers = [number for k in batch for number in same[k]]
                if len(numbers) > len(batch):
                    logits = logits[[place for place, k in enumerate(batch) for _ in same[k]]]
                yield numbers, logits

    @contextmanager
    def _only(self, first: int, count: int) -> Iterator[None]:
        """Let the network's last layer see `count` tokens of each row, from the `first` on."""
        hook = self._last.register_forward_pre_hook(
            lambda _, given: (given[0][:, first : first + count], *given[1:])
        )
        try:
            yield
        finally:
            hook.remove()

    def _best(self, logits: Any, most: int) -> list[list[tuple[list[int], list[float]]]]:
        """For each row and token the ids with the greatest logits, best first, and the logits."""
        torch = self._torch
        rows, length, width = logits.shape
        steps = (logits.reshape(rows * length, width) * STEPS).round()
        least = torch.topk(steps, min(most, width), dim=1).values[:, -1:]
        # all that are as good as the last, so that which of the equals are taken is decided by their ids
        where = (steps >= least).nonzero()
        scores = steps[where[:, 0], where[:, 1]].cpu().numpy()
        places, ids = where.cpu().numpy().T
        order = np.lexsort((ids, -scores, places))
        ends = np.searchsorted(places, np.arange(rows * length + 1)).tolist()
        sorted_ids, sorted_scores = ids[order].tolist(), (scores[order] / STEPS).tolist()
        flat = [
            (sorted_ids[a : min(b, a + most)], sorted_scores[a : min(b, a + most)]) for a, b in pairwise(ends)
        ]
        return [flat[row * length : (row + 1) * length] for row in range(rows)]
