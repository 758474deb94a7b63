"""Typos: small changes of one word's letters, each of a named kind (Li et al. 2019, section III-C)."""

import random
from collections.abc import Callable, Sequence
from math import floor
from typing import Literal, get_args

TypoKind = Literal["insert", "delete", "swap", "keyboard", "look-alike"]
KINDS: tuple[TypoKind, ...] = get_args(TypoKind)
"""All kinds, in the order in which they are tried."""

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def _keyboard() -> dict[str, str]:
    """Letter -> the letters whose keys touch its own on a QWERTY keyboard: beside it, and above or below."""
    near: dict[str, str] = {}
    for r, row in enumerate(_ROWS):
        for k, letter in enumerate(row):
            places = [(r, k - 1), (r, k + 1), (r - 1, k), (r - 1, k + 1), (r + 1, k - 1), (r + 1, k)]
            near[letter] = "".join(_ROWS[a][b] for a, b in places if 0 <= a < 3 and 0 <= b < len(_ROWS[a]))
    return near


KEYBOARD = _keyboard()

LOOK_ALIKES = {
    "i": "1",
    "l": "1",
    "z": "2",
    "e": "3",
    "a": "4",
    "s": "5",
    "g": "69",
    "b": "8",
    "q": "9",
    "o": "0",
}
"""Digits that look like a letter. The paper also has "@" for a; the AdvGLUE dev set has digits alone."""


def typos(word: str, kind: TypoKind) -> list[str]:
    """Every variant of this kind, each once, in the order of the letters; the ends stay (but see look-alike).

    insert: a blank put inside (distance 1). delete: an inner letter left out (1). swap: two neighbouring
    inner letters exchanged (2); the widely copied port exchanges any two, the paper says adjacent, and so do
    we. keyboard: an inner letter replaced by one beside it on the keyboard (1). look-alike: any one letter
    replaced by a digit (1).
    """
    edge, change = _KINDS[kind]
    made: dict[str, None] = {}
    for place in range(len(word) - edge):
        start, stop, instead = change(word, place)
        for new in instead:
            made[word[:start] + new + word[stop:]] = None
    return list(made)


def typo(word: str, kind: TypoKind, rng: random.Random) -> str | None:
    """One variant of this kind at a place drawn at random, or None where the word has none.

    Where the place has no variant, the next one that has is taken. Only what is returned is made: a word is
    asked for a typo of every kind, and most have dozens.
    """
    edge, change = _KINDS[kind]
    places = len(word) - edge
    if places < 1:
        return None
    first = place = floor(rng.random() * places)
    while True:
        start, stop, instead = change(word, place)
        if instead:
            new = instead[0] if len(instead) == 1 else instead[floor(rng.random() * len(instead))]
            return f"{word[:start]}{new}{word[stop:]}"
        place = (place + 1) % places
        if place == first:
            return None


Change = tuple[int, int, Sequence[str]]
"""From where to where letters are taken out, and what may be put there instead."""


def _insert(word: str, place: int) -> Change:
    return place + 1, place + 1, " "


def _delete(word: str, place: int) -> Change:
    return place + 1, place + 2, ("",)


def _swap(word: str, place: int) -> Change:
    first, second = word[place + 1], word[place + 2]
    return place + 1, place + 3, (second + first,) if first != second else ()


def _keyboard_typo(word: str, place: int) -> Change:
    return place + 1, place + 2, _KEYS.get(word[place + 1], ())


def _look_alike(word: str, place: int) -> Change:
    return place, place + 1, _DIGITS.get(word[place], ())


_KEYS = KEYBOARD | {letter.upper(): near.upper() for letter, near in KEYBOARD.items()}
_DIGITS = LOOK_ALIKES | {letter.upper(): digits for letter, digits in LOOK_ALIKES.items()}

_KINDS: dict[TypoKind, tuple[int, Callable[[str, int], Change]]] = {
    "insert": (1, _insert),
    "delete": (2, _delete),
    "swap": (3, _swap),
    "keyboard": (2, _keyboard_typo),
    "look-alike": (0, _look_alike),
}
"""Kind -> by how many a word's places are fewer than its letters, and what it does at a place."""
