"""CIFAR's pickles are read as data; whatever would run something is refused before it runs."""

import pickle

import numpy as np
import pytest

from mohs.data.cifar_files import is_cifar
from mohs.data.table_files import read_table
from mohs.errors import DataError

RNG = np.random.default_rng(0)
X = RNG.integers(0, 256, (4, 3072), dtype=np.uint8)


def batch(X=X, y=(3, 1, 3, 0), key=b"labels"):
    return {b"batch_label": b"one", key: list(y), b"data": X, b"filenames": [b"a.png"] * len(X)}


def write(path, content, protocol=2):
    path.write_bytes(pickle.dumps(content, protocol=protocol))
    return path


@pytest.mark.parametrize("protocol", [2, 4])
def test_a_batch_becomes_images_with_channels_last(tmp_path, protocol):
    table = read_table(write(tmp_path / "test_batch", batch(), protocol))
    assert table.shape == (32, 32, 3)
    assert table.X.reshape(4, 32, 32, 3)[2, 5, 7].tolist() == X[2].reshape(3, 32, 32)[:, 5, 7].tolist()
    assert (table.labels, table.y.tolist()) == (("0", "1", "3"), [2, 1, 2, 0])
    assert (table.low[0], table.high[0]) == (0, 255)


def test_the_folder_is_its_five_training_batches_with_names(tmp_path):
    for number in range(1, 6):
        write(tmp_path / f"data_batch_{number}", batch(y=[number, 0, 0, 0]))
    write(tmp_path / "batches.meta", {b"label_names": [b"plane", b"car", b"bird", b"cat", b"deer", b"dog"]})
    table = read_table(tmp_path)
    assert len(table) == 20
    assert table.labels == ("bird", "car", "cat", "deer", "dog", "plane")
    assert [table.labels[one] for one in table.y[::4]] == ["car", "bird", "cat", "deer", "dog"]


def test_two_labels_of_one_name_are_not_taken_for_one(tmp_path):
    write(tmp_path / "batches.meta", {b"label_names": [b"plane", b"car", b"car", b"cat"]})
    with pytest.raises(DataError, match="two labels one name"):
        read_table(write(tmp_path / "test_batch", batch()))


def test_cifar_100_has_fine_labels(tmp_path):
    write(tmp_path / "meta", {b"fine_label_names": [b"apple", b"bear", b"cup", b"dog"]})
    assert read_table(write(tmp_path / "train", batch(key=b"fine_labels"))).labels == ("apple", "bear", "dog")
    assert not is_cifar(tmp_path / "elsewhere" / "train")


class Evil:
    def __reduce__(self):
        return (open, ("evil-was-here", "w"))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (Evil(), "asks for"),
        ({b"data": X, b"labels": [Evil()]}, "asks for"),
        ({b"data": X.astype(float), b"labels": [0, 1, 2, 3]}, "no CIFAR images"),
        ({b"data": X[:, :9], b"labels": [0, 1, 2, 3]}, "no CIFAR images"),
        ({b"labels": [0]}, "no CIFAR images"),
        ({b"data": X, b"labels": [0, 1]}, "one label for each"),
        ({b"data": X, b"labels": [0, 1, 2, -3]}, "one label for each"),
        ({b"data": X}, "one label for each"),
        ({b"data": X, b"labels": [[1], [2, 3], 0, 1]}, "4 labels, not all whole"),
        ({b"data": X, b"labels": [0, 1, 2, 2**70]}, "not all whole"),
        ([1, 2], "no file of CIFAR"),
    ],
)
def test_anything_else_is_refused_and_nothing_runs(tmp_path, monkeypatch, content, said):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError, match=said):
        read_table(write(tmp_path / "test_batch", content))
    assert not (tmp_path / "evil-was-here").exists()


def test_a_damaged_file_is_named(tmp_path):
    path = write(tmp_path / "test_batch", batch())
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(DataError, match="test_batch is no file of CIFAR"):
        read_table(path)
