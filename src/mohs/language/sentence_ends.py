"""Where a text truly begins and ends: before the marks that close its last sentence, inside outer blanks."""

from mohs.language.units import Kind, units

MARKS = ".!?…。！？"
"""What closes a sentence."""

PAUSES = ",;:"
"""What may stand at the end of a text that is a part of a sentence."""

CLOSERS = "\"'”’»)]}`"
"""What may stand behind such a mark and belongs to it."""

_BLANKS = " \t\n\r\xa0"
_WRITTEN_OUT = ("-RRB-", "-RSB-", "-RCB-")
"""Closing brackets in the Penn Treebank's way."""

_WITH_A_DOT = frozenset(
    [
        "etc",
        "inc",
        "co",
        "corp",
        "ltd",
        "jr",
        "sr",
        "st",
        "vs",
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "no",
        "vol",
        "fig",
        "dept",
        "est",
    ]
)
"""Words that keep the dot behind them when something is put there."""


def start_of(string: str) -> int:
    """Where the first character that is not white space stands."""
    return len(string) - len(string.lstrip())


def end_of(string: str) -> int:
    """Behind the last character that is not white space."""
    return len(string.rstrip())


def end_of_last_sentence(string: str) -> int:
    """Where words may be put that shall belong to the last sentence: before its mark and the blanks there.

    A dot that belongs to a word ("in the U.S.", "etc.") stays with it, and so does what closes nothing.
    """
    end = end_of(string)
    core = _opened(string[:end])
    if not core.endswith(tuple(MARKS)):
        return len(string[:end].rstrip(PAUSES + _BLANKS))
    words = core.rstrip(MARKS + _BLANKS)
    kept = _dotted(string, len(words))
    return len(words) if kept is None else kept


def _opened(string: str) -> str:
    """The text without the quotes and brackets that close at its end."""
    while (shorter := string.rstrip(CLOSERS + _BLANKS)) != string or string.endswith(_WRITTEN_OUT):
        string = shorter[:-5] if shorter.endswith(_WRITTEN_OUT) else shorter
    return string


def _dotted(string: str, end: int) -> int | None:
    """Where the word that ends here ends with the dot that belongs to it; None where it has none."""
    if string[end : end + 1] != ".":
        return None
    start = max(0, end - 64)
    spans, kinds = units(string[start : end + 1])
    if not spans:
        return None
    first, last = spans[-1]
    if kinds[-1] is Kind.ABBREVIATION and start + last == end + 1:
        return end + 1
    return end + 1 if string[start + first : end].lower() in _WITH_A_DOT else None


def spaced(string: str) -> bool:
    """Whether the text has blanks before its marks, as tokenised text has ("a great movie .")."""
    padded = f"{string.rstrip()} "
    return any(f" {mark} " in padded for mark in (".", ",", "!", "?"))
