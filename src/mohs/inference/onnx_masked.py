"""Texts through a masked language model in ONNX, on the CPU: what `hf_masked` does, without torch."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from mohs.errors import ModelError
from mohs.inference.masked import LOGITS, STEPS, Best, MaskedText, each_once, ranked
from mohs.inference.onnx_text import OnnxText
from mohs.inference.packing import batches
from mohs.inference.tokens import Row, Window
from mohs.inference.vocabulary import Vocabulary
from mohs.paths import AnyPath

Floats = NDArray[np.float32]


class OnnxMaskedText(MaskedText, OnnxText):
    """A masked language model in ONNX: a graph that gives logits for every token of a row.

    A folder as `OnnxText` takes it, whose config says `"output": "token-logits"`, or one that was exported
    from a masked language model of transformers.

    Args:
        folder: Where model.onnx, tokenizer.json and config.json lie.
        threads: As `OnnxText`.
        batch_tokens: As `OnnxText`; by default 1,024, and fewer where the vocabulary is large.
        max_length: As `OnnxText`.

    Raises:
        ModelError: As `OnnxText`; also where the graph gives something else than logits of its tokenizer's
            vocabulary.
    """

    def __init__(
        self,
        folder: AnyPath,
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

    def _logits(self, windows: Sequence[Window]) -> Iterator[tuple[list[int], Floats]]:
        def run(rows: Sequence[Row], first: int, count: int) -> Floats:
            return self._run(rows)[:, first : first + count]

        return each_once(windows, lambda lengths: batches(lengths, self.batch_tokens), run)

    def _best(self, logits: Floats, most: int) -> Sequence[Best]:
        return [_best(row, most) for row in logits]

    def _losses(self, logits: Floats, ids: Sequence[Sequence[int]]) -> Iterator[list[float]]:
        greatest = logits.max(axis=-1)
        total = np.log(np.exp(logits - greatest[..., None]).sum(axis=-1)) + greatest
        for row, normal, own in zip(logits, total, ids, strict=True):
            yield (normal[: len(own)] - row[np.arange(len(own)), list(own)]).tolist()


def _best(logits: Floats, most: int) -> Best:
    """For each token of a row the ids with the greatest logits, best first, and the logits."""
    steps = np.rint(logits * STEPS)
    width = steps.shape[1]
    least = np.partition(steps, width - min(most, width), axis=1)[:, width - min(most, width), None]
    places, ids = np.nonzero(steps >= least)
    return ranked(places, ids, steps[places, ids], len(steps), most)
