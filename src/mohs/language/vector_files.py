"""Tables of word vectors in files: the forms that are read, and the cache of their nearest neighbours."""

import hashlib
import logging
import os
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mohs.errors import DataError, RunFailed
from mohs.paths import as_path
from mohs.runs.folder import replacing

Array = npt.NDArray[Any]
log = logging.getLogger(__name__)

NEIGHBOURS = 50
"""Neighbours kept for each word: what TextFooler and TextBugger look at (Jin et al. 2020: 50)."""

_DECIMALS = 6
_LONGEST_COUNT = 19
_FORMS = (
    "NAME.npy beside NAME.words.txt, the text format of GloVe or word2vec, or an .npz with vectors and words"
)


@dataclass(frozen=True)
class Table:
    """Words and their vectors, as a file has them.

    Attributes:
        name: File name.
        sha256: Of the file; of both files, one after the other, for an .npy and its words.
        words: No two alike.
        vectors: Shape (words, dimensions), finite; rows of any length.
        neighbours: Rows of the nearest words of each, shape (words, k), where the file has them.
    """

    name: str
    sha256: str
    words: list[str]
    vectors: Array
    neighbours: Array | None = None


def read_table(path: Path) -> Table:
    """The table in a file.

    Args:
        path: `.npy` (with `.words.txt` beside it), `.npz`, or else text.

    Raises:
        DataError: No such file, a broken line, a row of another width, a word twice, NaN or infinity.
    """
    if not path.is_file():
        raise DataError(f"no word vectors at {path}", expected=_FORMS, mend="check the path")
    if path.suffix == ".npz":
        table = _read_npz(path)
    elif path.suffix == ".npy":
        table = _read_npy(path)
    else:
        table = _read_text(path)
    return table


def cosines(vectors: Array, row: int, others: Array) -> npt.NDArray[np.float64]:
    """Cosine of one row with others, to six decimals; 0 for a row of zeros.

    Summed without BLAS, row by row in float64: the same to the last bit for one other row and for many.
    """
    one = vectors[row].astype(np.float64)
    rest = vectors[others].astype(np.float64)
    lengths = np.sqrt((one * one).sum()) * np.sqrt((rest * rest).sum(axis=1))
    exact = (rest * one).sum(axis=1) / np.where(lengths > 0, lengths, np.inf)
    rounded: npt.NDArray[np.float64] = np.round(exact, _DECIMALS)
    return rounded


def nearest(vectors: Array, count: int, block: int = 256) -> npt.NDArray[np.int32]:
    """Rows of the `count` nearest to each row, nearest first, ties by row number; the row itself left out.

    Args:
        vectors: Shape (words, dimensions).
        count: Neighbours a row, at most words - 1.
        block: Rows at once; memory is block * words * 4 bytes.
    """
    unit = vectors.astype(np.float32)
    lengths = np.linalg.norm(unit, axis=1, keepdims=True)
    unit /= np.where(lengths > 0, lengths, np.float32(1))
    count = min(count, len(unit) - 1)
    found = np.empty((len(unit), count), np.int32)
    for start in range(0, len(unit) if count else 0, block):
        near = unit[start : start + block] @ unit.T
        near[np.arange(len(near)), np.arange(start, start + len(near))] = -np.inf
        edges = np.partition(near, near.shape[1] - count, axis=1)[:, near.shape[1] - count]
        for offset, (values, edge) in enumerate(zip(near, edges, strict=True)):
            # what float32 cannot tell apart from the last one is ordered by the exact cosine
            rows = np.flatnonzero(values >= edge - 1e-5)
            order = np.lexsort((rows, -cosines(vectors, start + offset, rows)))
            found[start + offset] = rows[order][:count]
    return found


def stored_neighbours(table: Table, count: int = NEIGHBOURS) -> Array:
    """The table's own neighbours, or else those of the cache, or else computed and put there.

    The cache is `$XDG_CACHE_HOME/mohs` (default `~/.cache/mohs`). Where it cannot be written, a warning
    says so.
    """
    if table.neighbours is not None:
        return table.neighbours
    folder = Path(os.environ.get("XDG_CACHE_HOME") or as_path("~/.cache")) / "mohs"
    path = folder / f"neighbours-{table.sha256}-{count}.npy"
    shape = (len(table.words), min(count, len(table.words) - 1))
    try:
        known: Array = np.load(path, allow_pickle=False)
        if known.shape == shape and _are_rows(known, len(table.words)):
            return known
    except (OSError, ValueError, EOFError):
        pass  # not there yet, or torn: it is made afresh
    log.warning(
        "finding the %d nearest of %d words in %s, once; kept in %s",
        count,
        len(table.words),
        table.name,
        path,
    )
    found = nearest(table.vectors, count)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(path) as temporary, temporary.open("wb") as file:
            np.save(file, found)
    except (OSError, RunFailed) as error:
        log.warning("could not keep the nearest words in %s: %s", path, error)
    return found


