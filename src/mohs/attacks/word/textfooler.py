"""TextFooler: swap important words for near ones of the same part of speech."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le

from mohs.attacks.attack import Search
from mohs.attacks.constrained import Constrained
from mohs.attacks.constraints import SamePartOfSpeech, SentenceSimilarity
from mohs.attacks.questions import Asking
from mohs.attacks.target import Target
from mohs.attacks.word.greedy import UNKNOWN_WORD, best_step, rank_by_importance
from mohs.language.words import Text, carry_case


@dataclass(frozen=True)
class TextFooler(Constrained):
    """TextFooler (Jin et al., AAAI 2020): the embedding-similarity attack of AdvGLUE.

    Where the paper, its code and AdvGLUE differ (docs/attacks.md has the whole table):

    Attributes:
        synonyms: Nearest words that are tried for each word: 50 (AdvGLUE, appendix A.4; the paper says 50).
        minimum_cosine: The least cosine of a synonym: 0.5 in the code, 0.7 in the paper's text.
        importance: "delete" the word (the paper), or put "unknown" in its place (the code's `<oov>`).
        part_of_speech: Same coarse part of speech, nouns and verbs for each other allowed (the code); None
            to switch off.
        similarity: The sentence similarity; None to switch off.
        keep, modified_rate, word_similarity: Off, as in the paper (`Constrained`).
    """

    name: ClassVar[str] = "textfooler"
    level: ClassVar[str] = "word"
    phenomenon: ClassVar[str] = "embedding-similarity"
    reference: ClassVar[str] = "Jin et al., AAAI 2020, arXiv:1907.11932"

    synonyms: Annotated[int, Ge(1)] = 50
    minimum_cosine: Annotated[float, Ge(-1), Le(1)] = 0.5
    importance: Literal["delete", "unknown"] = "delete"
    part_of_speech: SamePartOfSpeech | None = field(default_factory=SamePartOfSpeech)
    similarity: SentenceSimilarity | None = field(default_factory=SentenceSimilarity)

    @property
    def needs(self) -> tuple[str, ...]:
        """Synonyms, and what its constraints need."""
        return self._needs("synonyms")

    def positions(self, target: Target) -> list[int]:
        """Words that have a synonym. The others could not be changed, so their importance is never asked."""
        text = target.text
        return [i for i in self._open(target) if self._synonyms(target, text, i)]

    def search(self, target: Target) -> Search:
        """Word by word in the order of importance, until the goal is reached or no word is left."""
        text, nearness = target.text, target.nearness
        unknown = UNKNOWN_WORD if self.importance == "unknown" else None
        ranked = yield from rank_by_importance(target, self.positions(target), unknown=unknown, gain=True)
        for index in ranked:
            candidates = yield from self._candidates(target, text, index)
            step = yield from best_step(
                target, text, nearness, index, candidates, self.similarity, prefer_similar=True
            )
            if step is None:
                continue
            best, nearness, reached = step
            text = text.replace(index, candidates[best], "synonym")
            if reached:
                break
        return text

    def _synonyms(self, target: Target, text: Text, index: int) -> tuple[tuple[str, float], ...]:
        return target.english.synonyms.neighbours(text.word(index), self.synonyms, self.minimum_cosine)

    def _candidates(self, target: Target, text: Text, index: int) -> Asking[list[str]]:
        word = text.word(index)
        near = [carry_case(word, synonym) for synonym, _ in self._synonyms(target, text, index)]
        return (yield from self._allowed(target, text, index, near))
