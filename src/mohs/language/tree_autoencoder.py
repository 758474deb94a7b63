"""A tree autoencoder of English: what else could stand at each word of a text, as its tree tells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mohs import kit
from mohs.errors import MissingExtra, ModelError
from mohs.inference.trees import Tree
from mohs.language.grammar import Parsed
from mohs.language.tree_files import TreeFile, read_tree_file
from mohs.language.tree_vocabulary import Vocabulary
from mohs.language.vectors import WordVectors
from mohs.paths import as_path

if TYPE_CHECKING:
    from mohs.inference.tree_lstm import TreeLstm

KIT = "kit:tree-autoencoder"
"""The kit's own, which is used where none is named."""

TRAIN = "mohs train tree-autoencoder --data FILE --out DIR"
"""How to make one."""

LENGTH = 3.0
"""Of each word vector, as the network reads it."""

AT_ONCE = 64
"""So many texts at the most."""


class Candidate(NamedTuple):
    """A word that may stand at a place of a text: itself, in lower case, and the number of its vector."""

    word: str
    number: int


@dataclass(frozen=True)
class Told:
    """A text as its tree, and what may stand there.

    Attributes:
        network: What tells.
        tree: Node k + 1 is token k of the parsed text.
        candidates: For each token other words of its part of speech, those first that the network holds most
            likely; none where it knows too little.
    """

    network: "TreeLstm"
    tree: Tree
    candidates: tuple[tuple[Candidate, ...], ...]


class Trees(Protocol):
    """A tree autoencoder.

    Attributes:
        identity: What run.json says of it.
    """

    identity: Mapping[str, Any]

    def tell(self, items: Sequence[tuple[Parsed, int]]) -> Sequence[Told]:
        """What may stand at each token of each text: so many words at the most.

        Args:
            items: (text, words at each token) pairs.
        """
        ...


class TreeAutoencoder:
    """A network with its vocabulary; see `Trees`."""

    def __init__(self, network: "TreeLstm", vocabulary: Vocabulary, identity: Mapping[str, Any]) -> None:
        self.network, self.vocabulary, self.identity = network, vocabulary, identity

    def tell(self, items: Sequence[tuple[Parsed, int]]) -> list[Told]:
        """As `Trees`; the same for a text whatever is beside it."""
        found: list[Told] = []
        for start in range(0, len(items), AT_ONCE):
            found += self._tell(items[start : start + AT_ONCE])
        return found

    def _tell(self, items: Sequence[tuple[Parsed, int]]) -> list[Told]:
        trees = [self.vocabulary.tree(parsed) for parsed, _ in items]
        counts = [count for _, count in items]
        found = []
        for tree, numbers in zip(trees, self.network.likely(trees, counts), strict=True):
            words = self.vocabulary.words
            some = (tuple(Candidate(words[k], k) for k in row) for row in numbers[1:])
            found.append(Told(self.network, tree, tuple(some)))
        return found


def vectors_of(words: WordVectors) -> NDArray[np.float32]:
    """The vectors as the network reads them: all of one length."""
    vectors = words.array.astype(np.float32)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    found: NDArray[np.float32] = vectors * (LENGTH / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return found


def open_tree_autoencoder(address: str = KIT) -> TreeAutoencoder:
    """Open a tree autoencoder.

    Args:
        address: `kit:tree-autoencoder`, or a folder that `mohs train tree-autoencoder` made.

    Raises:
        ModelError: There is none, it is torn, or made with other word vectors.
        MissingExtra: torch is not installed.
    """
    folder = kit.path("tree-autoencoder") if address == KIT else as_path(address)
    file = read_tree_file(folder, TRAIN)
    words = WordVectors.kit()
    if file.card["vectors"] != words.sha256:
        raise ModelError(
            f"{folder} was made with other word vectors", got=str(file.card["vectors"]),
            expected=f"{words.sha256} (kit:vectors)", mend=TRAIN,
        )  # fmt: skip
    return built(file, words, {"address": address, "sha256": file.card["sha256"]})


def built(file: TreeFile, words: WordVectors, identity: Mapping[str, Any]) -> TreeAutoencoder:
    """The network of a file, ready to be asked.

    Raises:
        MissingExtra: torch is not installed.
    """
    try:
        import torch
    except ImportError:
        raise MissingExtra("a tree autoencoder", package="torch", extra="hf") from None
    from mohs.inference.steady import steady
    from mohs.inference.tree_lstm import TreeLstm

    card = file.card
    network = TreeLstm(
        vectors_of(words), file.by_tag, len(card["relations"]), card["hidden"], card["embedding"]
    )
    network.load_state_dict({name: torch.from_numpy(value) for name, value in file.weights.items()})
    network.requires_grad_(requires_grad=False)
    steady(network, torch.get_num_threads())
    vocabulary = Vocabulary(words.words, tuple(card["tags"]), tuple(card["relations"]), file.by_tag)
    return TreeAutoencoder(network, vocabulary, identity)
