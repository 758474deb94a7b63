"""Where a text truly begins and ends: before the marks that close its last sentence, inside outer blanks."""

from mohs.language.units import Kind, units

MARKS = ".!?…。！？"
"""What closes a sentence."""

CLOSERS = "\"'”’»)]}`"
"""What may stand behind such a mark and belongs to it."""

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
    core = string[:end].rstrip(CLOSERS + " \t\n")
    if not core.endswith(tuple(MARKS)):
        return end
    words = core.rstrip(MARKS + " \t\n")
    kept = _dotted(string, len(words))
    return len(words) if kept is None else kept


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
    return any(f" {mark}" in string for mark in ".,!?")
