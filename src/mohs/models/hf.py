"""`hf:PATH_OR_ID[@REV]`: a sequence classification model of transformers."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from mohs.errors import ModelError
from mohs.inference.descent import Differentiable, Reordered
from mohs.inference.hf_gradients import HfGradients
from mohs.inference.hf_text import HfText
from mohs.models.adapter import Adapter, Opening, versions
from mohs.models.classifier import Input
from mohs.models.fingerprint import fingerprints


class HfClassifier(Adapter):
    """A sequence classification model of transformers.

    Args:
        where: A folder, or an id of the hub, with `@REVISION` where one is meant.
        opening: `device`, `dtype`, `batch_tokens`, `max_length` and `threads` count.

    Raises:
        ModelError: It cannot be opened, or is trained for something else than one label out of several.
        MissingExtra: torch or transformers is not installed.
    """

    packs_by_length = True
    takes: ClassVar[frozenset[str]] = frozenset({"device", "dtype", "max_length"})
    capabilities = frozenset({"gradients"})

    def __init__(self, where: str, opening: Opening) -> None:
        address = f"hf:{where}"
        opening.check(address, self.takes)
        self.network = HfText(
            where,
            device=opening.device,
            dtype=opening.dtype,
            batch_tokens=opening.batch_tokens,
            max_length=opening.max_length,
            threads=opening.threads,
        )
        kind = self.network.model.config.problem_type
        if len(self.network.labels) < 2 or kind in {"regression", "multi_label_classification"}:
            raise ModelError(
                f"{address} does not choose one label out of several",
                got=f"{len(self.network.labels)} labels, problem type {kind}",
                expected="a model for single-label classification",
            )
        super().__init__(address, self.network.labels, opening, "logits")

    def own_scores(self, inputs: Sequence[Input]) -> ArrayLike:
        """The model's logits."""
        return self.network.run(inputs)

    def differentiable(self) -> Differentiable:
        """Gradients of the model's logits at its input embeddings."""
        return Reordered(HfGradients(self.network), self.columns.order)

    def truncated(self, inputs: Sequence[Input]) -> list[int]:
        """Tokens beyond `max_length`."""
        return self.network.cut(inputs)

    def identity(self) -> Mapping[str, Any]:
        """With files, revision, device, precision, threads and the longest input."""
        network = self.network
        return {
            **super().identity(),
            "files": fingerprints(network.files),
            "revision": network.revision,
            "device": str(network.device),
            "dtype": network.dtype,
            "max_length": network.max_length,
            "threads": network.threads,
            "versions": versions("torch", "transformers", "tokenizers", "safetensors", "numpy"),
        }

    def close(self) -> None:
        """Give the network's memory back."""
        self.network.close()


def open_hf(where: str, opening: Opening) -> HfClassifier:
    """Open `hf:WHERE`."""
    return HfClassifier(where, opening)
