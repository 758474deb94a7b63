"""Units: what a text is cut into, words and what is no word although it looks like one."""

import re
import unicodedata
from enum import IntEnum
from functools import cache


class Kind(IntEnum):
    """What a unit of a text is. Attacks change words; the other kinds are left alone."""

    WORD = 0
    NUMBER = 1
    ABBREVIATION = 2
    PROTECTED = 3
    """Markup, URL, e-mail address, @handle or #tag."""
    PART = 4
    """Of another word: a prefix, or what a hyphen joins to it (opted is another word than co-opted); a letter
    in brackets; what leads a preposition (instead of)."""


WORD = Kind.WORD
"""Under a name of its own: Python 3.11 looks up a member of an Enum at many times the price."""


def units(string: str) -> tuple[list[tuple[int, int]], list[Kind]]:
    """Start and end of every unit, in code points, and what each of them is."""
    if string.isascii() and _PLAIN.fullmatch(string):
        spans = _spans(string)
        kinds = [WORD] * len(spans)
    else:
        found = list(_pattern().finditer(string))
        spans, kinds = [match.span() for match in found], [_KINDS[match.lastgroup] for match in found]
    # Few texts have any of these, and to see that is cheap.
    lowered = string.lower()
    if "-" in lowered:
        _mark_parts(string, spans, kinds)
    if "b-" in lowered:
        _mark(_BRACKET, Kind.PROTECTED, string, spans, kinds)
    if "(" in lowered:
        _mark(_LETTER, Kind.PART, string, spans, kinds)
    if any(map(lowered.__contains__, _LEADERS)):
        _mark(_LEADS, Kind.PART, string, spans, kinds)
    return spans, kinds


_HYPHENS = ("-", "\N{HYPHEN}", "\N{NON-BREAKING HYPHEN}")


def is_joined(string: str, start: int, end: int) -> bool:
    """Whether a hyphen joins what stands here to a letter or digit before or behind it."""
    return (string[end : end + 1] in _HYPHENS and string[end + 1 : end + 2].isalnum()) or (
        start > 1 and string[start - 1] in _HYPHENS and string[start - 2].isalnum()
    )


def apart(text: str) -> str:
    """An ASCII text with a blank for every character that is in no run of letters and digits.

    An apostrophe inside of a run is in it: don't.
    """
    runs = text.encode("ascii").translate(_APART)
    if b"'" in runs:  # inside of a run it has neither a blank nor another one beside it
        runs = b" %b " % runs.replace(b"''", b"  ")
        runs = runs.replace(b" '", b"  ").replace(b"' ", b"  ")[1:-1]
    return runs.decode("ascii")


_APART = bytes(code if chr(code).isalnum() or chr(code) == "'" else 32 for code in range(128)).ljust(256)
"""For `bytes.translate`: letters, digits and apostrophes as they are, blanks for all else."""


def _spans(plain: str) -> list[tuple[int, int]]:
    """Start and end of every word of a plain text."""
    spans, end = [], -1
    for run in apart(plain).split(" "):
        start = end + 1
        end = start + len(run)
        if run:
            spans.append((start, end))
    return spans


def _mark_parts(string: str, spans: list[tuple[int, int]], kinds: list[Kind]) -> None:
    """Say of the two halves of prefixed words that they are no words."""
    starts = set[int]()
    hyphen = string.find("-")
    while hyphen >= 0:
        if string[hyphen - 1].isalpha() and string[hyphen + 1 : hyphen + 2].isalpha():
            prefix = _PREFIX.search(string, max(0, hyphen - _LONGEST), hyphen)
            if prefix is not None:
                starts |= {prefix.start(), hyphen + 1}
        hyphen = string.find("-", hyphen + 1)
    if starts:
        for unit, (start, _) in enumerate(spans):
            if start in starts and kinds[unit] is WORD:
                kinds[unit] = Kind.PART


