"""A sentence of a parsed text: its tokens as a tree, its core, and how it is written."""

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from mohs.language.grammar import Parsed
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.morphology import is_common, lemma_of
from mohs.language.sentence_ends import CLOSERS, MARKS, PAUSES, spaced

LONGEST = 80
"""Tokens: longer sentences are left alone, since their parses are seldom right."""

_OPENERS = frozenset(('"', "'", "“", "‘", "`", "``", "(", "[", "-LRB-", "-LSB-"))
_OUTER = frozenset((*MARKS, *PAUSES, *CLOSERS, "''", "--", "-", "–", "—", "...", "*", "-RRB-", "-RSB-"))
_PARTS = frozenset((*MARKS, ":", ";", "..."))
"""What ends a sentence or a part of one, and so must not stand inside."""
_NAMES = frozenset(
    ("PERSON", "ORG", "GPE", "NORP", "LOC", "FAC", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW", "LANGUAGE")
)
_PAIRS = {")": "(", "]": "[", "-RRB-": "-LRB-", "-RSB-": "-LSB-", "”": "“"}
_SHORT_FORMS = {"'s": "be", "'re": "be", "'m": "be", "'ve": "have", "'ll": "will"}
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl")

Range = tuple[int, int]
"""The numbers of a phrase's first token and of the one behind its last."""


class Sentence:
    """One sentence; its tokens keep the numbers that they have in the text.

    Args:
        parsed: The text.
        first: The number of its first token.
        stop: The number behind its last one.

    Attributes:
        core: The sentence without what stands around it: quotes, marks, a conjunction or an interjection
            that it begins with.
    """

    def __init__(self, parsed: Parsed, first: int, stop: int) -> None:
        self.parsed, self.first, self.stop = parsed, first, stop
        count = stop - first
        self._children: list[list[int]] = [[] for _ in range(count)]
        self.root = first
        for k in range(first, stop):
            head = parsed.tokens[k].head
            if head == k or not first <= head < stop:
                self.root = k if parsed.tokens[k].relation == "ROOT" else self.root
            else:
                self._children[head - first].append(k)
        self._ranges: dict[int, tuple[int, int, int]] = {}
        self.core = self._core()

    def word(self, k: int) -> str:
        """A token, as it stands."""
        return self.parsed.word(k)

    def lower(self, k: int) -> str:
        """A token in lower case; "" outside the sentence."""
        return self.parsed.word(k).lower() if self.first <= k < self.stop else ""

    def words(self, phrase: Range) -> list[str]:
        """The tokens of a phrase in lower case."""
        return [self.lower(k) for k in range(*phrase)]

    def words_of(self, tokens: list[int]) -> list[str]:
        """These tokens in lower case."""
        return [self.lower(k) for k in tokens]

    def tag(self, k: int) -> str:
        """Its Penn Treebank tag."""
        return self.parsed.tokens[k].tag

    def kind(self, k: int) -> str:
        """Its part of speech in the Universal Dependencies' tags."""
        return self.parsed.tokens[k].part_of_speech

    def relation(self, k: int) -> str:
        """Its relation to its head."""
        return self.parsed.tokens[k].relation

    def head(self, k: int) -> int:
        """The token that it depends on."""
        return self.parsed.tokens[k].head

    def lemma(self, k: int) -> str:
        """Its base form, in lower case; of a verb whose form is not English, the form itself."""
        token = self.parsed.tokens[k]
        guess = (token.lemma or self.word(k)).lower()
        short = self.lower(k).replace("’", "'")
        if short in _SHORT_FORMS and token.tag != "POS":
            perfect = short == "'s" and token.relation == "aux" and self.tag(token.head) == "VBN"
            return "have" if perfect else _SHORT_FORMS[short]
        if token.tag in ("VBD", "VBN", "VBG", "VBZ") and token.part_of_speech != "AUX":
            return lemma_of(self.lower(k), token.tag, guess) or self.lower(k)
        return guess

    def children(self, k: int, *relations: str) -> list[int]:
        """The tokens that depend on this one, of these relations where some are named."""
        own = self._children[k - self.first]
        return [one for one in own if self.relation(one) in relations] if relations else own

    def child(self, k: int, *relations: str) -> int | None:
        """The only one of these; None where there is none, or more than one."""
        found = self.children(k, *relations)
        return found[0] if len(found) == 1 else None

    def subject(self, verb: int) -> int | None:
        """The head of this verb's own subject."""
        return self.child(verb, *_SUBJECTS)

    def phrase(self, k: int) -> Range | None:
        """All that depends on this token, where it stands in one piece; otherwise None."""
        low, high, count = self._extent(k)
        return (low, high) if high - low == count else None

    def _extent(self, k: int) -> tuple[int, int, int]:
        known = self._ranges.get(k)
        if known is None:
            low, high, count = k, k + 1, 1
            for child in self.children(k):
                a, b, n = self._extent(child)
                low, high, count = min(low, a), max(high, b), count + n
            known = self._ranges[k] = low, high, count
        return known

    def descendants(self, k: int) -> Iterator[int]:
        """This token and all that depends on it."""
        waiting = [k]
        while waiting:
            one = waiting.pop()
            yield one
            waiting += self.children(one)

    @cached_property
    def spaced(self) -> bool:
        """Whether the text has blanks before its marks."""
        return spaced(self.parsed.string) or any(f" {end}" in self.parsed.string for end in ("n't", "'s "))

    @cached_property
    def capital(self) -> bool:
        """Whether the core begins with a capital because a sentence begins there."""
        before, first = "".join(self.words((self.first, self.core[0]))), self.word(self.core[0])[:1]
        if any(letter.isalpha() for letter in before):
            return False
        # Before a number nothing tells but the rest of the text.
        plain = not self.parsed.string.islower() or not spaced(self.parsed.string)
        return first.isupper() or (first.isdigit() and plain)

    @cached_property
    def first_word(self) -> int:
        """The number of the first token that has a letter or digit."""
        return next(
            (k for k in range(self.first, self.stop) if any(map(str.isalnum, self.word(k)))), self.first
        )

    def is_name(self, k: int) -> bool:
        """Whether a token keeps its capital wherever it stands."""
        word, token = self.word(k), self.parsed.tokens[k]
        if token.tag == "VB":
            return False
        if word == "I" or word[1:] != word[1:].lower() or self._is_labelled(k):
            return True
        if word == "Others":
            return False  # no noun of WordNet's
        within = token.relation in ("compound", "amod", "nmod") and self.kind(token.head) != "PROPN"
        if token.part_of_speech in ("NOUN", "ADJ", "VERB") and not within and not is_common(word):
            return True
        kind = self.parsed.kind_at(token.start, token.end)
        if token.tag in ("NNP", "NNPS"):
            # Parsers take the first word of a sentence for a name too often ("Dirt mounds").
            return (
                bool(kind)
                or token.relation not in ("compound", "amod", "nmod")
                or self.kind(token.head) == "PROPN"
            )
        if token.tag in ("NN", "NNS") and kind not in ("NORP", "WORK_OF_ART") and is_common(word):
            return False  # "Rulers"
        return kind == "WORK_OF_ART" or (kind in _NAMES and token.part_of_speech in ("ADJ", "NOUN", "VERB"))

    def is_hyphened(self, k: int) -> bool:
        """Whether a token is a part of a word that the parser has cut ("re-creates")."""
        tokens = self.parsed.tokens
        before = k > self.first and self.word(k - 1) == "-" and tokens[k - 1].end == tokens[k].start
        behind = k + 1 < self.stop and self.word(k + 1) == "-" and tokens[k].end == tokens[k + 1].start
        return before or behind

    def _is_labelled(self, k: int) -> bool:
        """Whether a number or letter belongs to it ("Part D", "Section 6")."""
        behind = self.word(k + 1) if k + 1 < self.stop else ""
        return self.tag(k).startswith("NN") and (behind.isdigit() or (len(behind) == 1 and behind.isupper()))

    @property
    def legible(self) -> bool:
        """Whether its words can be trusted to hang together, if not its ends."""
        return 3 <= self.core[1] - self.core[0] <= LONGEST and not self._is_headline()

    def _is_headline(self) -> bool:
        tokens = range(*self.core)
        if any(self.kind(k) in ("VERB", "AUX") and self.word(k).islower() for k in tokens):
            return False
        written = [self.word(k) for k in tokens if self.word(k).isalpha()]
        return len(written) > 3 and sum(word[0].isupper() for word in written) > 0.6 * len(written)

    @cached_property
    def usable(self) -> bool:
        """Whether it can be trusted to be one sentence that ends where it seems to."""
        low, high = self.core
        marks = any(self.word(k) in _PARTS or "\n" in self._gap(k) for k in range(low, high))
        whole = self._begins() and self._ends()
        return self.legible and whole and not (marks or self._stammers() or self._is_tag())

    def _stammers(self) -> bool:
        """Whether it is talk written down as it was said."""
        words = self.words(self.core)
        again = [one for one, other in pairwise(words) if one == other and one.isalpha()]
        return not listed("fillers").isdisjoint(words) or not set(again) <= listed("doubled")

    def _is_tag(self) -> bool:
        """Whether it only says who said what stands before it ("Yes?" he asked)."""
        before = self.parsed.string[: self.parsed.tokens[self.core[0]].start].rstrip()
        quoted = before.endswith(("''", '"', "”"))
        asked = before.endswith(("?", "!")) and not self.children(self.root, "ccomp")
        return (quoted or asked) and self.lemma(self.root) in listed("quotative")

    def _gap(self, k: int) -> str:
        tokens = self.parsed.tokens
        return self.parsed.string[tokens[k].end : tokens[k + 1].start] if k + 1 < self.core[1] else ""

    def _begins(self) -> bool:
        before = self.parsed.string[: self.parsed.tokens[self.first].start].rstrip()
        return not before or before.rstrip("".join(CLOSERS) + " ")[-1:] in (*MARKS, "") or "\n" in before[-1:]

    def _ends(self) -> bool:
        if not self.parsed.string[self.parsed.tokens[self.stop - 1].end :].strip():
            return True
        return any(self.word(k) in (*MARKS, "...") for k in range(self.core[1], self.stop))

    def _core(self) -> Range:
        low, high = self.first, self.stop
        while low < high and self._leads(low):
            low += 1
        while high > low and self._trails(low, high - 1):
            high -= 1
        return (low, high) if low < high else (self.first, self.stop)

    def _leads(self, k: int) -> bool:
        word = self.word(k)
        if word in _OPENERS:
            return not self._closed(k)
        if word in _OUTER:
            return True
        if self.tag(k) == "UH" and (
            self.lower(k) in listed("fillers") | listed("openers") or not self.children(k)
        ):
            return k != self.root
        relation = self.relation(k)
        return (relation == "cc" or (relation == "intj" and not self.children(k))) and k != self.root

    def _trails(self, low: int, k: int) -> bool:
        word = self.word(k)
        if word not in _OUTER and word not in _OPENERS:
            return False
        opener = _PAIRS.get(word)
        if opener is not None:
            return opener not in [self.word(one) for one in range(low, k)]
        if word in ('"', "'", "''"):
            inside = [self.word(one) for one in range(low, k)]
            return sum(one in ('"', "'", "''", "``", "`") for one in inside) % 2 == 0
        return True

    def _closed(self, k: int) -> bool:
        """Whether the quote or bracket that opens here closes before the sentence's last words."""
        word, closers = self.word(k), ('"', "''", "'", "”", "’", ")", "]", "-RRB-", "-RSB-")
        inside = [one for one in range(k + 1, self.stop) if self.word(one) in closers]
        rest = range(inside[0] + 1, self.stop) if inside else range(0)
        return bool(inside) and word != "" and any(self.word(one).isalnum() for one in rest)


def sentences(parsed: Parsed) -> Iterator[Sentence]:
    """The sentences of a text."""
    first = 0
    for _, end in parsed.sentences:
        stop = first
        while stop < len(parsed.tokens) and parsed.tokens[stop].end <= end:
            stop += 1
        if stop > first:
            yield Sentence(parsed, first, stop)
        first = stop
