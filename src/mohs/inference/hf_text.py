"""Texts through a transformers network in torch, on a CPU or a GPU.

On a CPU rows of one length share a batch of about 1,000 tokens and nothing is padded; on a GPU rows are
padded into large batches.
"""

import inspect
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from mohs.errors import MissingExtra, ModelError
from mohs.inference.hf_files import (
    check_folder,
    model_files,
    network_limits,
    pooling,
    split_revision,
    tokenizer_limits,
)
from mohs.inference.packing import batches, distinct, padded_batches
from mohs.inference.steady import steady
from mohs.inference.threads import thread_count
from mohs.inference.tokens import Input, Row, Tokens, longest

Head = Literal["classification", "embedding", "masked-lm", "seq2seq"]

HEADS = {
    "classification": "AutoModelForSequenceClassification",
    "embedding": "AutoModel",
    "masked-lm": "AutoModelForMaskedLM",
    "seq2seq": "AutoModelForSeq2SeqLM",
}

MEND = {
    "classification": "fine-tune it for classification first",
    "embedding": "name a checkpoint that has all its layers",
    "masked-lm": "name a checkpoint that was trained to fill masks",
    "seq2seq": "name a checkpoint that was trained to write texts",
}

BATCH_TOKENS = {"cpu": 1024, "cuda": 32768}
"""Measured: on a CPU batches of 512 to 2,048 tokens are about equally fast, and larger ones slower."""

DTYPES = {"fp32": "float32", "bf16": "bfloat16", "fp16": "float16"}


