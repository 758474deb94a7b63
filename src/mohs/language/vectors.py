"""Word vectors: a word's nearest words and any pair's cosine, all from one table.

The kit's table (counter-fitted GloVe, `tools/make_vectors.py`) holds whole numbers, so its cosines are
the same on every machine. A person's own table is opened by path; its neighbours are computed once and kept
in the cache.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mohs.kit.manifest import FOLDER
from mohs.language.vector_files import NEIGHBOURS, Table, cosines, read_table, stored_neighbours
from mohs.paths import as_path


class WordVectors:
    """Words with a vector each.

    Args:
        table: Words, vectors and where they came from.
        neighbours: Row numbers of the nearest words of each row, nearest first, shape (words, k).

    Attributes:
        words: The words, one a row; in the kit's table in lower case, the most frequent first.
        sha256: Of the file that the vectors came from.
        name: What a run's record calls the table: its file's name, or `kit:vectors`.
    """

    def __init__(self, table: Table, neighbours: npt.NDArray[Any]) -> None:
        self.words, self.sha256, self.name = table.words, table.sha256, table.name
        self._rows = {word: row for row, word in enumerate(table.words)}
        self._vectors, self._neighbours = table.vectors, neighbours
        self._known: dict[tuple[str, int, float], tuple[tuple[str, float], ...]] = {}

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        return self._row(word) is not None

    @property
    def array(self) -> npt.NDArray[Any]:
        """The vectors, one a row in the order of `words`, as the table has them."""
        return self._vectors

    @classmethod
    def kit(cls) -> "WordVectors":
        """The kit's counter-fitted vectors: 32,140 words, 100 dimensions (opened once a process)."""
        return _kit()

    @classmethod
    def open(cls, path: Path) -> "WordVectors":
        """A person's own vectors.

        Args:
            path: `NAME.npy` beside `NAME.words.txt` (one word a line), the text format of GloVe or word2vec,
                or an `.npz` as the kit has it.

        Raises:
            DataError: The file is missing or broken; the message names the line.
        """
        table = read_table(as_path(path))
        return cls(table, stored_neighbours(table))

    def neighbours(
        self, word: str, count: int = NEIGHBOURS, minimum_cosine: float = 0.0
    ) -> tuple[tuple[str, float], ...]:
        """The nearest words with their cosines.

        Args:
            word: Any case.
            count: At most so many.
            minimum_cosine: None below it.

        Returns:
            Nearest first, ties in the order of `words`, the word itself left out; empty for an unknown word.
        """
        known = self._known.get((word, count, minimum_cosine))
        if known is not None:
            return known
        row = self._row(word)
        if row is None:
            return ()
        # only words as the table has them are remembered, so that the table bounds the memory
        key = (self.words[row], count, minimum_cosine)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._nearest(row, count, minimum_cosine)
        return known

    def cosine(self, first: str, second: str) -> float | None:
        """The cosine of two words' vectors, -1 to 1, to six decimals; None where either is unknown."""
        one, other = self._row(first), self._row(second)
        if one is None or other is None:
            return None
        return float(cosines(self._vectors, one, np.array([other]))[0])

    def _row(self, word: str) -> int | None:
        """The row of the word in lower case, or else, in a table with capitals, of the word as it is."""
        row = self._rows.get(word.lower())
        return self._rows.get(word) if row is None else row

    def _nearest(self, row: int, count: int, minimum_cosine: float) -> tuple[tuple[str, float], ...]:
        rows = self._neighbours[row]
        if count > len(rows) and len(rows) < len(self.words) - 1:  # more than are kept: look at all
            rows = np.delete(np.arange(len(self.words)), row)
            rows = rows[np.lexsort((rows, -cosines(self._vectors, row, rows)))]
        rows = rows[:count]
        near = cosines(self._vectors, row, rows)
        return tuple(
            (self.words[at], cosine)
            for at, cosine in zip(rows.tolist(), near.tolist(), strict=True)
            if cosine >= minimum_cosine
        )


@cache
def _kit() -> WordVectors:
    table = replace(read_table(FOLDER / "words" / "vectors.npz"), name="kit:vectors")
    return WordVectors(table, stored_neighbours(table))
