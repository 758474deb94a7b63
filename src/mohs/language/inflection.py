"""Inflection from a table: which lemma and ending a form has, and which form a lemma has with that ending.

A form is its lemma with the end taken off and another put on (`make` - `e` + `ing`; `go` - `go` + `went`).
So a table of such rules, one number for each lemma and ending, says both without a list of all forms.
"""

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from mohs.kit.manifest import FOLDER
from mohs.language.sememe_files import read_npz

ENDINGS = ("NNS", "VBD", "VBN", "VBG", "VBZ", "JJR", "JJS", "RBR", "RBS")
"""The inflected forms that English has, by their Penn Treebank tags."""

PLURAL = ENDINGS.index("NNS")

BASE = -1
"""In the place of an ending: the lemma itself."""

OF: Mapping[str, tuple[int, ...]] = {
    "NOUN": (BASE, 0),
    "VERB": (BASE, 1, 2, 3, 4),
    "ADJ": (BASE, 5, 6),
    "ADV": (BASE, 7, 8),
}
"""Coarse part of speech -> the endings that it can have, as places in `ENDINGS`."""


class Inflections:
    """Forms of the words of one table.

    Args:
        words: The lemmas, in lower case.
        rules: (what is taken off a lemma's end, what is put on); number 0 is not used.
        table: The rule of each ending and lemma, 0 for none; shape (endings, lemmas).
        extra: Further forms that are understood but never made (`learnt`): form -> (lemma's row, ending).
    """

    def __init__(
        self,
        words: Sequence[str],
        rules: Sequence[tuple[str, str]],
        table: npt.NDArray[np.uint16],
        extra: Mapping[str, Sequence[tuple[int, int]]],
    ) -> None:
        self.words, self._rules, self._table, self._extra = words, rules, table, extra
        self._rows = {word: row for row, word in enumerate(words)}
        self._ends: dict[str, list[int]] = {}
        for number, (_, put_on) in enumerate(rules):
            if number:
                self._ends.setdefault(put_on, []).append(number)

    def row(self, lemma: str) -> int | None:
        """The row of this lemma, or None."""
        return self._rows.get(lemma)

    def readings(self, form: str, part_of_speech: str) -> list[tuple[int, int]]:
        """(row of the lemma, ending) of every way to read this form, the base form first.

        A noun whose plural looks like its singular (`stuff`) is read as the singular alone.

        Args:
            form: In lower case.
            part_of_speech: "NOUN", "VERB", "ADJ" or "ADV".
        """
        endings = OF[part_of_speech]
        found: list[tuple[int, int]] = []
        if (row := self._rows.get(form)) is not None:
            found.append((row, BASE))
        for cut in range(len(form), -1, -1):
            stem = form[:cut]
            for number in self._ends.get(form[cut:], ()):
                lemma = self._rows.get(stem + self._rules[number][0])
                if lemma is not None and lemma < self._table.shape[1]:
                    like_singular = PLURAL if self._rules[number] == ("", "") else BASE
                    found += [
                        (lemma, ending)
                        for ending in endings
                        if ending not in (BASE, like_singular) and self._table[ending, lemma] == number
                    ]
        found += [(lemma, e) for lemma, e in self._extra.get(form, ()) if e in endings]
        return list(dict.fromkeys(found))

    def endings(self, word: str, part_of_speech: str) -> frozenset[int]:
        """The endings that this word can be read with, in any case; none where the table does not know it.

        Args:
            word: As it stands.
            part_of_speech: Universal tag; other than "NOUN", "VERB", "ADJ" and "ADV" have no endings. Where
                the table does not know the word as such (a tagger's slip), it is read as any of the others.
        """
        if part_of_speech not in OF:
            return frozenset()
        lower = word.lower()
        found = self.readings(lower, part_of_speech) or [
            one for part in OF for one in self.readings(lower, part)
        ]
        inflected = {row for row, ending in found if ending != BASE}
        # "loved" is a lemma too, but of another part of speech, which the table does not tell apart
        return frozenset(ending for row, ending in found if ending != BASE or not inflected - {row})

    def form(self, row: int, ending: int) -> str | None:
        """The form of this lemma with this ending, or None where it has none."""
        word = self.words[row]
        if ending == BASE:
            return word
        number = int(self._table[ending, row]) if row < self._table.shape[1] else 0
        if not number:
            return None
        taken_off, put_on = self._rules[number]
        return word[: len(word) - len(taken_off)] + put_on


@cache
def kit_inflections() -> Inflections:
    """Those of the kit (opened once a process)."""
    table = read_npz(FOLDER / "words" / "sememes.npz")
    return Inflections(table.words, table.rules, table.inflections, table.extra)