def _read_npz(path: Path) -> Table:
    content = path.read_bytes()
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except (ValueError, OSError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise DataError(f"{path} cannot be read", got=str(error), expected=_FORMS) from error
    if not {"vectors", "words"} <= arrays.keys():
        raise DataError(
            f"{path} is no table of word vectors",
            got=f"arrays {', '.join(sorted(arrays)) or 'none'}",
            expected="vectors (words, dimensions) and words (UTF-8 bytes, one word a line)",
        )
    if arrays["words"].dtype != np.uint8:
        raise DataError(f"{path}: words", got=f"type {arrays['words'].dtype}", expected="uint8, UTF-8 bytes")
    words = _words(arrays["words"].tobytes(), f"{path}: words")
    vectors = _checked(arrays["vectors"], words, path, lambda row: f"row {row}")
    neighbours = arrays.get("neighbours")
    if neighbours is not None and not (
        neighbours.ndim == 2 and len(neighbours) == len(words) and _are_rows(neighbours, len(words))
    ):
        raise DataError(
            f"{path}: neighbours",
            got=f"shape {neighbours.shape}, type {neighbours.dtype}",
            expected=f"row numbers below {len(words)}, shape ({len(words)}, neighbours)",
        )
    return Table(path.name, hashlib.sha256(content).hexdigest(), words, vectors, neighbours)


def _read_npy(path: Path) -> Table:
    names = path.with_suffix(".words.txt")
    if not names.is_file():
        raise DataError(f"{path} has no words", expected=f"{names.name} beside it, one word a line")
    try:
        vectors: Array = np.load(path, allow_pickle=False)
    except (ValueError, OSError, EOFError) as error:
        raise DataError(
            f"{path} cannot be read", got=str(error), expected="a NumPy array of numbers"
        ) from error
    listed = names.read_bytes()
    words = _words(listed, str(names))
    vectors = _checked(vectors, words, path, lambda row: f"row {row} ({words[row]!r})")
    return Table(path.name, hashlib.sha256(path.read_bytes() + listed).hexdigest(), words, vectors)


def _read_text(path: Path) -> Table:
    content = path.read_bytes()
    lines = content.split(b"\n")
    if lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise DataError(f"{path} is empty", expected=_FORMS)
    first = lines[0].split()
    # word2vec: words, dimensions
    headed = len(first) == 2 and all(part.isdigit() and len(part) < _LONGEST_COUNT for part in first)
    width = int(first[1]) if headed else len(first) - 1
    words: list[str] = []
    body = lines[headed:]
    # No line has more numbers than bytes, whatever the first one says.
    vectors = np.empty((len(body), min(width, max(map(len, body[:1]), default=1))), np.float32)
    for row, line in enumerate(body):
        place = f"{path}, line {row + 1 + headed}"
        parts = line.split()
        if len(parts) != width + 1 or width < 1:
            raise DataError(
                place,
                got=f"{max(len(parts) - 1, 0)} numbers after the word",
                expected=f"{width}, as the first line has" if width else "a word and its numbers",
                mend="repair or remove the line",
            )
        try:
            words.append(parts[0].decode("utf-8"))
            vectors[row] = np.array(parts[1:], np.float32)
        except ValueError as error:  # a UnicodeDecodeError is one too
            raise DataError(place, got=str(error), expected="a word in UTF-8, then numbers") from error
    if headed and int(first[0]) != len(words):
        raise DataError(
            f"{path} is cut short or too long", got=f"{len(words)} words", expected=f"{int(first[0])}"
        )
    _no_word_twice(words, str(path), 1 + headed)
    vectors = _checked(vectors, words, path, lambda row: f"line {row + 1 + headed}")
    return Table(path.name, hashlib.sha256(content).hexdigest(), words, vectors)


def _words(listed: bytes, place: str) -> list[str]:
    words = []
    lines = listed.split(b"\n")
    if lines and not lines[-1].strip():
        lines.pop()
    for number, line in enumerate(lines, 1):
        try:
            word = line.decode("utf-8").strip()
        except UnicodeDecodeError as error:
            raise DataError(f"{place}, line {number}", got=str(error), expected="UTF-8") from error
        if not word:
            raise DataError(f"{place}, line {number}", got="an empty line", expected="a word")
        words.append(word)
    _no_word_twice(words, place, 1)
    return words


def _no_word_twice(words: list[str], place: str, first_line: int) -> None:
    seen: dict[str, int] = {}
    for line, word in enumerate(words, first_line):
        if word in seen:
            raise DataError(
                f"{place}, line {line}",
                got=f"{word!r}, which line {seen[word]} has already",
                expected="every word once",
                mend="remove one of the two",
            )
        seen[word] = line


def _checked(vectors: Array, words: list[str], path: Path, place: Callable[[int], str]) -> Array:
    if vectors.ndim != 2 or vectors.dtype.kind not in "fiu" or vectors.shape[1] == 0:
        raise DataError(
            f"{path}: vectors",
            got=f"shape {vectors.shape}, type {vectors.dtype}",
            expected="numbers, shape (words, dimensions)",
        )
    if len(vectors) != len(words):
        raise DataError(
            f"{path}: words and vectors do not match",
            got=f"{len(words)} words and {len(vectors)} vectors",
            expected="as many of one as of the other",
        )
    if not words:
        raise DataError(f"{path} has no words", expected=_FORMS)
    broken = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if len(broken):
        raise DataError(
            f"{path}, {place(int(broken[0]))}",
            got="NaN or infinity" + (f", as in {len(broken) - 1} more" if len(broken) > 1 else ""),
            expected="finite numbers",
        )
    return vectors


def _are_rows(neighbours: Array, words: int) -> bool:
    return neighbours.dtype.kind in "iu" and (
        neighbours.size == 0 or (int(neighbours.min()) >= 0 and int(neighbours.max()) < words)
    )
