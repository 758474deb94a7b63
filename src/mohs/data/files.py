"""What is true of every file before its format matters: it is there, it is UTF-8 or not, and its sha256."""

import codecs
import hashlib
from dataclasses import dataclass
from pathlib import Path

from mohs.errors import DataError

_CHUNK = 1 << 20
_OTHER_UNICODE = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


@dataclass(frozen=True)
class Scan:
    """One pass over the bytes of a file.

    Attributes:
        sha256: Of the bytes, in hexadecimal.
        utf8: Whether all of it is UTF-8.
        opens_quote: Whether a field of a tab-separated file may begin with a quotation mark.
    """

    sha256: str
    utf8: bool
    opens_quote: bool


def scan(path: Path, *, text: bool = True) -> Scan:
    """Go through a file once, a megabyte at a time.

    Args:
        path: The file.
        text: Whether it is a text file; only then is the encoding looked at.

    Raises:
        DataError: No such file, a folder, no permission, an empty file, or UTF-16.
    """
    digest, decoder, utf8, opens_quote, empty = hashlib.sha256(), _strict(), True, False, True
    last = b"\n"
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                if empty and text and chunk[:2] in _OTHER_UNICODE:
                    raise DataError(
                        f"{path} is not UTF-8 text",
                        got=f"a byte order mark of {_OTHER_UNICODE[chunk[:2]]}",
                        mend="save it as UTF-8",
                    )
                digest.update(chunk)
                if text:
                    utf8 = utf8 and _decodes(decoder, chunk)
                    joined = last + chunk
                    opens_quote = opens_quote or b'\t"' in joined or b'\n"' in joined
                    last, empty = chunk[-1:], empty and not chunk.removeprefix(codecs.BOM_UTF8).strip()
                else:
                    empty = False
    except OSError as problem:
        raise cannot_read(path, problem) from None
    if empty:
        raise DataError(f"{path} is empty", expected="at least one row")
    return Scan(digest.hexdigest(), utf8 and _decodes(decoder, b"", final=True), opens_quote)


def cannot_read(path: Path, problem: OSError) -> DataError:
    """The message for a file that the system does not give us."""
    if isinstance(problem, FileNotFoundError):
        return DataError(
            f"there is no file or folder {path}", mend="check the path; it is relative to where you are"
        )
    if isinstance(problem, IsADirectoryError):
        return DataError(f"{path} is a folder", expected="a file")
    return DataError(f"{path} cannot be read", got=problem.strerror or str(problem))


def _strict() -> codecs.IncrementalDecoder:
    return codecs.getincrementaldecoder("utf-8")("strict")


def _decodes(decoder: codecs.IncrementalDecoder, chunk: bytes, *, final: bool = False) -> bool:
    try:
        decoder.decode(chunk, final)
    except UnicodeDecodeError:
        return False
    return True
