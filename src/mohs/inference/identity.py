"""What a network was opened from, as one sum."""

import hashlib
from collections.abc import Mapping
from pathlib import Path


def sha256_of_all(files: Mapping[str, Path]) -> str:
    """The sha256 of the contents of some files, one after the other in the order of their names."""
    digest = hashlib.sha256()
    for _, path in sorted(files.items()):
        with path.open("rb") as file:
            hashlib.file_digest(file, lambda: digest)
    return digest.hexdigest()
