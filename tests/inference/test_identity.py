import hashlib

from mohs.inference.identity import sha256_of_all


def test_files_are_summed_in_the_order_of_their_names_and_none_is_read_as_a_whole(tmp_path, monkeypatch):
    (tmp_path / "a").write_bytes(b"x" * 300_000)
    (tmp_path / "b").write_bytes(b"y")
    monkeypatch.setattr("pathlib.Path.read_bytes", None)
    found = sha256_of_all({"config": tmp_path / "b", "weights": tmp_path / "a"})
    assert found == hashlib.sha256(b"y" + b"x" * 300_000).hexdigest()
