"""Decoding: a projection on what a tree decoder tells of a text's vector, moved by the numbers of a descent.

Every place of the text has some words that may stand there, its own first. Going down the tree, each place
takes the word with the highest logit, and what comes behind it is told by that word. Where the vector is not
moved the own word stands everywhere: its logit is raised above the best other's, if it is not there already.

No bit of one text's words or gradient depends on which others are told beside it: products have at least as
many rows as `steady` wants, and sums over choices run over whole lanes, whose rest adds zero.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mohs.inference.descent import Differentiable, FloatArray, Moves
from mohs.inference.substitution import Substitution, word_vectors
from mohs.inference.tree_lstm import TreeLstm
from mohs.inference.trees import Forest, IntArray, Tree

AHEAD = 0.01
"""By how much the own word's logit is at least above the others' where nothing is moved."""

LANES = 64
"""The choices of a place are filled up to a multiple of this."""


@dataclass(frozen=True)
class Decoding:
    """Places of a text, what may stand there, and the tree that tells which of it does.

    Attributes:
        places: What each choice at each place writes; the first choice is the text as it is.
        network: The tree autoencoder; equal to itself alone.
        tree: The text's tree.
        nodes: The node of each place.
        words: Of each place and choice the number of the word's vector; -1 where it has none, which only the
            first may be.
        temperature: Of the softmax that the gradient goes straight through to (0.1 in T3's code).
        most: Places at most whose word is another than the text's; None for all.
    """

    places: Substitution
    network: TreeLstm
    tree: Tree
    nodes: tuple[int, ...]
    words: tuple[tuple[int, ...], ...]
    temperature: float = 0.1
    most: int | None = None

    @property
    def alike(self) -> Hashable:
        """Those of one network and one temperature go down their trees together."""
        return self.network, self.temperature

    @classmethod
    def together(cls, projections: Sequence["Decoding"], network: Differentiable) -> Moves:
        """The vectors of all of them, one a text."""
        return DecodingMoves(projections, network)


class DecodingMoves:
    """One vector a text; see `mohs.inference.descent.Moves`.

    Args:
        projections: Of one network and one temperature; at least one place in each.
        network: What says where words stand.

    Attributes:
        owners: As in `Moves`: one row of numbers each.
    """

    def __init__(self, projections: Sequence[Decoding], network: Differentiable) -> None:
        self._projections = projections
        self._decoder, self._temperature = projections[0].network, projections[0].temperature
        self.owners: NDArray[np.intp] = np.arange(len(projections))
        self._forest = Forest([one.tree for one in projections])
        counts = np.array([len(one.nodes) for one in projections])
        self._own = [slice(end - n, end) for end, n in zip(counts.cumsum(), counts, strict=True)]
        places = np.concatenate(
            [np.array(one.nodes) + text for one, text in zip(projections, self._forest.texts, strict=True)]
        )
        self._place: IntArray = np.full(len(self._forest), -1, np.intp)
        self._place[places] = np.arange(len(places))
        # What the classifier reads where each choice stands, choice after choice.
        self._read = word_vectors(network, [one.places for one in projections])
        choices = np.array([len(words) for one in projections for words in one.words])
        self._reads = [slice(end - n, end) for end, n in zip(choices.cumsum(), choices, strict=True)]
        self._most = [(k, one.most) for k, one in enumerate(projections) if one.most is not None]
        with torch.no_grad():
            self._words = self._decoder.given(self._forest)
            self._context = self._decoder.encode(self._forest)
            self._choices(places, [words for one in projections for words in one.words])
            self._ahead(places)
        self._numbers = torch.zeros(0)  # those of the last projection
        self._gains = np.zeros(len(places), np.float32)
        self._soft: list[tuple[Tensor, Tensor]] = []

    def begin(self) -> FloatArray:
        """Zeros: the text as it is."""
        return np.zeros(tuple(self._context.shape), np.float32)

    def project(self, numbers: FloatArray) -> tuple[list[Hashable], FloatArray]:
        """The word with the highest logit at each place, the earlier one of two; what is measured moves."""
        self._numbers = torch.from_numpy(numbers.copy()).requires_grad_()
        chosen = self._tell(self._context + self._numbers)
        for k, most in self._most:
            self._keep(chosen, k, most)
        return [tuple(chosen[own].tolist()) for own in self._own], numbers.copy()

    def text(self, descent: int, point: Hashable) -> tuple[str, Sequence[tuple[int, int]]]:
        """The text of a point, and where its words stand."""
        assert isinstance(point, tuple)
        return self._projections[descent].places.text(point)

    def pull(self, gradients: Sequence[FloatArray]) -> FloatArray:
        """Straight through each choice to the softmax, and up the tree to the vectors."""
        at_choices = np.zeros((len(self._reads), self._mask.shape[1]), np.float32)
        for place, slope in enumerate(row for rows in gradients for row in rows):
            reads = self._reads[place]
            at_choices[place, : reads.stop - reads.start] = self._read[reads] @ slope
        slopes = torch.from_numpy(at_choices)
        (found,) = torch.autograd.grad(
            [soft for _, soft in self._soft], self._numbers, [slopes[places] for places, _ in self._soft]
        )
        at_numbers: FloatArray = found.numpy()
        return at_numbers

    def _choices(self, places: IntArray, words: Sequence[tuple[int, ...]]) -> None:
        """The vector and the bias of every choice in the decoder, filled up to whole lanes."""
        decoder = self._decoder
        most = -(-max(map(len, words)) // LANES) * LANES
        numbers = np.zeros((len(words), most), np.intp)
        self._mask = torch.zeros(len(words), most)
        for place, some in enumerate(words):
            numbers[place, : len(some)] = some
            self._mask[place, len(some) :] = -torch.inf
        self._vectors = decoder.vectors[np.maximum(numbers, 0)]
        self._vectors[:, 0] = self._words[places]  # of one without a vector, its tag's
        self._bias = torch.zeros(len(words), most)
        for tag in np.unique(self._forest.tags[places]).tolist():
            rows = decoder.by_tag[tag]
            own = np.flatnonzero(self._forest.tags[places] == tag)
            if len(rows):
                at = np.searchsorted(rows, numbers[own]).clip(max=len(rows) - 1)
                known = torch.from_numpy(rows[at] == numbers[own])
                self._bias[own] = torch.where(known, decoder.bias_of(tag)[at], 0.0)

    def _ahead(self, places: IntArray) -> None:
        """Raise the own words above the others, where nothing is moved and all own words stand."""
        told = self._decoder.decode(self._forest, self._context, self._words)
        logits = self._logits(np.arange(len(places)), told[places])
        self._bias[:, 0] += (logits[:, 1:].max(1).values + AHEAD - logits[:, 0]).clamp(min=0)

    def _tell(self, context: Tensor) -> NDArray[np.intp]:
        """Which choice each place takes, going down the trees; what gradients go through is kept."""
        chosen = np.zeros(len(self._mask), np.intp)
        self._gains = np.zeros(len(self._mask), np.float32)
        self._soft = []

        def choose(nodes: IntArray, told: Tensor) -> Tensor:
            places = self._place[nodes]
            here = np.flatnonzero(places >= 0)
            words, places = self._words[nodes], places[here]
            if not len(here):
                return words
            logits = self._logits(places, told[here])
            best = logits.detach().max(1)
            soft = torch.softmax(logits / self._temperature, 1)
            vectors = self._vectors[places]
            mixed = (soft[:, :, None] * vectors).sum(1)
            taken = vectors[torch.arange(len(here)), best.indices] + (mixed - mixed.detach())
            self._soft.append((torch.from_numpy(places), soft))
            chosen[places] = best.indices.numpy()
            self._gains[places] = (best.values - logits.detach()[:, 0]).numpy()
            return words.index_put((torch.from_numpy(here),), taken)

        self._decoder.decode(self._forest, context, self._words, choose)
        return chosen

    def _logits(self, places: IntArray, told: Tensor) -> Tensor:
        """The logit of each choice at some places, shape (places, choices)."""
        return (self._vectors[places] * told[:, None]).sum(2) + self._bias[places] + self._mask[places]

    def _keep(self, chosen: NDArray[np.intp], descent: int, most: int) -> None:
        """Put back all but the words that lead by most."""
        own = self._own[descent]
        changed = np.flatnonzero(chosen[own])
        back = changed[np.argsort(-self._gains[own][changed], kind="stable")[most:]]
        chosen[own][back] = 0
