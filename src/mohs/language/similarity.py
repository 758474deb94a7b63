"""Sentence encoders, by address: the kit's, an ONNX folder's, or any Hugging Face model, mean-pooled."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mohs import kit
from mohs.errors import ClassifierFault, ModelError
from mohs.inference.identity import sha256_of_all
from mohs.inference.token_vectors import token_vectors
from mohs.paths import as_path
from mohs.spec import did_you_mean

KIT = "kit:encoder"
"""The encoder that is used where none is named."""


class Encoder(Protocol):
    """A sentence encoder.

    Attributes:
        identity: What run.json says of it.
    """

    identity: Mapping[str, Any]

    def encode(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Unit vectors, shape (texts, width)."""
        ...


@runtime_checkable
class TokenEncoder(Encoder, Protocol):
    """One that has vectors of tokens, too, as BERTScore needs them."""

    def token_vectors(self, texts: Sequence[str]) -> list[NDArray[np.float64]]:
        """Unit vectors of each text's tokens, shape (tokens, width); the same for the same text."""
        ...


class _Network:
    """A network that turns texts into vectors (`inference`), with its name."""

    def __init__(self, network: Any, identity: Mapping[str, Any]) -> None:
        self._network, self.identity = network, identity

    def encode(self, texts: Sequence[str]) -> NDArray[np.float64]:
        return _unit(self._network.run(texts))


class _TokenNetwork(_Network):
    """One that shows the vectors of tokens, too (`TokenEncoder`)."""

    def token_vectors(self, texts: Sequence[str]) -> list[NDArray[np.float64]]:
        return [_unit(vectors) for vectors in token_vectors(self._network, texts)]


class _Own:
    """Somebody's own encoder, whose vectors may have any length and come as any arrays."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.identity: Mapping[str, Any] = dict(getattr(encoder, "identity", {}))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float64]:
        return _vectors(self._encoder.encode(texts), len(texts))


class _OwnOfTokens(_Own):
    """One that has vectors of tokens, too (`TokenEncoder`)."""

    def __init__(self, encoder: TokenEncoder) -> None:
        super().__init__(encoder)
        self._of_tokens = encoder

    def token_vectors(self, texts: Sequence[str]) -> list[NDArray[np.float64]]:
        return [_vectors(some, len(some)) for some in self._of_tokens.token_vectors(texts)]


def as_encoder(given: Encoder) -> Encoder:
    """An open encoder as one that gives unit vectors: those of somebody's own are made so.

    When asked, it raises a ClassifierFault where it gives no vector of numbers for each text.
    """
    if isinstance(given, _Network | _Own):
        return given
    return _OwnOfTokens(given) if isinstance(given, TokenEncoder) else _Own(given)


def _vectors(given: Any, count: int) -> NDArray[np.float64]:
    if hasattr(given, "detach"):  # a tensor
        given = given.detach().float().cpu().numpy()
    found = np.asarray(given)
    if found.shape[:1] != (count,) or found.ndim != 2 or found.dtype.kind not in "fiu":
        raise ClassifierFault(
            f"the encoder gave {found.dtype} of shape {found.shape}, "
            f"expected numbers of shape ({count}, width)"
        )
    return _unit(found)


def _unit(vectors: NDArray[Any]) -> NDArray[np.float64]:
    exact = np.asarray(vectors, dtype=np.float64)
    unit: NDArray[np.float64] = exact / np.maximum(np.linalg.norm(exact, axis=1, keepdims=True), 1e-12)
    return unit


def open_encoder(
    address: str = KIT, *, device: str | None = None, threads: int | None = None
) -> Encoder | None:
    """Open a sentence encoder: "kit:encoder", "onnx:DIR", "hf:PATH_OR_ID", or "none" for no encoder at all.

    Raises:
        ModelError: No such encoder, or it cannot be opened.
        MissingExtra: "hf:" without torch and transformers.
    """
    scheme, _, rest = address.partition(":")
    if address == "none":
        return None
    if address == KIT or scheme == "onnx":
        from mohs.inference.onnx_text import OnnxText

        folder = kit.path("encoder") if address == KIT else as_path(rest)
        network: Any = OnnxText(folder, threads=threads)
        if network.output != "embedding":
            raise ModelError(
                f"{address} is no sentence encoder",
                got=f"a network that gives {network.output}",
                expected="embedding",
            )
    elif scheme == "hf":
        from mohs.inference.hf_text import HfText

        network = HfText(rest, device=device, head="embedding", threads=threads)
    else:
        raise ModelError(
            f"unknown encoder {address!r}",
            expected="kit:encoder, onnx:DIR, hf:PATH_OR_ID or none",
            mend=did_you_mean(address, [KIT, "none"]),
        )
    kind = _TokenNetwork if network.shows_tokens else _Network
    return kind(network, {"address": address, "sha256": sha256_of_all(network.files)})
