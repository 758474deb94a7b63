"""Texts as trees in a file, so that a training that goes on need not parse again."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np

from mohs.errors import RunError
from mohs.inference.trees import Tree
from mohs.language.tree_vocabulary import Vocabulary
from mohs.runs.folder import replacing

_PARTS = ("words", "tags", "relations", "heads")


@dataclass(frozen=True)
class Texts:
    """What is trained on.

    Attributes:
        vocabulary: What the numbers of the trees stand for.
        trained: The texts to learn from.
        held_out: Those to measure on.
    """

    vocabulary: Vocabulary
    trained: tuple[Tree, ...]
    held_out: tuple[Tree, ...]


def save(path: Path, texts: Texts) -> None:
    """Write them atomically.

    Raises:
        RunFailed: They cannot be written.
    """
    trees, vocabulary = (*texts.trained, *texts.held_out), texts.vocabulary
    names = {"tags": vocabulary.tags, "relations": vocabulary.relations, "trained": len(texts.trained)}
    arrays = {
        "names": np.frombuffer(json.dumps(names).encode(), np.uint8),
        "counts": np.array([len(tree) for tree in trees]),
        "by_tag": np.array([word for some in vocabulary.by_tag for word in some], np.int32),
        "by_tag.counts": np.array([len(some) for some in vocabulary.by_tag]),
    } | {
        part: np.array([number for tree in trees for number in getattr(tree, part)], np.int32)
        for part in _PARTS
    }
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # numpy's stub takes a bool among them


def load(path: Path, words: Sequence[str]) -> Texts:
    """Read them again.

    Args:
        path: Where they are.
        words: The words that have a vector.

    Raises:
        RunError: They cannot be read.
    """
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        names = json.loads(arrays["names"].tobytes())
        by_tag = _cut(arrays["by_tag"], arrays["by_tag.counts"])
        vocabulary = Vocabulary(words, tuple(names["tags"]), tuple(names["relations"]), tuple(by_tag))
        parts = [_cut(arrays[part], arrays["counts"]) for part in _PARTS]
        trees = tuple(Tree(*one) for one in zip(*parts, strict=True))
        return Texts(vocabulary, trees[: names["trained"]], trees[names["trained"] :])
    except Exception as problem:  # whatever a broken file brings about
        raise RunError(
            f"{path} cannot be read", got=f"{type(problem).__name__}: {problem}"[:200],
            mend="remove the folder, or train into another --out",
        ) from None  # fmt: skip


def _cut(row: "np.ndarray[tuple[int], np.dtype[np.int32]]", counts: Sequence[int]) -> list[tuple[int, ...]]:
    ends = np.cumsum(counts).tolist()
    numbers = row.tolist()
    return [tuple(numbers[end - count : end]) for end, count in zip(ends, counts, strict=True)]
