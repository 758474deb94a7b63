"""Steps of one search: each question that it asks, and of the answer what mattered."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from mohs.attacks.questions import (
    BertScore,
    Classify,
    Descend,
    FillMask,
    Paraphrase,
    Perplexity,
    Question,
    Similarity,
)
from mohs.inference.descent import Descent
from mohs.language.masked_lm import Piece

SHOWN = 3
"""Candidates of a word piece that are shown."""


@dataclass(frozen=True)
class Step:
    """One question of a search, and the answer that mattered; of a descent, one text that it came to.

    Attributes:
        asked: The kind of question: "classify", "similarity", "bert-score", "fill-mask", "perplexity",
            "descend", "parse", "paraphrase".
        texts: How many texts it was about. Of a descent: the steps of Adam until it came to the next.
        text: Of those classified the one that comes nearest to the goal; the most similar one; the least
            surprising one (perplexity); the one that the descent came to; else the first.
        measure: What `value` is: "probability" (classify), "cosine" (similarity), "F1" (bert-score),
            "perplexity", or "margin" (descend): by how many logits the classifier still prefers what it shall
            not say. None where there is no value.
        value: Of `text`; None where the answer is no number.
        prediction: Name of the label that the classifier gives the text; None where it was not asked.
        label: Whose probability or margin `value` is: the gold label (the lower, the nearer), or of a
            targeted attack the label that is wanted (the higher its probability, the lower its margin).
        found: What a masked language model puts in the place of each word piece of `text` that has letters:
            the best of its candidates that are not the piece itself.
    """

    asked: str
    texts: int
    text: str
    measure: str | None = None
    value: float | None = None
    prediction: str | None = None
    label: str | None = None
    found: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Steps:
    """Makes steps of questions and their answers.

    Attributes:
        labels: Names of the labels.
        label: The gold label.
        wanted: The label that a targeted attack wants, or None.
    """

    labels: tuple[str, ...]
    label: int
    wanted: int | None = None

    def of(self, question: Question, answer: Any) -> Iterator[Step]:
        """The steps of one question."""
        known: dict[type, Callable[[Any, Any], Iterator[Step]]] = {
            Classify: self._classify,
            Similarity: self._similarity,
            BertScore: self._similarity,
            Paraphrase: self._paraphrase,
            FillMask: self._fill_mask,
            Perplexity: self._perplexity,
            Descend: self._descend,
        }
        tell: Callable[[Any, Any], Iterator[Step]] = known.get(type(question), self._other)
        yield from tell(question, answer)

    @property
    def _label_name(self) -> str:
        """The label that probabilities and margins are of."""
        return self.labels[self.label if self.wanted is None else self.wanted]

    def _classify(self, question: Classify, rows: Any) -> Iterator[Step]:
        label = self.label if self.wanted is None else self.wanted
        best = int(rows[:, label].argmin() if self.wanted is None else rows[:, label].argmax())
        yield Step(
            question.kind,
            question.size,
            _text(question.items[best]),
            "probability",
            float(rows[best, label]),
            self.labels[int(rows[best].argmax())],
            self._label_name,
        )

    def _similarity(self, question: Similarity | BertScore, values: Any) -> Iterator[Step]:
        best = int(np.argmax(values))
        measure = "cosine" if isinstance(question, Similarity) else "F1"
        yield Step(question.kind, question.size, question.pairs[best][1], measure, float(values[best]))

    def _paraphrase(self, question: Paraphrase, _: Any) -> Iterator[Step]:
        yield Step(question.kind, question.size, question.items[0][0])

    def _perplexity(self, question: Perplexity, values: Any) -> Iterator[Step]:
        best = int(np.argmin(values))
        yield Step(question.kind, question.size, question.strings[best], "perplexity", float(values[best]))

    def _fill_mask(self, question: FillMask, answer: Sequence[Sequence[Piece]]) -> Iterator[Step]:
        for text, pieces in zip(question.texts, answer, strict=True):
            yield Step(question.kind, 1, text, found=tuple(_found(text, pieces)))

    def _descend(self, question: Descend, answer: Any) -> Iterator[Step]:
        for descent, descended in zip(question.descents, answer, strict=True):
            yield from self._path(question.kind, descent, descended.path)

    def _path(self, kind: str, descent: Descent, path: Sequence[Any]) -> Iterator[Step]:
        steps = [passed.step for passed in path]
        stays = [after - before for before, after in pairwise([*steps, descent.objective.steps + 1])]
        for passed, stay in zip(path, stays, strict=True):
            text = _text(descent.start.input(passed.text))
            prediction = self.labels[passed.label]
            yield Step(kind, stay, text, "margin", passed.margin, prediction, self._label_name)

    def _other(self, question: Question, _: Any) -> Iterator[Step]:
        """Of a kind whose answer is no number: that it was asked, and of what."""
        first = next(iter(question.items), "")
        yield Step(question.kind, question.size, first if isinstance(first, str) else "")


def _found(text: str, pieces: Sequence[Piece]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for piece in pieces:
        own = text[piece.start : piece.end]
        if any(letter.isalpha() for letter in own):
            others = [one for one in piece.candidates if one.text.lower() != own.lower()]
            yield own, tuple(one.text if one.begins else f"##{one.text}" for one in others[:SHOWN])


def _text(item: str | Sequence[str]) -> str:
    return item if isinstance(item, str) else " | ".join(item)
