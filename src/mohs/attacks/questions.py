"""Question: what a search asks while it runs. It yields one and gets the answer back; it never calls a model.

A question names what it needs to know and of which texts, nothing of how or when it is answered: the engine
gathers the questions of many searches and lets an oracle answer each kind in full batches.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from mohs.inference.descent import Descended, Descent
from mohs.language.bert_score import bert_score as f1
from mohs.language.grammar import Parsed
from mohs.language.masked_lm import Piece
from mohs.language.tree_autoencoder import Told
from mohs.models.classifier import Input

Answer = TypeVar("Answer")
Asking = Generator["Question | Gather", Any, Answer]
"""A piece of a search that asks and, in the end, returns an `Answer`: used with `yield from`."""


AT_ONCE = 4_000_000
"""Characters of one question, about: many copies of a long text would fill the memory."""

Rows = Sequence[Any] | NDArray[Any]
"""One row an item: a list, or an array with the items along its first axis."""


class Question(ABC):
    """What all kinds have in common: items that an oracle answers, and what to make of the answers."""

    kind: ClassVar[str]
    """The name that oracles, counts and budgets go by."""
    need: ClassVar[str] = ""
    """What an attack that asks it lists in its `needs`, so that the run opens what answers."""
    again: bool = False
    """Ask anew, whatever was answered before."""
    patient: ClassVar[bool] = False
    """Whether to wait for others of its kind: it is slow for one search alone, and quick for many at once."""

    @property
    @abstractmethod
    def items(self) -> Sequence[Hashable]:
        """What the oracle is given; it gives one row an item, the same row for the same item."""

    @property
    def size(self) -> int:
        """How many texts this question puts to its oracle, for counts and budgets."""
        return len(self.items)

    @abstractmethod
    def finish(self, rows: Rows) -> Any:
        """The answer, from the rows of `items`."""


@dataclass(slots=True)
class Classify(Question):
    """Class probabilities of these inputs; the answer has shape (inputs, labels), is rounded and read-only.

    `again` is how a success is verified.
    """

    kind: ClassVar[str] = "classify"
    items: Sequence[Input]
    again: bool = False

    def finish(self, rows: Rows) -> NDArray[np.float64]:
        """The rows as one array."""
        return rows if isinstance(rows, np.ndarray) else np.asarray(rows, dtype=np.float64)


@dataclass
class OfPairs(Question):
    """What is asked of pairs of texts, answered from a row for each text."""

    pairs: Sequence[tuple[str, str]]

    @property
    def items(self) -> Sequence[str]:
        """First and second texts in turn."""
        return [text for pair in self.pairs for text in pair]

    @property
    def size(self) -> int:
        """The number of pairs."""
        return len(self.pairs)


@dataclass
class Similarity(OfPairs):
    """Cosine between the sentence embeddings of each pair of texts; the answer has shape (pairs,)."""

    kind: ClassVar[str] = "similarity"
    need: ClassVar[str] = "encoder"

    def finish(self, rows: Rows) -> NDArray[np.float64]:
        """Cosines of the unit vectors of each pair, rounded so that floating-point noise decides nothing."""
        vectors = np.array(rows, dtype=np.float64)
        cosines: NDArray[np.float64] = np.einsum("ij,ij->i", vectors[0::2], vectors[1::2]).round(5)
        return cosines


@dataclass
class BertScore(OfPairs):
    """BERTScore of each pair of texts (`language.bert_score`); the answer has shape (pairs,), rounded."""

    kind: ClassVar[str] = "bert-score"
    need: ClassVar[str] = "token-encoder"

    def finish(self, rows: Rows) -> NDArray[np.float64]:
        """F1 of the token vectors of each pair, rounded so that floating-point noise decides nothing."""
        pairs = zip(rows[0::2], rows[1::2], strict=True)
        return np.array([f1(first, second) for first, second in pairs]).round(5)


@dataclass(slots=True)
class Paraphrase(Question):
    """What these texts say, in these syntactic forms; the answer is a list of texts, "" where there is none.

    `items` are (text, template, beams): a template of `language.phrase_structure`, and how many beginnings
    the search for the likeliest text goes on with at a time.
    """

    kind: ClassVar[str] = "paraphrase"
    need: ClassVar[str] = "paraphraser"
    items: Sequence[tuple[str, str, int]]

    def finish(self, rows: Rows) -> list[str]:
        """The texts."""
        return list(rows)


@dataclass
class FillMask(Question):
    """What a masked language model would put in the place of every word piece of these texts.

    The texts are asked as they stand, with nothing masked, so that one question serves all words of a text.
    The answer is a list with the `Piece`s of each text, in the order of the text.
    """

    kind: ClassVar[str] = "fill-mask"
    need: ClassVar[str] = "masked-lm"
    texts: Sequence[str]
    count: int = 48
    """Candidates of each piece."""

    @property
    def items(self) -> Sequence[tuple[str, int]]:
        """Each text with the number of candidates."""
        return [(text, self.count) for text in self.texts]

    def finish(self, rows: Rows) -> list[tuple[Piece, ...]]:
        """The pieces of each text."""
        return list(rows)


@dataclass
class Perplexity(Question):
    """How surprised the masked language model is by each of these words, alone; shape (words,), rounded."""

    kind: ClassVar[str] = "perplexity"
    need: ClassVar[str] = "masked-lm"
    strings: Sequence[str]

    @property
    def items(self) -> Sequence[str]:
        """The words."""
        return self.strings

    def finish(self, rows: Rows) -> NDArray[np.float64]:
        """The rows as one array."""
        return np.array(rows, dtype=np.float64)


@dataclass
class Parse(Question):
    """The grammar of these texts; the answer is a list of `Parsed`."""

    kind: ClassVar[str] = "parse"
    need: ClassVar[str] = "parser"
    texts: Sequence[str]

    @property
    def items(self) -> Sequence[str]:
        """The texts."""
        return self.texts

    def finish(self, rows: Rows) -> list[Parsed]:
        """What is known of each."""
        return list(rows)


@dataclass
class TellTrees(Question):
    """What else could stand at each token of these texts, as a tree autoencoder tells; a list of `Told`."""

    kind: ClassVar[str] = "tree"
    need: ClassVar[str] = "tree-autoencoder"
    texts: Sequence[Parsed]
    count: int = 50
    """Words at each token."""

    @property
    def items(self) -> Sequence[tuple[Parsed, int]]:
        """Each text with the number of words."""
        return [(text, self.count) for text in self.texts]

    def finish(self, rows: Rows) -> list[Told]:
        """What is told of each."""
        return list(rows)


@dataclass
class Descend(Question):
    """Minimise these objectives by gradient descent; the answer is a list of `Descended`.

    It needs a classifier with gradients. A step of a descent counts as one text.
    """

    kind: ClassVar[str] = "descend"
    need: ClassVar[str] = "gradients"
    patient: ClassVar[bool] = True
    descents: Sequence[Descent]

    @property
    def items(self) -> Sequence[Descent]:
        """The descents."""
        return self.descents

    @property
    def size(self) -> int:
        """The steps of all descents."""
        return sum(descent.objective.steps for descent in self.descents)

    def finish(self, rows: Rows) -> list[Descended]:
        """What each came to."""
        return list(rows)


@dataclass(slots=True)
class Gather:
    """Several questions at once; the answer is the tuple of their answers."""

    questions: tuple[Question, ...]


def similarity(pairs: Sequence[tuple[str, str]]) -> Asking[NDArray[np.float64]]:
    """Ask for the cosine of each pair of texts, shape (pairs,)."""
    answer: NDArray[np.float64] = yield Similarity(pairs)
    return answer


def bert_score(pairs: Sequence[tuple[str, str]]) -> Asking[NDArray[np.float64]]:
    """Ask for the BERTScore of each pair of texts, shape (pairs,)."""
    answer: NDArray[np.float64] = yield BertScore(pairs)
    return answer


def paraphrase(items: Sequence[tuple[str, str, int]]) -> Asking[list[str]]:
    """Ask for each text in the form of a template, the likeliest of so many beams; "" where there is none."""
    answer: list[str] = yield Paraphrase(items)
    return answer


def fill_mask(texts: Sequence[str], count: int) -> Asking[list[tuple[Piece, ...]]]:
    """Ask what may stand in the place of each word piece of each text, `count` candidates a piece."""
    answer: list[tuple[Piece, ...]] = yield FillMask(texts, count)
    return answer


def perplexity(strings: Sequence[str]) -> Asking[NDArray[np.float64]]:
    """Ask for the perplexity of each word, shape (words,)."""
    answer: NDArray[np.float64] = yield Perplexity(strings)
    return answer


def parse(texts: Sequence[str]) -> Asking[list[Parsed]]:
    """Ask for the grammar of each text."""
    answer: list[Parsed] = yield Parse(texts)
    return answer


def tell_trees(texts: Sequence[Parsed], count: int) -> Asking[list[Told]]:
    """Ask a tree autoencoder what else could stand at each token, `count` words at the most."""
    answer: list[Told] = yield TellTrees(texts, count)
    return answer


def descend(descents: Sequence[Descent]) -> Asking[list[Descended]]:
    """Ask for the minimum of each descent's objective, as far as Adam finds it."""
    answer: list[Descended] = yield Descend(descents)
    return answer
