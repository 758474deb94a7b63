"""What the files of a model are, by their content."""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from mohs.errors import ModelError


def fingerprints(files: Mapping[str, Path]) -> dict[str, str]:
    """The sha256 of each file, by name.

    Raises:
        ModelError: A file cannot be read.
    """
    found = {}
    for name, path in sorted(files.items()):
        try:
            state = path.stat()
            found[name] = _sha256(path.resolve(), state.st_mtime_ns, state.st_size)
        except OSError as problem:
            raise ModelError(f"{path} cannot be read", got=problem.strerror) from None
    return found


@lru_cache(maxsize=256)
def _sha256(path: Path, changed: int, size: int) -> str:
    """Hashed once in a process, unless the file changes."""
    del changed, size
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