class HfText:
    """A text network of transformers: a sequence classifier, or a sentence encoder.

    Args:
        path_or_id: A folder, or a name on the hub or in its local cache, with `@REVISION` where one is meant.
        device: "cpu", "cuda", "cuda:1" or "mps"; default: a GPU where there is one.
        dtype: "float32" (default), "bfloat16" or "float16".
        batch_tokens: The most tokens in a batch; default: `BATCH_TOKENS`.
        head: "classification" gives logits; "embedding" gives one vector a text, the mean over its tokens (or
            the first token's, where the folder says so as sentence-transformers does), not normalised;
            "masked-lm" is run by `HfMaskedText`, "seq2seq" by `HfSeq2Seq`.
        max_length: The most tokens of a row, in place of what the tokenizer says.
        threads: CPU threads, for the whole process; default: the environment variable MOHS_THREADS, else
            torch's.

    Attributes:
        labels: Names in the order of the logits.
        max_length: The most tokens that it reads of a row, or None.
        files: What it was opened from, by name.
        revision: The commit of a hub model, or None.
        padded: Whether rows of several lengths share a batch.
        shows_tokens: Whether `hidden` gives the vectors of tokens.

    Raises:
        ModelError: It is not there, lacks a tokenizer or a trained head, or cannot run on this device.
        MissingExtra: torch or transformers is not installed.
    """

    def __init__(
        self,
        path_or_id: str,
        *,
        device: str | None = None,
        dtype: str | None = None,
        batch_tokens: int | None = None,
        head: Head = "classification",
        max_length: int | None = None,
        threads: int | None = None,
    ) -> None:
        try:
            import torch
            import transformers
        except ImportError as problem:
            package = str(problem.name or "transformers").partition(".")[0]
            raise MissingExtra("a transformers model", package=package, extra="hf") from None
        self._torch = torch
        self.name, self.revision = split_revision(path_or_id)
        self.head = head
        self.shows_tokens = head == "embedding"
        check_folder(self.name)
        self.device = open_device(torch, device)
        self.dtype = _dtype(dtype)
        count = thread_count(threads)
        if count is not None:
            torch.set_num_threads(count)
        self.threads = int(torch.get_num_threads())
        with quiet(transformers):
            config, tokenizer = self._open_small(transformers)
            self.model = self._open_model(transformers, config)
        if self.device.type == "cpu":
            steady(self.model, self.threads)
        self.revision = getattr(config, "_commit_hash", None) or self.revision
        self.labels = self._labels(config)
        self.files = model_files(self.name, self.revision)
        self.pooling = pooling(self.files) if head == "embedding" else ""
        self.max_length = longest(
            max_length,
            soft=[tokenizer.model_max_length, *tokenizer_limits(self.files)],
            hard=network_limits(self.model),
        )
        accepted = inspect.signature(self.model.forward).parameters
        self._typed = "token_type_ids" in tokenizer.model_input_names and "token_type_ids" in accepted
        self._pad: int | None = tokenizer.pad_token_id
        self.padded = self.device.type == "cuda" and self._pad is not None
        if self.model.config.pad_token_id is None:
            # Networks that read the last token look for the first padding; where there is none, no id is.
            self.model.config.pad_token_id = self._pad if self.padded else -1
        self.batch_tokens = batch_tokens or BATCH_TOKENS["cuda" if self.device.type == "cuda" else "cpu"]
        self.tokens = Tokens(
            tokenizer.backend_tokenizer, self.max_length, pad=self._pad or 0, typed=self._typed
        )

    def _open_small(self, transformers: Any) -> tuple[Any, Any]:
        where = self._where()
        try:
            config = transformers.AutoConfig.from_pretrained(self.name, **where)
        except Exception as problem:  # a key of another type raises what it comes to
            raise _unopened(
                self.name, problem, "a config.json of a model that transformers knows"
            ) from problem
        try:
            tokenizer = transformers.AutoTokenizer.from_pretrained(self.name, use_fast=True, **where)
        except Exception as problem:  # a damaged tokenizer.json raises a bare Exception
            raise _unopened(self.name, problem, "a tokenizer that transformers can open") from problem
        if not getattr(tokenizer, "is_fast", False):
            raise ModelError(
                f"{self.name} has no fast tokenizer",
                got=type(tokenizer).__name__,
                expected="a tokenizer with a tokenizer.json",
            )
        return config, tokenizer

    def _open_model(self, transformers: Any, config: Any) -> Any:
        auto = getattr(transformers, HEADS[self.head])
        try:
            model, loaded = auto.from_pretrained(
                self.name,
                config=config,
                output_loading_info=True,
                dtype=getattr(self._torch, self.dtype),
                **self._where(),
            )
        except Exception as problem:  # safetensors, torch and transformers each raise their own
            raise _unopened(self.name, problem, "weights that fit the model's config.json") from problem
        missing = sorted(loaded["missing_keys"])
        if self.head == "embedding":
            missing = [key for key in missing if "pooler" not in key]  # the mean over tokens passes it by
        if missing:
            more = f" and {len(missing) - 4} more" if len(missing) > 4 else ""
            raise ModelError(
                f"{self.name} has no trained weights for {', '.join(missing[:4])}{more}",
                got=f"a checkpoint of {', '.join(config.architectures or ['unknown architecture'])}",
                expected=f"a checkpoint of {type(model).__name__}",
                mend=f"{MEND[self.head]}; with random weights its answers mean nothing",
            )
        return model.to(self.device).eval()

    def _labels(self, config: Any) -> tuple[str, ...]:
        try:
            return tuple(str(config.id2label[number]) for number in range(config.num_labels))
        except (KeyError, TypeError) as problem:
            expected = (
                'a name for every column under id2label in config.json, {"0": "negative", "1": "positive"}'
            )
            raise _unopened(self.name, problem, expected) from problem

    def _where(self) -> dict[str, Any]:
        offline = os.environ.get("HF_HUB_OFFLINE", "").upper() in {"1", "TRUE", "YES", "ON"}
        known: dict[str, Any] = {"trust_remote_code": False, "local_files_only": offline}
        return known if self.revision is None else {**known, "revision": self.revision}

    def encode(self, inputs: Sequence[Input]) -> list[Row]:
        """Token ids of each input, cut to `max_length`."""
        return self.tokens.encode(inputs)

    def cut(self, inputs: Sequence[Input]) -> list[int]:
        """How many tokens of each input are cut off."""
        return self.tokens.cut(inputs)

    def run(self, inputs: Sequence[Input]) -> NDArray[np.float32]:
        """Logits or embeddings, shape (inputs, width); equal tokens get equal answers, bit by bit."""
        torch = self._torch
        rows = self.encode(inputs)
        first, which = distinct(rows)
        rows = [rows[number] for number in first]
        lengths = [len(row) for row in rows]
        pack = padded_batches if self.padded else batches
        # the longest first: the memory that a GPU is asked for does not grow piece by piece
        packed = pack(lengths, self.batch_tokens)[::-1]
        width = len(self.labels) if self.head == "classification" else int(self.model.config.hidden_size)
        if not packed:
            return np.zeros((0, width), np.float32)
        with torch.inference_mode():
            answers = torch.cat([self._run([rows[number] for number in batch]) for batch in packed])
            given = answers.float().cpu().numpy()
        scattered = np.empty_like(given)
        scattered[[number for batch in packed for number in batch]] = given
        result: NDArray[np.float32] = scattered[which]
        return result

    def _run(self, rows: Sequence[Row]) -> Any:
        feeds, mask = self.feeds(rows)
        output = self.model(**feeds, attention_mask=mask)
        if self.head == "classification":
            return output.logits
        hidden = output.last_hidden_state
        if self.pooling == "cls":
            return hidden[:, 0]
        weights = mask[:, :, None].to(hidden.dtype)
        return (hidden * weights).sum(1) / weights.sum(1)

    def hidden(self, rows: Sequence[Row]) -> NDArray[np.float32]:
        """The last layer's vectors, shape (rows, tokens of the longest, width); with the head "embedding"."""
        feeds, mask = self.feeds(rows)
        with self._torch.inference_mode():
            output = self.model(**feeds, attention_mask=mask).last_hidden_state
        vectors: NDArray[np.float32] = output.float().cpu().numpy()
        return vectors

    def feeds(self, rows: Sequence[Row]) -> tuple[dict[str, Any], Any]:
        """What the network is fed for these rows, padded to the longest of them, and the attention mask."""
        torch = self._torch
        width = max(len(row) for row in rows)
        ids = np.full((len(rows), width), self._pad or 0, np.int64)
        types = np.zeros((len(rows), width), np.int64)
        mask = np.zeros((len(rows), width), np.int64)
        for number, row in enumerate(rows):
            ids[number, : len(row)] = row.ids
            mask[number, : len(row)] = 1
            if self._typed:
                types[number, : len(row)] = row.types
        feeds = {"input_ids": ids, "token_type_ids": types} if self._typed else {"input_ids": ids}
        return (
            {name: torch.from_numpy(array).to(self.device) for name, array in feeds.items()},
            torch.from_numpy(mask).to(self.device),
        )

    def close(self) -> None:
        """Give the network's memory back."""
        self.model = None
        if self.device.type == "cuda":
            self._torch.cuda.empty_cache()


