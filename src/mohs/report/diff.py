"""What changed between two texts, marked word by word, as HTML that is safe to put anywhere in a page.

Texts come from anybody: everything is escaped, characters that steer the direction of writing or that cannot
be seen are spelt out, and long stretches that did not change are left out.
"""

import difflib
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Literal

from markupsafe import Markup, escape

Side = Literal["original", "perturbed"]

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|\s+|.", re.DOTALL)

# Embeddings, overrides, isolates and marks: text could use them to show its neighbours in another order.
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

_CONTEXT = 160
"""Characters of unchanged text that stay visible on either side of a change."""

_LONGEST = 4_000
"""Characters of one text that are shown at most."""

_SHORT = 1_000
"""Tokens between the first and the last change up to which the alignment is the best one."""

_LOOK_AHEAD = 60
"""In longer texts: tokens in which two texts must come together again after a change."""

_IN_COMMON = 4
"""In longer texts: tokens in a row that count as having come together."""

_Code = tuple[str, int, int, int, int]


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    changed: bool


def visible(text: object, *, every: bool = False) -> Markup:
    """A text escaped, with what cannot be seen spelt out.

    Args:
        text: Anything; what is not a string is shown as `str` has it.
        every: Whether joiners and other format characters are spelt out as well, which emoji and several
            scripts use rightly.

    Returns:
        HTML that shows the text and cannot leave its element.
    """
    out, end, words = [], 0, str(text)
    for found in _unseen(every).finditer(words):
        name = unicodedata.name(found[0], "control character")
        sign = Markup('<span class="sign" title="{}">U+{:04X}</span>').format(name, ord(found[0]))
        out += [escape(words[end : found.start()]), sign]
        end = found.end()
    return Markup("").join([*out, escape(words[end:])])


def plain(text: object) -> str:
    """A text without what cannot be seen, for places that take no markup (attributes, options, plots)."""
    return _unseen(False).sub("\ufffd", str(text))


@cache
def _unseen(every: bool) -> re.Pattern[str]:
    """Characters that show nothing or change how others are shown; `every`: all format characters."""
    categories = ("Cc", "Cs", "Co", "Zl", "Zp", *(("Cf",) if every else ()))
    # Beyond the first plane there are tags and private use alone, and the last two of each plane are nothing.
    first = [c for c in map(chr, range(0x10000)) if unicodedata.category(c) in categories and c not in "\n\t"]
    last = "".join(chr(plane * 0x10000 + end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
    tags = "\U000e0000-\U000e007f" if every else ""
    chosen = re.escape("".join(sorted({*first, *_BIDI}))) + last + tags
    return re.compile(f"[{chosen}\ufdd0-\ufdef\U000f0000-\U0010ffff]")


def marked(original: str, perturbed: str) -> tuple[Markup, Markup]:
    """Both texts with the words in which they differ in `<mark>`; all else is to the letter.

    Args:
        original: The text before.
        perturbed: The text after.

    Returns:
        HTML of the original and of the perturbed text.
    """
    was, now = _differences(original, perturbed)
    simple = original.isascii()
    return _render(was, "original", simple), _render(now, "perturbed", simple)


def shortened(text: str) -> Markup:
    """A text without marks, with the middle left out where it is long."""
    return _render([_Piece(text, False)], "original", True)


def _differences(original: str, perturbed: str) -> tuple[list[_Piece], list[_Piece]]:
    before, after = _TOKEN.findall(original), _TOKEN.findall(perturbed)
    shorter = min(len(before), len(after))
    head = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    tail = next((i for i in range(shorter - head) if before[-1 - i] != after[-1 - i]), shorter - head)
    middle_before, middle_after = before[head : len(before) - tail], after[head : len(after) - tail]
    codes = _opcodes(middle_before, middle_after)
    was, now = [_Piece("".join(before[:head]), False)], [_Piece("".join(before[:head]), False)]
    for code, a, b, c, d in codes:
        changed = code != "equal"
        was.append(_Piece("".join(middle_before[a:b]), changed))
        now.append(_Piece("".join(middle_after[c:d]), changed))
    rest = _Piece("".join(before[len(before) - tail :]), False)
    return [*was, rest], [*now, rest]


def _opcodes(before: list[str], after: list[str]) -> list[_Code]:
    if max(len(before), len(after)) <= _SHORT:
        return list(difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes())
    # The best alignment of long texts takes quadratic time; edits leave texts alike, so that looking a little
    # ahead for the next few tokens in common finds the way again.
    codes: list[_Code] = []
    i = j = 0
    while i < len(before) and j < len(after):
        start, other = i, j
        while i < len(before) and j < len(after) and before[i] == after[j]:
            i, j = i + 1, j + 1
        if i > start:
            codes.append(("equal", start, i, other, j))
        ahead = _ahead(before, after, i, j)
        if i < len(before) and j < len(after):
            codes.append(("replace", i, ahead[0], j, ahead[1]))
            i, j = ahead
    if i < len(before) or j < len(after):
        codes.append(("replace", i, len(before), j, len(after)))
    return codes


def _ahead(before: list[str], after: list[str], i: int, j: int) -> tuple[int, int]:
    """The nearest place, counted from (i, j), from where on some tokens are the same; else the end."""
    for steps in range(1, _LOOK_AHEAD):
        for left in range(steps + 1):
            a, b = i + left, j + steps - left
            if before[a : a + _IN_COMMON] == after[b : b + _IN_COMMON] != []:
                return a, b
    return len(before), len(after)


def _render(pieces: list[_Piece], side: Side, simple: bool) -> Markup:
    pieces = [piece for piece in pieces if piece.text]
    out, room = [], _LONGEST
    for number, piece in enumerate(pieces):
        if room <= 0:
            left = sum(len(p.text) for p in pieces[number:])
            out.append(_left_out(left, "more characters"))
            break
        text, cut = piece.text, 0
        before, after = number > 0, number < len(pieces) - 1
        if piece.changed:
            cut = max(0, len(text) - room)
            parts = [_mark(text[: len(text) - cut], side, simple)]
            if cut:
                parts.append(_left_out(cut, "more characters"))
        else:
            # At the outer ends one stretch of context is enough; between two changes each has its own.
            first = _CONTEXT * (1 if before else 0)
            last = _CONTEXT * (1 if after else 0)
            if not before and not after:
                first = 4 * _CONTEXT
            cut = len(text) - first - last
            if cut > 2 * _CONTEXT:
                parts = [
                    visible(text[:first]),
                    _left_out(cut, "characters unchanged" if before or after else "more characters"),
                    visible(text[len(text) - last :]) if last else Markup(""),
                ]
            else:
                cut, parts = 0, [visible(text)]
        room -= len(text) - cut
        out.extend(parts)
    return Markup("").join(out)


def _mark(text: str, side: Side, simple: bool) -> Markup:
    inner = visible(text, every=True)
    foreign = dict.fromkeys(c for c in text if not c.isascii() and c.isalpha()) if simple else {}
    if side == "original" or not foreign:
        return Markup('<mark class="{}">{}</mark>').format("was" if side == "original" else "now", inner)
    # A look-alike letter cannot be told by eye, so its name is given.
    named = ", ".join(f"{c} = U+{ord(c):04X} {unicodedata.name(c, '')}".rstrip() for c in list(foreign)[:5])
    return Markup('<mark class="now" title="{}">{}</mark>').format(named, inner)


def _left_out(characters: int, what: str) -> Markup:
    return Markup(' <span class="cut">[… {} {} …]</span> ').format(f"{characters:,}", what)
