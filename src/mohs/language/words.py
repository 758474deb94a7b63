"""Text: a string and its words; an edit changes one word and keeps everything else to the letter.

Positions are code points of the string itself: nothing is lower-cased, re-joined or normalised on the way.
An edit costs one join of three slices, whatever the length of the text around it, and word *i* stays word
*i* after any number of edits, also where a blank was put inside it.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache


class Kind(IntEnum):
    """What a unit of a text is. Attacks change words; the other kinds are left alone."""

    WORD = 0
    NUMBER = 1
    ABBREVIATION = 2
    PROTECTED = 3
    """Markup, URL, e-mail address, @handle or #tag."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One declared change: word `word` of the text, from `before` to `after`, made by `kind` of change."""

    word: int
    before: str
    after: str
    kind: str


@cache
def _units() -> re.Pattern[str]:
    # `\w` leaves combining marks out, so that a decomposed é or a Hindi vowel sign would cut its word in two.
    marks = "".join(
        f"{chr(first)}-{chr(last)}" for first, last in _runs_of_marks() if chr(first) not in "\u200b\ufeff"
    )
    letter = f"(?:[^\\W\\d_][{marks}]*)"
    alphanumeric = f"(?:[^\\W_][{marks}]*)"
    return re.compile(
        # Repetitions are bounded where a failed match would otherwise scan the rest of the text at every
        # position.
        r"(?P<protected></?[A-Za-z!][^<>]{0,1000}>|&#?\w{1,32};|(?:https?|ftp)://\S+|www\.\S+"
        r"|[\w.+-]{1,64}@[\w-]{1,255}(?:\.[\w-]{1,255})+|(?<![\w@#])[@#]\w+)"
        rf"|(?P<abbreviation>(?:{letter}\.){{2,}}|{letter}{{1,4}}&{letter}{{1,4}}(?![\w&;])|\b[A-Za-z](?:\+\+|\#)(?!\w))"
        rf"|(?P<number>{letter}{{0,64}}\d{alphanumeric}*(?:[.,:/]\d+{alphanumeric}*)*)"
        rf"|(?P<word>{alphanumeric}+(?:['’]{alphanumeric}+)*)"
    )


def _runs_of_marks() -> list[tuple[int, int]]:
    marks = [c for c in range(0x300, 0xFE30) if unicodedata.category(chr(c)).startswith("M")]
    runs: list[tuple[int, int]] = []
    for mark in marks:
        if runs and runs[-1][1] == mark - 1:
            runs[-1] = (runs[-1][0], mark)
        else:
            runs.append((mark, mark))
    return runs


_KINDS = {
    "word": Kind.WORD,
    "number": Kind.NUMBER,
    "abbreviation": Kind.ABBREVIATION,
    "protected": Kind.PROTECTED,
}