def open_device(torch: Any, asked: str | None) -> Any:
    """The device of torch of this name; without one a GPU where there is one.

    Raises:
        ModelError: There is none.
    """
    if asked is None:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(asked)
    except RuntimeError:
        device = None
    if device is None or device.type not in {"cpu", "cuda", "mps"}:
        raise ModelError("--device is unknown", got=asked, expected="cpu, cuda, cuda:1, ... or mps")
    there = {
        "cpu": 1,
        "cuda": torch.cuda.device_count() if torch.cuda.is_available() else 0,
        "mps": int(torch.backends.mps.is_available()),
    }
    if (device.index or 0) >= there[device.type]:
        raise ModelError(
            f"this machine has no device {asked}",
            got=f"{there['cuda']} CUDA devices",
            expected="cpu" if not there["cuda"] else f"cpu, or cuda:0 to cuda:{there['cuda'] - 1}",
        )
    return device


def _dtype(asked: str | None) -> str:
    name = DTYPES.get(asked or "float32", asked or "float32")
    if name not in DTYPES.values():
        raise ModelError("--dtype is unknown", got=str(asked), expected="float32, bfloat16 or float16")
    return name


def _unopened(name: str, problem: Exception, expected: str) -> ModelError:
    got = " ".join(str(problem).split())[:300]
    return ModelError(f"{name} cannot be opened", got=f"{type(problem).__name__}: {got}", expected=expected)


@contextmanager
def quiet(transformers: Any) -> Iterator[None]:
    """No progress bars and no log on stderr while a model is opened or written: what is wrong is raised."""
    logging = transformers.utils.logging
    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity(50)
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()
