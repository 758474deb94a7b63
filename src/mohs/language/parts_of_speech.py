"""Coarse parts of speech without a download: a small window tagger, quick at many candidates for one place.

A word's features (itself, its endings, beginnings and shape) are added up to one vector; what the words
around a place say, each through a matrix of its own, is added up to a hidden layer, and that to one score a
tag. So a place's context is added up once, and a candidate costs one more sum, as an attack wants it.

All weights are whole numbers and so is every sum, hence the tags are the same on every machine, and the
same whether a word is tagged in its sentence or as one candidate of many. `tools/make_tagger.py` trains it to
agree with spaCy's `token.pos_`; how far it does is written in kit/words/tagger.json.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mohs.kit.manifest import FOLDER

Array = npt.NDArray[Any]

PADDING = "#"
"""The feature that stands where the text has ended."""

FEATURES = 8
"""Features a word has at most."""

_CANDIDATES = 32768
"""Words of which it is remembered what they say of their own place,"""
_CONTEXT = 4096
"""and what they say of the places around it: candidates are many and change, their context is one text."""
_AT_ONCE = 1024  # must leave room for one chunk and its context in the memory
_LONGEST = 64
_DIGIT = re.compile(r"\d")


def features(word: str) -> list[str]:
    """What the tagger sees of a word, by name: `=word`, `>ending` (1 to 4), `<beginning` (1 to 3), `^shape`.

    The word is lower-cased, its digits are 0, its apostrophes straight; of a word longer than 64 characters
    both ends are seen.
    """
    if len(word) > _LONGEST:
        word = word[: _LONGEST // 2] + word[-_LONGEST // 2 :]
    shape = _shape(word)
    lower = word.lower()
    if not lower.isalpha():
        lower = _DIGIT.sub("0", lower).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    names = [f"^{shape}", f"={lower}"]
    length = len(lower)
    names += [f">{lower[-size:]}" for size in (1, 2, 3, 4) if size < length]
    names += [f"<{lower[:size]}" for size in (2, 3) if size < length]
    return names


def _shape(word: str) -> str:
    if word.islower():
        return "a" if word.isalpha() else "a0" if _DIGIT.search(word) else "a'"
    if word.isupper():
        return "A" if len(word) == 1 else "AA" if word.isalpha() else "A0"
    if word[:1].isupper():
        return "Aa" if word[1:].islower() else "AaA"
    return "0" if _DIGIT.search(word) else "other"


class PartsOfSpeech:
    """Universal coarse tags.

    ADJ, ADP, ADV, AUX, CCONJ, DET, INTJ, NOUN, NUM, PART, PRON, PROPN, SCONJ, VERB, X; as spaCy has them.

    Args:
        weights: The arrays that `tools/make_tagger.py` writes. `names`: feature names, UTF-8, one a line, the
            padding first. `embeddings`: int8 (1 + names, d), row 0 all zeros. `hidden`: int8
            (2 * reach + 1, d, h), one matrix for each place of the window. `hidden_bias`: int32 (h,).
            `output`: int8 (h, tags). `output_bias`: int32 (tags,). `shifts`: bits dropped after `hidden`,
            bits dropped before `output`, the greatest value that enters `output`. `tags`: UTF-8, one a line.
    """

    def __init__(self, weights: dict[str, Array]) -> None:
        self._tags = _lines(weights["tags"])
        self._names = {name: row for row, name in enumerate(_lines(weights["names"]), 1)}
        self._embeddings = weights["embeddings"]
        hidden = weights["hidden"]
        self._reach = len(hidden) // 2
        self._window = np.delete(np.arange(len(hidden)), self._reach)
        self._bias = weights["hidden_bias"].astype(np.int32)
        # sums of whole numbers stay below 2**24, here and in `_Said`, so that float32 is exact
        self._output = weights["output"].astype(np.float32)
        self._output_bias = weights["output_bias"].astype(np.float32)
        self._dropped, self._scale, self._most = (int(number) for number in weights["shifts"])
        around = np.delete(hidden, self._reach, axis=0)
        self._own = _Said(hidden[self._reach : self._reach + 1], self._dropped, _CANDIDATES)
        self._around = _Said(around, self._dropped, _CONTEXT)
        self._around.table[0] = self._around.say(self._vectors([[self._names[PADDING]]]))[0]

    @classmethod
    def kit(cls) -> "PartsOfSpeech":
        """The kit's tagger (opened once a process)."""
        return _kit()

    @classmethod
    def open(cls, path: Path) -> "PartsOfSpeech":
        """The tagger in an `.npz` that `tools/make_tagger.py` wrote."""
        with np.load(path, allow_pickle=False) as file:
            return cls({name: file[name] for name in file.files})

    def tags(self, words: Sequence[str]) -> list[str]:
        """The tag of every word of a text.

        Args:
            words: In order, in the text's own case, without punctuation.
        """
        return self.tags_at(words, range(len(words)))

    def tags_at(self, words: Sequence[str], indices: Sequence[int]) -> list[str]:
        """The tags of some words of a text: `tags(words)[i]` for each of the indices, at the cost of these.

        Args:
            words: As for `tags`.
            indices: In rising order, 0 to len(words) - 1.
        """
        found: list[str] = []
        reach = self._reach
        for start in range(0, len(words), _AT_ONCE):
            stop = min(start + _AT_ONCE, len(words))
            some = [index - start for index in indices if start <= index < stop]
            if not some:
                continue
            first, last = max(0, start - reach), min(len(words), stop + reach)
            rows = np.zeros(stop - start + 2 * reach, np.intp)
            rows[first - start + reach : last - start + reach] = self._look_up(
                self._around, words[first:last]
            )
            window = rows[np.array(some)[:, None] + self._window]
            sums = self._around.table[window, range(2 * reach)].sum(axis=1, dtype=np.int32)
            sums += self._own.table[self._look_up(self._own, [words[start + index] for index in some]), 0]
            sums += self._bias
            found += self._decide(sums)
        return found

    def tags_in_place(self, words: Sequence[str], index: int, candidates: Sequence[str]) -> list[str]:
        """The tag that each candidate would get in the place of one word.

        Equal to `tags([*words[:index], candidate, *words[index + 1 :]])[index]` for each candidate, at a cost
        that depends on the number of candidates alone.

        Args:
            words: As for `tags`.
            index: Of the word that a candidate would replace, 0 to len(words) - 1.
            candidates: Any words.

        Raises:
            IndexError: No word at `index`.
        """
        if not 0 <= index < len(words):
            raise IndexError(f"no word {index} among {len(words)}")
        found: list[str] = []
        for start in range(0, len(candidates), _AT_ONCE):
            found += self._in_place(words, index, candidates[start : start + _AT_ONCE])
        return found

    def _in_place(self, words: Sequence[str], index: int, candidates: Sequence[str]) -> list[str]:
        reach, table = self._reach, self._around.table
        before = words[max(0, index - reach) : index]
        after = words[index + 1 : index + 1 + reach]
        context = self._look_up(self._around, [*before, *after])
        rows = [0] * (reach - len(before)) + context + [0] * (reach - len(after))
        sums = self._bias + table[rows, range(2 * reach)].sum(axis=0, dtype=np.int32)
        return self._decide(self._own.table[self._look_up(self._own, candidates), 0] + sums)

    def _decide(self, sums: Array) -> list[str]:
        np.maximum(sums, 0, out=sums)
        np.right_shift(sums, self._scale, out=sums)
        np.minimum(sums, self._most, out=sums)
        scores = sums.astype(np.float32) @ self._output
        scores += self._output_bias
        tags = self._tags
        return [tags[best] for best in scores.argmax(axis=1).tolist()]

    def _look_up(self, said: "_Said", words: Sequence[str]) -> list[int]:
        """Rows of the table with what each word says; valid until the next call for that table."""
        rows = said.rows
        try:
            return [rows[word] for word in words]
        except KeyError:
            new = [word for word in dict.fromkeys(words) if word not in rows]
        if len(rows) + len(new) >= len(said.table):
            rows.clear()
            new = list(dict.fromkeys(words))
        get = self._names.get
        vectors = self._vectors([[get(name, 0) for name in features(word)] for word in new])
        first = len(rows) + 1
        said.table[first : first + len(new)] = said.say(vectors)
        rows.update(zip(new, range(first, first + len(new)), strict=True))
        return [rows[word] for word in words]

    def _vectors(self, known: list[list[int]]) -> Array:
        """The sums of the embeddings of these features, float32 (words, d)."""
        numbers = np.zeros((len(known), FEATURES), np.intp)
        for row, ids in zip(numbers, known, strict=True):
            row[: len(ids)] = ids
        vectors: Array = self._embeddings[numbers].sum(axis=1, dtype=np.float32)
        return vectors


