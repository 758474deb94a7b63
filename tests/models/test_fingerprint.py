import hashlib
import os

import pytest

from mohs.errors import ModelError
from mohs.models import fingerprint
from mohs.models.fingerprint import fingerprints


def test_a_file_is_known_by_its_content_and_read_again_when_it_changes(tmp_path):
    path = tmp_path / "weights"
    path.write_bytes(b"one")
    assert fingerprints({"w": path}) == {"w": hashlib.sha256(b"one").hexdigest()}
    path.write_bytes(b"two")
    os.utime(path, ns=(1, 1))
    assert fingerprints({"w": path}) == {"w": hashlib.sha256(b"two").hexdigest()}


def test_a_file_is_read_once(tmp_path):
    path = tmp_path / "weights"
    path.write_bytes(b"x")
    fingerprint._sha256.cache_clear()
    for _ in range(3):
        fingerprints({"w": path, "again": path})
    assert fingerprint._sha256.cache_info().misses == 1


def test_a_file_that_is_gone(tmp_path):
    with pytest.raises(ModelError, match="cannot be read"):
        fingerprints({"w": tmp_path / "weights"})
