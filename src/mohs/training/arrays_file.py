"""Arrays and a few plain values in one file, with nothing in it that could be run."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mohs.errors import MohsError, RunError
from mohs.runs.folder import replacing

_FACTS = "facts"


@dataclass(frozen=True)
class Arrays:
    """What a file holds.

    Attributes:
        facts: The plain values.
        known: Name -> array.
    """

    facts: Mapping[str, Any]
    known: Mapping[str, NDArray[Any]]

    def take(self, name: str, dtype: DTypeLike, shape: tuple[int, ...] | None = None) -> NDArray[Any]:
        """One array.

        Args:
            name: Its name.
            dtype: What its numbers must be.
            shape: The shape that it must have; by default one row, however long.

        Raises:
            ValueError: It is not there, or another one, or has a number that is not finite.
        """
        if name not in self.known:
            raise ValueError(f"there is no {name}")
        array = self.known[name]
        if array.dtype != dtype or (array.ndim != 1 if shape is None else array.shape != shape):
            raise ValueError(f"{name} has the shape {array.shape} and the type {array.dtype}")
        if not np.isfinite(array).all():
            raise ValueError(f"{name} is not finite")
        return array


def write_arrays(
    path: Path, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], *, packed: bool = False
) -> None:
    """Write a file atomically.

    Args:
        path: Where to.
        facts: Values that JSON has.
        arrays: Name -> array.
        packed: Compress them: worth it for small whole numbers, not for weights.

    Raises:
        RunFailed: It cannot be written.
    """
    members = {**arrays, _FACTS: np.frombuffer(json.dumps(facts).encode(), np.uint8)}
    save = np.savez_compressed if packed else np.savez
    with replacing(path) as temporary, temporary.open("wb") as file:
        save(file, **members)  # type: ignore[arg-type]  # numpy's stub takes a bool among them


@contextmanager
def opened(path: Path, fault: str) -> Iterator[Arrays]:
    """Read a file, and use it: whatever its content brings about meanwhile is told as one message.

    Args:
        path: The file.
        fault: What the message says of it: "cannot be read".

    Raises:
        RunError: It is not there, torn, or not what is made of it.
    """
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        yield Arrays(dict(json.loads(arrays.pop(_FACTS).tobytes())), arrays)
    except (MohsError, MemoryError):
        raise
    except Exception as problem:  # whatever a broken file brings about
        raise RunError(
            f"{path} {fault}", got=f"{type(problem).__name__}: {problem}"[:200],
            mend="remove the folder, or train into another --out",
        ) from None  # fmt: skip
