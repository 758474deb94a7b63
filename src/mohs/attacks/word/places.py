"""Places of a text and what may stand there: texts that differ at many words, made by concatenation."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mohs.attacks.target import Target
from mohs.language.words import Text, carry_case

Particles = NDArray[np.intp]
"""Shape (particles, places): which choice stands at each place, 0 for the word of the text itself."""

ENOUGH = 10
"""A place is drawn as often as it has candidates, from this many on no more often (the reference)."""


class Places:
    """The places of a text that may be changed, and what may stand there.

    Args:
        target: What is attacked.
        candidates: Word -> what may be put there and the kind of edit that it is, in the order of the text.
            "a" and "an", which are mended as the words behind them change, must not be among the words.

    Attributes:
        indices: The words of the text.
        choices: Of each place the word of the text, then its candidates in that word's case.
        pieces: Of each place and choice the string from the last place's end to this one's, so that a text is
            a concatenation: "a" or "an" in between is mended.
        tail: The string behind the last place.
        weights: How likely each place is drawn, shape (places,).
    """

    def __init__(self, target: Target, candidates: Mapping[int, Sequence[tuple[str, str]]]) -> None:
        text = self._text = target.text
        string = text.string
        self.indices = list(candidates)
        self.choices: list[list[str]] = []
        self.pieces: list[list[str]] = []
        self._kinds: list[list[str]] = []
        end = 0
        for index, known in candidates.items():
            word = text.word(index)
            start, stop = end, text.spans[index][1]
            cased = dict(known) if word.islower() else {carry_case(word, new): kind for new, kind in known}
            cased.pop(word, None)
            self.choices.append([word, *cased])
            self._kinds.append(["", *cased.values()])
            if index and text.word(index - 1).lower() in ("a", "an"):
                rest = len(string) - stop
                made = [new[start : len(new) - rest] for new in text.render_each(index, list(cased))]
            else:
                before = string[start : stop - len(word)]
                made = [before + new for new in cased]
            self.pieces.append([string[start:stop], *made])
            end = stop
        self.tail = string[end:]
        self.weights = np.array([min(len(words) - 1, ENOUGH) for words in self.choices], dtype=float)
        self.length = len(text)

    def __len__(self) -> int:
        return len(self.indices) if self.weights.any() else 0

    def strings(self, particles: Particles) -> Iterator[str]:
        """The text that each particle stands for."""
        pieces, tail = self.pieces, self.tail
        for row in particles.tolist():
            yield "".join([piece[choice] for piece, choice in zip(pieces, row, strict=True)]) + tail

    def neighbours(self, particle: list[int], place: int) -> list[str]:
        """The texts with each candidate at this place, all else as in this particle."""
        pieces = self.pieces
        words = [piece[choice] for piece, choice in zip(pieces, particle, strict=True)]
        before, after = "".join(words[:place]), "".join(words[place + 1 :]) + self.tail
        return [f"{before}{piece}{after}" for piece in pieces[place][1:]]

    def text(self, particle: Particles) -> Text:
        """The text of one particle, its edits declared in the order of the text."""
        text = self._text
        for index, choices, kinds, choice in zip(
            self.indices, self.choices, self._kinds, particle.tolist(), strict=True
        ):
            if choice:
                text = text.replace(index, choices[choice], kinds[choice])
        return text
