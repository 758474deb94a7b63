"""Gradients of a transformers network at its input embeddings, in torch, on a CPU or a GPU.

The network reads token ids as ever; what its embedding layer gives is caught on the way, so that nothing need
be known of how it goes on.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from mohs.errors import ModelError
from mohs.inference.descent import FloatArray, Slopes
from mohs.inference.hf_text import HfText
from mohs.inference.packing import batches, padded_batches
from mohs.inference.tokens import Input, Row, Traced

LARGE, FEW = 2_000_000, 8
"""A network on a CPU with so many weights behind its embeddings gains next to nothing from more than so few
descents at once (MiniLM, 10.7 million: 5 % from 64), and a run that is stopped loses less."""


class HfGradients:
    """A sequence classifier of transformers as something that can be descended.

    Args:
        network: The classifier. Its weights are told that they need no gradients.

    Raises:
        ModelError: It has no input embeddings.
    """

    def __init__(self, network: HfText) -> None:
        import torch

        self._torch, self._network = torch, network
        try:
            self._embedding = network.model.get_input_embeddings()
        except NotImplementedError:
            self._embedding = None
        weight = getattr(self._embedding, "weight", None)
        if weight is None:
            raise ModelError(
                f"{network.name} has no input embeddings", got=type(network.model).__name__,
                expected="a network that looks its tokens up in a table",
            )  # fmt: skip
        network.model.requires_grad_(requires_grad=False)
        behind = sum(one.numel() for one in network.model.parameters()) - weight.numel()
        self.at_once = FEW if network.device.type == "cpu" and behind > LARGE else sys.maxsize
        # Encoder and decoder may each have a layer of their own on one table.
        self._layers = [
            layer
            for layer in network.model.modules()
            if getattr(layer, "weight", None) is weight and hasattr(layer, "embedding_dim")
        ]

    def read(self, inputs: Sequence[Input]) -> list[Traced]:
        """As `Differentiable`."""
        return self._network.tokens.traced(inputs)

    def vectors(self, strings: Sequence[str]) -> FloatArray:
        """As `Differentiable`; zeros for a string without any token."""
        torch = self._torch
        tokenizer = self._network.tokens.tokenizer
        encodings = tokenizer.encode_batch_fast(list(strings), add_special_tokens=False)
        ids = [encoding.ids for encoding in encodings]
        flat = torch.tensor([number for one in ids for number in one], device=self._network.device)
        with torch.no_grad():
            rows = self._embedding(flat.long()).float().cpu().numpy()
        found = np.zeros((len(ids), rows.shape[1]), np.float32)
        some = [k for k, one in enumerate(ids) if one]
        counts = np.array([len(ids[k]) for k in some], dtype=np.intp)
        if len(some):
            firsts = counts.cumsum() - counts
            found[some] = np.add.reduceat(rows, firsts, axis=0) / counts[:, None].astype(np.float32)
        return found

    def gradients(self, rows: Sequence[Row], slopes: Slopes) -> tuple[FloatArray, list[FloatArray]]:
        """As `Differentiable`; on a CPU the same for a row whatever is beside it, bit by bit."""
        network = self._network
        pack = padded_batches if network.padded else batches
        logits = np.zeros((len(rows), len(network.labels)), np.float32)
        found: list[Any] = [None] * len(rows)
        for batch in pack([len(row) for row in rows], network.batch_tokens)[::-1]:
            scores, gradient = self._batch([rows[k] for k in batch], batch, slopes)
            logits[batch] = scores
            for place, k in enumerate(batch):
                found[k] = gradient[place, : len(rows[k])]
        return logits, found

    def _batch(
        self, rows: Sequence[Row], numbers: Sequence[int], slopes: Slopes
    ) -> tuple[FloatArray, FloatArray]:
        torch = self._torch
        feeds, mask = self._network.feeds(rows)
        with torch.enable_grad(), self._caught() as caught:
            logits = self._network.model(**feeds, attention_mask=mask).logits
            if not caught:
                raise ModelError(
                    f"{self._network.name} does not look its tokens up in its input embeddings",
                    got=type(self._network.model).__name__,
                )
            scores = logits.detach().float().cpu().numpy()
            slope = slopes(scores, numbers)
            if not slope.any():
                return scores, np.zeros((*mask.shape, caught[0][1].shape[-1]), np.float32)
            at_logits = torch.from_numpy(slope).to(logits.device, logits.dtype)
            gradients = torch.autograd.grad(
                logits, [leaf for _, leaf in caught], at_logits, allow_unused=True
            )
        total = torch.zeros_like(caught[0][1], requires_grad=False)
        for (ids, _), gradient in zip(caught, gradients, strict=True):
            if gradient is not None:
                _add(total, feeds["input_ids"], ids, gradient)
        return scores, total.float().cpu().numpy()

    @contextmanager
    def _caught(self) -> Iterator[list[tuple[Any, Any]]]:
        """(ids, what the embedding layer gave for them), which gradients are asked for, as they come."""
        caught: list[tuple[Any, Any]] = []

        def catch(_: Any, given: tuple[Any, ...], output: Any) -> Any:
            leaf = output.detach().requires_grad_()
            caught.append((given[0], leaf))
            return leaf

        hooks = [layer.register_forward_hook(catch) for layer in self._layers]
        try:
            yield caught
        finally:
            for hook in hooks:
                hook.remove()


def _add(total: Any, read: Any, ids: Any, gradient: Any) -> None:
    """Add the gradient of one pass over the tokens; a decoder reads them one place further on."""
    if ids.shape != read.shape:
        return
    if bool((ids == read).all()):
        total += gradient
    elif bool((ids[:, 1:] == read[:, :-1]).all()):
        total[:, :-1] += gradient[:, 1:]
