"""Typos: small changes of one word's letters, each of a named kind (Li et al. 2019, section III-C)."""

import random
from collections.abc import Callable
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
    edge, make = _KINDS[kind]
    made = (variant for place in range(len(word) - edge) for variant in make(word, place))
    return [variant for variant in dict.fromkeys(made) if variant != word]


def typo(word: str, kind: TypoKind, rng: random.Random) -> str | None:
    """One variant of this kind at a place drawn at random, or None where the word has none.

    Where the place has no variant, the next one that has is taken. Only what is returned is made: a word is
    asked for a typo of every kind, and most have dozens.
    """
    edge, make = _KINDS[kind]
    places = len(word) - edge
    first = int(rng.random() * places) if places > 0 else 0
    for place in range(first, first + places):
        variants = [variant for variant in make(word, place % places) if variant != word]
        if variants:
            return variants[int(rng.random() * len(variants))]
    return None


def _insert(word: str, place: int) -> list[str]:
    return [f"{word[: place + 1]} {word[place + 1 :]}"]


def _delete(word: str, place: int) -> list[str]:
    return [word[: place + 1] + word[place + 2 :]]


def _swap(word: str, place: int) -> list[str]:
    return [word[: place + 1] + word[place + 2] + word[place + 1] + word[place + 3 :]]


def _keyboard_typo(word: str, place: int) -> list[str]:
    letter = word[place + 1]
    near = KEYBOARD.get(letter.lower(), "")
    return [
        word[: place + 1] + new + word[place + 2 :] for new in (near.upper() if letter.isupper() else near)
    ]


def _look_alike(word: str, place: int) -> list[str]:
    digits = LOOK_ALIKES.get(word[place].lower(), "")
    return [word[:place] + digit + word[place + 1 :] for digit in digits]


_KINDS: dict[TypoKind, tuple[int, Callable[[str, int], list[str]]]] = {
    "insert": (1, _insert),
    "delete": (2, _delete),
    "swap": (3, _swap),
    "keyboard": (2, _keyboard_typo),
    "look-alike": (0, _look_alike),
}
"""Kind -> by how many a word's places are fewer than its letters, and its variants at a place."""
