"""What makes a text unusable."""

import re

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
