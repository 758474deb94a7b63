"""`onnx:DIR`: a folder with model.onnx, tokenizer.json and config.json, on the CPU."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from mohs.errors import ModelError
from mohs.inference.onnx_text import OnnxText
from mohs.models.adapter import Adapter, Opening, versions
from mohs.models.classifier import Input, Scores
from mohs.models.fingerprint import fingerprints
from mohs.paths import AnyPath, as_path

BATCH_TOKENS = 1024


class OnnxClassifier(Adapter):
    """A text classifier in ONNX.

    Args:
        folder: Where its three files lie.
        opening: `scores`, `threads`, `batch_tokens` and `max_length` count.
        address: What it was opened from.

    Raises:
        ModelError: The folder cannot be used, or gives no class scores.
    """

    packs_by_length = True
    takes: ClassVar[frozenset[str]] = frozenset({"scores", "max_length"})

    def __init__(self, folder: AnyPath, opening: Opening, *, address: str | None = None) -> None:
        address = address or f"onnx:{folder}"
        opening.check(address, self.takes)
        if opening.scores == "labels":
            raise ModelError(
                f"{address} gives scores", got="--scores labels", expected="logits or probabilities"
            )
        self.network = OnnxText(
            as_path(folder),
            threads=opening.threads,
            batch_tokens=opening.batch_tokens or BATCH_TOKENS,
            max_length=opening.max_length,
            output=opening.scores,
        )
        output = self.network.output
        scores: Scores
        if output == "logits":
            scores = "logits"
        elif output == "probabilities":
            scores = "probabilities"
        else:
            raise ModelError(
                f"{address} gives no class scores",
                got=f"output {output!r}",
                expected="logits or probabilities",
            )
        labels = self.network.labels or tuple(f"LABEL_{number}" for number in range(self.network.width))
        if self.network.width != len(labels):
            raise ModelError(
                f"{address} has another number of columns than of labels",
                got=f"{self.network.width} columns; labels {', '.join(labels)}",
                expected="one name for each column under id2label in config.json",
            )
        if len(labels) < 2:
            raise ModelError(f"{address} tells no classes apart", got=f"{len(labels)} labels")
        super().__init__(address, labels, opening, scores)

    def own_scores(self, inputs: Sequence[Input]) -> ArrayLike:
        """What the graph gives."""
        return self.network.run(inputs)

    def truncated(self, inputs: Sequence[Input]) -> list[int]:
        """Tokens beyond `max_length`."""
        return self.network.cut(inputs)

    def identity(self) -> Mapping[str, Any]:
        """With files, threads and the longest input."""
        return {
            **super().identity(),
            "files": fingerprints(self.network.files),
            "max_length": self.network.max_length,
            "device": "cpu",
            "dtype": "float32",
            "threads": self.network.threads,
            "versions": versions("onnxruntime", "tokenizers", "numpy"),
        }


def open_onnx(where: str, opening: Opening) -> Adapter:
    """Open `onnx:WHERE`; for rows of numbers it may be the file itself, and needs no tokenizer."""
    if opening.row_shape is None:
        return OnnxClassifier(where, opening)
    from mohs.models.onnx_rows import OnnxRowClassifier

    path = as_path(where)
    graph = path / "model.onnx" if path.is_dir() else path
    return OnnxRowClassifier(graph, opening, address=f"onnx:{where}")
