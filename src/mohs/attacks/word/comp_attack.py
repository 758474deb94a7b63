"""CompAttack: typos, synonyms and words of the context at once, found by gradient descent."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle, islice
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Gt, Le, MinLen

from mohs.attacks.attack import Search
from mohs.attacks.constrained import Constrained
from mohs.attacks.constraints import Words
from mohs.attacks.questions import Asking, fill_mask
from mohs.attacks.reaching import Texts, first_reaching
from mohs.attacks.target import Target
from mohs.attacks.word.pieces import combinations, fitting, pieces_of, single
from mohs.attacks.word.places import Places, apart
from mohs.inference.descent import Norm, Objective
from mohs.inference.substitution import Substitution
from mohs.language.typos import TypoKind, typos
from mohs.language.words import split_clitic

Candidates = dict[str, str]
"""What may be put in the place of a word, and the kind of edit that it is."""
CandidateSet = Literal["typo", "knowledge", "context", "all"]

PIECES, COMBINATIONS = 4, 24
"""Of a word of several pieces: candidates of each piece, and words made of them (as BERT-ATTACK)."""


@dataclass(frozen=True)
class CompAttack(Constrained):
    """CompAttack (Wang et al., NeurIPS 2021; SemAttack, NAACL 2022), white-box: AdvGLUE's composition.

    Every word that may be changed has a set of candidates. The input embeddings are perturbed, and after
    each step of Adam every word is projected on the nearest of its candidates: ||e|| + c max(margin, 0) is
    minimised, the gradient going straight through the projection. Of all texts on the way that change the
    label the one with the shortest perturbation is taken. Where paper, code and mohs differ: docs/attacks.md.

    Attributes:
        candidates: Which sets: "typo", "knowledge" (WordNet), "context" (a masked language model), "all".
        typo_kinds: Kinds of typo.
        typo_draws: Typos that are drawn for a word, of one kind after the other, none twice: 9.
        shortest_typo: Shorter words get no typo: 3 letters.
        context_candidates: Candidates of each word piece, asked of the text as it stands, nothing masked.
        known_words: Leave out candidates of the context that no word list has.
        context_cosine: The least cosine of a word and a candidate of its context, where both have vectors: a
            masked language model puts "awful" for "wonderful" (0.4, as BERT-ATTACK); None to switch off.
        norm: How long a perturbation is: "l1", "l2", or "squared-l2" (the code); the paper leaves p open.
        weight: c: 10 (the README's command; the code's default is 10,000).
        confidence: kappa, in logits: 0.
        steps: Steps of Adam: 100.
        learning_rate: Adam's: 0.1 (the code's default; its README says 0.15).
        clip: The longest gradient, L2, over all words: 0.5; None for no limit.
        around: What is perturbed: the "original" words, or the "current" ones (the code).
        keep, modified_rate, word_similarity, part_of_speech, similarity: Off, as in the paper; see
            `Constrained`.
    """

    name: ClassVar[str] = "comp-attack"
    level: ClassVar[str] = "word"
    phenomenon: ClassVar[str] = "composition"
    reference: ClassVar[str] = "Wang et al., NAACL Findings 2022, arXiv:2205.01287"

    candidates: Annotated[tuple[CandidateSet, ...], MinLen(1)] = ("all",)
    typo_kinds: Annotated[tuple[TypoKind, ...], MinLen(1)] = ("delete", "swap", "keyboard", "look-alike")
    typo_draws: Annotated[int, Ge(1)] = 9
    shortest_typo: Annotated[int, Ge(1)] = 3
    context_candidates: Annotated[int, Ge(1)] = 48
    known_words: bool = True
    context_cosine: Annotated[float, Ge(-1), Le(1)] | None = 0.4
    norm: Norm = "squared-l2"
    weight: Annotated[float, Gt(0)] = 10.0
    confidence: Annotated[float, Ge(0)] = 0.0
    steps: Annotated[int, Ge(1)] = 100
    learning_rate: Annotated[float, Gt(0)] = 0.1
    clip: Annotated[float, Gt(0)] | None = 0.5
    around: Literal["original", "current"] = "original"

    @property
    def needs(self) -> tuple[str, ...]:
        """The classifier's gradients, and what its candidates and its constraints need."""
        return self._needs(
            "gradients",
            *(("sememes", "parts-of-speech") if self._has("knowledge") else ()),
            *(("masked-lm",) if self._has("context") else ()),
            *(("lexicon",) if self._has("context") and self.known_words else ()),
            *(("synonyms",) if self._has("context") and self.context_cosine is not None else ()),
        )

    def positions(self, target: Target) -> list[int]:
        """Words that may be changed; whether they have candidates of the context is known later."""
        text, some = target.text, self._places(target)
        words, typing = text.words(), self._typing
        if self._has("context") or all(len(words[i]) >= typing for i in some):
            return some
        found: dict[int, Candidates] = {i: {} for i in some}
        self._knowledge(target, found)
        return [i for i in some if found[i] or len(words[i]) >= typing]

    def search(self, target: Target) -> Search:
        """Descend once; of the texts that reached the goal, take the one with the shortest perturbation."""
        candidates = yield from self._candidates(target)
        places = Places(target, candidates)
        if not places:
            return target.text
        found = yield from target.descend(
            target.text.string, self._projection(target, places), self._objective(target)
        )
        texts = Texts(target, places)
        won = yield from first_reaching(texts, found.successes, self._steps)
        return texts.text(found.nearest if won is None else won)

    def _places(self, target: Target) -> list[int]:
        """Words that may be changed, whether they have candidates or not."""
        # "a" and "an" are mended as the words behind them change, and so are never changed themselves
        words = target.text.words()
        return [i for i in self._open(target) if words[i].lower() not in ("a", "an")]

    @property
    def _typing(self) -> int:
        """The fewest letters of a word that has typos."""
        return self.shortest_typo if self._has("typo") else Words.LONGEST + 1

    def _has(self, kind: CandidateSet) -> bool:
        return kind in self.candidates or "all" in self.candidates

    def _objective(self, target: Target) -> Objective:
        return Objective(
            target.goal.label,
            target.goal.wanted,
            self.norm,
            self.weight,
            self.confidence,
            self.steps,
            self.learning_rate,
            self.clip,
        )

    def _projection(self, target: Target, places: Places) -> Substitution:
        most = None if self.modified_rate is None else self.modified_rate.room(target, target.text)
        return Substitution(tuple(places.choices), tuple(places.gaps), places.tail, self.around, most)

    def _candidates(self, target: Target) -> Asking[dict[int, Candidates]]:
        """Candidates of each word that may be changed and has some, in the order of the text."""
        found: dict[int, Candidates] = {index: {} for index in self._places(target)}
        if self._has("context"):
            yield from self._context(target, found)
        self._knowledge(target, found)
        self._typos(target, found)  # what a word is called by several sets the last one says
        if self.keep or self._steps:
            for index, kinds in found.items():
                good = yield from self._allowed(target, target.text, index, list(kinds))
                found[index] = {word: kinds[word] for word in good}
        return apart(target.text, found)

    def _typos(self, target: Target, found: dict[int, Candidates]) -> None:
        """Put typos of these words to their candidates."""
        if not self._has("typo"):
            return
        words, draw = target.text.words(), target.random.random
        for index, candidates in found.items():
            if len(words[index]) < self.shortest_typo:
                continue
            for kind, twice, count, reach, step in _typos(words[index], self.typo_kinds, self.typo_draws):
                first = int(draw() * count)
                for typo in twice[first : first + reach : step]:
                    candidates[typo] = kind

    def _knowledge(self, target: Target, found: dict[int, Candidates]) -> None:
        """Put their synonyms there."""
        if not found or not self._has("knowledge"):
            return
        words = target.text.words()
        tags = target.english.parts_of_speech.tags_at(words, list(found))
        for (index, candidates), tag in zip(found.items(), tags, strict=True):
            stem, clitic = split_clitic(words[index])
            synonyms = target.english.sememes.synonyms(stem, tag)
            some = [word + clitic for word in synonyms] if clitic else synonyms
            candidates.update(dict.fromkeys(some, "knowledge"))

    def _context(self, target: Target, found: dict[int, Candidates]) -> Asking[None]:
        """Put there what a masked language model would say in their place."""
        if not found:
            return
        text = target.text
        (pieces,) = yield from fill_mask([text.string], self.context_candidates)
        stop_words = target.english.stop_words if self.words.stop_words else frozenset[str]()
        knows = target.english.lexicon.knows if self.known_words else None
        for index, candidates in found.items():
            start, _ = text.spans[index]
            word, clitic = split_clitic(text.word(index))
            own = pieces_of(pieces, start, start + len(word))
            new = single(own[0], None) if len(own) == 1 else combinations(own, PIECES, COMBINATIONS)
            fit = fitting(word, clitic, new, stop_words, knows) if own else []
            candidates.update({one + clitic: "context" for one in fit if self._near(target, word, one)})

    def _near(self, target: Target, word: str, new: str) -> bool:
        """Whether a word of the context is no antonym, as far as word vectors can tell."""
        if self.context_cosine is None:
            return True
        cosine = target.english.synonyms.cosine(word, new)
        return cosine is None or cosine >= self.context_cosine


@lru_cache(maxsize=2**13)
def _typos(
    word: str, kinds: Sequence[TypoKind], draws: int
) -> list[tuple[TypoKind, list[str], int, int, int]]:
    """Of each kind the word's typos, written down twice, how many they are, and how they are drawn.

    Of one kind after the other one is drawn, none twice, equally far from each other: from the first one on
    every `step`th as far as `reach`.
    """
    made = []
    for kind, wanted in Counter(islice(cycle(kinds), draws)).items():
        known = typos(word, kind)
        step = max(1, len(known) // wanted)
        made.append((kind, known * 2, len(known), min(len(known), step * wanted), step))
    return made
