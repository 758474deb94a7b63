"""Where a training stands: weights and what Adam remembers of each, as arrays and nothing else."""

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from mohs.errors import RunError
from mohs.runs.folder import replacing

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
    arrays["state"] = np.frombuffer(json.dumps(state).encode(), np.uint8)
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]  # numpy's stub takes a bool among them


def load(path: Path, network: nn.Module, optimizer: torch.optim.Optimizer) -> dict[str, Any]:
    """Go back to a checkpoint; the state that was kept with it.

    Raises:
        RunError: It cannot be read, or is one of another network.
    """
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        state: dict[str, Any] = dict(json.loads(arrays["state"].tobytes()))
        for name, weight in network.named_parameters():
            kept = torch.from_numpy(arrays[f"weight.{name}"])
            if kept.shape != weight.shape:
                raise ValueError(f"{name} has the shape {tuple(kept.shape)}")
            weight.data.copy_(kept)
            optimizer.state[weight] = {
                moment: _placed(torch.from_numpy(arrays[f"{moment}.{name}"].copy()), moment, weight)
                for moment in _MOMENTS
                if f"{moment}.{name}" in arrays
            }
    except Exception as problem:  # whatever a broken file brings about
        raise RunError(
            f"{path} cannot be gone on from", got=f"{type(problem).__name__}: {problem}"[:200],
            mend="remove the folder, or train into another --out",
        ) from None  # fmt: skip
    return state


def _placed(values: torch.Tensor, moment: str, weight: torch.Tensor) -> torch.Tensor:
    """Where Adam keeps it: beside its weight, the number of steps on the CPU."""
    return values if moment == "step" else values.to(weight.device)
