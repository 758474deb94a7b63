"""Texts as trees in a file, so that a training that goes on need not parse again."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.inference.trees import Tree
from mohs.language.tree_vocabulary import Vocabulary
from mohs.training.arrays_file import opened, write_arrays

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
    arrays: dict[str, NDArray[Any]] = {
        part: np.array([number for tree in trees for number in getattr(tree, part)], np.int32)
        for part in _PARTS
    }
    arrays["counts"] = np.array([len(tree) for tree in trees], np.int64)
    arrays["by_tag"] = np.array([word for some in vocabulary.by_tag for word in some], np.int32)
    arrays["by_tag.counts"] = np.array([len(some) for some in vocabulary.by_tag], np.int64)
    write_arrays(path, names, arrays, packed=True)


def load(path: Path, words: Sequence[str]) -> Texts:
    """Read them again.

    Args:
        path: Where they are.
        words: The words that have a vector.

    Raises:
        RunError: They cannot be read.
    """
    with opened(path, "cannot be read") as file:
        names, counts = file.facts, file.take("counts", np.int64)
        by_tag = _cut(file.take("by_tag", np.int32), file.take("by_tag.counts", np.int64))
        vocabulary = Vocabulary(words, tuple(names["tags"]), tuple(names["relations"]), tuple(by_tag))
        parts = [_cut(file.take(part, np.int32), counts) for part in _PARTS]
        trees = tuple(Tree(*one) for one in zip(*parts, strict=True))
        return Texts(vocabulary, trees[: names["trained"]], trees[names["trained"] :])


def _cut(row: NDArray[np.int32], counts: NDArray[np.int64]) -> list[tuple[int, ...]]:
    """The row in pieces of these lengths."""
    ends = np.cumsum(counts).tolist()
    if (counts < 0).any() or (ends[-1] if ends else 0) != len(row):
        raise ValueError(f"{len(row):,} numbers where {ends[-1] if ends else 0:,} are told of")
    numbers = row.tolist()
    return [tuple(numbers[end - count : end]) for end, count in zip(ends, counts.tolist(), strict=True)]
