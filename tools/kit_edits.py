"""Edited copies of sentences, as attacks make them, to train and measure the sentence encoder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

WORD = re.compile(r"\w+(?:'\w+)?")
LOOKALIKE = {
    "a": "@а",
    "e": "3е",
    "i": "1і",
    "l": "1",
    "o": "0о",
    "s": "5$",
    "c": "с",
    "p": "р",
    "b": "6",
    "x": "х",
}
TAILS = (
    " https://t.co/DH4q1k",
    " @user",
    "and true is true",
    "and false is not true",
    " !!!",
    " ...",
    " , you know",
)
KINDS = ("near", "opposite", "random", "delete", "typo", "insert", "move", "tail")
SHARES = (0.38, 0.1, 0.1, 0.08, 0.22, 0.06, 0.03, 0.03)


class Editor:
    """Changes words of a sentence; which, and how, comes from the generator alone.

    Args:
        vectors: Folder with counterfitted.npy (words, width) and counterfitted.words.txt.
        constraints: Folder with wordnet_antonyms.txt and ppdb_antonyms.txt.
        texts: Their words are those that can be exchanged for near words.
        neighbours: So many near words for each.
    """

    def __init__(self, vectors: Path, constraints: Path, texts: Sequence[str], neighbours: int = 40) -> None:
        words = (vectors / "counterfitted.words.txt").read_text(encoding="utf-8").split()
        table = np.load(vectors / "counterfitted.npy").astype(np.float32)
        table /= np.linalg.norm(table, axis=1, keepdims=True) + 1e-9
        place = {word: i for i, word in enumerate(words)}
        self.pool = [word for text in texts for word in WORD.findall(text)]
        wanted = np.array([place[word] for word in sorted({w.lower() for w in self.pool}) if word in place])
        self.near: dict[str, list[str]] = {}
        for begin in range(0, len(wanted), 256):
            rows = wanted[begin : begin + 256]
            cosines = table[rows] @ table.T
            cosines[np.arange(len(rows)), rows] = -2
            best = np.argpartition(-cosines, neighbours, axis=1)[:, :neighbours]
            for row, columns, values in zip(rows, best, cosines, strict=True):
                self.near[words[row]] = [words[i] for i in columns if values[i] > 0.4]
        self.opposite: dict[str, list[str]] = {}
        for name in ("wordnet_antonyms.txt", "ppdb_antonyms.txt"):
            for line in (constraints / name).read_text(encoding="utf-8").splitlines():
                first, second = line.split()[:2]
                self.opposite.setdefault(first, []).append(second)

    def edit(self, text: str, rng: np.random.Generator, edits: int) -> str:
        """The text after so many edits."""
        for kind in rng.choice(len(KINDS), size=edits, p=SHARES):
            spans = [match.span() for match in WORD.finditer(text)]
            if not spans:
                return text
            begin, end = spans[rng.integers(len(spans))]
            if KINDS[kind] in ("near", "opposite"):  # prefer a word that has one
                table = self.near if KINDS[kind] == "near" else self.opposite
                able = [span for span in spans if table.get(text[slice(*span)].lower())]
                if able:
                    begin, end = able[rng.integers(len(able))]
            text = text[:begin] + self._change(text[begin:end], KINDS[kind], rng) + text[end:]
            text = re.sub(r"  +", " ", text).strip() or text
        return text

    def _change(self, word: str, kind: str, rng: np.random.Generator) -> str:
        options = {"near": self.near, "opposite": self.opposite}.get(kind, {}).get(word.lower(), [])
        other = str(self.pool[rng.integers(len(self.pool))])
        if kind in ("near", "opposite"):
            return str(options[rng.integers(len(options))]) if options else other
        if kind == "delete":
            return ""
        if kind == "typo":
            return typo(word, rng)
        if kind == "insert":
            return f"{word} {other}"
        if kind == "move":
            return f"{other} {word}" if rng.random() < 0.5 else f"{word} {word}"
        if kind == "tail":
            return word + " " + TAILS[rng.integers(len(TAILS))]
        return other


def typo(word: str, rng: np.random.Generator) -> str:
    """One change of letters: too many, too few, exchanged, replaced, a look-alike, or a blank inside."""
    i = int(rng.integers(len(word)))
    letter = "abcdefghijklmnopqrstuvwxyz"[rng.integers(26)]
    kind = rng.integers(6)
    if kind == 0:
        return word[:i] + letter + word[i:]
    if kind == 1:
        return word[:i] + word[i + 1 :] or letter
    if kind == 2 and len(word) > 2:
        i = min(i, len(word) - 2)
        return word[:i] + word[i + 1] + word[i] + word[i + 2 :]
    if kind == 3 and len(word) > 1:
        i = max(i, 1)
        return word[:i] + " " + word[i:]
    if kind == 4 and any(c in LOOKALIKE for c in word.lower()):
        able = [j for j, c in enumerate(word.lower()) if c in LOOKALIKE]
        i = able[rng.integers(len(able))]
        same = LOOKALIKE[word[i].lower()]
        return word[:i] + same[rng.integers(len(same))] + word[i + 1 :]
    return word[:i] + letter + word[i + 1 :]


def edit_count(words: int, rng: np.random.Generator) -> int:
    """How many edits: mostly one to three, now and then a third of the words."""
    if rng.random() < 0.12:
        return int(rng.integers(1, max(2, words // 3 + 1)))
    return int(rng.choice([1, 2, 3, 4, 5, 6], p=[0.38, 0.22, 0.16, 0.1, 0.08, 0.06]))
