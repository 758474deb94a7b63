"""`torch:module:function`: a torch module that takes rows of numbers, tables or images."""

import hashlib
import inspect
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mohs.errors import MissingExtra, ModelError
from mohs.models.adapter import Adapter, Opening, versions
from mohs.models.classifier import Classifier, Input, Scores
from mohs.models.fingerprint import fingerprints
from mohs.models.labels import stated_labels
from mohs.models.python import locate
from mohs.models.wrap import wrap

BATCH = 512
"""Rows that go through a module at once."""

_DTYPES = ("float32", "bfloat16", "float16")


class TorchClassifier(Adapter):
    """A torch module from a batch to scores, one row an input.

    Rows reach it in the units of the data, as float32: (n, d) for tables, (n, channels, height, width) for
    images (see `channels_first`). Its scores are logits, unless --scores or its attribute `scores` says
    otherwise. Its labels are those of its attribute `labels`, of the constant LABELS of the Python module
    that it was opened from, or else the data's, in their order.

    Args:
        module: The module.
        opening: `device`, `dtype` and `scores` count, and `row_shape`.
        address: What it was opened from.
        source: The file that it came from.

    Raises:
        ModelError: Nobody says what the labels are, or the device or precision is not there.
    """

    takes: ClassVar[frozenset[str]] = frozenset({"device", "dtype", "scores"})

    def __init__(self, module: Any, opening: Opening, *, address: str, source: Path | None = None) -> None:
        import torch

        opening.check(address, self.takes)
        scores: Scores = opening.scores or getattr(module, "scores", None) or "logits"
        if scores not in get_args(Scores):
            raise ModelError(
                f"{address} says that its scores are of a kind that is not known",
                got=repr(scores)[:80],
                expected=", ".join(get_args(Scores)),
            )
        labels, whose = _labels(module, opening, address)
        super().__init__(address, labels, opening, scores, whose=whose)
        self.row_shape, self.source = opening.row_shape, source
        dtype = opening.dtype or "float32"
        if dtype not in _DTYPES:
            raise ModelError("--dtype is unknown", got=dtype, expected=", ".join(_DTYPES))
        try:
            self.device = torch.device(opening.device or ("cuda" if torch.cuda.is_available() else "cpu"))
            torch.empty(0, device=self.device)  # a module without weights would not notice
            self.dtype = getattr(torch, dtype)
            self.module = module.to(device=self.device, dtype=self.dtype).eval()
        except (RuntimeError, AssertionError) as problem:
            raise ModelError(f"{address}: the device is not there", got=str(problem)[:200]) from None

    def own_scores(self, inputs: Sequence[Input]) -> ArrayLike:
        """It takes no texts.

        Raises:
            ModelError: Always.
        """
        raise ModelError(
            f"{self.address} takes no texts",
            got="a task of texts",
            expected="a table or images",
            mend="a network of texts is opened as hf: or python:",
        )

    def own_row_scores(self, rows: NDArray[Any]) -> ArrayLike:
        """What the module gives."""
        import torch

        batch = channels_first(np.asarray(rows), self.row_shape)
        parts = []
        with torch.inference_mode():
            for start in range(0, len(batch), BATCH):
                some = np.ascontiguousarray(batch[start : start + BATCH], dtype=np.float32)
                given = torch.from_numpy(some).to(device=self.device, dtype=self.dtype)
                made = self.module(given)
                if not isinstance(made, torch.Tensor) or made.is_complex():
                    kind = "complex numbers" if isinstance(made, torch.Tensor) else f"a {type(made).__name__}"
                    raise TypeError(f"the module gives {kind}, not one tensor of scores")
                parts.append(made.float().cpu().numpy())
        return np.concatenate(parts)

    def identity(self) -> Mapping[str, Any]:
        """With the sha256 of the module's weights and of the file that it came from."""
        files = {self.source.name: self.source} if self.source is not None else {}
        return {
            **super().identity(),
            "module": type(self.module).__qualname__,
            "weights": weights_sha256(self.module),
            "device": str(self.device),
            "dtype": str(self.dtype).removeprefix("torch."),
            "files": fingerprints(files),
            "versions": versions("torch", "numpy"),
        }


def open_torch(where: str, opening: Opening) -> Classifier:
    """Open `torch:MODULE:NAME`: a torch module, or a function or class that makes one when it is called.

    A skorch net, or anything else with `predict_proba`, is taken as it is.

    Raises:
        ModelError: The name is missing, or what it stands for is no torch module.
        MissingExtra: torch is not installed.
    """
    address = f"torch:{where}"
    try:
        import torch
    except ImportError:
        raise MissingExtra("the address torch:", package="torch", extra="torch") from None
    found = locate(address, where)
    source = _source(found)
    if not isinstance(found, torch.nn.Module) and callable(found):
        try:
            found = found()
        except Exception as problem:  # whatever a foreign function raises
            raise ModelError(
                f"{address} makes no module when it is called",
                got=f"{type(problem).__name__}: {str(problem)[:200]}",
                expected="a function without arguments that gives a torch module",
            ) from problem
    if isinstance(found, torch.nn.Module):
        return TorchClassifier(found, opening, address=address, source=source)
    if hasattr(found, "predict_proba"):
        return wrap(found, opening, address=address)
    raise ModelError(
        f"{address} is no torch module",
        got=f"a {type(found).__name__}",
        expected="a torch.nn.Module, or a function that makes one",
    )


def channels_first(rows: NDArray[Any], shape: tuple[int, ...] | None) -> NDArray[Any]:
    """Rows as a network for images takes them: (n, channels, height, width).

    Args:
        rows: (n, ...) rows, flat or in their shape.
        shape: Of one row. (h, w) gets one channel. (h, w, c) with c of 1, 3 or 4 is turned round; (c, h, w)
            with such a c, and any other shape, stays.
    """
    shaped = rows if shape is None else rows.reshape(len(rows), *shape)
    inside = shaped.shape[1:]
    if len(inside) == 2:
        return shaped[:, None]
    if len(inside) == 3 and inside[2] in (1, 3, 4):
        return shaped.transpose(0, 3, 1, 2)
    return shaped


def weights_sha256(module: Any) -> str:
    """The sha256 of a module's parameters and buffers, with their names."""
    digest = hashlib.sha256()
    for name, value in sorted(module.state_dict().items()):
        digest.update(name.encode() + b"\0")
        digest.update(value.detach().cpu().float().numpy().tobytes())
    return digest.hexdigest()


def _source(found: Any) -> Path | None:
    kind = found if inspect.isfunction(found) or inspect.isclass(found) else type(found)
    try:
        path = Path(inspect.getsourcefile(kind) or "")
    except TypeError:
        return None
    return path if path.is_file() else None


def _labels(module: Any, opening: Opening, address: str) -> tuple[tuple[str, ...], str]:
    python = sys.modules.get(address.split(":")[1])
    expected = "data, an attribute `labels` of the module or a constant LABELS beside it"
    return stated_labels(module, python, opening.task, address, expected)