class _Said:
    """What words say of some places of the window, int16 (places, h) each, and which words are remembered.

    Args:
        hidden: One matrix for each place, (places, d, h).
        dropped: Bits that are dropped.
        remembered: Words at most.

    Attributes:
        rows: Word -> row of `table`.
        table: (1 + words, places, h); row 0 is the padding's. Pages that no word has filled take no memory.
    """

    def __init__(self, hidden: Array, dropped: int, remembered: int) -> None:
        places, width, size = hidden.shape
        self._hidden = hidden.transpose(1, 0, 2).reshape(width, places * size).astype(np.float32)
        self._dropped = dropped
        self.rows: dict[str, int] = {}
        self.table: Array = np.zeros((1 + remembered, places, size), np.int16)

    def say(self, vectors: Array) -> Array:
        """What words with these vectors say, int16 (words, places, h)."""
        said = (vectors @ self._hidden).astype(np.int32)
        np.right_shift(said, self._dropped, out=said)
        np.maximum(said, _LEAST, out=said)
        np.minimum(said, _MOST, out=said)
        return said.astype(np.int16).reshape(len(vectors), *self.table.shape[1:])


_LEAST, _MOST = np.iinfo(np.int16).min, np.iinfo(np.int16).max


def _lines(text: Array) -> list[str]:
    return text.tobytes().decode("utf-8").split("\n")


@cache
def _kit() -> PartsOfSpeech:
    return PartsOfSpeech.open(FOLDER / "words" / "tagger.npz")
