"""Texts through a masked language model of transformers: the best candidates of every token, perplexity."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mohs.errors import ModelError
from mohs.inference.hf_text import HfText
from mohs.inference.masked import LOGITS, STEPS, Best, MaskedText, each_once, ranked
from mohs.inference.packing import batches, padded_batches
from mohs.inference.tokens import Row, Window
from mohs.inference.vocabulary import Vocabulary


class HfMaskedText(MaskedText, HfText):
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

    def _logits(self, windows: Sequence[Window]) -> Iterator[tuple[list[int], Any]]:
        """In float32, without the marks around a text: of a short word they are two fifths of the work."""
        pack = padded_batches if self.padded else batches
        return each_once(windows, lambda lengths: pack(lengths, self.batch_tokens)[::-1], self._text_logits)

    def _text_logits(self, rows: Sequence[Row], first: int, count: int) -> Any:
        feeds, mask = self.feeds(rows)
        with self._torch.inference_mode(), self._only(first, count):
            return self.model(**feeds, attention_mask=mask).logits.float()

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

    def _best(self, logits: Any, most: int) -> Sequence[Best]:
        torch = self._torch
        rows, length, width = logits.shape
        steps = (logits.reshape(rows * length, width) * STEPS).round()
        least = torch.topk(steps, min(most, width), dim=1).values[:, -1:]
        # all that are as good as the last, so that which of the equals are taken is decided by their ids
        where = (steps >= least).nonzero()
        scores = steps[where[:, 0], where[:, 1]].cpu().numpy()
        places, ids = where.cpu().numpy().T
        found = ranked(places, ids, scores, rows * length, most)
        return [found[row * length : (row + 1) * length] for row in range(rows)]

    def _losses(self, logits: Any, ids: Sequence[Sequence[int]]) -> Iterator[list[float]]:
        torch = self._torch
        normal = torch.logsumexp(logits, dim=-1).cpu().numpy()
        for row, total, own in zip(logits, normal, ids, strict=True):
            there = row[torch.arange(len(own)), list(own)].cpu().numpy()
            yield (total[: len(own)] - there).tolist()
