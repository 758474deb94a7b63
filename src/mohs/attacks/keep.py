"""Keep: words that carry a fact or a label stay as they are, and none of their kind is put in."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

from mohs.attacks.questions import Asking
from mohs.attacks.target import Target
from mohs.language.words import Text

NUMBERS = frozenset({
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
    "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "first", "second", "third",
    "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth",
    "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
    "thirtieth", "fortieth", "fiftieth", "sixtieth", "seventieth", "eightieth", "ninetieth", "hundredth",
    "thousandth", "millionth", "billionth", "hundred", "thousand", "million", "billion", "trillion",
    "dozen", "score", "hundreds", "thousands", "millions", "billions", "trillions", "dozens", "scores",
    "half", "halves", "quarter", "quarters", "thirds", "fourths", "fifths", "tenths", "once", "twice",
    "thrice", "single", "double", "triple",
})  # fmt: skip
"""Numbers that are written as words. Those in digits are units of their own, which no attack changes."""

NEGATIONS = frozenset({
    "no", "not", "never", "none", "nobody", "nothing", "neither", "nor", "nowhere", "noone", "cannot",
    "cant", "dont", "wont", "n't", "nt", "without", "lack", "lacks", "lacked", "lacking", "hardly",
    "scarcely", "barely", "rarely", "seldom",
})  # fmt: skip
"""Words that negate; contractions with n't are known by their end."""


@dataclass(frozen=True)
class Keep:
    """Numbers, names, negations, the names of labels and words of one's own are neither changed nor put in.

    Attributes:
        numbers: Numbers that are written as words ("three", "dozen").
        names: Proper names, as the tagger sees them in the original sentence.
        negations: Words that negate ("not", "hardly", "isn't").
        labels: Words of the task's label names ("positive").
        words: Further words, in whatever case: brands, terms of a trade.
    """

    name: ClassVar[str] = "keep"

    numbers: bool = True
    names: bool = True
    negations: bool = True
    labels: bool = True
    words: tuple[str, ...] = ()

    @property
    def needs(self) -> tuple[str, ...]:
        """A tagger, for names."""
        return ("parts-of-speech",) if self.names else ()

    def positions(self, target: Target, positions: Sequence[int]) -> list[int]:
        """Those of these words that need not be kept."""
        original = target.original
        open_ = [i for i in positions if self.fits(target, original.word(i))]
        if self.names and open_:
            # The original's tags: a change beside a word makes no name of it.
            tags = target.english.parts_of_speech.tags(original.words())
            open_ = [i for i in open_ if tags[i] != "PROPN"]
        return open_

    def fits(self, target: Target, word: str) -> bool:
        """Whether a word is none that is kept; of names nothing is known without a sentence."""
        lower = word.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
        if self.negations and (lower in NEGATIONS or lower.endswith("n't")):
            return False
        plain = lower.removesuffix("'s")
        if plain in self._own or lower in self._own:
            return False
        return not (self.numbers and plain in NUMBERS) and not (
            self.labels and plain in _words_of(target.labels)
        )

    @cached_property
    def _own(self) -> frozenset[str]:
        return frozenset(word.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") for word in self.words)

    def allows(self, target: Target, text: Text, index: int, candidates: Sequence[str]) -> Asking[list[bool]]:
        """Looks the word up in its sentence, and the candidates alone."""
        yield from ()  # a generator that has nothing to ask
        if not self.positions(target, [index]):
            return [False] * len(candidates)
        return [self.fits(target, new) for new in candidates]


@lru_cache(maxsize=256)
def _words_of(labels: tuple[str, ...]) -> frozenset[str]:
    """The words of the labels' names: not_duplicate -> not, duplicate."""
    return frozenset(word for label in labels for word in re.findall(r"[^\W\d_]+", label.lower()))
