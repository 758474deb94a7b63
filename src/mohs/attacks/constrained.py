"""Constrained: what every attack on words can be run under, as options that all of them share."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from mohs.attacks.constraints import (
    Constraint,
    MaximumModifiedRate,
    SamePartOfSpeech,
    SentenceSimilarity,
    Words,
    WordSimilarity,
)
from mohs.attacks.keep import Keep
from mohs.attacks.questions import Asking
from mohs.attacks.target import Target
from mohs.language.words import Text


@dataclass(frozen=True, kw_only=True)
class Constrained:
    """Any attack on words with any set of constraints; an attack's own defaults are its paper's.

    Attributes:
        words: Which words may be changed.
        keep: Numbers, names, negations and label names that stay; None to switch off.
        modified_rate: The most words that may be changed; None to switch off.
        word_similarity: A least cosine of word and replacement, against antonyms; None to switch off.
        part_of_speech: Same part of speech in the sentence; None to switch off.
        similarity: A sentence similarity; None to switch off.
    """

    words: Words = field(default_factory=Words)
    keep: Keep | None = None
    modified_rate: MaximumModifiedRate | None = None
    word_similarity: WordSimilarity | None = None
    part_of_speech: SamePartOfSpeech | None = None
    similarity: SentenceSimilarity | None = None

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """All that are on, those that cost least first."""
        return (*self._cheap, *((self.similarity,) if self.similarity else ()))

    @cached_property
    def _cheap(self) -> tuple[Constraint, ...]:
        """What is asked of every candidate; the sentence similarity only of those that would be taken."""
        some = (self.words, self.keep, self.modified_rate, self.word_similarity, self.part_of_speech)
        return tuple(constraint for constraint in some if constraint is not None)

    @property
    def needs(self) -> tuple[str, ...]:
        """What the constraints need; an attack that needs more says so."""
        return self._needs()

    def positions(self, target: Target) -> list[int]:
        """The words that may be changed, unless the attack says otherwise."""
        return self._open(target)

    @property
    def _steps(self) -> tuple[Constraint, ...]:
        """What must hold of every step of a text that was put together from words that may be changed."""
        some = (self.modified_rate, self.word_similarity, self.part_of_speech, self.similarity)
        return tuple(constraint for constraint in some if constraint is not None)

    def _needs(self, *own: str) -> tuple[str, ...]:
        """What the attack itself and its constraints need, each once."""
        more = (
            *(("synonyms",) if self.word_similarity else ()),
            *(self.part_of_speech.needs if self.part_of_speech else ()),
            *(self.keep.needs if self.keep else ()),
            *(("encoder",) if self.similarity else ()),
        )
        return tuple(dict.fromkeys((*own, *more)))

    def _open(self, target: Target) -> list[int]:
        """The words of the target's text that may be changed, in the order of the text."""
        positions = self.words.positions(target)
        return positions if self.keep is None else self.keep.positions(target, positions)

    def _allowed(
        self, target: Target, text: Text, index: int, candidates: Sequence[str]
    ) -> Asking[list[str]]:
        """Those that may be put at this word, which may be changed; the similarity is asked of none."""
        left = list(candidates)
        if self.keep is not None:
            left = [one for one in left if self.keep.fits(target, one)]
        for constraint in (self.modified_rate, self.word_similarity, self.part_of_speech):
            if constraint is not None and left:
                allowed = yield from constraint.allows(target, text, index, left)
                left = [one for one, good in zip(left, allowed, strict=True) if good]
        return left
