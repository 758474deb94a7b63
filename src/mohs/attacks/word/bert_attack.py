"""BERT-ATTACK: swap important words for what a masked language model would put in their place."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

import numpy as np
from annotated_types import Ge

from mohs.attacks.attack import Search
from mohs.attacks.constrained import Constrained
from mohs.attacks.constraints import MaximumModifiedRate, WordSimilarity
from mohs.attacks.questions import Asking, fill_mask, perplexity
from mohs.attacks.target import Target
from mohs.attacks.word.greedy import best_step, rank_by_importance
from mohs.attacks.word.pieces import alone, combinations, fitting, pieces_of, single
from mohs.language.words import Text, split_clitic

UNKNOWN_WORD = "[UNK]"
"""What stands in the place of a word to see how much the classifier needs it."""


@dataclass(frozen=True)
class BertAttack(Constrained):
    """BERT-ATTACK (Li et al., EMNLP 2020): the context-aware attack of AdvGLUE.

    Where the paper, its code and ports differ (docs/attacks.md has the whole table):

    Attributes:
        candidates: Candidates of each word piece, asked of the text as it stands, nothing masked: 48.
        minimum_score: The least logit of a word of one piece, in the unit of the masked language model; None
            for no threshold (the command of the authors' README; 3.0 is their code's default).
        most_pieces: Words of more pieces are left alone: 12.
        piece_candidates: Candidates of each piece of a word of several pieces: 4.
        combinations: Words made of these, at most: 24; ranked by their perplexity.
        importance: Put "unknown" in the place of the word, the string `[UNK]`, or "delete" it.
        known_words: Leave out what no word list has: pieces put together make many a word that is none
            ("greatally"), and some pieces that begin words are half ones. False, as in the paper, lets them
            through.
        stop_words: Stop words may be put in (TextAttack); the authors' code leaves them out.
        modified_rate: At most 40 % of the words are changed; None to switch off.
        word_similarity: No antonyms: a counter-fitted cosine of at least 0.4 where both words have vectors;
            None to switch off.
        keep, part_of_speech, similarity: Off, as in the paper (`Constrained`).
    """

    name: ClassVar[str] = "bert-attack"
    title: ClassVar[str] = "BERT-ATTACK"
    level: ClassVar[str] = "word"
    phenomenon: ClassVar[str] = "context-aware"
    reference: ClassVar[str] = "Li et al., EMNLP 2020, arXiv:2004.09984"

    candidates: Annotated[int, Ge(1)] = 48
    minimum_score: float | None = None
    most_pieces: int = 12
    piece_candidates: int = 4
    combinations: int = 24
    importance: Literal["unknown", "delete"] = "unknown"
    known_words: bool = True
    stop_words: bool = False
    modified_rate: MaximumModifiedRate | None = field(default_factory=MaximumModifiedRate)
    word_similarity: WordSimilarity | None = field(default_factory=WordSimilarity)

    @property
    def needs(self) -> tuple[str, ...]:
        """A masked language model, and what its constraints need."""
        return self._needs("masked-lm", *(("lexicon",) if self.known_words else ()))

    def positions(self, target: Target) -> list[int]:
        """Words that may be changed, where any may; whether they have candidates is known later."""
        if not self._room(target, target.text):
            return []
        # "a" and "an" are mended as the words behind them change, and so are never changed themselves
        text = target.text
        return [i for i in self._open(target) if text.word(i).lower() not in ("a", "an")]

    def search(self, target: Target) -> Search:
        """Word by word in the order of importance, until the goal is reached or enough words are changed."""
        text, nearness = target.text, target.nearness
        made = yield from self._made(target)
        unknown = UNKNOWN_WORD if self.importance == "unknown" else None
        for index in (yield from rank_by_importance(target, list(made), unknown=unknown, gain=True)):
            if not self._room(target, text):
                break
            candidates = yield from self._candidates(target, text, index, made[index])
            step = yield from best_step(
                target, text, nearness, index, candidates, self.similarity, prefer_first=True
            )
            if step is None:
                continue
            best, nearness, reached = step
            text = text.replace(index, candidates[best], "context")
            if reached:
                break
        return text

    def _room(self, target: Target, text: Text) -> bool:
        return self.modified_rate is None or self.modified_rate.room(target, text) > 0

    def _made(self, target: Target) -> Asking[dict[int, "_Made"]]:
        """For each word that may be changed, the words that candidates make; those without any are left out.

        One question serves all words: the model reads the text once, as it stands.
        """
        text, positions = target.text, self.positions(target)
        if not positions:
            return {}
        (pieces,) = yield from fill_mask([text.string], self.candidates)
        left_out = self.words.stop_words and not self.stop_words
        stop_words = target.english.stop_words if left_out else frozenset[str]()
        knows = target.english.lexicon.knows if self.known_words else None
        made = {}
        for index in positions:
            start, _ = text.spans[index]
            word, clitic = split_clitic(text.word(index))
            own = pieces_of(pieces, start, start + len(word))
            if len(own) == 1:
                new = single(own[0], self.minimum_score)
            elif len(own) <= self.most_pieces:
                new = combinations(own, self.piece_candidates, self.combinations) if own else []
            else:
                continue
            if fit := fitting(word, clitic, new, stop_words, knows):
                made[index] = _Made(tuple(fit), clitic, len(own) > 1)
        return made

    def _candidates(self, target: Target, text: Text, index: int, made: "_Made") -> Asking[list[str]]:
        """What may be put at this word of the text as it now stands, in the order in which it is tried."""
        words = alone(text, index, made.words)
        if made.several and len(words) > 1:
            surprise = yield from perplexity(words)
            words = [words[k] for k in np.argsort(surprise, kind="stable")]
        return (yield from self._allowed(target, text, index, [word + made.clitic for word in words]))


@dataclass(frozen=True, slots=True)
class _Made:
    """What may stand in the place of a word, best first, without the clitic that stays behind it."""

    words: tuple[str, ...]
    clitic: str
    several: bool
    """Whether they are made of several pieces, and are yet to be ranked."""
