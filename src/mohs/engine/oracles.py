"""Oracle: what answers one kind of question, one row an item, in batches of any size."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mohs.attacks.questions import Rows
from mohs.errors import ClassifierFault, MohsError
from mohs.inference.adam import descend
from mohs.inference.descent import Differentiable
from mohs.language.grammar import Grammar
from mohs.language.masked_lm import MaskedLM
from mohs.language.paraphraser import Paraphraser
from mohs.language.similarity import Encoder, TokenEncoder
from mohs.language.tree_autoencoder import Trees
from mohs.models.classifier import Classifier

KEPT_BITS = 17
"""Bits of a probability's fraction that count (about five significant digits): a batch's floating-point noise
is smaller, so that it decides no comparison; ties go to the earlier candidate."""


class Oracle(Protocol):
    """Answers items of one kind."""

    def answer(self, items: Sequence[Any]) -> Rows:
        """One row for each item, in order; the same row for the same item, whatever is asked beside it.

        Raises:
            ClassifierFault: It cannot answer; the engine then asks search by search to find whose fault it
            is.
        """
        ...


class ClassifierOracle:
    """Class probabilities, rounded."""

    def __init__(self, classifier: Classifier) -> None:
        self.classifier = classifier

    def answer(self, items: Sequence[Any]) -> Rows:
        """Class probabilities, shape (items, labels)."""
        return rounded(self.classifier.probabilities(items))


class EncoderOracle:
    """Sentence embeddings."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder

    def answer(self, items: Sequence[Any]) -> Rows:
        """Unit vectors, shape (items, width)."""
        return self.encoder.encode(items)


class TokenOracle:
    """Vectors of tokens, for BERTScore."""

    def __init__(self, encoder: TokenEncoder) -> None:
        self.encoder = encoder

    def answer(self, items: Sequence[Any]) -> Rows:
        """Of each text the unit vectors of its tokens."""
        return self.encoder.token_vectors(items)


class ParaphraseOracle:
    """Paraphrases in the form of a template."""

    def __init__(self, paraphraser: Paraphraser) -> None:
        self.paraphraser = paraphraser

    def answer(self, items: Sequence[Any]) -> Rows:
        """One text for each item, "" where there is none."""
        try:
            return self.paraphraser.paraphrase(items)
        except MohsError:
            raise
        except Exception as problem:  # a foreign network's fault
            raise ClassifierFault(f"the paraphraser raised {type(problem).__name__}: {problem}") from problem


class FillMaskOracle:
    """Candidates of word pieces."""

    def __init__(self, masked_lm: MaskedLM) -> None:
        self.masked_lm = masked_lm

    def answer(self, items: Sequence[Any]) -> Rows:
        """The pieces of each text."""
        return self.masked_lm.fill(items)


class PerplexityOracle:
    """Perplexities of words."""

    def __init__(self, masked_lm: MaskedLM) -> None:
        self.masked_lm = masked_lm

    def answer(self, items: Sequence[Any]) -> Rows:
        """One number for each word."""
        return self.masked_lm.perplexity(items)


class ParseOracle:
    """The grammar of texts."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar

    def answer(self, items: Sequence[Any]) -> Rows:
        """What is known of each text."""
        return self.grammar.parse(items)


class TreeOracle:
    """What else could stand at the tokens of texts."""

    def __init__(self, trees: Trees) -> None:
        self.trees = trees

    def answer(self, items: Sequence[Any]) -> Rows:
        """What is told of each text."""
        return self.trees.tell(items)


class DescentOracle:
    """Gradient descents, all of them in one batch.

    Attributes:
        at_once: How many it is worth answering at once: more would take longer and not be faster.
    """

    def __init__(self, network: Differentiable) -> None:
        self.network, self.at_once = network, network.at_once

    def answer(self, items: Sequence[Any]) -> Rows:
        """What each descent came to."""
        try:
            return descend(self.network, items)
        except MohsError:
            raise
        except Exception as problem:  # a foreign network's fault
            raise ClassifierFault(f"{type(problem).__name__}: {problem}") from problem


def rounded(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values rounded to `KEPT_BITS` bits of their fraction: relative, so that small ones keep theirs too."""
    dropped = 52 - KEPT_BITS
    bits = np.ascontiguousarray(values, dtype=np.float64).view(np.int64) + (1 << (dropped - 1))
    bits &= ~((1 << dropped) - 1)
    return bits.view(np.float64)
