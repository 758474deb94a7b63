"""TextBugger: misspell the words that the classifier needs most."""

import sys
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, MinLen

from mohs.attacks.attack import Search
from mohs.attacks.constrained import Constrained
from mohs.attacks.constraints import SentenceSimilarity, Words
from mohs.attacks.target import Target
from mohs.attacks.word.greedy import best_step, rank_by_importance
from mohs.language.typos import KINDS, TypoKind, typo, typos
from mohs.language.words import carry_case


@dataclass(frozen=True)
class TextBugger(Constrained):
    """TextBugger (Li et al., NDSS 2019), black-box: the typo attack of AdvGLUE.

    AdvGLUE leaves the paper's fifth bug out, a near word in the place of the word, and so do we by default.

    Attributes:
        kinds: Kinds of typo that are tried at each word.
        synonyms: Nearest words that are tried at each word as well (the paper's Sub-W: 5), whatever their
            cosine; None for none of them.
        variants: "one" random variant of each kind (AdvGLUE, and the widely copied port), or "all" of them.
        longest_insert: Longer words get no blank: 5, as in the port (the paper gives a blank to words under
            6 letters).
        shortest_swap: Shorter words are not swapped: 4, the least that has two inner letters (the port says
            5).
        words: Words of three letters and more, no stop words.
        similarity: The paper's sentence similarity, 0.8 over the whole text against the original; its
            encoder was USE. The port behind AdvGLUE has none. None to switch off.
        keep, modified_rate, word_similarity, part_of_speech: Off, as in the paper (`Constrained`).
    """

    name: ClassVar[str] = "textbugger"
    level: ClassVar[str] = "word"
    phenomenon: ClassVar[str] = "typos"
    reference: ClassVar[str] = "Li et al., NDSS 2019, arXiv:1812.05271"

    kinds: Annotated[tuple[TypoKind, ...], MinLen(1)] = KINDS
    synonyms: Annotated[int, Ge(1)] | None = None
    variants: Literal["one", "all"] = "one"
    longest_insert: Annotated[int, Ge(0)] = 5
    shortest_swap: Annotated[int, Ge(0)] = 4
    words: Words = field(default_factory=lambda: Words(minimum_length=3))
    similarity: SentenceSimilarity | None = field(
        default_factory=lambda: SentenceSimilarity(threshold=0.8, window=None)
    )

    @property
    def needs(self) -> tuple[str, ...]:
        """What its constraints need, an encoder where the similarity is on; synonyms where some are tried."""
        return self._needs(*(("synonyms",) if self.synonyms else ()))

    def positions(self, target: Target) -> list[int]:
        """Words of three letters and more."""
        return self._open(target)

    def search(self, target: Target) -> Search:
        """Word by word in the order of importance; at each, the bug that comes nearest to the goal."""
        text, nearness = target.text, target.nearness
        ranked = yield from rank_by_importance(target, self.positions(target))
        for index in ranked:
            kinds = self._bugs(target, text.word(index))
            bugs = list(kinds)
            if len(self._cheap) > 1:  # of `words` it is known already that they allow this one
                bugs = yield from self._allowed(target, text, index, bugs)
            step = yield from best_step(target, text, nearness, index, bugs, self.similarity)
            if step is None:
                continue
            best, nearness, reached = step
            text = text.replace(index, bugs[best], kinds[bugs[best]])
            if reached:
                break
        return text

    def _bugs(self, target: Target, word: str) -> dict[str, str]:
        """Misspellings of the word, then near words, and their kinds; what two kinds give has the first's."""
        bugs: dict[str, str] = {}
        length = len(word)
        for kind, shortest, longest in self._lengths:
            if not shortest <= length <= longest:
                continue
            if self.variants == "all":
                for bug in typos(word, kind):
                    bugs.setdefault(bug, kind)
            elif (one := typo(word, kind, target.random)) is not None:
                bugs.setdefault(one, kind)
        if self.synonyms:
            for near, _ in target.english.synonyms.neighbours(word, self.synonyms, minimum_cosine=-1.0):
                bugs.setdefault(carry_case(word, near), "synonym")
        return bugs

    @cached_property
    def _lengths(self) -> tuple[tuple[TypoKind, int, int], ...]:
        """Each kind with the fewest and the most letters of a word that it is tried at."""
        shortest = {"swap": self.shortest_swap}
        longest = {"insert": self.longest_insert}
        return tuple((kind, shortest.get(kind, 0), longest.get(kind, sys.maxsize)) for kind in self.kinds)
