"""Arrays come back from their file as they were, and nothing in it is run."""

import json

import numpy as np
import pytest

from mohs.errors import RunError
from mohs.training.arrays_file import opened, write_arrays

ROW = np.arange(3, dtype=np.int32)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.npz"


@pytest.mark.parametrize("packed", [False, True])
def test_what_is_written_is_read(path, packed):
    weights = np.array([[1.5, -2.5]], np.float32)
    write_arrays(path, {"losses": [1.5], "name": "\u00e9"}, {"row": ROW, "w": weights}, packed=packed)
    with opened(path, "cannot be read") as file:
        assert file.facts == {"losses": [1.5], "name": "\u00e9"}
        assert file.take("row", np.int32).tolist() == [0, 1, 2]
        assert file.take("w", np.float32, (1, 2)).tolist() == [[1.5, -2.5]]
    assert [one.name for one in path.parent.iterdir()] == ["a.npz"]


@pytest.mark.parametrize(
    ("name", "dtype", "shape", "said"),
    [
        ("other", np.int32, None, "there is no other"),
        ("row", np.int64, None, "row has the shape .* and the type int32"),
        ("row", np.int32, (2,), r"row has the shape \(3,\)"),
        ("w", np.float32, None, r"w has the shape \(1, 2\)"),
        ("w", np.float32, (1, 2), "w is not finite"),
    ],
    ids=range(5),
)
def test_an_array_must_be_what_is_asked_for(path, name, dtype, shape, said):
    write_arrays(path, {}, {"row": ROW, "w": np.array([[1, np.inf]], np.float32)})
    with pytest.raises(RunError, match=f"cannot be read\n.*{said}"), opened(path, "cannot be read") as file:
        file.take(name, dtype, shape)


@pytest.mark.parametrize("facts", [b"3", b"{", b"\xff", None])
def test_a_file_without_its_facts_is_refused(path, facts):
    np.savez(path, row=ROW, **({} if facts is None else {"facts": np.frombuffer(facts, np.uint8)}))
    with (
        pytest.raises(RunError, match=r"a\.npz cannot be read(.|\n)*another out"),
        opened(path, "cannot be read"),
    ):
        pass


def test_a_torn_file_or_none_is_refused(path):
    with pytest.raises(RunError, match="FileNotFoundError"), opened(path, "cannot be read"):
        pass
    write_arrays(path, {}, {"row": ROW})
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(RunError, match="cannot be read"), opened(path, "cannot be read"):
        pass


def test_an_object_is_not_made(path):
    np.savez(path, facts=np.frombuffer(json.dumps({}).encode(), np.uint8), row=np.array([object()]))
    with pytest.raises(RunError, match="allow_pickle"), opened(path, "cannot be read"):
        pass
