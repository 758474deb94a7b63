"""Paraphrasers: networks that say a text in the syntactic form of a template."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from mohs.errors import ModelError
from mohs.inference.identity import sha256_of_all


class Paraphraser(Protocol):
    """Says texts in other forms.

    Attributes:
        identity: What run.json says of it.
    """

    identity: Mapping[str, Any]

    def paraphrase(self, items: Sequence[tuple[str, str, int]]) -> Sequence[str]:
        """One text for each item, "" where there is none; the same for the same item.

        Args:
            items: (text, template, beams): the template in ParaNMT's way (`language.phrase_structure`), and
                how many beginnings the search for the likeliest text goes on with at a time.
        """
        ...


class _Network:
    """A sequence-to-sequence network that reads a template and a text as a pair, in this order."""

    def __init__(self, network: Any, identity: Mapping[str, Any]) -> None:
        self._network, self.identity = network, identity

    def paraphrase(self, items: Sequence[tuple[str, str, int]]) -> list[str]:
        written: list[str] = self._network.write([(template, text, beams) for text, template, beams in items])
        return written


def open_paraphraser(address: str, *, device: str | None = None, threads: int | None = None) -> Paraphraser:
    """Open a paraphraser.

    Args:
        address: "hf:PATH_OR_ID", a sequence-to-sequence network of transformers that was trained to write
            what the second text of a pair says in the form of the template that is the first, as `mohs train
            paraphraser` trains one.
        device: Where it runs.
        threads: Of its arithmetic on a CPU.

    Raises:
        ModelError: No such network, or none that writes texts.
        MissingExtra: torch or transformers is not installed.
    """
    scheme, _, rest = address.partition(":")
    if scheme != "hf" or not rest:
        raise ModelError(
            f"unknown paraphraser {address!r}",
            expected="hf:PATH_OR_ID",
            mend="a folder that `mohs train paraphraser` made, for example hf:./paraphraser",
        )
    from mohs.inference.hf_seq2seq import HfSeq2Seq

    network = HfSeq2Seq(rest, device=device, threads=threads)
    return _Network(network, {"address": address, "sha256": sha256_of_all(network.files)})
