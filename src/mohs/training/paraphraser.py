"""A paraphraser learns: a sequence-to-sequence network, what to write for a template and a text."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from mohs.inference.packing import padded_batches
from mohs.training.course import check_settings

WARM = 0.1
"""Share of the steps in which the learning rate rises."""

IGNORED = -100
"""A label that counts for nothing, as transformers has it."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a paraphraser is trained.

    Attributes:
        epochs: How often it reads every pair.
        learning_rate: AdamW's at its highest; None for 0.001, or 0.00005 where it starts from a network.
        batch_tokens: The most tokens of a batch, read and written, padding included.
        copies: Whether it learns to write each text from itself, too, in the form that it has: so it learns
            to take over what it does not know, for which the paper's network has a copy mechanism.
        width: Numbers of a state, of a network that is made from nothing: a multiple of 32.
        layers: Of its encoder, and of its decoder.
        vocabulary: Tokens of its tokenizer.
        seed: Of the first weights, the order and dropout.
    """

    epochs: int = 10
    learning_rate: float | None = None
    batch_tokens: int = 4096
    copies: bool = True
    width: int = 192
    layers: int = 2
    vocabulary: int = 8000
    seed: int = 0

    def __post_init__(self) -> None:
        least = {"epochs": 1, "batch_tokens": 64, "width": 32, "layers": 1, "vocabulary": 300}
        check_settings(self, least, {"width": 32})


class Lesson(NamedTuple):
    """What the network reads, and what it is to write, as token ids."""

    reads: tuple[int, ...]
    writes: tuple[int, ...]


class Trainer:
    """Weights on their way.

    Args:
        network: A sequence-to-sequence network of transformers.
        lessons: What it learns.
        settings: How.
        learning_rate: The highest.
        pad: The token that fills rows.

    Attributes:
        epoch: How many are done.
    """

    def __init__(
        self, network: Any, lessons: Sequence[Lesson], settings: Settings, learning_rate: float, pad: int
    ) -> None:
        self.network, self._lessons, self._settings = network, lessons, settings
        self._rate, self._pad = learning_rate, pad
        self.optimizer = torch.optim.AdamW(network.parameters(), lr=learning_rate, weight_decay=0.01)
        lengths = [len(one.reads) + len(one.writes) for one in lessons]
        self._batches = padded_batches(lengths, settings.batch_tokens)
        self.epoch = 0

    def run_epoch(self) -> float:
        """Read every lesson once more; the mean loss, in nats a token."""
        total, tokens, steps = 0.0, 0, len(self._batches)
        self.network.train()
        # of its own for every epoch, so that one that goes on behind an epoch is the same
        with torch.random.fork_rng(devices=[]):
            random = np.random.default_rng([self._settings.seed, self.epoch])
            torch.manual_seed(int(random.integers(2**62)))
            for number, place in enumerate(random.permutation(steps).tolist()):
                self._set_rate(self.epoch * steps + number + 1, self._settings.epochs * steps)
                loss, count = self.loss([self._lessons[k] for k in self._batches[place]])
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
                self.optimizer.step()
                total, tokens = total + float(loss.detach()) * count, tokens + count
        self.epoch += 1
        return total / max(1, tokens)

    @torch.no_grad()
    def mean_loss(self, lessons: Sequence[Lesson]) -> float:
        """The mean loss of some lessons, in nats a token, without learning from them."""
        self.network.eval()
        lengths = [len(one.reads) + len(one.writes) for one in lessons]
        total, tokens = 0.0, 0
        for batch in padded_batches(lengths, self._settings.batch_tokens):
            loss, count = self.loss([lessons[k] for k in batch])
            total, tokens = total + float(loss) * count, tokens + count
        return total / max(1, tokens)

    def loss(self, lessons: Sequence[Lesson]) -> tuple[Any, int]:
        """The mean loss of a batch, and over how many tokens."""
        reads = self._filled([one.reads for one in lessons], self._pad)
        labels = self._filled([one.writes for one in lessons], IGNORED)
        mask = self._filled([(1,) * len(one.reads) for one in lessons], 0)
        found = self.network(input_ids=reads, attention_mask=mask, labels=labels)
        return found.loss, sum(len(one.writes) for one in lessons)

    def _filled(self, rows: Sequence[Sequence[int]], value: int) -> Any:
        width = max(map(len, rows))
        filled = np.full((len(rows), width), value, np.int64)
        for number, row in enumerate(rows):
            filled[number, : len(row)] = row
        return torch.from_numpy(filled).to(self.network.device)

    def _set_rate(self, step: int, steps: int) -> None:
        """In a straight line up to the highest, then down to nothing."""
        warm = max(1, math.ceil(WARM * steps))
        share = step / warm if step <= warm else (steps - step + 1) / (steps - warm + 1)
        for group in self.optimizer.param_groups:
            group["lr"] = self._rate * share
