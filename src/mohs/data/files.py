"""What is true of every file before its format matters: it is there, it ends, it is UTF-8 or not, its sha256.

Texts may be packed with gzip. No file is read without a bound: not a device or a pipe, which may have no end,
and of a packed one no more than a plain one may have.
"""

import codecs
import gzip
import hashlib
import io
import re
import stat
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from mohs.errors import DataError

MOST_BYTES = 2 << 30
"""Of a text file with one row a line; of a packed one what is in it."""
MOST_BYTES_WHOLE = 1 << 29
"""Of a text file that is read as a whole."""

_CHUNK = 1 << 20
_LONGEST_LINE = 1 << 26  # bytes
_OTHER_UNICODE = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
_PACKED = ".gz"
_WEB = re.compile("[a-z][a-z0-9+.-]+:/")  # a path has one slash left of two
_PATTERN = re.compile(r"[*?]|\[.*\]")
SHEETS = (".xlsx", ".xls", ".xlsm", ".ods", ".numbers")
"""Endings of spreadsheets, which hold no text that can be read."""
_TEXTS = (".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".txt")
BROKEN = (gzip.BadGzipFile, EOFError, zlib.error)
"""What a packed file raises that is none, or is cut short."""
_KINDS = ((stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))


@dataclass(frozen=True)
class Scan:
    """One pass over the bytes of a file.

    Attributes:
        sha256: Of the file as it lies, in hexadecimal.
        utf8: Whether all of it is UTF-8.
        opens_quote: Whether a field of a tab-separated file may begin with a quotation mark.
    """

    sha256: str
    utf8: bool
    opens_quote: bool


def scan(path: Path, *, text: bool = True, whole: bool = False) -> Scan:
    """Go through a file once, a megabyte at a time.

    Args:
        path: The file.
        text: Whether it is a text file, which may be packed; only then is the encoding looked at.
        whole: Whether the text is then read as a whole, and not line by line.

    Raises:
        DataError: No such file, a folder, a device or a pipe, no permission, an empty or a too large file, a
            line without an end, a broken .gz, or UTF-16.
    """
    digest, decoder, utf8, opens_quote, empty = hashlib.sha256(), _strict(), True, False, True
    last, size, line, most = b"\n", 0, 0, MOST_BYTES_WHOLE if whole else MOST_BYTES
    packed = text and is_packed(path)
    check_regular(path)
    try:
        if packed:
            with path.open("rb") as lying:
                digest = hashlib.file_digest(lying, "sha256")
        with open_bytes(path) if text else path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                if empty and text and chunk[:2] in _OTHER_UNICODE:
                    raise DataError(
                        f"{path} is not UTF-8 text",
                        got=f"a byte order mark of {_OTHER_UNICODE[chunk[:2]]}",
                        mend="save it as UTF-8",
                    )
                size += len(chunk)
                line = 0 if whole or b"\n" in chunk or b"\r" in chunk else line + len(chunk)
                if text and size > most:
                    raise _too_large(path, most, whole)
                if text and line > _LONGEST_LINE:
                    raise DataError(f"{path}: a line has no end", expected=f"at most {_LONGEST_LINE:,} bytes")
                if not packed:
                    digest.update(chunk)
                if text:
                    utf8 = utf8 and _decodes(decoder, chunk)
                    joined = last + chunk
                    opens_quote = opens_quote or b'\t"' in joined or b'\n"' in joined
                    last, empty = chunk[-1:], empty and not chunk.removeprefix(codecs.BOM_UTF8).strip()
                else:
                    empty = False
    except BROKEN as problem:
        raise _not_packed(path, problem) from None
    except OSError as problem:
        raise cannot_read(path, problem) from None
    if empty:
        raise DataError(f"{path} is empty", expected="at least one row")
    return Scan(digest.hexdigest(), utf8 and _decodes(decoder, b"", final=True), opens_quote)


def check_regular(path: Path) -> None:
    """Refuse what may have no end.

    Raises:
        DataError: Nothing is there, or a folder, a device, a pipe or a socket.
    """
    try:
        mode = path.stat().st_mode
    except OSError as problem:
        raise cannot_read(path, problem) from None
    if stat.S_ISDIR(mode):
        raise cannot_read(path, IsADirectoryError())
    if not stat.S_ISREG(mode):
        kind = next((name for holds, name in _KINDS if holds(mode)), "a device")
        raise DataError(
            f"{path} is {kind}",
            expected="a file",
            mend="write what comes out of it into a file, and name that",
        )


def is_packed(path: Path) -> bool:
    """Whether a text is packed with gzip, as its name says: "data.csv.gz"."""
    return path.suffix.lower() == _PACKED and Path(path.stem).suffix.lower() in _TEXTS


def ending(path: Path) -> str:
    """The ending that says what a file holds, in lower case: ".csv" of "data.csv" and of "data.CSV.gz"."""
    return (Path(path.stem) if is_packed(path) else path).suffix.lower()


def stem(path: Path) -> str:
    """The name without its endings: "data" of "data.csv" and of "data.csv.gz"."""
    return Path(path.stem).stem if is_packed(path) else path.stem


def open_bytes(path: Path) -> gzip.GzipFile | io.BufferedReader:
    """Open a text file, packed or not, for its bytes."""
    return gzip.open(path, "rb") if is_packed(path) else path.open("rb")


def open_text(path: Path, newline: str | None = "") -> TextIO:
    """Open a text file, packed or not; bytes that are not UTF-8 become surrogates: their row is known.

    Args:
        path: A file that `scan` has gone through.
        newline: As `open` has it.
    """
    return io.TextIOWrapper(open_bytes(path), encoding="utf-8-sig", errors="surrogateescape", newline=newline)


def cannot_read(path: Path, problem: OSError) -> DataError:
    """The message for a file that the system does not give us."""
    if isinstance(problem, FileNotFoundError):
        return DataError(f"there is no file or folder {path}", mend=_where_it_may_be(str(path)))
    if isinstance(problem, IsADirectoryError):
        return DataError(f"{path} is a folder", expected="a file", mend="name one of the files in it")
    return DataError(f"{path} cannot be read", got=problem.strerror or str(problem))


def _where_it_may_be(path: str) -> str:
    if _WEB.match(path):
        return "mohs opens no addresses of the web: download what is there, and name the file"
    if _PATTERN.search(path):
        return "patterns such as *.csv are not filled in here: name one file, or the folder of all of them"
    return "check the path; it is relative to where you are"


def _too_large(path: Path, most: int, whole: bool) -> DataError:
    return DataError(
        f"{path} is too large",
        got=f"over {most:,} bytes{', unpacked' if is_packed(path) else ''}",
        expected=f"at most {most:,}",
        mend=f"take a part of it, or save it as {'JSON Lines' if whole else 'Parquet'}",
    )


def _not_packed(path: Path, problem: Exception) -> DataError:
    return DataError(
        f"{path} cannot be unpacked", got=str(problem), mend="if it is not packed, rename it without .gz"
    )


def _strict() -> codecs.IncrementalDecoder:
    return codecs.getincrementaldecoder("utf-8")("strict")


def _decodes(decoder: codecs.IncrementalDecoder, chunk: bytes, *, final: bool = False) -> bool:
    try:
        decoder.decode(chunk, final)
    except UnicodeDecodeError:
        return False
    return True
