"""Texts through an ONNX graph on the CPU.

A folder holds model.onnx, tokenizer.json and config.json. The config says what the graph gives (`output`:
"logits", "probabilities", "embedding" or, for each token, "token-logits"), the labels (`id2label`) and the
most tokens that it reads (`max_length`). A folder that was exported from transformers says all of this in its
own way and is read as it is.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from mohs.errors import ModelError
from mohs.inference.packing import batches, distinct
from mohs.inference.threads import thread_count
from mohs.inference.tokens import Input, Row, Tokens, longest, read_tokenizer
from mohs.paths import AnyPath

OUTPUTS = ("logits", "probabilities", "embedding", "token-logits")
HIDDEN = ("token-embeddings", "last_hidden_state")
"""What a graph may call an output that has the last layer's vector of each token, beside its own."""

FEEDS = ("input_ids", "attention_mask", "token_type_ids")

THREADS = 1
"""Batches are small, and a second thread costs up to 1.3 times the CPU time; --threads asks for more."""


class OnnxText:
    """A text network in ONNX.

    Args:
        folder: Where model.onnx, tokenizer.json and config.json lie.
        threads: CPU threads; default: the environment variable MOHS_THREADS, else 1.
        batch_tokens: The most tokens in a batch.
        max_length: The most tokens of a row, in place of what the config says.
        output: What the graph gives, in place of what the config says.

    Attributes:
        labels: Names in the order of the output's columns; empty where the config names none.
        padded: Whether rows of several lengths share a batch: never.
        shows_tokens: Whether it has an output with the vectors of tokens (`HIDDEN`).
        output: "logits", "probabilities", "embedding" or "token-logits".
        width: How many numbers it gives for a row, or for a token of a row.
        max_length: The most tokens that it reads of a row, or None.

    Raises:
        ModelError: A file is missing or cannot be read, or the graph wants something else than tokens.
    """

    padded = False

    def __init__(
        self,
        folder: AnyPath,
        *,
        threads: int | None = None,
        batch_tokens: int = 1024,
        max_length: int | None = None,
        output: str | None = None,
    ) -> None:
        self.folder = Path(folder)
        config = _read_config(self.folder)
        tokenizer = read_tokenizer(self.folder)
        self.threads = thread_count(threads) or THREADS
        self.batch_tokens = batch_tokens
        graph = self.folder / "model.onnx"
        if not graph.is_file():
            raise ModelError(f"model folder {folder} has no model.onnx", expected="one file model.onnx")
        self._session = open_session(graph, self.threads)
        inputs = {node.name: node.type for node in self._session.get_inputs()}
        self._feeds = _feeds(inputs, self.folder)
        self.output, self._output_name = _output(self._session, output or config.get("output"), self.folder)
        outputs = [node.name for node in self._session.get_outputs()]
        self._hidden = next((name for name in HIDDEN if name in outputs), None)
        self.shows_tokens = self._hidden is not None
        self.labels = _labels(config, self.folder)
        for name in ("max_length", "max_position_embeddings", "pad_token_id"):
            _check_whole(config, name, self.folder)
        self.max_length = longest(
            max_length,
            soft=[config.get("max_length"), _tokenizer_limit(self.folder)],
            hard=[config.get("max_position_embeddings")],
        )
        self.tokens = Tokens(
            tokenizer,
            self.max_length,
            pad=int(config.get("pad_token_id") or 0),
            typed="token_type_ids" in self._feeds,
        )
        self._twice = False
        self.width, self._twice = self._try_out()

    @property
    def files(self) -> dict[str, Path]:
        """What it was opened from, by name; weights that lie beside the graph (model.onnx.data) included."""
        beside = sorted(one.name for one in self.folder.glob("model.onnx?*") if one.is_file())
        return {name: self.folder / name for name in ("config.json", "model.onnx", *beside, "tokenizer.json")}

    def encode(self, inputs: Sequence[Input]) -> list[Row]:
        """Token ids of each input, cut to `max_length`."""
        return self.tokens.encode(inputs)

    def cut(self, inputs: Sequence[Input]) -> list[int]:
        """How many tokens of each input are cut off."""
        return self.tokens.cut(inputs)

    def run(self, inputs: Sequence[Input]) -> NDArray[np.float32]:
        """The network's output, shape (inputs, width); equal tokens get equal answers, bit by bit."""
        rows = self.encode(inputs)
        first, which = distinct(rows)
        rows = [rows[number] for number in first]
        answers: NDArray[np.float32] | None = None
        for batch in batches([len(row) for row in rows], self.batch_tokens):
            answer = self._run([rows[number] for number in batch])
            if answers is None:
                answers = np.empty((len(rows), *answer.shape[1:]), answer.dtype)
            answers[batch] = answer
        if answers is None:
            return np.zeros((0, self.width), np.float32)
        return answers[which]

    def hidden(self, rows: Sequence[Row]) -> NDArray[np.float32]:
        """The last layer's vectors of rows of one length, shape (rows, tokens, width); see `shows_tokens`."""
        return self._run(rows, self._hidden)

    def _run(self, rows: Sequence[Row], output: str | None = None) -> NDArray[np.float32]:
        feeds = {}
        for name, dtype in self._feeds.items():
            if name == "input_ids":
                feeds[name] = np.array([row.ids for row in rows], dtype)
            elif name == "token_type_ids":
                feeds[name] = np.array([row.types for row in rows], dtype)
            else:
                feeds[name] = np.ones((len(rows), len(rows[0])), dtype)
        if self._twice and len(rows) == 1:
            feeds = {name: np.repeat(array, 2, axis=0) for name, array in feeds.items()}
        answer: NDArray[np.float32] = self._session.run([output or self._output_name], feeds)[0]
        return answer[: len(rows)]

    def _try_out(self) -> tuple[int, bool]:
        """The width of an answer, and whether a row alone is answered otherwise than in company.

        onnxruntime reduces a batch of one in another order than a batch of two or more (ReduceMean over
        tokens, for one); such a graph gets a row that is alone twice. Its products of matrices agree at any
        number of rows.
        """
        alike = True
        width = 0
        for words in (1, 7, 37):
            (row,) = self.encode(["a b " * words])
            try:
                alone, together = self._run([row]), self._run([row, row])
            except Exception as problem:  # one class for each fault, in a private module
                raise ModelError(
                    f"the graph {self.folder / 'model.onnx'} fails on a text of {len(row)} tokens",
                    got=str(problem).strip()[:300],
                    mend="see that tokenizer.json and max_length are the model's own",
                ) from problem
            each = [len(row)] if self.output == "token-logits" else []
            if alone.shape[:-1] != (1, *each) or together.shape[:-1] != (2, *each):
                raise ModelError(
                    f"the graph {self.folder / 'model.onnx'} does not give one row of numbers for each "
                    f"{'token' if each else 'text'}",
                    got=f"shape {together.shape} for two texts" + (f" of {len(row)} tokens" if each else ""),
                    expected=f"shape ({', '.join(map(str, [2, *each]))}, width)",
                )
            width = alone.shape[-1]
            alike = alike and np.array_equal(alone[0], together[0], equal_nan=True)
        return width, not alike


