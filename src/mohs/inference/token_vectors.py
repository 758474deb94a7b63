"""Vectors of tokens: what a network makes of each token of a text, whatever it was trained for."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mohs.inference.masked import flat
from mohs.inference.packing import batches, distinct, padded_batches
from mohs.inference.tokens import Row, Tokens


class Hidden(Protocol):
    """A network that shows what it makes of each token.

    Attributes:
        tokens: How it reads texts.
        batch_tokens: The most tokens in a batch.
        padded: Whether rows of several lengths share a batch.
    """

    tokens: Tokens
    batch_tokens: int
    padded: bool

    def hidden(self, rows: Sequence[Row]) -> NDArray[np.float32]:
        """The last layer's vectors, shape (rows, tokens of the longest row, width)."""
        ...


def token_vectors(network: Hidden, texts: Sequence[str]) -> list[NDArray[np.float32]]:
    """The vectors of each text's own tokens, in order, shape (tokens, width); none of the marks around it.

    A text that is longer than a row is read in several, one after the other. One without any token has none.

    Args:
        network: The network.
        texts: The texts, in any number.
    """
    windows, owners = flat(network.tokens.windows(texts))
    first, which = distinct([window.row for window in windows])
    rows = [windows[number].row for number in first]
    pack = padded_batches if network.padded else batches
    found: list[NDArray[np.float32]] = [np.zeros((0, 0), np.float32)] * len(rows)
    for batch in pack([len(row) for row in rows], network.batch_tokens):
        for place, vectors in zip(batch, network.hidden([rows[k] for k in batch]), strict=True):
            window = windows[first[place]]
            found[place] = vectors[window.first : window.first + len(window.spans)]
    parts: list[list[NDArray[np.float32]]] = [[] for _ in texts]
    for owner, place in zip(owners, which, strict=True):
        parts[owner].append(found[place])
    return [np.concatenate(some) if some else np.zeros((0, 0), np.float32) for some in parts]
