"""Files of MNIST's format: images and labels, gzipped or not, and what can be wrong with them."""

import gzip
import tracemalloc

import numpy as np
import pytest

from mohs.data.table_files import read_table
from mohs.errors import DataError

IMAGES = np.arange(2 * 4 * 3, dtype=np.uint8).reshape(2, 4, 3)


def idx(array):
    sizes = b"".join(size.to_bytes(4, "big") for size in array.shape)
    return bytes([0, 0, 8, array.ndim]) + sizes + array.tobytes()


@pytest.fixture
def files(tmp_path):
    (tmp_path / "t10k-images-idx3-ubyte").write_bytes(idx(IMAGES))
    (tmp_path / "t10k-labels-idx1-ubyte").write_bytes(idx(np.array([7, 2], dtype=np.uint8)))
    return tmp_path


def test_images_and_labels_are_read(files):
    table = read_table(files / "t10k-images-idx3-ubyte")
    assert (table.X.dtype, table.shape, table.labels) == (np.uint8, (4, 3), ("2", "7"))
    assert table.X.reshape(2, 4, 3).tolist() == IMAGES.tolist()
    assert table.y.tolist() == [1, 0]
    assert (table.low[0], table.high[0], len(table.sha256)) == (0, 255, 64)


def test_gzipped_files_are_read_alike(files):
    for file in list(files.iterdir()):
        file.with_name(file.name + ".gz").write_bytes(gzip.compress(file.read_bytes()))
        file.unlink()
    assert read_table(files / "t10k-images-idx3-ubyte.gz").y.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("images-idx3", idx(IMAGES)[:-1], "cut short"),
        ("images-idx3", idx(IMAGES) + b"x", "too long"),
        ("images-idx3", idx(IMAGES[0]), "no idx file"),
        ("images-idx3", b"GIF8", "no idx file"),
        ("images-idx3", b"\x1f\x8b\x08", "cannot be read"),
        ("labels-idx1", idx(np.array([1], dtype=np.uint8)), "2 images, 1 labels"),
        ("labels-idx1", None, "labels is missing"),
    ],
)
def test_what_is_wrong_is_named(files, name, content, said):
    file = files / f"t10k-{name}-ubyte"
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(DataError, match=said):
        read_table(files / "t10k-images-idx3-ubyte")


def test_a_packed_file_of_more_than_it_says_is_not_unpacked(files):
    path = files / "t10k-images-idx3-ubyte"
    path.write_bytes(gzip.compress(idx(IMAGES) + bytes(1 << 26)))
    tracemalloc.start()
    with pytest.raises(DataError, match="more bytes"):
        read_table(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 24


def test_no_images_are_told(files):
    (files / "t10k-images-idx3-ubyte").write_bytes(idx(IMAGES[:0]))
    (files / "t10k-labels-idx1-ubyte").write_bytes(idx(np.array([], dtype=np.uint8)))
    with pytest.raises(DataError, match="no values"):
        read_table(files / "t10k-images-idx3-ubyte")


def test_images_have_no_columns(files):
    with pytest.raises(DataError, match="no columns"):
        read_table(files / "t10k-images-idx3-ubyte", label="class")
