"""Training of a tree autoencoder: texts are parsed once, then told again from one vector each.

The loss is the mean, over all words that have a vector, of how surprised the decoder is by the word among
those of its part of speech. The decoder is given the right words of the head and of the left sibling, but for
a share of them that it is not told.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mohs.inference.tree_lstm import TreeLstm
from mohs.inference.trees import Forest, Tree
from mohs.training.course import check_settings


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a tree autoencoder is trained.

    Attributes:
        hidden: Numbers of a state, and of the vector that stands for a text: a multiple of 64, so that sums
            over them come out the same, bit by bit, whatever texts are told beside each other.
        epochs: How often it reads every text.
        learning_rate: Adam's at the start; it falls in a straight line to a twentieth.
        nodes: Words in a batch.
        untold: Share of the words that the decoder is not given for the head and the left sibling.
        minimum: How often a word must occur with a part of speech to be told.
        seed: Of the order of the texts, of the first weights and of what is untold.
    """

    hidden: int = 128
    epochs: int = 8
    learning_rate: float = 3e-3
    nodes: int = 1500
    untold: float = 0.2
    minimum: int = 2
    seed: int = 0

    def __post_init__(self) -> None:
        check_settings(self, {"hidden": 64, "epochs": 1, "nodes": 1, "minimum": 1}, {"hidden": 64})


class Trainer:
    """Weights on their way.

    Args:
        network: What is trained.
        trees: The texts.
        settings: How.

    Attributes:
        epoch: How many are done.
    """

    def __init__(self, network: TreeLstm, trees: Sequence[Tree], settings: Settings) -> None:
        self.network, self._trees, self._settings = network, trees, settings
        self.optimizer = torch.optim.Adam(network.parameters(), lr=settings.learning_rate)
        self.epoch = 0
        self._nodes = sum(map(len, trees))

    def run_epoch(self) -> float:
        """Read every text once more; the mean loss, in nats a word."""
        settings = self._settings
        random = np.random.default_rng([settings.seed, self.epoch])
        total, told, read = 0.0, 0, 0
        for batch in batches(self._trees, random.permutation(len(self._trees)), settings.nodes):
            forest = Forest([self._trees[k] for k in batch])
            done = (self.epoch + read / self._nodes) / settings.epochs
            for group in self.optimizer.param_groups:
                group["lr"] = settings.learning_rate * max(0.05, 1 - done)
            untold = random.random(len(forest)) < settings.untold
            loss, count = loss_of(self.network, forest, untold)
            read += len(forest)
            if count:
                self.optimizer.zero_grad()
                (loss / count).backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
                self.optimizer.step()
                total, told = total + float(loss.detach()), told + count
        self.epoch += 1
        return total / max(1, told)


def loss_of(network: TreeLstm, forest: Forest, untold: NDArray[np.bool_]) -> tuple[Tensor, int]:
    """The summed loss of the words of some trees, in nats, and of how many.

    Args:
        network: What is asked.
        forest: The trees.
        untold: The nodes whose words the decoder is not given; shape (nodes,).
    """
    words = network.given(forest)
    hidden = network.unknown[torch.from_numpy(forest.tags)]
    told = network.decode(
        forest, network.encode(forest), torch.where(torch.from_numpy(untold)[:, None], hidden, words)
    )
    loss, count = told.new_zeros(()), 0
    for tag, nodes, places in network.classes(forest):
        loss = loss + nn.functional.cross_entropy(
            network.scores(told[nodes], tag), torch.from_numpy(places), reduction="sum"
        )
        count += len(nodes)
    return loss, count


@torch.no_grad()
def told_right(network: TreeLstm, trees: Sequence[Tree], nodes: int, *, alone: bool) -> NDArray[np.int64]:
    """Of each text how many words are told right, and of how many; shape (trees, 2).

    Args:
        network: What is asked.
        trees: Texts that it was not trained on.
        nodes: Words in a batch.
        alone: With nothing but the vector and the tree; else the right words of head and sibling are given.
    """
    found = []
    for batch in batches(trees, np.arange(len(trees)), nodes):
        forest = Forest([trees[k] for k in batch])
        told = network.decode(
            forest,
            network.encode(forest),
            network.given(forest),
            network.most_likely(forest) if alone else None,
        )
        right, asked = np.zeros(len(forest), np.int64), np.zeros(len(forest), np.int64)
        for tag, own, places in network.classes(forest):
            right[own] = network.scores(told[own], tag).argmax(1).numpy() == places
            asked[own] = 1
        found.append(np.add.reduceat(np.stack([right, asked], 1), forest.texts))
    return np.concatenate(found)


def batches(trees: Sequence[Tree], order: NDArray[np.int64], nodes: int) -> Iterator[list[int]]:
    """Numbers of trees in this order, cut where a batch has so many nodes."""
    batch: list[int] = []
    size = 0
    for number in order.tolist():
        if batch and size + len(trees[number]) > nodes:
            yield batch
            batch, size = [], 0
        batch.append(number)
        size += len(trees[number])
    if batch:
        yield batch
