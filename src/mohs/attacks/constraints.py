"""Constraints: what every step of a search must respect, as values that any attack can be run with.

A search asks a constraint about candidates while it runs; the engine asks the same one again about the steps
that a success declares. Both go through the same two methods, so that they cannot disagree.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, Protocol

import numpy as np
from annotated_types import Ge, Le
from numpy.typing import NDArray

from mohs.attacks.questions import Asking
from mohs.attacks.target import Target
from mohs.language.change import words_of
from mohs.language.units import WORD, is_joined
from mohs.language.words import WHOLE, Edit, Text, split_clitic


class Constraint(Protocol):
    """One rule for a step, which puts `new` at word `index` of `text`, or in place of all of it (WHOLE)."""

    name: ClassVar[str]

    def allows(self, target: Target, text: Text, index: int, candidates: Sequence[str]) -> Asking[list[bool]]:
        """Which of the candidates may be put at this word."""
        ...


@dataclass(frozen=True)
class Words:
    """Only whole words are changed: no stop words, no short ones, none twice.

    Numbers, abbreviations, markup, addresses and handles are never words.

    Attributes:
        minimum_length: Shorter words are left alone.
        stop_words: Leave stop words alone.
        compounds: Also the parts of what a hyphen joins ("well-made"). The papers cut their texts at blanks,
            and have such a word as one, which no table of synonyms knows.
    """

    name: ClassVar[str] = "words"
    LONGEST: ClassVar[int] = 64
    """A longer run of letters is no word of a language (a key, an encoded picture): left alone."""

    minimum_length: Annotated[int, Ge(1)] = 1
    stop_words: bool = True
    compounds: bool = True

    def positions(self, target: Target) -> list[int]:
        """The words of the target's text that may be changed, in the order of the text."""
        text = target.text
        return self._good(target, text, enumerate(text.spans[: target.visible]))

    def _good(self, target: Target, text: Text, places: Iterable[tuple[int, tuple[int, int]]]) -> list[int]:
        """Which of these words of a text, given with their start and end, may be changed."""
        string, kinds, changed = text.string, text.kinds, {edit.word for edit in text.edits}
        left_alone: frozenset[str] = target.english.stop_words if self.stop_words else frozenset()
        least, most, compounds = self.minimum_length, self.LONGEST, self.compounds
        return [
            index
            for index, (start, end) in places
            if least <= end - start <= most
            and kinds[index] is WORD
            and index not in changed
            and string[start:end].lower() not in left_alone
            and (compounds or not is_joined(string, start, end))
        ]

    def allows(self, target: Target, text: Text, index: int, candidates: Sequence[str]) -> Asking[list[bool]]:
        """All candidates, where the word itself may be changed; none where not."""
        yield from ()  # a generator that has nothing to ask
        return [bool(self._good(target, text, [(index, text.span(index))]))] * len(candidates)


@dataclass(frozen=True)
class SamePartOfSpeech:
    """A replacement has the coarse part of speech of the word that it replaces.

    TextFooler lets nouns and verbs stand for each other (its code, not its paper).

    Attributes:
        noun_for_verb: Let them.
        same_form: The number, tense or degree of the word, too, as far as the kit knows the forms of both:
            without it "loved" becomes "feel" and "movie" "films". No paper has it.
    """

    name: ClassVar[str] = "same-part-of-speech"
    AROUND: ClassVar[int] = 8
    """Words on each side that a tagger is shown (the kit's looks at three), however long the text is."""

    noun_for_verb: bool = True
    same_form: bool = False

    @property
    def needs(self) -> tuple[str, ...]:
        """Parts of speech, and inflections where forms are compared."""
        return ("parts-of-speech", *(("inflections",) if self.same_form else ()))

    def allows(self, target: Target, text: Text, index: int, candidates: Sequence[str]) -> Asking[list[bool]]:
        """Tags the candidates in place: in the sentence as it stands, edits included."""
        first = max(0, index - self.AROUND)
        words = [text.word(k) for k in range(first, min(len(text), index + self.AROUND + 1))]
        here, tagger = index - first, target.english.parts_of_speech
        tag, *tags = tagger.tags_in_place(words, here, [words[here], *candidates])
        good = {tag} | ({"NOUN", "VERB"} if self.noun_for_verb and tag in ("NOUN", "VERB") else set())
        yield from ()  # a generator that has nothing to ask
        allowed = [t in good for t in tags]
        if self.same_form:
            endings = target.english.inflections.endings
            own, *others = [
                endings(split_clitic(one)[0], t)
                for one, t in zip([words[here], *candidates], [tag, *tags], strict=True)
            ]
            allowed = [
                fits and not (own and other and own.isdisjoint(other))
                for fits, other in zip(allowed, others, strict=True)
            ]
        return allowed


@dataclass(frozen=True)
class WordSimilarity:
    """A replacement is no antonym of its word, as far as counter-fitted vectors can tell.

    Words that have no vector are let through: nothing is known of them (BERT-ATTACK's code does the same).

    Attributes:
        minimum_cosine: The least cosine of the two words, without an 's or 't that leans on them.
        sentiment_only: Check nothing in tasks that are not about sentiment (BERT-ATTACK's authors).
    """

    name: ClassVar[str] = "word-similarity"

    minimum_cosine: Annotated[float, Ge(-1), Le(1)] = 0.4
    sentiment_only: bool = False

    def allows(self, target: Target, text: Text, index: int, candidates: Sequence[str]) -> Asking[list[bool]]:
        """Looks the candidates up in the word vectors."""
        yield from ()  # a generator that has nothing to ask
        if self.sentiment_only and target.subject != "sentiment":
            return [True] * len(candidates)
        word, _ = split_clitic(text.word(index))
        found = [target.english.synonyms.cosine(word, split_clitic(new)[0]) for new in candidates]
        return [cosine is None or cosine >= self.minimum_cosine for cosine in found]