def _mark(
    pattern: re.Pattern[str], kind: Kind, string: str, spans: list[tuple[int, int]], kinds: list[Kind]
) -> None:
    """Say of what this matches that it is no word."""
    found = {match.start() for match in pattern.finditer(string)}
    for unit, (start, _) in enumerate(spans) if found else ():
        if start in found and kinds[unit] is WORD:
            kinds[unit] = kind


_BRACKET = re.compile(r"(?<=-)[LR][RSC]B(?=-)", re.IGNORECASE)
"""A bracket as the Penn Treebank writes it: -LRB-."""
_LETTER = re.compile(r"(?<=\()[A-Za-z](?=\))|(?<=\(\s)[A-Za-z](?=\s\))")
"""A letter in brackets: put(s), ( w ) hile."""

_LED = {
    "to": ("according", "contrary", "owing", "prior", "thanks"),
    "from": ("apart", "aside"),
    "of": ("ahead", "instead", "irrespective", "regardless"),
}
"""Preposition -> words that are one with it where it stands behind them."""
_LEADERS = tuple(word for words in _LED.values() for word in words)
_LEADS = re.compile(
    r"\b(?:" + "|".join(rf"(?:{'|'.join(words)})(?=\s+{behind}\b)" for behind, words in _LED.items()) + ")",
    re.IGNORECASE,
)

_PREFIX = re.compile(
    r"(?<![\w-])(?:anti|bi|co|de|ex|hyper|inter|intra|mid|mis|multi|neo|non|omni|pre|proto|pseudo|quasi|re|"
    r"self|semi|trans|tri|ultra|un)\Z",
    re.IGNORECASE,
)
_LONGEST = 6
"""Letters of the longest prefix."""

_PLAIN = re.compile(r"(?:[A-Za-z\s,;:!?()\[\]\"'`*$%=-]++|\.(?![A-Za-z]))*+")
"""A text of letters and of signs that neither begin nor join another kind of unit: most sentences are such,
and in them every run of letters is a word."""

_QUICK = (
    r"(?=[\w<&@#.+\-])"
    r"(?:(?P<plain>[A-Za-z]++(?=[\s,;!?)\"]|\Z)|[A-Za-z]{2,}+(?=\.(?:\s|\Z)))"
)
"""What saves trying every kind of unit everywhere: no unit begins with another character than these, and
plain letters with a blank behind them can be nothing else than a word. What is found is the same."""


@cache
def _pattern(*, quick: bool = True) -> re.Pattern[str]:
    # `\w` leaves combining marks out, so that a decomposed é or a Hindi vowel sign would cut its word in two.
    marks = "".join(
        f"{chr(first)}-{chr(last)}" for first, last in _runs_of_marks() if chr(first) not in "\u200b\ufeff"
    )
    letter = f"(?:[^\\W\\d_][{marks}]*)"
    alphanumeric = f"(?:[^\\W_][{marks}]*)"
    return re.compile(
        (_QUICK if quick else r"(?:(?P<plain>(?!))")
        # Repetitions are bounded where a failed match would otherwise scan the rest of the text at every
        # position.
        + r"|(?P<protected></?[A-Za-z!][^<>]{0,1000}>|&#?\w{1,32};|(?:https?|ftp)://\S+|www\.\S+"
        r"|[\w.+-]{1,64}@[\w-]{1,255}(?:\.[\w-]{1,255})+|(?<![\w@#])[@#]\w+)"
        rf"|(?P<abbreviation>(?:{letter}\.){{2,}}|{letter}{{1,4}}&{letter}{{1,4}}(?![\w&;])|\b[A-Za-z](?:\+\+|\#)(?!\w))"
        rf"|(?P<number>{letter}{{0,64}}\d{alphanumeric}*(?:[.,:/]\d+{alphanumeric}*)*)"
        rf"|(?P<word>{alphanumeric}+(?:['’]{alphanumeric}+)*))"
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


_KINDS: dict[str | None, Kind] = {
    "plain": Kind.WORD,
    "word": Kind.WORD,
    "number": Kind.NUMBER,
    "abbreviation": Kind.ABBREVIATION,
    "protected": Kind.PROTECTED,
}
