"""The course of every training: texts parsed in parts, some held out, and epochs that can be gone on with."""

import contextlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
import torch
from torch import nn

from mohs.data.values import MOST_OFTEN, check_whole
from mohs.errors import MohsError
from mohs.training import checkpoint

T = TypeVar("T")

Tell = Callable[[str], None]
"""Hears of progress, a line at a time."""

PARSED = 2000
"""Texts that are parsed between two lines of progress."""


@contextlib.contextmanager
def as_torch_begins() -> Iterator[None]:
    """While it lasts, gradients are kept and new weights have 32 bits, whatever else the process has set."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float32)
    try:
        with torch.enable_grad():
            yield
    finally:
        torch.set_default_dtype(before)


class Learner(Protocol):
    """Weights on their way.

    Attributes:
        epoch: How many epochs are done.
    """

    epoch: int

    @property
    def network(self) -> nn.Module:
        """What learns."""
        ...

    @property
    def optimizer(self) -> torch.optim.Optimizer:
        """Adam over its parameters."""
        ...


def check_settings(settings: Any, least: Mapping[str, int], multiples: Mapping[str, int]) -> None:
    """See that settings are whole numbers and large enough, and some a multiple of something.

    Args:
        settings: What has them as attributes, and a `learning_rate` above 0, or None.
        least: Name -> the least value.
        multiples: Name -> of what its value must be a multiple, for some of them.

    Raises:
        MohsError: One is not.
    """
    for name, bound in least.items():
        given, of = getattr(settings, name), multiples.get(name, 1)
        check_whole(1, MOST_OFTEN, **{name: given})
        if given < bound or given % of:
            expected = f"{bound} or more" if of == 1 else f"a multiple of {of}"
            raise MohsError(f"{name} cannot be used", got=str(given), expected=expected)
    rate = settings.learning_rate
    if rate is not None and not 0 < rate < math.inf:
        raise MohsError("learning_rate cannot be used", got=str(rate), expected="above 0, and finite")


def in_parts(texts: Sequence[str], parse: Callable[[Sequence[str]], Sequence[T]], tell: Tell) -> Iterator[T]:
    """What `parse` makes of each text, `PARSED` at a time."""
    for start in range(0, len(texts), PARSED):
        yield from parse(texts[start : start + PARSED])
        tell(f"parsed {min(start + PARSED, len(texts)):,} of {len(texts):,} texts")


def divided(rows: Sequence[T], share: float, most: int, seed: int) -> tuple[list[T], list[T]]:
    """Rows to learn from, and others to measure on: a share of them, at least one and so many at the most."""
    order = np.random.default_rng([seed, 2**31]).permutation(len(rows)).tolist()
    out = min(most, max(1, round(share * len(rows))))
    return [rows[k] for k in order[out:]], [rows[k] for k in order[:out]]


def run_epochs(
    learner: Learner, epochs: int, path: Path, epoch: Callable[[], T], words: Callable[[T], str], tell: Tell
) -> list[T]:
    """The losses of all epochs; goes on from the checkpoint where there is one.

    Args:
        learner: What learns.
        epochs: How many.
        path: The checkpoint.
        epoch: Goes through one more; its losses, as JSON has them.
        words: The losses of an epoch in words.
        tell: Hears of each.

    Raises:
        MohsError: Weights are no numbers any more: the learning rate is too high.
        RunError: The checkpoint cannot be read.
        RunFailed: It cannot be written.
    """
    losses: list[T] = []
    if path.exists():
        losses = list(checkpoint.load(path, learner.network, learner.optimizer)["losses"])
        learner.epoch = len(losses)
        tell(f"goes on behind epoch {learner.epoch} of {epochs}")
    while learner.epoch < epochs:
        losses.append(epoch())
        if not _are_numbers(losses[-1], learner.network):
            raise MohsError(
                f"in epoch {learner.epoch} of {epochs} losses or weights ceased to be numbers",
                got=words(losses[-1]),
                mend="train with a smaller --learning-rate, into another --out",
            )
        checkpoint.save(path, learner.network, learner.optimizer, {"losses": losses})
        tell(f"epoch {learner.epoch} of {epochs}: {words(losses[-1])}")
    return losses


def _are_numbers(losses: Any, network: nn.Module) -> bool:
    """Whether losses, as JSON has them, and weights are finite."""
    try:
        json.dumps(losses, allow_nan=False)
    except ValueError:
        return False
    return all(math.isfinite(weight.detach().sum()) for weight in network.parameters())
