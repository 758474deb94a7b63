"""A torch network whose answer to a row does not depend, bit by bit, on how many rows share its batch.

Matrix products of very few rows take another kernel, which adds in another order. In a classifier that is the
head, which sees one vector a text. With MKL on a CPU with AVX-512, products of 4 rows and more agree to the
last bit on one thread, and of 12 and more on two; smaller ones differ by 1e-7. onnxruntime's products agree
at any size.
"""

from collections.abc import Callable
from typing import Any

ROWS = 16
"""For each thread, which gets a share of the rows."""


def steady(model: Any, threads: int) -> None:
    """Make linear layers compute at least `ROWS` rows a thread; what is added is zero and cut off again."""
    import torch

    for layer in model.modules():
        if isinstance(layer, torch.nn.Linear) or type(layer).__name__ == "Conv1D":
            layer.forward = at_least(layer.forward, ROWS * threads)


def at_least(forward: Callable[[Any], Any], rows: int) -> Callable[[Any], Any]:
    """A product of rows that is always one of so many: what is added is zero and cut off again."""

    def enough(inputs: Any) -> Any:
        *outer, width = inputs.shape
        count = inputs.numel() // width
        if count >= rows:
            return forward(inputs)
        import torch

        flat = inputs.reshape(count, width)
        filled = torch.cat([flat, flat.new_zeros(rows - count, width)])
        return forward(filled)[:count].reshape(*outer, -1)

    return enough
