"""SememePSO: words with the same sememes, put together by a swarm of particles."""

from dataclasses import dataclass, field
from typing import ClassVar

from mohs.attacks.attack import Search, Target
from mohs.attacks.constraints import Constraint, SamePartOfSpeech, SentenceSimilarity, Words
from mohs.attacks.word.places import Places
from mohs.attacks.word.swarm import Swarm
from mohs.language.sememes import Candidate


@dataclass(frozen=True)
class SememePSO:
    """SememePSO (Zang et al., ACL 2020): the knowledge-guided attack of AdvGLUE.

    Every particle is a text. It moves towards the best text that it has been and the best one of all, word by
    word, and mutates at one word where it has changed little. Where the paper, its code and ports differ
    (docs/attacks.md has the whole table):

    Attributes:
        population: Particles: 60.
        iterations: Generations at most: 20.
        inertia: Share of its velocity that a particle keeps, in the first generation and towards the last:
            0.8 to 0.2.
        to_own_best: Probability of a move towards the particle's own best text, likewise: 0.8 to 0.2.
        to_global_best: Probability of a move towards the best text of all, likewise: 0.2 to 0.8.
        words: Which words may be changed. The reference changes stop words too, where they have candidates.
        part_of_speech: Same part of speech in the sentence, once the word is changed; off, as in the paper,
            whose candidates have it by themselves.
        similarity: A sentence similarity; off, as in the paper.
    """

    name: ClassVar[str] = "sememe-pso"
    level: ClassVar[str] = "word"
    phenomenon: ClassVar[str] = "knowledge-guided"
    reference: ClassVar[str] = "Zang et al., ACL 2020, arXiv:1910.12196"

    population: int = 60
    iterations: int = 20
    inertia: tuple[float, float] = (0.8, 0.2)
    to_own_best: tuple[float, float] = (0.8, 0.2)
    to_global_best: tuple[float, float] = (0.2, 0.8)
    words: Words = field(default_factory=Words)
    part_of_speech: SamePartOfSpeech | None = None
    similarity: SentenceSimilarity | None = None

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """Words; part of speech and similarity, as far as they are on."""
        return (self.words, *self._further)

    @property
    def _further(self) -> tuple[Constraint, ...]:
        return tuple(c for c in (self.part_of_speech, self.similarity) if c is not None)

    @property
    def needs(self) -> tuple[str, ...]:
        """Sememes, parts of speech to look them up, and what its constraints need."""
        return ("sememes", "parts-of-speech", *(("encoder",) if self.similarity else ()))

    def positions(self, target: Target) -> list[int]:
        """Words that have a candidate."""
        return list(self._candidates(target))

    def search(self, target: Target) -> Search:
        """Let the swarm move until a text reaches the goal; else give the nearest text of all.

        A generation asks twice, each time for the whole swarm at once: about the texts where particles have
        moved, and about those that they may mutate to. What is known is not asked again.
        """
        known = self._candidates(target)
        places = Places(target, {i: [(c.word, c.source) for c in found] for i, found in known.items()})
        if not places:
            return target.text
        swarm = Swarm(target, places, self._further)
        won = yield from swarm.begin(self.population)
        for generation in range(self.iterations):
            if won is not None:
                break
            passed = generation / self.iterations
            own, everyones = _between(self.to_own_best, passed), _between(self.to_global_best, passed)
            won = yield from swarm.move(_between(self.inertia, passed), own, everyones)
            if won is None:
                won = yield from swarm.mutate()
        return places.text(swarm.best_of_all if won is None else won)

    def _candidates(self, target: Target) -> dict[int, tuple[Candidate, ...]]:
        """Candidates of each word that may be changed and has some, in the order of the text."""
        text, sememes = target.text, target.english.sememes
        positions = self.words.positions(target)
        if not positions:
            return {}
        words = text.words()
        tags = target.english.parts_of_speech.tags(words)
        # "a" and "an" are mended as the words behind them change, and so are never changed themselves
        found = {
            i: sememes.candidates(words[i], tags[i]) for i in positions if words[i].lower() not in ("a", "an")
        }
        return {i: candidates for i, candidates in found.items() if candidates}


def _between(ends: tuple[float, float], passed: float) -> float:
    """From the first to the second, in a straight line."""
    first, last = ends
    return first + (last - first) * passed
