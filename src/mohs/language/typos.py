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
        inner letters
    exchanged (2); the widely copied port exchanges any two, the paper says adjacent, and so do we.
    keyboard: an inner letter replaced by one beside it on the keyboard (1). look-alike: any one letter
    replaced by a digit (1).
    """
    return [variant for variant in dict.fromkeys(_MAKERS[kind](word)) if variant != word]


def typo(word: str, kind: TypoKind, rng: random.Random) -> str | None:
    """One variant of this kind, chosen at random, or None where the word has none."""
    variants = typos(word, kind)
    return variants[int(rng.random() * len(variants))] if variants else None


def _insert(word: str) -> list[str]:
    return [f"{word[:k]} {word[k:]}" for k in range(1, len(word))]


def _delete(word: str) -> list[str]:
    return [word[:k] + word[k + 1 :] for k in range(1, len(word) - 1)]


def _swap(word: str) -> list[str]:
    return [word[:k] + word[k + 1] + word[k] + word[k + 2 :] for k in range(1, len(word) - 2)]


def _keyboard_typo(word: str) -> list[str]:
    return [
        word[:k] + (near.upper() if word[k].isupper() else near) + word[k + 1 :]
        for k in range(1, len(word) - 1)
        for near in KEYBOARD.get(word[k].lower(), "")
    ]


def _look_alike(word: str) -> list[str]:
    return [
        word[:k] + digit + word[k + 1 :]
        for k in range(len(word))
        for digit in LOOK_ALIKES.get(word[k].lower(), "")
    ]


_MAKERS: dict[TypoKind, Callable[[str], list[str]]] = {
    "insert": _insert,
    "delete": _delete,
    "swap": _swap,
    "keyboard": _keyboard_typo,
    "look-alike": _look_alike,
}
