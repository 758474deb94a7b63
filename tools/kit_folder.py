"""Write a model folder of the kit, and measure what is in it through onnxruntime."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from tokenizers import Tokenizer


class Folder:
    """A model folder opened as the `onnx:` adapter opens it.

    Args:
        path: Has model.onnx, tokenizer.json and config.json.
        threads: Of onnxruntime.
    """

    def __init__(self, path: Path, threads: int = 1) -> None:
        self.config = json.loads((path / "config.json").read_text(encoding="utf-8"))
        self.tokenizer = Tokenizer.from_file(str(path / "tokenizer.json"))
        self.tokenizer.enable_truncation(self.config["max_length"])
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        begin = time.perf_counter()
        self.session = onnxruntime.InferenceSession(
            str(path / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        self.load_seconds = time.perf_counter() - begin
        self.inputs = [i.name for i in self.session.get_inputs()]

    def run(self, ids: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        """Output for token ids of shape (batch, length)."""
        feed = {"input_ids": ids.astype(np.int64)}
        if "attention_mask" in self.inputs:
            feed["attention_mask"] = (
                np.ones_like(feed["input_ids"]) if mask is None else mask.astype(np.int64)
            )
        return self.session.run(None, feed)[0]

    def __call__(self, texts: Sequence[str], tokens: int = 1024) -> np.ndarray | list[np.ndarray]:
        """Outputs in the order of the texts, batched by length without padding.

        One array, or, of a graph that answers for every token, a list of them.
        """
        encoded = [e.ids for e in self.tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(encoded)), key=lambda i: len(encoded[i]))
        rows: list[np.ndarray | None] = [None] * len(encoded)
        while order:
            length = len(encoded[order[0]])
            n = max(1, tokens // max(length, 1))
            batch = [i for i in order[:n] if len(encoded[i]) == length]
            order = order[len(batch) :]
            for i, row in zip(batch, self.run(np.array([encoded[i] for i in batch])), strict=True):
                rows[i] = row
        return rows if self.config["output"] == "token-logits" else np.stack(rows)


def write_folder(path: Path, model: onnx.ModelProto, tokenizer: Tokenizer, config: dict) -> None:
    """Write model.onnx, tokenizer.json and config.json, each to a temporary name that is then moved."""
    path.mkdir(parents=True, exist_ok=True)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    content = json.loads(tokenizer.to_str())
    content["added_tokens"] = []  # else "[SEP]" written in a text would be the token, not five characters
    _write(path / "model.onnx", model.SerializeToString())
    _write(path / "tokenizer.json", json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode())
    _write(path / "config.json", (json.dumps(config, indent=2) + "\n").encode())


def _write(path: Path, content: bytes) -> None:
    temporary = path.with_name(path.name + ".part")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def batch_independence(path: Path, texts: Sequence[str]) -> dict[str, float]:
    """Largest difference between a row's answer alone (one thread) and elsewhere.

    Rows of 4 to 64 tokens are cut from the texts (the last token is kept). Each is asked alone, at the end of
    batches of 2, 7 and 64 rows of its length, and padded, with one and with two threads.
    """
    worst: dict[str, float] = {}
    reference = Folder(path)
    encoded = [e.ids for e in reference.tokenizer.encode_batch(list(texts))]
    for threads in (1, 2):
        folder = Folder(path, threads)
        for length in (4, 5, 8, 13, 21, 32, 64):
            rows = np.array([ids[: length - 1] + ids[-1:] for ids in encoded if len(ids) >= length][:64])
            for probe in range(0, len(rows), max(1, len(rows) // 8)):
                alone = reference.run(rows[probe : probe + 1])[0]
                padded = np.pad(rows[probe : probe + 1], ((0, 0), (0, 9)))
                mask = (np.arange(length + 9) < length)[None]
                answers = {
                    "alone": folder.run(rows[probe : probe + 1])[0],
                    "padded": folder.run(padded, mask)[0],
                }
                for size in (2, 7, 64):
                    batch = np.resize(np.roll(rows, -probe - 1, axis=0), (size, length))
                    batch[-1] = rows[probe]
                    answers[f"batch of {size}"] = folder.run(batch)[-1]
                if alone.ndim == 2:  # a row for each token: those of the padding say nothing
                    answers["padded"] = answers["padded"][:length]
                for name, answer in answers.items():
                    key = f"{name}, {threads} thread{'s' * (threads > 1)}"
                    worst[key] = max(worst.get(key, 0.0), float(np.abs(answer - alone).max()))
    return worst


def texts_per_second(
    classify: Callable[[Sequence[str]], object], texts: Sequence[str], turns: int = 3
) -> float:
    """The best of some turns: the machine may be shared."""
    best = float("inf")
    for _ in range(turns):
        begin = time.perf_counter()
        classify(texts)
        best = min(best, time.perf_counter() - begin)
    return round(len(texts) / best, 1)


def accuracy(logits: np.ndarray, labels: np.ndarray) -> float:
    """Share of rows whose largest logit is the label's."""
    return round(float((logits.argmax(axis=1) == labels).mean()), 4)


def write_build(
    path: Path, arguments: dict, sources: list[dict], figures: dict, texts: Sequence[str]
) -> None:
    """Write build.json: how the folder was made, and what was measured through the finished files.

    Args:
        path: The folder, with model.onnx and the rest in it.
        arguments: Of the script, seed included.
        sources: What went in, each with its licence.
        figures: What was measured (accuracy with n and the like).
        texts: For batch independence and speed.
    """
    folder = Folder(path)
    if folder.config["output"] == "token-logits":
        texts = texts[:100]  # a whole vocabulary for every token
    files = {}
    for name in ("model.onnx", "tokenizer.json"):
        content = (path / name).read_bytes()
        files[name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    build = {
        "script": f"tools/{Path(sys.argv[0]).name}",
        "arguments": {
            key: str(value) if isinstance(value, Path) else value for key, value in arguments.items()
        },
        "sources": sources,
        "figures": figures,
        "largest_difference_from_a_row_alone": batch_independence(path, texts),
        "load_seconds": round(folder.load_seconds, 3),
        "texts_per_second_one_thread": texts_per_second(folder, texts),
        "files": files,
        "versions": {"onnxruntime": onnxruntime.__version__, "onnx": onnx.__version__},
    }
    _write(path / "build.json", (json.dumps(build, indent=2) + "\n").encode())
    print(json.dumps(build, indent=2))
