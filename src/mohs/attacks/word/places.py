"""Places of a text and what may stand there: texts that differ at many words, made by concatenation."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mohs.attacks.target import Target
from mohs.attacks.word.pieces import alone
from mohs.inference.substitution import Gap
from mohs.language.words import Text, carry_case

Particles = NDArray[np.intp]
"""Shape (particles, places): which choice stands at each place, 0 for the word of the text itself."""

ENOUGH = 10
"""A place is drawn as often as it has candidates, from this many on no more often (the reference)."""


def apart(text: Text, candidates: Mapping[int, Mapping[str, str]]) -> dict[int, dict[str, str]]:
    """The candidates of each word of which none can come to stand beside itself ("the good good film").

    One that the text has beside the word is left out; one that two words beside each other have stays with
    the one among whose candidates it is earlier, or with the first. Words that none is left of are left out.

    Args:
        text: The text.
        candidates: As `Places` takes them.
    """
    found = {
        index: {new: known[new] for new in alone(text, index, known)} for index, known in candidates.items()
    }
    for one, other in pairwise(list(found)):
        if other == one + 1:
            first, second = (_ranks(found[index]) for index in (one, other))
            lost_by_second = {new for new, rank in second.items() if rank >= first.get(new, rank + 1)}
            lost_by_first = {new for new, rank in first.items() if rank > second.get(new, rank)}
            found[one] = {
                new: kind for new, kind in found[one].items() if new.casefold() not in lost_by_first
            }
            found[other] = {
                new: kind for new, kind in found[other].items() if new.casefold() not in lost_by_second
            }
    return {index: known for index, known in found.items() if known}


def _ranks(words: Iterable[str]) -> dict[str, int]:
    return {word.casefold(): rank for rank, word in enumerate(words)}


class Places:
    """The places of a text that may be changed, and what may stand there.

    Args:
        target: What is attacked.
        candidates: Word -> what may be put there and the kind of edit that it is, in the order of the text.
            "a" and "an", which are mended as the words behind them change, must not be among the words.

    Attributes:
        indices: The words of the text.
        choices: Of each place the word of the text, then its candidates in that word's case.
        gaps: Of each place the string from the last place's end to its word; one for each choice where "a" or
            "an" stands before it and is mended.
        tail: The string behind the last place.
        weights: How likely each place is drawn, shape (places,).
    """

    def __init__(self, target: Target, candidates: Mapping[int, Mapping[str, str]]) -> None:
        text = self._text = target.text
        string, spans = text.string, text.spans
        self.indices = list(candidates)
        self.choices: list[tuple[str, ...]] = []
        self.gaps: list[Gap] = []
        self._kinds: list[Mapping[str, str]] = []
        end = 0
        for index, known in candidates.items():
            start, stop = spans[index]
            word, cased = string[start:stop], known
            if not word.islower():
                cased = {carry_case(word, new): kind for new, kind in known.items()}
            if word in cased:
                cased = {new: kind for new, kind in cased.items() if new != word}
            self.choices.append((word, *cased))
            self._kinds.append(cased)
            gap, mended = string[end:start], text.articles(index, spans[index], cased)
            if mended is None or not any(mended):
                self.gaps.append(gap)
            else:
                first, last = spans[index - 1]
                outside, between = string[end:first], string[last:start]
                others = [gap if one is None else outside + one + between for one in mended]
                self.gaps.append((gap, *others))
            end = stop
        self.tail = string[end:]
        self.weights = np.array([min(len(words) - 1, ENOUGH) for words in self.choices], dtype=float)
        self.length = len(text)

    @cached_property
    def pieces(self) -> list[list[str]]:
        """Of each place and choice the string from the last place's end to this one's: gap and word."""
        return [
            [gap + word for word in words]
            if isinstance(gap, str)
            else [before + word for before, word in zip(gap, words, strict=True)]
            for gap, words in zip(self.gaps, self.choices, strict=True)
        ]

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
                text = text.replace(index, choices[choice], kinds[choices[choice]])
        return text
