"""SememePSO: words with the same sememes, put together by a swarm of particles."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from annotated_types import Ge, Le

from mohs.attacks.attack import Search
from mohs.attacks.constrained import Constrained
from mohs.attacks.target import Target
from mohs.attacks.word.places import Places
from mohs.attacks.word.swarm import Swarm
from mohs.language.sememes import Source
from mohs.language.words import split_clitic


@dataclass(frozen=True)
class SememePSO(Constrained):
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
        keep, modified_rate, word_similarity, part_of_speech, similarity: Off, as in the paper; see
            `Constrained`.
            Its candidates have the part of speech of their word by themselves.
    """

    name: ClassVar[str] = "sememe-pso"
    level: ClassVar[str] = "word"
    phenomenon: ClassVar[str] = "knowledge-guided"
    reference: ClassVar[str] = "Zang et al., ACL 2020, arXiv:1910.12196"

    population: Annotated[int, Ge(1), Le(10_000)] = 60
    iterations: Annotated[int, Ge(0), Le(10_000)] = 20
    inertia: tuple[float, float] = (0.8, 0.2)
    to_own_best: tuple[float, float] = (0.8, 0.2)
    to_global_best: tuple[float, float] = (0.2, 0.8)

    @property
    def needs(self) -> tuple[str, ...]:
        """Sememes, parts of speech to look them up, and what its constraints need."""
        return self._needs("sememes", "parts-of-speech")

    def positions(self, target: Target) -> list[int]:
        """Words that have a candidate."""
        return list(self._candidates(target))

    def search(self, target: Target) -> Search:
        """Let the swarm move until a text reaches the goal; else give the nearest text of all.

        A generation asks twice, each time for the whole swarm at once: about the texts where particles have
        moved, and about those that they may mutate to. What is known is not asked again.
        """
        places = Places(target, self._candidates(target))
        if not places:
            return target.text
        swarm = Swarm(target, places, self._steps)
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

    def _candidates(self, target: Target) -> dict[int, dict[str, Source]]:
        """Candidates of each word that may be changed and has some, and what says so, as the text goes."""
        positions = self._open(target)
        if not positions:
            return {}
        words, sememes = target.text.words(), target.english.sememes
        tags = target.english.parts_of_speech.tags_at(words, positions)
        found = {}
        for i, tag in zip(positions, tags, strict=True):
            stem, clitic = _without_possessive(words[i])
            # "a" and "an" are mended as the words behind them change, and so are never changed themselves
            known = sememes.candidates(stem, tag) if stem.lower() not in ("a", "an") else ()
            some = {candidate.word + clitic: candidate.source for candidate in known}
            if self.keep is not None:
                some = {word: source for word, source in some.items() if self.keep.fits(target, word)}
            if some:
                found[i] = some
        return found


def _without_possessive(word: str) -> tuple[str, str]:
    """A word and the possessive ending that leans on it; anything else (`don't`) belongs to it."""
    stem, clitic = split_clitic(word)
    return (stem, clitic) if clitic[1:].lower() == "s" else (word, "")


def _between(ends: tuple[float, float], passed: float) -> float:
    """From the first to the second, in a straight line."""
    first, last = ends
    return first + (last - first) * passed
