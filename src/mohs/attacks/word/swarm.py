"""A swarm of particles over the words of one text: discrete particle swarm optimisation.

A particle is a text: at each place that may be changed, the word of the text or one of its candidates. Where
the candidates come from is not known here.
"""

import math
import random
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.attacks.constraints import Constraint, respected
from mohs.attacks.questions import AT_ONCE, Answer, Asking, Gather, Question
from mohs.attacks.target import FloatArray, Target
from mohs.attacks.word.places import Particles, Places

Key = str | bytes
"""What a text is remembered by: itself, or its digest where it is long."""

SHORT = 1_000
"""Characters of a text that is remembered as it is."""

FASTEST = 3.0
"""V_max: velocities start between -3 and 3, and each best text pulls by 3, or by -3 where it is reached.

Every word of a particle starts with a velocity of its own; the reference draws one for all its words. Neither
cuts velocities off afterwards.
"""


class Swarm:
    """Particles that move and mutate.

    Args:
        target: What is attacked.
        places: What may be changed.
        constraints: What every step to a text must respect, beside what `places` were chosen by. A particle
            does not move where one is broken.

    Attributes:
        best_of_all: The nearest particle to the goal so far, shape (places,).
    """

    def __init__(self, target: Target, places: Places, constraints: Sequence[Constraint] = ()) -> None:
        self._target, self._places, self._constraints = target, places, constraints
        self._start = target.nearness
        self._known: dict[Key, float] = {_key(target.text.string): self._start}
        self._good: dict[bytes, bool] = {}
        self.best_of_all: Particles = np.zeros(len(places), np.intp)
        self._nearness_of_all = self._start

    def begin(self, population: int) -> Asking[Particles | None]:
        """Draw a word for every particle and put its best candidate there, if that comes nearer to the goal.

        Returns:
            A particle that reaches the goal, or None, as `move` and `mutate` do.
        """
        places, size = self._places, (population, len(self._places))
        self._particles = np.zeros(size, np.intp)
        self._nearness = np.full(population, self._start)
        drawn = _draw(np.broadcast_to(places.weights, size), uniform(self._target.random, population))
        won = yield from self._improve(np.arange(population), drawn)
        self._velocities = FASTEST * (2 * uniform(self._target.random, *size) - 1)
        self._best, self._best_nearness = self._particles.copy(), self._nearness.copy()
        self._remember()
        return won

    def move(self, inertia: float, to_own_best: float, to_global_best: float) -> Asking[Particles | None]:
        """Move towards the best texts, word by word.

        Args:
            inertia: The share of its velocity that a particle keeps.
            to_own_best: Probability that a particle moves towards its own best text.
            to_global_best: And, after that, towards the best text of all.
        """
        before, size, source = self._particles, self._particles.shape, self._target.random
        pull = np.where(before == self._best, -FASTEST, FASTEST)
        pull += np.where(before == self.best_of_all, -FASTEST, FASTEST)
        self._velocities = inertia * self._velocities + (1 - inertia) * pull
        turn = 1 / (1 + np.exp(-self._velocities))
        moves = uniform(source, 2, size[0], 1) < np.array([to_own_best, to_global_best])[:, None, None]
        turns = moves & (uniform(source, 2, *size) < turn)
        after = np.where(turns[0], self._best, before)
        after = np.where(turns[1], self.best_of_all, after)
        if self._constraints:
            good = yield from self._respect(after)
            after = np.where(np.array(good)[:, None], after, before)
        self._particles = after
        keys, reached = yield from self._ask(self._places.strings(after))
        self._nearness = np.array([self._known[key] for key in keys])
        return (yield from self._first(list(zip(keys, after, strict=True)), reached))

    def mutate(self) -> Asking[Particles | None]:
        """Change one more word of the particles that have changed little, if a candidate there is better."""
        changed = self._particles != 0
        chance = 1 - 2 * changed.sum(axis=1) / self._places.length
        mutating = np.flatnonzero(uniform(self._target.random, len(chance)) < chance)
        weights = np.where(changed, 0.0, self._places.weights)
        weights[~weights.any(axis=1)] = self._places.weights  # all are changed: any one may change again
        drawn = _draw(weights, uniform(self._target.random, len(chance)))
        won = yield from self._improve(mutating, drawn[mutating])
        self._remember()
        return won

    def _improve(self, numbers: NDArray[np.intp], drawn: NDArray[np.intp]) -> Asking[Particles | None]:
        """Put the best candidate at the drawn place of each of these particles, where it comes nearer."""
        rows, places = self._particles[numbers].tolist(), drawn.tolist()
        neighbours = self._places.neighbours
        options = (neighbours(row, place) for row, place in zip(rows, places, strict=True))
        keys, reached = yield from self._ask(chain.from_iterable(options))
        known, tried, end = self._known, [], 0
        better: list[tuple[int, int, list[tuple[float, int]]]] = []
        for number, place in zip(numbers.tolist(), places, strict=True):
            own = keys[end : end + len(self._places.choices[place]) - 1]
            end += len(own)
            for choice, key in enumerate(own, 1) if reached else ():
                if key in reached:
                    tried.append((key, self._with(number, place, choice)))
            near = [known[key] for key in own]
            if max(near) > self._nearness[number]:
                nearer = [(-n, choice) for choice, n in enumerate(near, 1) if n > self._nearness[number]]
                better.append((number, place, sorted(nearer) if self._constraints else [min(nearer)]))
        won = yield from self._first(tried, reached)
        if won is None:
            yield from self._take(better)
        return won

    def _take(self, better: list[tuple[int, int, list[tuple[float, int]]]]) -> Asking[None]:
        """Give each particle the nearest of its better choices that respects the constraints."""
        while better:
            best = np.array([self._with(number, place, nearer[0][1]) for number, place, nearer in better])
            good = yield from self._respect(best)
            left = []
            for (number, place, nearer), row, one_good in zip(better, best, good, strict=True):
                if one_good:
                    self._particles[number], self._nearness[number] = row, -nearer[0][0]
                elif len(nearer) > 1:
                    left.append((number, place, nearer[1:]))
            better = left

    def _with(self, number: int, place: int, choice: int) -> Particles:
        particle: Particles = self._particles[number].copy()
        particle[place] = choice
        return particle

    def _ask(self, strings: Iterable[str]) -> Asking[tuple[list[Key], set[Key]]]:
        """Learn of the texts that are not known yet; give the keys of all, and of those that reach the goal.

        It is one question, unless the texts are so long that they would fill the memory.
        """
        keys: list[Key] = []
        reached: set[Key] = set()
        new: dict[Key, str] = {}
        characters = 0
        for string in strings:
            key = (
                string if len(string) <= SHORT else blake2b(string.encode("utf-8", "surrogatepass")).digest()
            )
            keys.append(key)
            if key in self._known or key in new:
                continue
            new[key] = string
            characters += len(string)
            if characters > AT_ONCE:
                yield from self._learn(new, reached)
                new, characters = {}, 0
        if new:
            yield from self._learn(new, reached)
        return keys, reached

    def _learn(self, new: dict[Key, str], reached: set[Key]) -> Asking[None]:
        probabilities: FloatArray = yield from self._target.classify(list(new.values()))
        goal, keys = self._target.goal, list(new)
        self._known.update(zip(keys, goal.nearness(probabilities).tolist(), strict=True))
        reached.update(keys[k] for k in np.flatnonzero(goal.reached(probabilities)))

    def _first(self, particles: list[tuple[Key, Particles]], reached: set[Key]) -> Asking[Particles | None]:
        """Of those that reach the goal, the one with the fewest words changed, then the nearest one.

        The reference takes the first, TextAttack the nearest.
        """
        there = [
            (int(np.count_nonzero(row)), -self._known[key], number)
            for number, (key, row) in enumerate(particles)
            if key in reached
        ]
        for *_, number in sorted(there):
            row = particles[number][1]
            good = yield from self._respect(row[None])
            if good[0]:
                return row
        return None

    def _respect(self, particles: Particles) -> Asking[list[bool]]:
        """Which of these respect the constraints at every step, as the engine will check them."""
        if not self._constraints:
            return [True] * len(particles)
        keys = [row.tobytes() for row in particles]
        new = {key: row for key, row in zip(keys, particles, strict=True) if key not in self._good}
        known = len(self._target.text.edits)
        made = [self._places.text(row).edits[known:] for row in new.values()]
        good = yield from together([respected(self._constraints, self._target, edits) for edits in made])
        self._good.update(zip(new, good, strict=True))
        return [self._good[key] for key in keys]

    def _remember(self) -> None:
        """Keep the best text of every particle, and of all."""
        better = self._nearness > self._best_nearness
        self._best[better], self._best_nearness[better] = self._particles[better], self._nearness[better]
        nearest = int(self._nearness.argmax())
        if self._nearness[nearest] > self._nearness_of_all:
            self.best_of_all, self._nearness_of_all = (
                self._particles[nearest].copy(),
                float(self._nearness[nearest]),
            )


