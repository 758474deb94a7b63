"""`onnx:FILE.onnx` for rows of numbers: a graph with one input of floating point, on the CPU."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mohs.errors import ModelError
from mohs.inference.onnx_text import open_session
from mohs.inference.threads import thread_count
from mohs.models.adapter import Adapter, Opening, versions
from mohs.models.classifier import Input, Scores
from mohs.models.fingerprint import fingerprints
from mohs.models.labels import plain
from mohs.models.named import Named
from mohs.models.torch_module import channels_first

_FLOATS: dict[str, Any] = {
    "tensor(float)": np.float32,
    "tensor(double)": np.float64,
    "tensor(float16)": np.float16,
}
_NAMES = {"tensor(int64)", "tensor(int32)", "tensor(string)"}


class OnnxRowClassifier(Adapter):
    """A classifier of tables or images in ONNX.

    The graph has one input of floating point: rows are given to it laid flat where the input has two
    dimensions, else in the shape that they have in the data, channels first where it is that what the input
    says; as many at once as it takes, where it takes a fixed number. An output with the name of a label for
    each row, as converters of scikit-learn models write it, is taken where there is one; else the one output
    of floating point, whose kind (probabilities or logits) is its name or is stated, and whose columns are
    called 0, 1, 2, and so on.

    Args:
        path: The file.
        opening: `scores`, `threads`, `row_shape` and the task's labels count.
        address: What it was opened from.

    Raises:
        ModelError: The file is missing, or its graph is not of this form.
    """

    takes: ClassVar[frozenset[str]] = frozenset({"scores"})

    def __init__(self, path: Path, opening: Opening, *, address: str) -> None:
        opening.check(address, self.takes)
        self.path, self.row_shape = path, opening.row_shape
        self.session = open_session(path, thread_count(opening.threads) or 0)
        self.input, self.kind = _input(self.session, path)
        self.output, found = _output(self.session, path, opening.scores)
        named = found == "labels"
        super().__init__(address, self._own_labels(opening, named), opening, found)
        self.named = Named(self.own_labels, address)

    def own_scores(self, inputs: Sequence[Input]) -> ArrayLike:
        """It takes rows.

        Raises:
            ModelError: Always.
        """
        raise ModelError(
            f"{self.address} takes rows of numbers, not texts", expected="mohs mscr, not mohs attack"
        )

    def own_row_scores(self, rows: NDArray[Any]) -> ArrayLike:
        """What the graph gives: the numbers of labels, or scores."""
        answer = self._run(rows)
        return self.named.numbers(answer.reshape(-1)) if self.scores == "labels" else answer

    def identity(self) -> Mapping[str, Any]:
        """With the sha256 of its file."""
        return {
            **super().identity(),
            "files": fingerprints({self.path.name: self.path}),
            "device": "cpu",
            "output": self.output,
            "versions": versions("onnxruntime", "numpy"),
        }

    def _own_labels(self, opening: Opening, named: bool) -> tuple[str, ...]:
        if named:  # which names there are is not written down in one place; what it answers is checked
            renamed = {plain(new): old for old, new in (opening.label_map or {}).items()}
            wanted = opening.task.labels if opening.task else ()
            return tuple(renamed.get(plain(label), label) for label in wanted)
        shape = self.row_shape or (1,)
        try:
            width = self._run(np.zeros((1, int(np.prod(shape))))).shape[-1]
        except Exception as problem:  # onnxruntime has many
            raise ModelError(
                f"the graph {self.path} does not take rows of {' x '.join(map(str, shape))} numbers",
                got=" ".join(str(problem).split())[:300],
                expected=f"rows for its input {self.input.name}: {list(self.input.shape)}",
            ) from problem
        return tuple(str(number) for number in range(width))

    def _run(self, rows: NDArray[Any]) -> NDArray[Any]:
        flat = len(self.input.shape) == 2
        shape = (-1,) if flat or self.row_shape is None else self.row_shape
        given = rows.reshape(len(rows), *shape).astype(self.kind)
        wanted = tuple(self.input.shape[1:])
        if not flat and given.shape[1:] != wanted and channels_first(given, None).shape[1:] == wanted:
            given = np.ascontiguousarray(channels_first(given, None))
        size = self.input.shape[0]
        if not isinstance(size, int) or len(given) == size:
            return self._answer(given)
        # A graph of so many rows at once, as exporters write it unless they are told otherwise.
        parts = [given[start : start + size] for start in range(0, len(given), size)]
        padded = [np.concatenate([part, part[-1:].repeat(size - len(part), axis=0)]) for part in parts]
        return np.concatenate(
            [self._answer(part)[: len(own)] for part, own in zip(padded, parts, strict=True)]
        )

    def _answer(self, given: NDArray[Any]) -> NDArray[Any]:
        return np.asarray(self.session.run([self.output], {self.input.name: given})[0])


def _input(session: Any, path: Path) -> tuple[Any, Any]:
    inputs = session.get_inputs()
    if len(inputs) != 1 or inputs[0].type not in _FLOATS:
        raise ModelError(
            f"the graph {path} does not read rows of numbers",
            got=", ".join(f"{one.name}: {one.type}" for one in inputs),
            expected="one input of floating point",
        )
    return inputs[0], _FLOATS[inputs[0].type]


def _output(session: Any, path: Path, stated: Scores | None) -> tuple[str, Scores]:
    outputs = session.get_outputs()
    names = [one for one in outputs if one.type in _NAMES]
    floats = [one for one in outputs if one.type in _FLOATS]
    if len(names) == 1 and stated in (None, "labels"):
        return names[0].name, "labels"
    if len(floats) == 1 and stated != "labels":
        scores: Scores | None = stated
        for kind in ("probabilities", "logits"):
            scores = scores or (kind if floats[0].name.lower() == kind else None)
        if scores is not None:
            return floats[0].name, scores
        raise ModelError(
            f"the graph {path} does not say what its scores are",
            got=f"output {floats[0].name!r}",
            expected="an output called probabilities or logits",
            mend="say --scores probabilities or --scores logits",
        )
    raise ModelError(
        f"the graph {path} gives no {stated or 'labels or scores'} that mohs reads",
        got=", ".join(f"{one.name}: {one.type}" for one in outputs),
        expected="one output of labels (n,), or one of floating point (n, labels)",
    )
