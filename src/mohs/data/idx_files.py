"""Images in MNIST's format: an -images-idx3-ubyte file and its -labels-idx1-ubyte file, gzipped or not."""

import gzip
import zlib
from io import BufferedReader
from math import prod
from pathlib import Path

import numpy as np

from mohs.data.files import scan
from mohs.data.pixels import image_table
from mohs.data.table import Array, Table
from mohs.errors import DataError

_IMAGES, _LABELS = "images-idx3", "labels-idx1"
_UNSIGNED = 8
_CHUNK = 1 << 20


def is_idx(path: Path) -> bool:
    """Whether a file has the name of such images."""
    return _IMAGES in path.name.replace("images.idx3", _IMAGES)


def read_idx(path: Path, bounds: tuple[float, float] | None) -> Table:
    """Read images and, from the file beside them, their labels.

    Args:
        path: The file of the images, for example train-images-idx3-ubyte.gz.
        bounds: As `image_table`; 0 and 255 by default.

    Raises:
        DataError: A file is missing, damaged or of another kind, or the two do not fit.
    """
    labels = path.with_name(path.name.replace(_IMAGES, _LABELS).replace("images.idx3", "labels.idx1"))
    looked = scan(path, text=False)
    if not labels.is_file():
        raise DataError(f"{path}: the file of its labels is missing", expected=str(labels))
    X, y = _array(path, 3), _array(labels, 1)
    if len(X) != len(y):
        raise DataError(f"{path} and {labels.name} do not fit", got=f"{len(X):,} images, {len(y):,} labels")
    return image_table(X, y, bounds, name=str(path), sha256=looked.sha256)


def _array(path: Path, dimensions: int) -> Array:
    """The array of an idx file: two zeros, its type, how many dimensions, their sizes, then the bytes."""
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        with gzip.open(path) if packed else path.open("rb") as file:
            head = file.read(4 + 4 * dimensions)
            shape = _shape(head, dimensions, path)
            size = prod(shape)
            content = _at_most(file, size + 1)  # what packed zeros unpack to has no end
    except (OSError, EOFError, zlib.error) as problem:
        raise DataError(f"{path} cannot be read", got=str(problem)) from None
    if len(content) != size:
        raise DataError(
            f"{path} is cut short or too long",
            got=f"{len(content):,} bytes" if len(content) < size else "more bytes",
            expected=f"{size:,}, as {' x '.join(map(str, shape))} says",
        )
    return np.frombuffer(content, np.uint8).reshape(shape)


def _shape(head: bytes, dimensions: int, path: Path) -> list[int]:
    whole = len(head) == 4 + 4 * dimensions
    if not whole or head[:3] != bytes([0, 0, _UNSIGNED]) or head[3] != dimensions:
        raise DataError(
            f"{path} is no idx file of bytes in {dimensions} dimensions",
            got=f"it begins with {head[:4].hex(' ') or 'nothing'}",
        )
    return [int.from_bytes(head[4 + 4 * k : 8 + 4 * k], "big") for k in range(dimensions)]


def _at_most(file: gzip.GzipFile | BufferedReader, size: int) -> bytes:
    """So many bytes, or as many as there are; memory is taken as they come, whatever the head claims."""
    parts = []
    while size and (part := file.read(min(size, _CHUNK))):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