class Text:
    """A string with its words, and the edits that made it from the text it began as.

    Attributes:
        string: The text.
        spans: Start and end of every unit, in code points of `string`.
        kinds: What each unit is.
        edits: The changes so far, in the order in which they were made.
    """

    __slots__ = ("edits", "kinds", "spans", "string")

    def __init__(
        self,
        string: str,
        spans: Sequence[tuple[int, int]] | None = None,
        kinds: Sequence[Kind] = (),
        edits: tuple[Edit, ...] = (),
    ) -> None:
        self.string = string
        if spans is None:
            found = list(_units().finditer(string))
            spans, kinds = [m.span() for m in found], [_KINDS[m.lastgroup or "word"] for m in found]
        self.spans, self.kinds, self.edits = spans, kinds, edits

    def __len__(self) -> int:
        return len(self.spans)

    def __repr__(self) -> str:
        return f"Text({self.string!r})"

    def word(self, index: int) -> str:
        """The unit at this position, as it stands."""
        start, end = self.spans[index]
        return self.string[start:end]

    def words(self) -> list[str]:
        """All units, as they stand."""
        string = self.string
        return [string[start:end] for start, end in self.spans]

    def without(self, index: int) -> str:
        """The string with this unit taken out; the blanks around it stay."""
        start, end = self.spans[index]
        return self.string[:start] + self.string[end:]

    def render(self, index: int, new: str) -> str:
        """The string with this unit replaced: `replace` without the book-keeping, for candidates."""
        start, end = self.spans[index]
        article = self._article(index, new)
        if article is None:
            return f"{self.string[:start]}{new}{self.string[end:]}"
        first, last = self.spans[index - 1]
        return f"{self.string[:first]}{article}{self.string[last:start]}{new}{self.string[end:]}"

    def replace(self, index: int, new: str, kind: str) -> "Text":
        """The text with this unit replaced, "a" or "an" before it mended, and the changes declared."""
        article = self._article(index, new)
        if article is None:
            return self._replace(index, new, kind)
        return self._replace(index, new, kind)._replace(index - 1, article, "article")

    def apply(self, edit: Edit) -> "Text":
        """The text with this declared change made, to the letter.

        Raises:
            ValueError: The word is not the one that the edit says it changes.
        """
        if not 0 <= edit.word < len(self) or self.word(edit.word) != edit.before:
            raise ValueError(f"the edit {edit} does not fit {self.string!r}")
        return self._replace(edit.word, edit.after, edit.kind)

    def _replace(self, index: int, new: str, kind: str) -> "Text":
        start, end = self.spans[index]
        shift = len(new) - (end - start)
        spans = list(self.spans[:index])
        spans.append((start, start + len(new)))
        spans.extend((a + shift, b + shift) for a, b in self.spans[index + 1 :])
        edit = Edit(index, self.string[start:end], new, kind)
        return Text(self.string[:start] + new + self.string[end:], spans, self.kinds, (*self.edits, edit))

    def _article(self, index: int, new: str) -> str | None:
        """The article that must stand before `new`, or None where the one that stands there is right."""
        if index == 0:
            return None
        first, last = self.spans[index - 1]
        if last - first > 2 or self.string[first:last].lower() not in ("a", "an"):
            return None
        start, end = self.spans[index]
        if self.string[last:start] != " " or not new:
            return None
        right = indefinite_article(new)
        # A text that had the wrong article before the edit is left as its author wrote it.
        if right == self.string[first:last].lower() or indefinite_article(self.string[start:end]) == right:
            return None
        return (
            carry_case(self.string[first:last], right)
            if last - first > 1
            else _article_case(self.string[first:last], right)
        )

    def window(self, index: int, size: int | None) -> str:
        """The part of the string that holds at most `size` units around this one; all of it for None.

        Near an edge the window slides inwards, so that it holds `size` units wherever there are that many
        (TextFooler's code does the same).
        """
        if size is None or len(self.spans) <= size:
            return self.string
        first = min(max(0, index - (size - 1) // 2), len(self.spans) - size)
        return self.string[self.spans[first][0] : self.spans[first + size - 1][1]]

    def window_with(self, index: int, new: str, size: int | None) -> str:
        """`window` of the text with this unit replaced, at the cost of the window alone."""
        if size is None or len(self.spans) <= size:
            return self.render(index, new)
        first = min(max(0, index - (size - 1) // 2), len(self.spans) - size)
        low, high = self.spans[first][0], self.spans[first + size - 1][1]
        start, end = self.spans[index]
        article = self._article(index, new) if index > first else None
        if article is None:
            return f"{self.string[low:start]}{new}{self.string[end:high]}"
        a, b = self.spans[index - 1]
        return f"{self.string[low:a]}{article}{self.string[b:start]}{new}{self.string[end:high]}"


def replay(original: str, edits: Sequence[Edit]) -> Text:
    """The text that these edits make of this string: what an attack declared, done again.

    Raises:
        ValueError: An edit does not find the word that it says it changes.
    """
    text = Text(original)
    for edit in edits:
        text = text.apply(edit)
    return text


def carry_case(old: str, new: str) -> str:
    """`new` in the case pattern of `old`: GREAT -> HEAVY, Great -> Heavy, great -> heavy."""
    if old.islower() or not new:
        return new
    if len(old) > 1 and old.isupper():
        return new.upper()
    if old[0].isupper():
        return new[0].upper() + new[1:]
    return new


def _article_case(old: str, new: str) -> str:
    return new[0].upper() + new[1:] if old.isupper() else new


_AN_BEFORE = re.compile(r"(?:[aeio]|u(?!$)|hour|hon(?:est|ou?r)|heir)", re.IGNORECASE)
_A_BEFORE = re.compile(r"(?:uni(?!n|m)|us[aeiu]|ut[ei]|eu|ewe|one\b|once\b|oui|ubi|ura)", re.IGNORECASE)


def indefinite_article(word: str) -> str:
    """The article "a" or "an", by the sound that this word begins with, as far as its spelling tells."""
    return "an" if _AN_BEFORE.match(word) and not _A_BEFORE.match(word) else "a"


INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
"""Zero-width characters and direction marks: kept where they are, and flagged."""
