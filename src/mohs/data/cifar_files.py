"""CIFAR-10 and CIFAR-100 as their authors give them, Python pickles, read without running what is in them."""

import io
import pickle
from pathlib import Path
from typing import Any

import numpy as np

from mohs.data.files import scan
from mohs.data.pixels import image_table
from mohs.data.table import Table
from mohs.errors import DataError

_TRAINING = tuple(f"data_batch_{number}" for number in range(1, 6))
_SIDE, _CHANNELS = 32, 3

# All that an array of numbers needs. A pickle that names anything else is refused before it is called.
_HARMLESS = {
    ("numpy.core.multiarray", "_reconstruct"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy", "ndarray"),
    ("numpy", "dtype"),
    ("_codecs", "encode"),
}


class _Numbers(pickle._Unpickler):
    """Unpickles dictionaries, lists, texts and arrays of numbers, and nothing else.

    By the reader that is written in Python: in the one in C a few bytes can ask for gigabytes of memory.
    """

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _HARMLESS:
            raise pickle.UnpicklingError(f"it asks for {module}.{name}")
        if name == "_reconstruct":
            return _empty
        return super().find_class(module, name)


def _empty(kind: Any, shape: Any, code: Any) -> Any:
    """The array that a pickle fills; of plain bytes until its own state says more."""
    if kind is not np.ndarray or shape != (0,):
        raise pickle.UnpicklingError("it makes something else than an array")
    return np.ndarray.__new__(np.ndarray, (0,), dtype="b")


def is_cifar(path: Path) -> bool:
    """Whether it is a batch of CIFAR-10, a set of CIFAR-100, or the folder of CIFAR-10."""
    if path.is_dir():
        return (path / _TRAINING[0]).is_file()
    named = path.name in (*_TRAINING, "test_batch")
    return named or (path.name in ("train", "test") and (path.parent / "meta").is_file())


def read_cifar(path: Path, bounds: tuple[float, float] | None) -> Table:
    """Read CIFAR images.

    Args:
        path: The folder cifar-10-batches-py (its five training batches), one of its batches (test_batch), or
            train or test of cifar-100-python.
        bounds: As `image_table`; 0 and 255 by default.

    Returns:
        Images of 32 x 32 x 3 bytes, channels last; labels by name where the folder tells their names.

    Raises:
        DataError: A file is missing, damaged, or holds anything but arrays, lists and texts.
    """
    files = [path / name for name in _TRAINING] if path.is_dir() else [path]
    batches = [_batch(file) for file in files]
    X = np.concatenate([images for images, _ in batches])
    y = np.concatenate([labels for _, labels in batches])
    names = _names(path if path.is_dir() else path.parent)
    if names and y.max() < len(names):
        y = np.array(names, dtype=object)[y]
    images = X.reshape(len(X), _CHANNELS, _SIDE, _SIDE).transpose(0, 2, 3, 1)
    sha256 = scan(files[0], text=False).sha256 if len(files) == 1 else None
    return image_table(images, y, bounds, name=str(path), sha256=sha256)


def _batch(path: Path) -> tuple[Any, Any]:
    content = _load(path)
    X = content.get(b"data")
    y = content.get(b"labels", content.get(b"fine_labels"))
    size = _CHANNELS * _SIDE * _SIDE
    if not isinstance(X, np.ndarray) or X.dtype != np.uint8 or X.ndim != 2 or X.shape[1] != size:
        raise DataError(f"{path} holds no CIFAR images", expected=f"bytes, {size:,} for each image")
    given = y if isinstance(y, list) else []
    whole = all(type(label) is int and 0 <= label < 2**31 for label in given)
    if not whole or not 0 < len(given) == len(X):
        raise DataError(
            f"{path} does not have one label for each image",
            got=f"{len(X):,} images, {len(given):,} labels{'' if whole else ', not all whole from 0'}",
        )
    labels = np.array(given, dtype=np.int64)
    return X, labels


def _load(path: Path) -> dict[bytes, Any]:
    scan(path, text=False)
    try:
        content = _Numbers(io.BytesIO(path.read_bytes()), encoding="bytes").load()
    except Exception as problem:  # a damaged pickle shows itself in many ways
        raise DataError(
            f"{path} is no file of CIFAR",
            got=f"{type(problem).__name__}: {str(problem)[:200]}",
            expected="a pickle of arrays, lists and texts alone",
        ) from None
    if not isinstance(content, dict):
        raise DataError(f"{path} is no file of CIFAR", got=type(content).__name__, expected="a dictionary")
    return content


def _names(folder: Path) -> list[str]:
    for file, key in (("batches.meta", b"label_names"), ("meta", b"fine_label_names")):
        if (folder / file).is_file():
            found = _load(folder / file).get(key)
            if isinstance(found, list) and all(isinstance(name, bytes) for name in found):
                names = [name.decode("utf-8", "replace") for name in found]
                if len(set(names)) < len(names):
                    raise DataError(f"{folder / file} gives two labels one name", got=", ".join(names))
                return names
    return []
