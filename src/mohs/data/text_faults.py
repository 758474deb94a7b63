"""What makes a text unusable."""

import re
from collections.abc import Iterable

from mohs.data.values import kind, several
from mohs.errors import DataError

_SURROGATE = re.compile("[\ud800-\udfff]")
BROKEN_BYTE = re.compile("[\udc80-\udcff]")
NOT_UTF8 = "is not UTF-8"
LONGEST = 1_000_000
"""Characters in the fields of one row; more is a file read the wrong way, or no text for a classifier."""


def fault(text: str) -> str | None:
    """Why a text cannot be used: a NUL byte, or what is no Unicode text; None where nothing is wrong."""
    if "\0" in text:
        return "a NUL byte in the text"
    if text.isascii() or not _SURROGATE.search(text):
        return None
    broken = BROKEN_BYTE.search(text)
    if broken:
        return f"broken encoding: the byte 0x{ord(broken[0]) - 0xDC00:02x} {NOT_UTF8} there"
    return "broken encoding: half of a surrogate pair, which is no character"


def as_texts(name: str, given: str | Iterable[str]) -> list[str]:
    """Texts as a caller in Python gives them, one alone or several, each of which can be used.

    Raises:
        DataError: One is no text, or cannot be used; it is named by its number, from 0.
    """
    texts = list(several(given))
    for number, text in enumerate(texts):
        why = fault(text) if isinstance(text, str) else f"{kind(text)}, not a text"
        if why is not None:
            raise DataError(f"text {number} of {name} cannot be used", got=why)
    return texts
