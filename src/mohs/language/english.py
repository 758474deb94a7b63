"""English: what the attacks know of the language, from the kit or from a person's own resources."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from mohs.language.sememes import Candidate


class Synonyms(Protocol):
    """Near words with their cosine: the kit's counter-fitted vectors, or a table of one's own."""

    def neighbours(
        self, word: str, count: int = 50, minimum_cosine: float = 0.0
    ) -> tuple[tuple[str, float], ...]:
        """The nearest words, nearest first, the word itself left out; none for an unknown word."""
        ...

    def cosine(self, first: str, second: str) -> float | None:
        """The cosine of two words, or None where either is unknown."""
        ...


class Tagger(Protocol):
    """Coarse parts of speech (the Universal Dependencies' tags)."""

    def tags(self, words: Sequence[str]) -> list[str]:
        """The tag of every word."""
        ...

    def tags_at(self, words: Sequence[str], indices: Sequence[int]) -> list[str]:
        """The tags of the words at these places, which rise."""
        ...

    def tags_in_place(self, words: Sequence[str], index: int, candidates: Sequence[str]) -> list[str]:
        """The tag that each candidate would get in the place of word `index`."""
        ...


class SememeDictionary(Protocol):
    """Words that may stand for a word because a sense of both has the same sememes."""

    def candidates(self, word: str, part_of_speech: str) -> "tuple[Candidate, ...]":
        """Words that may stand for this one, inflected as it is; none for an unknown word."""
        ...

    def synonyms(self, word: str, part_of_speech: str) -> tuple[str, ...]:
        """Words of its own synsets in WordNet, inflected as it is; none for an unknown word."""
        ...


class Forms(Protocol):
    """Which forms words are in: plural, past tense, comparative."""

    def endings(self, word: str, part_of_speech: str) -> frozenset[int]:
        """The endings that a word can be read with; none for an unknown word."""
        ...


class Words(Protocol):
    """Which strings are words."""

    def knows(self, word: str) -> bool:
        """Whether it is a word, in any case."""
        ...


@dataclass(frozen=True)
class English:
    """Synonyms, parts of speech, stop words, sememes and words.

    Attributes:
        synonyms: Near words.
        parts_of_speech: Tags of words in their sentence.
        stop_words: Words, in lower case, that attacks leave alone.
        identity: What run.json says of them.
        sememes: Words with the same sememes.
        lexicon: Which strings are words.
        inflections: Which forms words are in.
    """

    synonyms: Synonyms
    parts_of_speech: Tagger
    stop_words: frozenset[str]
    identity: Mapping[str, Any] = field(default_factory=dict)
    sememes: SememeDictionary = field(default_factory=lambda: _not_opened("sememes"))
    lexicon: Words = field(default_factory=lambda: _not_opened("a lexicon"))
    inflections: Forms = field(default_factory=lambda: _not_opened("inflections"))

    @classmethod
    def kit(
        cls,
        *,
        needs: Collection[str] = ("synonyms", "parts-of-speech"),
        synonyms: Path | None = None,
        sememes: Path | None = None,
    ) -> "English":
        """What the kit has, with the word vectors or the sememes of a file where a person brings their own.

        Args:
            needs: Which of "synonyms", "parts-of-speech", "sememes", "lexicon" and "inflections" are opened;
                the others are not to be used.
            synonyms: A file of word vectors.
            sememes: A dictionary in OpenHowNet's text format.
        """
        from mohs.language.stop_words import stop_words

        near, tagger = _not_opened("synonyms"), _not_opened("parts-of-speech")
        meant, lexicon = _not_opened("sememes"), _not_opened("a lexicon")
        inflections = _not_opened("inflections")
        identity: dict[str, Any] = {"stop-words": "kit:stop-words"}
        if "synonyms" in needs:
            from mohs.language.vectors import WordVectors

            near = WordVectors.kit() if synonyms is None else WordVectors.open(synonyms)
            identity["synonyms"] = {"name": near.name, "sha256": near.sha256}
        if "parts-of-speech" in needs:
            from mohs.language.parts_of_speech import PartsOfSpeech

            tagger = PartsOfSpeech.kit()
            identity["parts-of-speech"] = "kit:tagger"
        if "sememes" in needs:
            from mohs.language.sememes import Sememes

            meant = Sememes.kit() if sememes is None else Sememes.open(sememes)
            identity["sememes"] = {"name": meant.name, "sha256": meant.sha256}
        if "lexicon" in needs:
            from mohs.language.lexicon import Lexicon

            lexicon = Lexicon.kit()
            identity["lexicon"] = "kit:vectors and kit:sememes"
        if "inflections" in needs:
            from mohs.language.inflection import kit_inflections

            inflections = kit_inflections()
            identity["inflections"] = "kit:sememes"
        return cls(near, tagger, stop_words(), identity, meant, lexicon, inflections)


class _NotOpened:
    """In the place of something that no attack of the run has said it needs."""

    def __init__(self, need: str) -> None:
        self._need = need

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(f"the attack uses {self._need} and does not list it in `needs`")


def _not_opened(need: str) -> Any:
    return _NotOpened(need)
