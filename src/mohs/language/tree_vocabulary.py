"""What a tree autoencoder knows by name: words, parts of speech and relations; and texts as its trees."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from mohs.inference.trees import TEXT, Tree
from mohs.language.grammar import Parsed

OTHER = 1
"""The number of every tag and relation that is not known."""

_NAMES = ("text", "other")


@dataclass(frozen=True)
class Vocabulary:
    """Names of what trees hold numbers of.

    Attributes:
        words: The words that have a vector, in lower case, in the order of the vectors.
        tags: Parts of speech; the first two are the text's own and any other.
        relations: Relations to a head; likewise.
        by_tag: For each tag the numbers of the words that it may have, rising.
    """

    words: Sequence[str]
    tags: tuple[str, ...]
    relations: tuple[str, ...]
    by_tag: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, words: Sequence[str], texts: Iterable[Parsed], minimum: int, share: float) -> "Vocabulary":
        """The tags and relations of some texts, and the words that stood there under each tag.

        Args:
            words: The words that have a vector.
            texts: Parsed texts.
            minimum: How often a word must have had a tag, and a tag or relation must have occurred.
            share: Of all that a word occurred, how often with this tag at the least.
        """
        pairs: Counter[tuple[str, str]] = Counter()
        relations: Counter[str] = Counter()
        for text in texts:
            for number, token in enumerate(text.tokens):
                pairs[text.word(number).lower(), token.tag] += 1
                relations[token.relation] += 1
        tags, all_of = Counter[str](), Counter[str]()
        for (word, tag), count in pairs.items():
            tags[tag] += count
            all_of[word] += count
        known = (*_NAMES, *sorted(tag for tag, count in tags.items() if count >= minimum))
        rows = {word: row for row, word in enumerate(words)}
        by_tag: list[set[int]] = [set() for _ in known]
        place = {tag: k for k, tag in enumerate(known)}
        for (word, tag), count in pairs.items():
            if word in rows and tag in place and count >= max(minimum, share * all_of[word]):
                by_tag[place[tag]].add(rows[word])
        return cls(
            words,
            known,
            (*_NAMES, *sorted(name for name, count in relations.items() if count >= minimum)),
            tuple(tuple(sorted(some)) if len(some) > 1 else () for some in by_tag),
        )

    def tree(self, parsed: Parsed) -> Tree:
        """The tree of a text; node k + 1 is its token k."""
        roots = (token.head == number for number, token in enumerate(parsed.tokens))
        return Tree(
            (-1, *(self._words.get(parsed.word(k).lower(), -1) for k in range(len(parsed.tokens)))),
            (TEXT, *(self._tags.get(token.tag, OTHER) for token in parsed.tokens)),
            (TEXT, *(self._relations.get(token.relation, OTHER) for token in parsed.tokens)),
            (0, *(0 if root else token.head + 1 for root, token in zip(roots, parsed.tokens, strict=True))),
        )

    @cached_property
    def _words(self) -> dict[str, int]:
        return {word: row for row, word in enumerate(self.words)}

    @cached_property
    def _tags(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.tags)}

    @cached_property
    def _relations(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.relations)}
