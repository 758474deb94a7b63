"""Sememes: words that may stand for a word because a sense of both has the same smallest units of meaning.

The paper (Zang et al., ACL 2020) takes words of the same part of speech that share a sense's whole HowNet
sememe set. HowNet may not be passed on. The kit's sememes are BabelSememe's (`tools/make_sememes.py`); for
words that have no candidate there, WordNet stands in: words of the same synset, then words of synsets with
the same direct hypernyms (adjectives, which have none: of the same cluster around a head), antonyms left out.
Which of the two gave a candidate is told. A candidate has the inflection of the word that it stands for.
"""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from mohs.kit.manifest import FOLDER
from mohs.language.inflection import BASE, OF, PLURAL, Inflections
from mohs.language.sememe_files import PARTS_OF_SPEECH, Groups, SememeTable, read_npz, read_openhownet
from mohs.paths import as_path

Source = Literal["sememe", "wordnet"]

STAND_INS = 40
"""So many of WordNet's candidates of a lemma at most: a hypernym may have hundreds of children."""

_REMEMBERED = 50_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word that may stand for another, in lower case, and what says so."""

    word: str
    source: Source


class Sememes:
    """Candidates of words.

    Args:
        table: Groups of words, and their inflection.

    Attributes:
        name: What a run's record calls the dictionary.
        sha256: Of its file.
    """

    def __init__(self, table: SememeTable) -> None:
        self.name, self.sha256 = table.name, table.sha256
        self._table = table
        self._inflections = Inflections(table.words, table.rules, table.inflections, table.extra)
        self._sememes, self._synsets = _Index(table.sememes), _Index(table.synsets, table.senses)
        order = np.argsort(table.sisters, kind="stable")
        self._sisters_order, self._sisters_sorted = order, table.sisters[order]
        self._opposites: dict[int, list[int]] = {}
        for one, other in table.antonyms.tolist():
            self._opposites.setdefault(one, []).append(other)
        self._known: dict[tuple[str, str], tuple[Candidate, ...]] = {}
        self._known_synonyms: dict[tuple[str, str], tuple[str, ...]] = {}

    @classmethod
    def kit(cls) -> "Sememes":
        """BabelSememe, and WordNet where it has nothing (opened once a process)."""
        return _kit()

    @classmethod
    def open(cls, path: Path) -> "Sememes":
        """A dictionary in OpenHowNet's text format, and WordNet where it has nothing.

        Args:
            path: Blocks of lines `KEY=value`, of which `W_E`, `G_E` and `DEF` are read.

        Raises:
            DataError: The file is missing or a line is broken; the message names the line.
        """
        return cls(read_openhownet(as_path(path), _kit_table()))

    def candidates(self, word: str, part_of_speech: str) -> tuple[Candidate, ...]:
        """Words that may stand for this one, in its inflection, common ones first.

        Where a form can be read in two ways (`watched`: past tense or participle), candidates come in both.

        Args:
            word: Any case, inflected or not.
            part_of_speech: Universal tag; other than "NOUN", "VERB", "ADJ" and "ADV" have no candidates.
        """
        key = (word, part_of_speech)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            found = self._candidates(word.lower(), part_of_speech) if part_of_speech in OF else ()
            known = self._known[key] = found
        return known

    def synonyms(self, word: str, part_of_speech: str) -> tuple[str, ...]:
        """The first words of this word's own synsets in WordNet, in its inflection, frequent senses first.

        The first word of a synset is the one that it is called by (`movie.n.01`); words of several parts are
        passed over.

        Args:
            word: Any case, inflected or not.
            part_of_speech: Universal tag; other than "NOUN", "VERB", "ADJ" and "ADV" have no synonyms.
        """
        key = (word.lower(), part_of_speech)
        known = self._known_synonyms.get(key)
        if known is None:
            if len(self._known_synonyms) >= _REMEMBERED:
                self._known_synonyms.clear()
            found = self._synonyms(*key) if part_of_speech in OF else ()
            known = self._known_synonyms[key] = found
        return known

    def _synonyms(self, word: str, part_of_speech: str) -> tuple[str, ...]:
        kind = PARTS_OF_SPEECH.index(part_of_speech)
        readings = self._readings(word, part_of_speech)
        meant = {row: self._first_words(row, kind) for row, _ in readings}
        return tuple(self._inflected(readings, meant, word, part_of_speech == "NOUN"))

    def _first_words(self, row: int, kind: int) -> list[int]:
        synsets = self._synsets.groups_of(row, kind)
        firsts = dict.fromkeys(self._table.synsets.rows(synset)[0] for synset in synsets)
        return [other for other in firsts if other != row and other < self._table.common]

    def _candidates(self, word: str, part_of_speech: str) -> tuple[Candidate, ...]:
        kind = PARTS_OF_SPEECH.index(part_of_speech)
        readings = self._readings(word, part_of_speech)
        lemmas = {row for row, _ in readings}
        meant = {row: self._by_sememes(row, kind) for row in lemmas}
        source: Source = "sememe"
        found = self._inflected(readings, meant, word, part_of_speech == "NOUN")
        if not found:
            source, meant = "wordnet", {row: self._by_wordnet(row, kind) for row in lemmas}
            found = self._inflected(readings, meant, word, part_of_speech == "NOUN")
        return tuple(Candidate(form, source) for form in found)

    def _inflected(
        self, readings: list[tuple[int, int]], meant: dict[int, list[int]], word: str, noun: bool
    ) -> list[str]:
        """The forms of these lemmas' candidates, each with the ending of the reading."""
        forms = (self._form(other, ending, noun) for row, ending in readings for other in meant[row])
        return [form for form in dict.fromkeys(forms) if form is not None and form != word]

    def _readings(self, word: str, part_of_speech: str) -> list[tuple[int, int]]:
        """The readings of a word; a lemma that is another's plural too (`glasses`) is read as a plural."""
        readings, form = self._inflections.readings(word, part_of_speech), self._inflections.form
        if part_of_speech != "NOUN" or PLURAL not in {ending for _, ending in readings}:
            return readings
        return [(row, PLURAL if form(row, PLURAL) == word else ending) for row, ending in readings]

    def _form(self, row: int, ending: int, noun: bool) -> str | None:
        """The form of this lemma; none where it is a plural and a singular is asked for."""
        form = self._inflections.form(row, ending)
        if noun and ending == BASE and form is not None:
            readings = self._inflections.readings(form, "NOUN")
            return None if PLURAL in {ending for _, ending in readings} else form
        return form

    def _by_sememes(self, row: int, kind: int) -> list[int]:
        """Rows of the words that share a group with this one, the most common first."""
        groups = self._sememes.groups_of(row, kind)
        rows = {other for group in groups for other in self._table.sememes.rows(group)}
        return sorted(other for other in rows - {row} if other < self._table.limit)

    def _by_wordnet(self, row: int, kind: int) -> list[int]:
        """Rows of words of the same synsets, then those of sister synsets, the most frequent sense first."""
        own = self._synsets.groups_of(row, kind)
        rows = self._table.synsets.rows
        opposite = {
            other for synset in own for against in self._opposites.get(synset, ()) for other in rows(against)
        }
        found: dict[int, None] = {}
        for synsets in (*([synset] for synset in own), *(self._sisters(synset) for synset in own)):
            found.update(dict.fromkeys(sorted(other for synset in synsets for other in rows(synset))))
        common = self._table.common
        kept = [other for other in found if other != row and other < common and other not in opposite]
        return kept[:STAND_INS]

    def _sisters(self, synset: int) -> list[int]:
        """The synsets of this one's class."""
        family = int(self._table.sisters[synset])
        if family < 0:
            return []
        ends = np.array([family, family + 1], self._sisters_sorted.dtype)
        first, last = np.searchsorted(self._sisters_sorted, ends)
        found: list[int] = self._sisters_order[first:last].tolist()
        return found


class _Index:
    """Which groups a word is in, in the order of its senses where that is known."""

    def __init__(self, groups: Groups, senses: npt.NDArray[np.uint8] | None = None) -> None:
        sizes = np.diff(groups.ends, prepend=0)
        order = np.lexsort((groups.members,) if senses is None else (senses, groups.members))
        self._words = groups.members[order]
        self._groups = np.repeat(np.arange(len(sizes)), sizes)[order]
        self._kinds = groups.kinds

    def groups_of(self, row: int, kind: int) -> list[int]:
        """Groups of this part of speech that have this word."""
        # of the table's own type: it would be copied whole to one of another
        first, last = np.searchsorted(self._words, np.array([row, row + 1], self._words.dtype))
        return [group for group in self._groups[first:last].tolist() if self._kinds[group] == kind]


@cache
def _kit_table() -> SememeTable:
    return replace(read_npz(FOLDER / "words" / "sememes.npz"), name="kit:sememes")


@cache
def _kit() -> Sememes:
    return Sememes(_kit_table())
