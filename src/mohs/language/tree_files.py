"""The folder of a tree autoencoder: model.npz and card.json, with nothing in it that could be run.

Weights are whole numbers from -127 to 127, each row with a scale of its own; biases are halves. What a word
is called stands in the word vectors that the card names.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.errors import ModelError
from mohs.runs.folder import replacing, write_json

SCHEMA = "mohs/tree-autoencoder/1"
MODEL, CARD = "model.npz", "card.json"

_MOST = 127
_NAMES = ("schema", "sha256", "vectors", "tags", "relations", "hidden", "embedding")


@dataclass(frozen=True)
class TreeFile:
    """What the folder holds.

    Attributes:
        card: What card.json says.
        weights: Name -> array, in single precision.
        by_tag: For each tag of the card the numbers of the words that it may have.
    """

    card: Mapping[str, Any]
    weights: Mapping[str, NDArray[np.float32]]
    by_tag: tuple[tuple[int, ...], ...]


def packed(weights: Mapping[str, NDArray[np.float32]], by_tag: Sequence[Sequence[int]]) -> bytes:
    """The content of model.npz."""
    arrays: dict[str, NDArray[Any]] = {
        "words": np.array([word for some in by_tag for word in some], np.uint32),
        "words.counts": np.array([len(some) for some in by_tag], np.uint32),
    }
    for name, weight in weights.items():
        if weight.ndim == 1:
            arrays[name] = weight.astype(np.float16)
            continue
        scale = np.abs(weight).max(1, keepdims=True) / _MOST
        rounded = np.rint(weight / np.where(scale > 0, scale, 1))
        arrays[name], arrays[f"{name}.scale"] = rounded.astype(np.int8), scale.astype(np.float32)
    content = BytesIO()
    np.savez_compressed(content, **arrays)  # type: ignore[arg-type]  # numpy's stub takes a bool among them
    return content.getvalue()


def write_tree_file(folder: Path, content: bytes, card: Mapping[str, Any]) -> None:
    """Write both files; the card last, so that a folder with a card is whole.

    Raises:
        RunFailed: They cannot be written.
    """
    with replacing(folder / MODEL) as temporary:
        temporary.write_bytes(content)
    write_json(folder / CARD, {"schema": SCHEMA, **card})


def read_tree_file(folder: Path, mend: str) -> TreeFile:
    """What a folder holds.

    Args:
        folder: With model.npz and card.json.
        mend: How to come by one.

    Raises:
        ModelError: It is not there, torn, or not what the card says.
    """
    card_path, path = folder / CARD, folder / MODEL
    try:
        card = json.loads(card_path.read_text(encoding="utf-8"))
        content = path.read_bytes()
    except (OSError, ValueError, RecursionError) as problem:
        got = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise ModelError(
            f"{folder} is no tree autoencoder", got=got, expected=f"a folder with {MODEL} and {CARD}",
            mend=mend,
        ) from None  # fmt: skip
    return unpacked(content, card, str(folder), mend)


def unpacked(content: bytes, card: Any, place: str, mend: str) -> TreeFile:
    """What the two files say, read from memory; see `read_tree_file`."""
    import hashlib

    if not isinstance(card, dict) or card.get("schema") != SCHEMA or any(n not in card for n in _NAMES):
        got = card.get("schema") if isinstance(card, dict) else type(card).__name__
        raise ModelError(f"{place}: its card cannot be read", got=str(got), expected=SCHEMA, mend=mend)
    if (found := hashlib.sha256(content).hexdigest()) != card["sha256"]:
        raise ModelError(
            f"{place}: {MODEL} is not the file that its card speaks of",
            got=f"sha256 {found}", expected=str(card["sha256"]), mend=mend,
        )  # fmt: skip
    with np.load(BytesIO(content), allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    words, counts = arrays.pop("words"), arrays.pop("words.counts")
    ends = counts.cumsum()
    weights = {
        name: array.astype(np.float32) * arrays.get(f"{name}.scale", np.float32(1))
        for name, array in arrays.items()
        if not name.endswith(".scale")
    }
    by_tag = tuple(tuple(words[end - count : end].tolist()) for end, count in zip(ends, counts, strict=True))
    return TreeFile(card, weights, by_tag)