def together(askings: Sequence[Asking[Answer]]) -> Asking[list[Answer]]:
    """Let several searches ask at once, and give what each returns."""
    found: dict[int, Answer] = {}
    waiting: dict[int, Any] = dict.fromkeys(range(len(askings)))
    while waiting:
        asked: dict[int, Question | Gather] = {}
        for number, answer in waiting.items():
            try:
                asked[number] = askings[number].send(answer)
            except StopIteration as end:
                found[number] = end.value
        if not asked:
            break
        parts = {n: q.questions if isinstance(q, Gather) else (q,) for n, q in asked.items()}
        answers = iter((yield Gather(tuple(chain.from_iterable(parts.values())))))
        waiting = {}
        for number, question in asked.items():
            own = tuple(next(answers) for _ in parts[number])
            waiting[number] = own if isinstance(question, Gather) else own[0]
    return [found[number] for number in range(len(askings))]


def _key(string: str) -> Key:
    return string if len(string) <= SHORT else blake2b(string.encode("utf-8", "surrogatepass")).digest()


def _draw(weights: FloatArray, numbers: FloatArray) -> NDArray[np.intp]:
    """A place for each row, as likely as its weight says, from numbers between 0 and 1."""
    sums = weights.cumsum(axis=1)
    below = np.minimum(numbers * sums[:, -1], np.nextafter(sums[:, -1], 0))
    drawn: NDArray[np.intp] = (sums <= below[:, None]).sum(axis=1)
    return drawn


def uniform(source: random.Random, *shape: int) -> FloatArray:
    """Numbers from 0 to below 1: 53 bits of the search's own random numbers each."""
    bits = np.frombuffer(source.randbytes(8 * math.prod(shape)), "<u8") >> np.uint64(11)
    numbers: FloatArray = bits.astype(np.float64) * 2.0**-53
    return numbers.reshape(shape)