@dataclass(frozen=True)
class MaximumModifiedRate:
    """At most this share of the words of the field is changed; a mended "a" or "an" counts as changed.

    Words are counted as the report counts them (`language.change`). By default the share is never rounded up:
    of a text with fewer words than 1 / rate none may be changed.

    Attributes:
        rate: The share.
        rounding: Of the number of words that it comes to: "down", or "up" (TextAttack).
    """

    name: ClassVar[str] = "maximum-modified-rate"

    rate: Annotated[float, Ge(0), Le(1)] = 0.4
    rounding: Literal["down", "up"] = "down"

    def room(self, target: Target, text: Text) -> int:
        """How many more words of this text may be changed."""
        exact = self.rate * len(words_of(target.original.string))
        # 0.29 * 100 is 28.999999999999996
        most = math.floor(exact + 1e-9) if self.rounding == "down" else math.ceil(exact - 1e-9)
        return most - len({edit.word for edit in text.edits})

    def allows(self, target: Target, text: Text, index: int, candidates: Sequence[str]) -> Asking[list[bool]]:
        """All candidates where there is room; where only one is left, those that leave the article alone."""
        yield from ()  # a generator that has nothing to ask
        room = self.room(target, text)
        if room != 1:
            return [room > 0] * len(candidates)
        known = {edit.word for edit in text.edits}
        made = [text.replace(index, new, "").edits[len(text.edits) :] for new in candidates]
        return [len({edit.word for edit in edits} - known) <= 1 for edits in made]


@dataclass(frozen=True)
class SentenceSimilarity:
    """The sentence keeps its meaning, as far as a sentence encoder can tell.

    TextFooler's paper, its code and TextAttack's port disagree on every option; docs/attacks.md has the
    table.

    Attributes:
        threshold: The least similarity, in the unit of `metric`; None for TextFooler's own, which depend on
            the task.
        metric: "cosine", or "angular": 1 - arccos(cosine) / pi (TextAttack's; TextFooler's code leaves / pi
            out).
        window: How many words around the change are compared; None for the whole text.
        compared_with: "original", or "current": the text as it stood before this step (TextFooler's code).
        short: What to do with texts that have fewer words than the window: "check" them like all others,
            "skip" the check (TextAttack), or "relax" the threshold to `RELAXED` (TextFooler's code).
        asked: "last": only of candidates that would be taken, which spares the encoder; "first": of all
            candidates, which spares the classifier those that fail (TextAttack). The outcome is the same.
    """

    name: ClassVar[str] = "sentence-similarity"
    RELAXED: ClassVar[float] = 0.1
    SENTIMENT: ClassVar[float] = 0.8
    """TextFooler's threshold for sentiment; 0.7 for every other task (AdvGLUE, appendix A.4)."""
    OTHERWISE: ClassVar[float] = 0.7

    threshold: Annotated[float, Ge(-1), Le(1)] | None = None
    metric: Literal["cosine", "angular"] = "cosine"
    window: Annotated[int, Ge(1)] | None = 15
    compared_with: Literal["original", "current"] = "original"
    short: Literal["check", "skip", "relax"] = "check"
    asked: Literal["last", "first"] = "last"

    def pair(self, target: Target, text: Text, index: int, new: str) -> tuple[str, str]:
        """The two stretches that are compared for this step; of a text written anew, always all of it."""
        reference = target.original if self.compared_with == "original" else text
        if index == WHOLE:
            return reference.string, new
        return reference.window(index, self.window), text.window_with(index, new, self.window)

    def good(self, target: Target, text: Text, cosines: NDArray[np.float64]) -> list[bool]:
        """Which of these cosines are similar enough in this text."""
        least = self.threshold
        if least is None:
            least = self.SENTIMENT if target.subject == "sentiment" else self.OTHERWISE
        if self.short == "relax" and self._is_short(text):
            least = self.RELAXED
        if self.metric == "angular":
            return [bool(s >= least) for s in 1 - np.arccos(np.clip(cosines, -1, 1)) / math.pi]
        return [bool(s >= least) for s in cosines]

    def checks(self, text: Text) -> bool:
        """Whether texts of this length are checked at all."""
        return not (self.short == "skip" and self._is_short(text))

    def _is_short(self, text: Text) -> bool:
        return self.window is not None and len(text) < self.window

    def allows(self, target: Target, text: Text, index: int, candidates: Sequence[str]) -> Asking[list[bool]]:
        """Asks for all candidates at once."""
        if not self.checks(text) or not candidates:
            return [True] * len(candidates)
        cosines = yield from target.similarity([self.pair(target, text, index, new) for new in candidates])
        return self.good(target, text, cosines)


def respected(constraints: Sequence[Constraint], target: Target, edits: Sequence[Edit]) -> Asking[bool]:
    """Whether the constraints hold at every step to a text, from the target's own on, as the engine checks.

    Args:
        constraints: What must hold.
        target: What is attacked.
        edits: The steps.
    """
    text = target.text
    for edit in edits:
        for constraint in constraints if edit.kind != "article" else ():
            allowed = yield from constraint.allows(target, text, edit.word, [edit.after])
            if not allowed[0]:
                return False
        text = text.apply(edit)
    return True