def _check_whole(config: Mapping[str, Any], name: str, folder: Path) -> None:
    value = config.get(name)
    least = 0 if name == "pad_token_id" else 1
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < least):
        raise ModelError(
            f"{name} in {folder / 'config.json'} is no whole number",
            got=json.dumps(value),
            expected=f"a whole number of at least {least}",
        )


def _read_config(folder: Path) -> Mapping[str, Any]:
    if not folder.is_dir():
        raise ModelError(
            f"there is no model folder {folder}",
            got="a file" if folder.exists() else "nothing there",
            expected="a folder with model.onnx, tokenizer.json and config.json",
        )
    path = folder / "config.json"
    if not path.is_file():
        raise ModelError(
            f"model folder {folder} has no config.json",
            expected='a JSON object like {"id2label": {"0": "negative", "1": "positive"}, "max_length": 128, '
            '"output": "logits"}',
        )
    return _json_object(path)


def _json_object(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as problem:
        raise ModelError(f"{path} is no JSON", got=str(problem)) from None
    if not isinstance(value, dict):
        raise ModelError(f"{path} is no JSON object", got=type(value).__name__)
    return value


def open_session(path: Path, threads: int) -> Any:
    """An ONNX graph on the CPU.

    Args:
        path: The file.
        threads: CPU threads; 0 for as many as there are cores.

    Raises:
        ModelError: There is no such file, or onnxruntime cannot run it.
    """
    if not path.is_file():
        raise ModelError(f"there is no file {path}", expected="an .onnx file, or a folder with model.onnx")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3  # errors are raised, warnings about the graph are its author's
    options.enable_mem_pattern = False  # one pattern for each shape seen would grow with the texts
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as problem:  # one class for each fault, in a private module
        raise ModelError(
            f"{path} cannot be opened",
            got=str(problem).strip()[:300],
            expected="an ONNX graph that onnxruntime runs on a CPU",
            mend="export it again; a file that was cut off while it was copied looks like this too",
        ) from None


def _feeds(inputs: Mapping[str, str], folder: Path) -> dict[str, type[np.integer[Any]]]:
    kinds: dict[str, type[np.integer[Any]]] = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
    if "input_ids" not in inputs or set(inputs) - set(FEEDS) or set(inputs.values()) - set(kinds):
        raise ModelError(
            f"the graph {folder / 'model.onnx'} does not read tokens",
            got=", ".join(f"{name}: {kind}" for name, kind in inputs.items()) or "no inputs",
            expected="input_ids and, if it likes, attention_mask and token_type_ids, of int64 or int32",
        )
    return {name: kinds[kind] for name, kind in inputs.items()}


def _output(session: Any, declared: str | None, folder: Path) -> tuple[str, str]:
    names = [node.name for node in session.get_outputs()]
    if declared is None:
        # an exporter that calls its output "logits" has said what it is
        declared = next((name for name in names if name in OUTPUTS), None)
    if declared not in OUTPUTS:
        raise ModelError(
            f"model folder {folder} does not say what its output is",
            got=f"output {declared!r}" if declared else f"outputs {', '.join(names)}",
            expected=f"one of {', '.join(OUTPUTS)}",
            mend='add "output": "logits" to config.json, if that is what the graph gives',
        )
    if declared == "token-logits" and "logits" in names:
        return declared, "logits"
    if declared not in names and len(names) > 1:
        raise ModelError(
            f"the graph {folder / 'model.onnx'} has several outputs",
            got=", ".join(names),
            expected=f"one output, or one that is called {declared}",
        )
    return declared, declared if declared in names else names[0]


def _labels(config: Mapping[str, Any], folder: Path) -> tuple[str, ...]:
    named = config.get("id2label")
    if named is None:
        return ()
    try:
        if isinstance(named, list):
            return tuple(str(name) for name in named)
        by_number = {int(number): str(name) for number, name in named.items()}
        return tuple(by_number[number] for number in range(len(by_number)))
    except (AttributeError, KeyError, ValueError):
        raise ModelError(
            f"id2label in {folder / 'config.json'} does not name every column",
            got=json.dumps(named)[:200],
            expected='{"0": "negative", "1": "positive"}',
        ) from None


def _tokenizer_limit(folder: Path) -> int | None:
    path = folder / "tokenizer_config.json"
    return _json_object(path).get("model_max_length") if path.is_file() else None
