"""Rewriting: what attacks on whole sentences have in common: some other versions of a text, and a choice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mohs.attacks.attack import NothingToTry
from mohs.attacks.constraints import Constraint, SentenceSimilarity
from mohs.attacks.questions import AT_ONCE, Asking
from mohs.attacks.target import Target
from mohs.language.change import is_no_op
from mohs.language.words import WHOLE, Text


class Version(NamedTuple):
    """Another version of a text, and what kind of change made it."""

    string: str
    kind: str


def in_parts(strings: Sequence[str]) -> Iterator[Sequence[str]]:
    """Texts in parts of about `AT_ONCE` characters: all of them, unless they would fill the memory."""
    start = size = 0
    for stop, string in enumerate(strings, 1):
        size += len(string)
        if size > AT_ONCE or stop == len(strings):
            yield strings[start:stop]
            start, size = stop, 0


@dataclass(frozen=True, kw_only=True)
class Rewriting:
    """An attack whose candidates are versions of the whole text.

    Attributes:
        similarity: A least sentence similarity of version and original, over the whole text; None, the
            default, for none.
    """

    similarity: SentenceSimilarity | None = None

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The similarity, where it is on."""
        return (self.similarity,) if self.similarity else ()

    @property
    def needs(self) -> tuple[str, ...]:
        """An encoder where the similarity is on."""
        return ("encoder",) if self.similarity else ()

    def _best(self, target: Target, versions: Sequence[Version]) -> Asking[Text]:
        """The best version that reaches the goal (`_ranked`), else the one that comes nearest to it.

        All are classified at once (`in_parts`); similarity is asked in that order, and no further than to the
        first that is similar enough. One that comes no nearer than the text as it is, is not taken.

        Raises:
            NothingToTry: No version differs from the text in more than case and white space.
        """
        text = target.text
        known = {version.string: version for version in reversed(versions)}
        some = [version for version in versions if known[version.string] is version]
        some = [version for version in some if not is_no_op(text.string, version.string)]
        if not some:
            raise NothingToTry
        answers = []
        for part in in_parts([version.string for version in some]):
            answers.append((yield from target.classify(part)))
        rows = np.concatenate(answers)
        reached = target.goal.reached(rows)
        nearness = target.goal.nearness(rows)
        now = target.nearness
        order = [int(k) for k in np.flatnonzero(reached)]
        if len(order) > 1:
            best = yield from self._ranked(target, [some[k].string for k in order])
            order = [order[k] for k in best]
        order += [
            int(k) for k in np.argsort(-nearness, kind="stable") if not reached[k] and nearness[k] > now
        ]
        for k in order:
            if self.similarity is not None:
                good = yield from self.similarity.allows(target, text, WHOLE, [some[k].string])
                if not good[0]:
                    continue
            return text.rewrite(*some[k])
        return text

    def _ranked(self, target: Target, strings: Sequence[str]) -> Asking[list[int]]:
        """The numbers of these texts, all of which reach the goal, the best first: here as they come."""
        yield from ()  # a generator that has nothing to ask
        return list(range(len(strings)))
