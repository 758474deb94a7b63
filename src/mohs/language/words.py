"""Text: a string and its words; an edit changes one word and keeps everything else to the letter.

Positions are code points of the string itself: nothing is lower-cased, re-joined or normalised on the way.
An edit costs one join of three slices, whatever the length of the text around it, and word *i* stays word
*i* after any number of edits, also where a blank was put inside it.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mohs.language.change import edit_distance
from mohs.language.units import Kind as Kind
from mohs.language.units import units

WHOLE = -1
"""In the place of a word's number: the text as a whole, which attacks on sentences write anew."""


class Edit(NamedTuple):
    """One declared change: word `word` of the text, from `before` to `after`, made by `kind` of change.

    Of a text that was written anew `word` is `WHOLE`, and `before` and `after` are the whole texts.
    """

    word: int
    before: str
    after: str
    kind: str


_MOVES = 16
"""Edits of another length that a text counts in before it writes down anew where its units are."""


class Text:
    """A string with its words, and the edits that made it from the text it began as.

    Attributes:
        string: The text.
        kinds: What each unit is.
        edits: The changes so far, in the order in which they were made.
    """

    __slots__ = ("_moves", "_places", "edits", "kinds", "string")

    def __init__(
        self,
        string: str,
        spans: Sequence[tuple[int, int]] | None = None,
        kinds: Sequence[Kind] = (),
        edits: tuple[Edit, ...] = (),
        moves: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.string = string
        if spans is None:
            spans, kinds = units(string)
        self._places, self.kinds, self.edits = spans, kinds, edits
        # Units, and by how much each grew since `_places` was written: an edit need not move all behind it.
        self._moves = moves

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return f"Text({self.string!r})"

    @property
    def spans(self) -> Sequence[tuple[int, int]]:
        """Start and end of every unit, in code points of `string`."""
        if not self._moves:
            return self._places
        grown: dict[int, int] = {}
        for unit, growth in self._moves:
            grown[unit] = grown.get(unit, 0) + growth
        spans, moved = [], 0
        for unit, (start, end) in enumerate(self._places):
            growth = grown.get(unit, 0)
            spans.append((start + moved, end + moved + growth))
            moved += growth
        return spans

    def span(self, index: int) -> tuple[int, int]:
        """`spans[index]`, whatever the length of the text."""
        start, end = place = self._places[index]
        if not self._moves:
            return place
        for unit, growth in self._moves:
            if unit < index:
                start += growth
                end += growth
            elif unit == index:
                end += growth
        return start, end

    def word(self, index: int) -> str:
        """The unit at this position, as it stands."""
        start, end = self.span(index)
        return self.string[start:end]

    def words(self) -> list[str]:
        """All units, as they stand."""
        string = self.string
        return [string[start:end] for start, end in self.spans]

    def without_each(self, indices: Sequence[int]) -> list[str]:
        """The string with each of these units taken out, one at a time; the blanks around it stay."""
        string, spans = self.string, self.spans
        return [f"{string[:start]}{string[end:]}" for start, end in map(spans.__getitem__, indices)]

    def render(self, index: int, new: str) -> str:
        """The string with this unit replaced: `replace` without the book-keeping, for candidates."""
        return self.render_each(index, (new,))[0]

    def render_each(self, index: int, candidates: Sequence[str]) -> list[str]:
        """`render` for many candidates at one place; what they share is worked out once."""
        start, end = place = self.span(index)
        before, after = self.string[:start], self.string[end:]
        mended = self.articles(index, place, candidates)
        if mended is None:
            return [f"{before}{new}{after}" for new in candidates]
        first, last = self.span(index - 1)
        outside, between = self.string[:first], self.string[last:start]
        return [
            f"{before if article is None else outside + article + between}{new}{after}"
            for article, new in zip(mended, candidates, strict=True)
        ]

    def replace(self, index: int, new: str, kind: str) -> "Text":
        """The text with this unit replaced, "a" or "an" before it mended, and the changes declared."""
        place = self.span(index)
        article = self._article(index, place, new)
        text = self._with(Edit(index, self.string[place[0] : place[1]], new, kind), place)
        if article is None:
            return text
        place = self.span(index - 1)
        return text._with(Edit(index - 1, self.string[place[0] : place[1]], article, "article"), place)

    def rewrite(self, new: str, kind: str) -> "Text":
        """The text written anew as a whole; its words are counted from the new text on."""
        spans, kinds = units(new)
        return Text(new, spans, kinds, (*self.edits, Edit(WHOLE, self.string, new, kind)))

    def apply(self, edit: Edit) -> "Text":
        """The text with this declared change made, to the letter.

        Raises:
            ValueError: The word is not the one that the edit says it changes, or the text is not.
        """
        if edit.word == WHOLE and self.string == edit.before:
            return self.rewrite(edit.after, edit.kind)
        if 0 <= edit.word < len(self):
            start, end = place = self.span(edit.word)
            if self.string[start:end] == edit.before:
                return self._with(edit, place)
        raise ValueError(f"the edit {edit} does not fit {self.string!r}")

    def _with(self, edit: Edit, place: tuple[int, int]) -> "Text":
        """The text with this change of what stands at this place, which is where the unit is."""
        index, before, new, _ = edit
        start, end = place
        string, growth = self.string[:start] + new + self.string[end:], len(new) - len(before)
        moves = (*self._moves, (index, growth)) if growth else self._moves
        text = Text(string, self._places, self.kinds, (*self.edits, edit), moves)
        if len(moves) > _MOVES:
            text._places, text._moves = text.spans, ()
        return text

    def articles(
        self, index: int, place: tuple[int, int], candidates: Iterable[str]
    ) -> list[str | None] | None:
        """What "a" or "an" before this unit becomes with each candidate: None where it stays as it is.

        None for all of them where there is no article before it, or one that was wrong before: a text is left
        as its author wrote it. `place` is `span(index)`, which whoever asks has at hand.
        """
        start, end = place
        if not self.string.endswith(_ARTICLE_ENDS, 0, start):
            return None
        first, last = self.span(index - 1)
        stands, old = self.string[first:last], self.string[start:end]
        lower = stands.lower()
        if indefinite_article(old) != lower:
            return None
        other = "a" if lower == "an" else "an"
        mended = carry_case(stands, other)
        return [
            mended if new and indefinite_article(new) == other and not _is_typo(old, new) else None
            for new in candidates
        ]

    def _article(self, index: int, place: tuple[int, int], new: str) -> str | None:
        """The article that must stand before `new`, or None where none stands there, or the right one."""
        mended = self.articles(index, place, (new,))
        return None if mended is None else mended[0]

    def window(self, index: int, size: int | None) -> str:
        """The part of the string that holds at most `size` units around this one; all of it for None.

        Near an edge the window slides inwards, so that it holds `size` units wherever there are that many
        (TextFooler's code does the same).
        """
        if size is None or len(self) <= size:
            return self.string
        first = min(max(0, index - (size - 1) // 2), len(self) - size)
        return self.string[self.span(first)[0] : self.span(first + size - 1)[1]]

    def window_with(self, index: int, new: str, size: int | None) -> str:
        """`window` of the text with this unit replaced, at the cost of the window alone."""
        if size is None or len(self) <= size:
            return self.render(index, new)
        first = min(max(0, index - (size - 1) // 2), len(self) - size)
        low, high = self.span(first)[0], self.span(first + size - 1)[1]
        start, end = place = self.span(index)
        article = self._article(index, place, new) if index > first else None
        if article is None:
            return f"{self.string[low:start]}{new}{self.string[end:high]}"
        a, b = self.span(index - 1)
        return f"{self.string[low:a]}{article}{self.string[b:start]}{new}{self.string[end:high]}"


def replay(original: str, edits: Sequence[Edit]) -> Text:
    """The text that these edits make of this string: what an attack declared, done again.

    Raises:
        ValueError: An edit does not find the word, or the text, that it says it changes.
    """
    text = Text(original)
    for edit in edits:
        text = text.apply(edit)
    return text


def carry_case(old: str, new: str) -> str:
    """`new` in the case pattern of `old`: GREAT -> HEAVY, Great -> Heavy, great -> heavy."""
    if len(old) > 1 and old.isupper():
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


_CLITIC = re.compile(r"(?<=[^\W\d_])['’](?:s|m|re|ve|ll|d|t)$", re.IGNORECASE)


def split_clitic(word: str) -> tuple[str, str]:
    """A word and what leans on its end: movie's -> movie, 's; don't -> don, 't; o'clock leans on nothing."""
    found = None if word.isalpha() else _CLITIC.search(word)
    return (word, "") if found is None else (word[: found.start()], word[found.start() :])


def _is_typo(old: str, new: str) -> bool:
    """Whether this is still the word that it was, misspelt: it keeps its article (an 1nsult, an huor)."""
    alike = old[:1].lower() == new[0].lower() and edit_distance(list(old.lower()), list(new.lower())) <= 2
    return alike or not new[0].isalpha()


_ARTICLE_ENDS = ("a ", "n ", "A ", "N ")
_AN_BEFORE = re.compile(r"(?:[aeio]|u(?!$)|hour|hon(?:est|ou?r)|heir)", re.IGNORECASE)
_A_BEFORE = re.compile(r"(?:uni(?!n|m)|us[aeiu]|ut[ei]|eu|ewe|one\b|once\b|oui|ubi|ukr|ura)", re.IGNORECASE)


def indefinite_article(word: str) -> str:
    """The article "a" or "an", by the sound that this word begins with, as far as its spelling tells."""
    return "an" if _AN_BEFORE.match(word) and not _A_BEFORE.match(word) else "a"
