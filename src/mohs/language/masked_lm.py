"""Masked language models, by address: what may stand in the place of each word piece of a text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from mohs import kit
from mohs.errors import ModelError
from mohs.inference.identity import sha256_of_all
from mohs.paths import as_path
from mohs.spec import did_you_mean

KIT = "kit:mlm"
"""The kit's own, which is used where none is named."""

NO_LETTER = "\ufffd"
"""What a byte-level piece reads as that is a part of a letter."""


class Candidate(NamedTuple):
    """A word piece that may stand in the place of another.

    Attributes:
        text: Its letters.
        begins: Whether it begins a word there; else it goes on with the piece before it.
        score: The model's logit; greater is better.
    """

    text: str
    begins: bool
    score: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A word piece of a text, and what may stand in its place.

    Attributes:
        start: Where it begins, in code points of the text.
        end: Where it ends.
        candidates: Best first.
    """

    start: int
    end: int
    candidates: tuple[Candidate, ...]


class MaskedLM(Protocol):
    """A masked language model.

    Attributes:
        identity: What run.json says of it.
    """

    identity: Mapping[str, Any]

    def fill(self, items: Sequence[tuple[str, int]]) -> Sequence[tuple[Piece, ...]]:
        """The pieces of each text in its order, each with at most so many candidates; nothing is masked.

        Args:
            items: (text, candidates of each piece) pairs.
        """
        ...

    def perplexity(self, strings: Sequence[str]) -> Sequence[float]:
        """The perplexity of each string: exp of the mean loss of its pieces, none of them masked."""
        ...


class _Network:
    """A masked network of `inference`, its tokens read as pieces of words."""

    def __init__(self, network: Any, identity: Mapping[str, Any]) -> None:
        self._network, self.identity = network, identity

    def fill(self, items: Sequence[tuple[str, int]]) -> list[tuple[Piece, ...]]:
        return [
            tuple(piece for one in found if (piece := self._piece(text, one)) is not None)
            for (text, _), found in zip(items, self._network.fill(items), strict=True)
        ]

    def perplexity(self, strings: Sequence[str]) -> list[float]:
        values: list[float] = self._network.perplexity(strings)
        return values

    def _piece(self, text: str, filled: Any) -> Piece | None:
        """The piece without blanks around it; None where nothing is left."""
        start, end = filled.start, filled.end
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if start == end:
            return None
        vocabulary = self._network.vocabulary
        read, stands = vocabulary.token, vocabulary.token(filled.token)
        if stands.begins and not stands.text:
            return None  # the sign of a beginning, alone; the piece itself comes next
        # At the start of a text and behind a bracket the first piece of a word is written as one in the
        # middle of a word is; what is written like it may begin a word there.
        opens = vocabulary.signed and not stands.begins and (start == 0 or not text[start - 1].isalnum())
        candidates = [
            Candidate(token.text, token.begins or opens, score)
            for number, score in zip(filled.ids, filled.scores, strict=True)
            if (token := read(number)).text and NO_LETTER not in token.text
        ]
        return Piece(start, end, tuple(candidates))


def open_masked_lm(address: str, *, device: str | None = None, threads: int | None = None) -> MaskedLM:
    """Open a masked language model.

    Args:
        address: "kit:mlm", "onnx:DIR" (a folder with model.onnx, tokenizer.json and config.json), or
            "hf:PATH_OR_ID", any that transformers opens for filling masks.
        device: Where an "hf:" model runs.
        threads: Of its arithmetic on a CPU.

    Raises:
        ModelError: No such model, one without a trained head for filling masks, or a vocabulary that cannot
            be read.
        MissingExtra: "hf:" without torch and transformers.
    """
    scheme, _, rest = address.partition(":")
    network: Any
    if address == KIT or (scheme == "onnx" and rest):
        from mohs.inference.onnx_masked import OnnxMaskedText

        folder = kit.path("mlm") if address == KIT else as_path(rest)
        network = OnnxMaskedText(folder, threads=threads)
    elif scheme == "hf" and rest:
        from mohs.inference.hf_masked import HfMaskedText

        network = HfMaskedText(rest, device=device, threads=threads)
    else:
        raise ModelError(
            f"unknown masked language model {address!r}",
            expected=f"{KIT}, onnx:DIR or hf:PATH_OR_ID",
            mend=did_you_mean(address, [KIT]) or "for example hf:bert-base-uncased",
        )
    return _Network(network, {"address": address, "sha256": sha256_of_all(network.files)})
