"""Decoding: a projection on what a tree decoder tells of a text's vector, moved by the numbers of a descent.

Every place of the text has some words that may stand there, its own first. Going down the tree, each place
takes the word with the highest logit, and what comes behind it is told by that word. Where the vector is not
moved the own word stands everywhere: its logit is raised above the best other's, if it is not there already.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mohs.inference.descent import Differentiable, Moves
from mohs.inference.substitution import Substitution
from mohs.inference.trees import Tree

if TYPE_CHECKING:
    from mohs.inference.tree_lstm import TreeLstm


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
    network: "TreeLstm"
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
        from mohs.inference.tree_moves import DecodingMoves

        return DecodingMoves(projections, network)
