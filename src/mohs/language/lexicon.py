"""Which strings are words: what tells a word from word pieces that were put together and make none.

A word is known where the kit's word vectors have it (the 32,000 most frequent ones, names among them), or
where WordNet has it or one of its inflections. Words of up to three letters must be frequent: WordNet lists
symbols and abbreviations of that length (`cl`) that read as half words.
"""

from functools import cache

from mohs.language.inflection import OF, Inflections, kit_inflections
from mohs.language.vectors import WordVectors

SHORT = 3
"""So few letters are a word where it is frequent, and not where WordNet alone has them."""


class Lexicon:
    """Words of English.

    Args:
        frequent: Frequent words.
        inflections: Lemmas and their inflected forms.
    """

    def __init__(self, frequent: WordVectors, inflections: Inflections) -> None:
        self._frequent, self._inflections = frequent, inflections
        self._seen: dict[str, bool] = {}

    @classmethod
    def kit(cls) -> "Lexicon":
        """The kit's word vectors and WordNet (opened once a process)."""
        return _kit()

    def knows(self, word: str) -> bool:
        """Whether it is a word, in any case."""
        lower = word.lower()
        known = self._seen.get(lower)
        if known is None:
            if len(self._seen) >= _REMEMBERED:
                self._seen.clear()
            known = self._seen[lower] = self._look_up(lower)
        return known

    def _look_up(self, word: str) -> bool:
        if word in self._frequent:
            return True
        return len(word) > SHORT and any(self._inflections.readings(word, part) for part in OF)


_REMEMBERED = 100_000


@cache
def _kit() -> Lexicon:
    return Lexicon(WordVectors.kit(), kit_inflections())
