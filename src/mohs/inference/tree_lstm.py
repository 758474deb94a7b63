"""A tree autoencoder: a text's words to one vector, up its dependency tree, and back to words, down the tree.

The encoder is a child-sum tree-LSTM (Tai, Socher and Manning 2015, equations 2 to 8) that reads, with each
word's vector, one of its relation. The decoder gives every node its head's state and tells its word; it is
given the words that it told for the head and for the left sibling (T3: Wang et al. 2020, section 3.2). A
word is told among those of its part of speech: the tree says which that is.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mohs.inference.steady import ROWS, at_least
from mohs.inference.trees import Forest, IntArray, Tree

Choose = Callable[[IntArray, Tensor], Tensor]
"""(nodes, what their words are told by) -> the vectors of their words, shape (nodes, width)."""


class TreeLstm(nn.Module):
    """Encoder and decoder over trees.

    Args:
        vectors: The vector of each word, shape (words, width); they are not trained.
        vocabularies: For each tag, the numbers of the words that it may have; none for tags that are not
            told.
        relations: How many relations there are, the text's own included.
        hidden: Numbers of a state, and of the vector between encoder and decoder.
        embedding: Numbers of a relation's and of a tag's vector.
    """

    vectors: Tensor

    def __init__(
        self,
        vectors: NDArray[np.float32],
        vocabularies: Sequence[Sequence[int]],
        relations: int,
        hidden: int = 128,
        embedding: int = 50,
    ) -> None:
        super().__init__()
        width, tags = vectors.shape[1], len(vocabularies)
        self.hidden, self.embedding = hidden, embedding
        self.register_buffer("vectors", torch.from_numpy(vectors), persistent=False)
        self.unknown = nn.Parameter(torch.randn(tags, width) * 0.1)
        self.relation = nn.Parameter(torch.randn(relations, embedding) * 0.1)
        self.tag = nn.Parameter(torch.randn(tags, embedding) * 0.1)
        # Encoder: input, output and update of a node; forget gates, one a child.
        self.gates = nn.Linear(width + embedding + hidden, 3 * hidden)
        self.forget_node = nn.Linear(width + embedding, hidden)
        self.forget_child = nn.Linear(hidden, hidden, bias=False)
        # Decoder.
        self.cell = nn.Linear(hidden, hidden)
        self.step = nn.Linear(2 * width + embedding + hidden, 4 * hidden)
        self.out = nn.Linear(hidden, width)
        self.by_tag: list[IntArray] = [np.array(some, dtype=np.intp) for some in vocabularies]
        self._ends = np.cumsum([len(some) for some in vocabularies])
        self.bias = nn.Parameter(torch.zeros(int(self._ends[-1])))  # of every word, tag after tag

    def given(self, forest: Forest) -> Tensor:
        """The vector of each node's word, or of its tag where the word has none; shape (nodes, width)."""
        words, tags = torch.from_numpy(forest.words), torch.from_numpy(forest.tags)
        known = self.vectors[words.clamp(min=0)]
        return torch.where((words >= 0)[:, None], known, self.unknown[tags])

    def encode(self, forest: Forest) -> Tensor:
        """The state of each text, shape (trees, hidden)."""
        relation = self.relation[torch.from_numpy(forest.relations)]
        read = torch.cat([self.given(forest), relation], 1)
        states: list[Tensor] = []
        cells: list[Tensor] = []
        place = np.zeros(len(forest), np.intp)
        count = 0
        for nodes, children, parents in forest.up():
            own, to = read[nodes], torch.from_numpy(parents)
            summed = own.new_zeros(len(nodes), self.hidden)
            kept = own.new_zeros(len(nodes), self.hidden)
            if len(children):
                at = torch.from_numpy(place[children])
                below, cell = torch.cat(states)[at], torch.cat(cells)[at]
                forget = torch.sigmoid(self.forget_node(own)[to] + self.forget_child(below))
                summed = summed.index_add(0, to, below)
                kept = kept.index_add(0, to, forget * cell)
            into, out, new = self.gates(torch.cat([own, summed], 1)).chunk(3, 1)
            cell = torch.sigmoid(into) * torch.tanh(new) + kept
            cells.append(cell)
            states.append(torch.sigmoid(out) * torch.tanh(cell))
            place[nodes] = np.arange(count, count + len(nodes))
            count += len(nodes)
        return torch.cat(states)[torch.from_numpy(place[forest.texts])]

    def begin(self, context: Tensor) -> tuple[Tensor, Tensor]:
        """State and cell of the texts, from the vectors that stand for them."""
        return context, torch.tanh(self.cell(context))

    def next(
        self, label: Tensor, head: Tensor, left: Tensor, state: Tensor, cell: Tensor
    ) -> tuple[Tensor, Tensor]:
        """State and cell of some nodes.

        Args:
            label: Relation and tag of each, as `labels` gives them.
            head: The vector of the head's word.
            left: The vector of the left sibling's word; zeros for a first one.
            state: The head's state.
            cell: The head's cell.
        """
        into, forget, out, new = self.step(torch.cat([head, left, label, state], 1)).chunk(4, 1)
        cell = torch.sigmoid(forget) * cell + torch.sigmoid(into) * torch.tanh(new)
        return torch.sigmoid(out) * torch.tanh(cell), cell

    def labels(self, forest: Forest) -> Tensor:
        """Relation and tag of each node, shape (nodes, embedding)."""
        return self.relation[torch.from_numpy(forest.relations)] + self.tag[torch.from_numpy(forest.tags)]

    def decode(self, forest: Forest, context: Tensor, words: Tensor, choose: Choose | None = None) -> Tensor:
        """What each node's word is told by, in the order of the nodes; shape (nodes, width).

        Args:
            forest: The trees.
            context: The state of each text, shape (trees, hidden).
            words: The vector of each node's word, shape (nodes, width).
            choose: Gives other vectors for the words of some nodes, from what they are told by; what comes
                behind them is then given those.
        """
        label = self.labels(forest)
        first = torch.from_numpy(forest.before < 0)[:, None]
        before = np.maximum(forest.before, 0)
        states: list[Tensor] = []
        cells: list[Tensor] = []
        told: list[Tensor] = []
        place = np.zeros(len(forest), np.intp)
        count = 0
        for nodes in forest.down() if choose is None else forest.along():
            if count == 0:
                state, cell = self.begin(context)
            else:
                heads = forest.heads[nodes]
                at = torch.from_numpy(place[heads])
                left = torch.where(first[nodes], 0.0, words[before[nodes]])
                state, cell = self.next(
                    label[nodes], words[heads], left, torch.cat(states)[at], torch.cat(cells)[at]
                )
            states.append(state)
            cells.append(cell)
            told.append(self.out(state))
            if choose is not None and count:
                words = words.index_put((torch.from_numpy(nodes),), choose(nodes, told[-1]))
            place[nodes] = np.arange(count, count + len(nodes))
            count += len(nodes)
        return torch.cat(told)[torch.from_numpy(place)]

    def scores(self, told: Tensor, tag: int) -> Tensor:
        """The logit of each word that a tag may have, shape (rows, words of the tag)."""
        vectors, bias = self.vectors[self.by_tag[tag]], self.bias_of(tag)
        product = partial(nn.functional.linear, weight=vectors, bias=bias)
        found: Tensor = at_least(product, ROWS * torch.get_num_threads())(told)
        return found

    def bias_of(self, tag: int) -> Tensor:
        """What is added to the logit of each word that a tag may have."""
        return self.bias[self._ends[tag] - len(self.by_tag[tag]) : self._ends[tag]]

    @torch.no_grad()
    def likely(self, trees: Sequence[Tree], counts: Sequence[int]) -> list[list[list[int]]]:
        """The words that are told most likely at each node, all other words as they are.

        Args:
            trees: The texts.
            counts: How many words, for each text.

        Returns:
            For each node of each text the numbers of words that its tag may have, most likely first, its own
            left out.
        """
        forest = Forest(trees)
        told = self.decode(forest, self.encode(forest), self.given(forest))
        wanted = np.repeat(counts, [len(tree) for tree in trees])
        found: list[list[int]] = [[] for _ in range(len(forest))]
        for tag in np.unique(forest.tags).tolist():
            nodes, rows = np.flatnonzero(forest.tags == tag), self.by_tag[tag]
            if not len(rows):
                continue
            for node, scores in zip(nodes.tolist(), self.scores(told[nodes], tag).numpy(), strict=True):
                best = rows[np.argsort(-scores, kind="stable")[: wanted[node] + 1]]
                found[node] = best[best != forest.words[node]][: wanted[node]].tolist()
        starts = forest.texts.tolist()
        return [found[start : start + len(tree)] for start, tree in zip(starts, trees, strict=True)]

    def classes(self, forest: Forest) -> Iterator[tuple[int, IntArray, IntArray]]:
        """The nodes of each tag whose word is one that the tag may have, and the place of it among them."""
        for tag in np.unique(forest.tags).tolist():
            rows = self.by_tag[tag]
            nodes = np.flatnonzero(forest.tags == tag)
            places = np.searchsorted(rows, forest.words[nodes])
            known = places < len(rows)
            known[known] = rows[places[known]] == forest.words[nodes[known]]
            if known.any():
                yield tag, nodes[known], places[known]

    def most_likely(self, forest: Forest) -> Choose:
        """The word with the highest logit of each node whose tag has words; else the word that is there."""

        def choose(nodes: IntArray, told: Tensor) -> Tensor:
            found = given[nodes].clone()
            for tag in np.unique(forest.tags[nodes]).tolist():
                if len(self.by_tag[tag]):
                    own = np.flatnonzero(forest.tags[nodes] == tag)
                    best = self.scores(told[own], tag).argmax(1).numpy()
                    found[own] = self.vectors[self.by_tag[tag][best]]
            return found

        given = self.given(forest)
        return choose
