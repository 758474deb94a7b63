"""T3: the vector that a tree autoencoder makes of a sentence is moved until its words fool the classifier."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, NamedTuple

from annotated_types import Ge, Gt

from mohs.attacks import questions
from mohs.attacks.attack import NothingToTry, Search
from mohs.attacks.constrained import Constrained
from mohs.attacks.constraints import Constraint, Words
from mohs.attacks.keep import Keep
from mohs.attacks.questions import Asking
from mohs.attacks.reaching import Texts, first_reaching, put_back
from mohs.attacks.target import Target
from mohs.attacks.word.places import Places, apart
from mohs.inference.descent import Norm, Objective
from mohs.inference.substitution import Point, Substitution
from mohs.language.grammar import Parsed
from mohs.language.sentence_ends import CLOSERS, MARKS, end_of, spaced
from mohs.language.tree_autoencoder import Candidate, Told
from mohs.language.units import units
from mohs.language.words import WHOLE, Text, split_clitic

if TYPE_CHECKING:
    from mohs.inference.tree_decoding import Decoding

KIND = "decoded"
"""Of every edit."""


class Spot(NamedTuple):
    """A word that the decoder knows others for.

    Attributes:
        unit: Its number in the text.
        node: Its node in the tree.
        clitic: What leans on its end and stays ("'s").
        others: What may stand in its place.
    """

    unit: int
    node: int
    clitic: str
    others: tuple[Candidate, ...]

    @property
    def words(self) -> list[str]:
        """The others as they are put there, in lower case."""
        return [one.word + self.clitic for one in self.others]

    def only(self, words: Iterable[str]) -> "Spot":
        """The same with no other words than these."""
        good = frozenset(words)
        some = [one for one, word in zip(self.others, self.words, strict=True) if word in good]
        return self._replace(others=tuple(some))


@dataclass(frozen=True)
class T3(Constrained):
    """T3 (Wang et al., EMNLP 2020), white-box: a tree autoencoder's vector of the sentence is perturbed.

    The sentence is parsed and told as one vector by a tree-LSTM over its dependency tree; going down the tree
    again, a decoder tells each word. The vector is moved, ||z|| + c max(margin, 0) is minimised by Adam, the
    gradient going straight through the told words. A word of the text stands until the decoder, moved so far,
    holds another of its part of speech for more likely. Where paper, code and mohs differ: docs/attacks.md.

    Attributes:
        place: "rewritten": words of the text are changed (AdvGLUE); "appended": a copy of its last sentence
            is put behind it, and only words of the copy are (the original).
        candidates: Of each word, so many others of its part of speech, those that the decoder holds most
            likely there.
        take: Of the texts on the way that reach the goal: the one with the "fewest-words" changed, of those
            the one with the shortest perturbation; or the "shortest" perturbation (the code).
        put_back: Put the changed words back one by one, as long as the goal is still reached.
        temperature: Of the softmax that gradients go straight through to: 0.1 (the code).
        norm: How long a perturbation is: "l1", "l2" or "squared-l2".
        weight: c.
        confidence: kappa, in logits: 0.
        steps: Steps of Adam: 100.
        learning_rate: Adam's: 0.1.
        clip: The longest gradient, L2; None, the default, for no limit.
        words: No parts of compounds: no decoder tells one by itself.
        keep: Numbers, names, negations and label names stay; the paper keeps none.
        modified_rate, word_similarity, part_of_speech, similarity: Off, as in the paper; see `Constrained`.
            Of these the similarity alone is for appended sentences.
    """

    name: ClassVar[str] = "t3"
    level: ClassVar[str] = "sentence"
    phenomenon: ClassVar[str] = "syntactic"
    reference: ClassVar[str] = "Wang et al., EMNLP 2020, arXiv:1912.10375"

    place: Literal["rewritten", "appended"] = "rewritten"
    candidates: Annotated[int, Ge(1)] = 50
    take: Literal["fewest-words", "shortest"] = "fewest-words"
    put_back: bool = True
    temperature: Annotated[float, Gt(0)] = 0.1
    norm: Norm = "squared-l2"
    weight: Annotated[float, Gt(0)] = 10.0
    confidence: Annotated[float, Ge(0)] = 0.0
    steps: Annotated[int, Ge(1)] = 100
    learning_rate: Annotated[float, Gt(0)] = 0.1
    clip: Annotated[float, Gt(0)] | None = None
    words: Words = field(default_factory=lambda: Words(compounds=False))
    keep: Keep | None = field(default_factory=Keep)

    @property
    def needs(self) -> tuple[str, ...]:
        """The classifier's gradients, a parser, a tree autoencoder, and what its constraints need."""
        return self._needs("gradients", "parser", "tree-autoencoder")

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """All that are on; of a sentence that is appended, the similarity alone."""
        return super().constraints if self.place == "rewritten" else self._steps

    @property
    def _steps(self) -> tuple[Constraint, ...]:
        if self.place == "rewritten":
            return super()._steps
        return (self.similarity,) if self.similarity else ()

    def positions(self, target: Target) -> list[int]:
        """Words that may be changed; whether the decoder knows others for them is seen later."""
        some = self._places(target)
        return some if self.place == "rewritten" else [WHOLE] * bool(some)

    def search(self, target: Target) -> Search:
        """Descend once; then choose among the texts that reached the goal."""
        words = self._places(target)
        if not words:
            return target.text
        string, moved = target.text.string, 0
        (parsed,) = yield from questions.parse([string])
        if self.place == "appended":
            string, moved = appended(parsed)
            (parsed,) = yield from questions.parse([string])
        parsed = _until(parsed, target.text.span(words[-1])[1] + moved)
        (told,) = yield from questions.tell_trees([parsed], self.candidates)
        spots = self._spots(target, parsed, told, words, moved)
        if self.place == "rewritten" and (self.keep or self._steps):
            spots = yield from self._only_allowed(target, spots)
        written = target if self.place == "rewritten" else target.at(Text(string), target.probabilities)
        candidates = apart(written.text, {spot.unit: dict.fromkeys(spot.words, KIND) for spot in spots})
        spots = [spot.only(candidates[spot.unit]) for spot in spots if spot.unit in candidates]
        if not spots:
            raise NothingToTry
        places = Places(written, candidates)
        projection = self._projection(target, places, told, spots)
        found = yield from target.descend(string, projection, self._objective(target))
        return (yield from self._choose(target, places, found.successes, found.nearest))

    def _places(self, target: Target) -> list[int]:
        """Words that may be changed, or whose copies may; "a" and "an" are mended, and never changed."""
        text = target.text
        return [i for i in self._open(target) if text.word(i).lower() not in ("a", "an")]

    def _spots(
        self, target: Target, parsed: Parsed, told: Told, words: Sequence[int], moved: int
    ) -> list[Spot]:
        """The words for which the decoder knows others, in the order of the text.

        Args:
            target: What is attacked.
            parsed: The text that is rewritten.
            told: What the decoder knows of it.
            words: Words of the target's text that may be changed.
            moved: How far behind them their copies stand; 0 where they are changed themselves.
        """
        text = target.text
        spans = units(parsed.string)[0] if moved else text.spans
        written = {span: index for index, span in enumerate(spans)}
        nodes = {(token.start, token.end): number for number, token in enumerate(parsed.tokens)}
        stop_words = target.english.stop_words if self.words.stop_words else frozenset[str]()
        there = {parsed.word(number).lower() for number in range(len(parsed.tokens))}
        found = []
        for index in words:
            start, end = (place + moved for place in text.span(index))
            stem, clitic = split_clitic(text.word(index))
            node, own = nodes.get((start, start + len(stem))), written.get((start, end))
            if node is None or own is None:
                continue
            if _leads_preposition(parsed, node):
                continue
            good = tuple(
                one
                for one in told.candidates[node]
                if one.word.isalpha() and one.word not in stop_words and one.word not in there
                and (self.keep is None or self.keep.fits(target, one.word))
            )  # fmt: skip
            if good:
                found.append(Spot(own, node + 1, clitic, good))
        return found

    def _only_allowed(self, target: Target, spots: Sequence[Spot]) -> Asking[list[Spot]]:
        """The same without words that the constraints forbid there."""
        kept = []
        for spot in spots:
            allowed = yield from self._allowed(target, target.text, spot.unit, spot.words)
            kept.append(spot.only(allowed))
        return [spot for spot in kept if spot.others]

    def _projection(self, target: Target, places: Places, told: Told, spots: Sequence[Spot]) -> "Decoding":
        from mohs.inference.tree_decoding import Decoding  # needs torch, as what told the text does

        limited = self.place == "rewritten" and self.modified_rate is not None
        return Decoding(
            Substitution(tuple(places.choices), tuple(places.gaps), places.tail),
            told.network,
            told.tree,
            tuple(spot.node for spot in spots),
            tuple((told.tree.words[spot.node], *(one.number for one in spot.others)) for spot in spots),
            self.temperature,
            self.modified_rate.room(target, target.text) if limited and self.modified_rate else None,
        )

    def _objective(self, target: Target) -> Objective:
        return Objective(
            target.goal.label, target.goal.wanted, self.norm, self.weight, self.confidence, self.steps,
            self.learning_rate, self.clip,
        )  # fmt: skip

    def _choose(
        self, target: Target, places: Places, points: Sequence[Point], nearest: Point
    ) -> Asking[Text]:
        """The text to take among those that reached the goal; without any, the one that came nearest."""
        texts = Texts(target, places, "" if self.place == "rewritten" else "appended")
        if self.take == "fewest-words":
            points = sorted(points, key=lambda point: _changed(places, point))
        won = yield from first_reaching(texts, points, self._steps)
        if won is None:
            held = yield from texts.respects(nearest, self._steps)
            return texts.text(nearest) if held else target.text
        if self.put_back:
            won = yield from put_back(texts, won, self._steps)
        return texts.text(won)


