"""Where a training stands: weights and what Adam remembers of each, as arrays and nothing else."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from mohs.training.arrays_file import Arrays, opened, write_arrays

_MOMENTS = ("exp_avg", "exp_avg_sq", "step")


def save(path: Path, network: nn.Module, optimizer: torch.optim.Optimizer, state: Mapping[str, Any]) -> None:
    """Write a checkpoint atomically.

    Args:
        path: Where to.
        network: Its weights are kept.
        optimizer: Adam over the network's parameters, in their order.
        state: What else is to be known when it goes on: values that JSON has.

    Raises:
        RunFailed: It cannot be written.
    """
    arrays = {f"weight.{name}": weight.detach().cpu().numpy() for name, weight in network.named_parameters()}
    for name, weight in network.named_parameters():
        known = optimizer.state.get(weight, {})
        arrays |= {f"{moment}.{name}": known[moment].cpu().numpy() for moment in _MOMENTS if moment in known}
    write_arrays(path, state, arrays)


def load(path: Path, network: nn.Module, optimizer: torch.optim.Optimizer) -> dict[str, Any]:
    """Go back to a checkpoint; the state that was kept with it.

    Raises:
        RunError: It cannot be read, or is one of another network.
    """
    with opened(path, "cannot be gone on from") as file:
        for name, weight in network.named_parameters():
            weight.data.copy_(torch.from_numpy(file.take(f"weight.{name}", np.float32, tuple(weight.shape))))
            optimizer.state[weight] = {
                moment: _moment(file, moment, name, weight)
                for moment in _MOMENTS
                if f"{moment}.{name}" in file.known
            }
    return dict(file.facts)


def _moment(file: Arrays, moment: str, name: str, weight: torch.Tensor) -> torch.Tensor:
    """Where Adam keeps it: beside its weight, the number of steps on the CPU."""
    steps = moment == "step"
    kept = file.take(f"{moment}.{name}", np.float32, () if steps else tuple(weight.shape))
    values = torch.from_numpy(kept.copy())
    return values if steps else values.to(weight.device)
