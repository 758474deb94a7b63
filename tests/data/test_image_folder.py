"""A folder of images: labels by folder, bytes as they are, and one message for what does not fit."""

import numpy as np
import pytest
from PIL import Image

from mohs.data.table_files import read_table
from mohs.errors import DataError

RNG = np.random.default_rng(0)


def save(path, image):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(image).save(path)


@pytest.fixture
def folder(tmp_path):
    images = RNG.integers(0, 256, (4, 5, 6, 3), dtype=np.uint8)
    for name, image in zip(("dog/2.png", "dog/10.png", "cat/deep/a.png", "cat/b.bmp"), images, strict=True):
        save(tmp_path / "images" / name, image)
    (tmp_path / "images" / "README.txt").write_text("no image", encoding="utf-8")
    (tmp_path / "images" / "cat" / "notes.txt").write_text("no image", encoding="utf-8")
    return tmp_path / "images", images


def test_every_image_is_a_row_with_the_label_of_its_folder(folder):
    path, images = folder
    table = read_table(path)
    assert (table.labels, table.y.tolist(), table.shape) == (("cat", "dog"), [0, 0, 1, 1], (5, 6, 3))
    order = [3, 2, 1, 0]  # b.bmp before deep/a.png, 10.png before 2.png
    assert table.X.tolist() == images[order].reshape(4, -1).tolist()
    assert (table.X.dtype, table.low[0], table.high[0]) == (np.uint8, 0, 255)


def test_the_sha256_is_of_all_files(folder):
    path, _ = folder
    before = read_table(path).sha256
    save(path / "cat" / "c.png", np.zeros((5, 6, 3), np.uint8))
    assert read_table(path).sha256 != before


def test_grey_images_stay_grey_unless_one_has_colours(folder, tmp_path):
    path, _ = folder
    for name in ("a/1.png", "b/2.png"):
        save(tmp_path / "grey" / name, RNG.integers(0, 256, (5, 6), dtype=np.uint8))
    assert read_table(tmp_path / "grey").shape == (5, 6)
    save(path / "cat" / "grey.png", np.full((5, 6), 7, np.uint8))
    assert read_table(path).shape == (5, 6, 3)


@pytest.mark.parametrize(("kind", "ending"), [(np.uint16, "png"), (np.int32, "tif"), (np.float32, "tif")])
def test_more_than_eight_bits_a_value_are_refused_rather_than_cut(folder, kind, ending):
    path, _ = folder
    save(path / "cat" / f"deep.{ending}", np.full((5, 6), 300, kind))
    with pytest.raises(DataError, match=f"deep.{ending} has more than 8 bits a value"):
        read_table(path)


def test_transparency_and_further_frames_are_left_out_and_told(folder):
    path, images = folder
    Image.fromarray(np.concatenate([images[0], images[0][..., :1]], axis=2)).save(path / "dog" / "2.png")
    frames = [Image.fromarray(image) for image in images[:2]]
    frames[0].save(path / "cat" / "c.gif", save_all=True, append_images=frames[1:])
    table = read_table(path)
    assert table.X[-1].tolist() == images[0].reshape(-1).tolist()
    assert table.notes[:2] == (
        "transparency is left out, of 1 of 5 images",
        "of 1 images with several frames the first is taken",
    )


def test_a_name_that_is_no_text_is_refused(folder):
    path, _ = folder
    try:
        (path / "bird\udcff").mkdir()
    except (OSError, UnicodeError):
        pytest.skip("the file system has no such names")
    save(path / "bird\udcff" / "a.png", np.zeros((5, 6, 3), np.uint8))
    with pytest.raises(DataError, match="a name is not UTF-8"):
        read_table(path)


def test_what_does_not_fit_is_named(folder, tmp_path):
    path, _ = folder
    save(path / "dog" / "wide.png", np.zeros((5, 7, 3), np.uint8))
    with pytest.raises(DataError, match=r"wide.png is of another size"):
        read_table(path)
    (path / "dog" / "wide.png").write_bytes(b"no image")
    with pytest.raises(DataError, match=r"wide.png cannot be read"):
        read_table(path)
    (path / "dog" / "wide.png").write_bytes((path / "dog" / "2.png").read_bytes()[:60])
    with pytest.raises(DataError, match=r"wide.png cannot be read"):
        read_table(path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="a folder without images"):
        read_table(tmp_path / "empty")
    with pytest.raises(DataError, match="there is no file or folder"):
        read_table(tmp_path / "none")