def _until(parsed: Parsed, end: int) -> Parsed:
    """A text without the sentences behind this place: what is not read need not be told."""
    last = next((stop for start, stop in parsed.sentences if stop >= end), len(parsed.string))
    tokens = tuple(token for token in parsed.tokens if token.start < last)
    return replace(parsed, tokens=tokens, sentences=(), noun_phrases=(), entities=())


def _changed(places: Places, point: Point) -> tuple[int, int]:
    """How many words of a point stand at two places or more, and how many places are changed."""
    new = [words[choice].lower() for words, choice in zip(places.choices, point, strict=True) if choice]
    return len(new) - len(set(new)), len(new)


def _leads_preposition(parsed: Parsed, node: int) -> bool:
    """Whether this is an adverb that is one with the preposition behind it: "instead of", "rather than"."""
    word = parsed.tokens[node]
    if word.part_of_speech != "ADV" or node + 1 == len(parsed.tokens):
        return False
    behind = parsed.tokens[node + 1]
    return behind.part_of_speech in ("ADP", "SCONJ") and (behind.head == node or word.head == node + 1)


def appended(parsed: Parsed) -> tuple[str, int]:
    """A text with a copy of its last sentence behind it, and how far behind the sentence the copy stands.

    A sentence that nothing closes is closed with a full stop; the copy ends as the sentence does.
    """
    string = parsed.string
    start, end = parsed.sentences[-1] if parsed.sentences else (0, len(string))
    at = end_of(string)
    closed = string[:at].rstrip(CLOSERS).endswith(tuple(MARKS))
    stop = "" if closed else " ." if spaced(string) else "."
    between = f"{stop} "
    return f"{string[:at]}{between}{string[start:end]}{string[at:]}", at + len(between) - start
