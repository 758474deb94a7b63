"""A folder of images as a table: one folder a label, all images of one size."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mohs.data.files import cannot_read
from mohs.data.pixels import image_table
from mohs.data.table import Table
from mohs.errors import DataError
from mohs.runs.folder import sha256_of

ENDINGS = (".png", ".jpg", ".jpeg", ".bmp", ".gif", ".webp", ".tif", ".tiff", ".ppm", ".pgm")


def read_image_folder(path: Path, bounds: tuple[float, float] | None) -> Table:
    """Read all images of a folder.

    Args:
        path: FOLDER with FOLDER/LABEL/IMAGE.png and so on; what stands deeper counts for its label too.
        bounds: As `image_table`; 0 and 255 by default.

    Returns:
        Images as bytes, (h, w) where all are grey, else (h, w, 3); in the order of labels and file names. Of
        an image of several frames it is the first; what is transparent shows its colour. Notes tell of both.

    Raises:
        DataError: There are no images, one cannot be read, has more than 8 bits a value, or is of another
            size than the first.
    """
    try:
        files = list(_files(path))
    except OSError as problem:
        raise cannot_read(path, problem) from None
    if not files:
        raise DataError(
            f"{path} is a folder without images",
            expected=f"{path}/LABEL/IMAGE, with images that end in {', '.join(ENDINGS)}",
        )
    _check_names(path, [file for _, file in files])
    kinds = [_kind(file) for _, file in files]
    grey = all(kind.mode in ("1", "L") for kind in kinds)
    first = _image(files[0][1], grey)
    X = np.empty((len(files), *first.shape), dtype=np.uint8)
    for place, (_, file) in enumerate(files):
        image = _image(file, grey)
        if image.shape != first.shape:
            raise DataError(
                f"{file} is of another size than {files[0][1].name}",
                got=" x ".join(map(str, image.shape[:2])),
                expected=" x ".join(map(str, first.shape[:2])),
                mend="bring all images to one size first: mohs does not resize them",
            )
        X[place] = image
    labels = [label for label, _ in files]
    return image_table(X, labels, bounds, name=str(path), sha256=sha256_of(path), notes=list(_notes(kinds)))


def _files(path: Path) -> Iterator[tuple[str, Path]]:
    for folder in sorted(one for one in path.iterdir() if one.is_dir() and not one.name.startswith(".")):
        for file in sorted(folder.rglob("*")):
            if file.suffix.lower() in ENDINGS and file.is_file():
                yield folder.name, file


def _check_names(path: Path, files: Sequence[Path]) -> None:
    for file in files:
        name = file.relative_to(path).as_posix()
        try:
            name.encode()
        except UnicodeEncodeError:
            raise DataError(f"{path}: a name is not UTF-8", got=ascii(name), mend="rename it") from None


@dataclass(frozen=True)
class _Kind:
    mode: str
    transparent: bool
    frames: int


def _kind(file: Path) -> _Kind:
    with _opened(file) as image:
        mode = str(image.mode)
        if mode[0] in "IF":
            raise DataError(
                f"{file} has more than 8 bits a value",
                got=f"an image of mode {mode}",
                expected="bytes from 0 to 255",
                mend="bring it to 8 bits first, or save the numbers as an .npz with X and y",
            )
        transparent = mode.endswith(("A", "a")) or "transparency" in image.info
        try:
            frames = int(getattr(image, "n_frames", 1))
        except (OSError, ValueError, SyntaxError, EOFError) as problem:  # cut short
            raise DataError(f"{file} cannot be read as an image", got=str(problem)[:200]) from None
        return _Kind(mode, transparent, frames)


def _notes(kinds: Sequence[_Kind]) -> Iterator[str]:
    if clear := sum(kind.transparent for kind in kinds):
        yield f"transparency is left out, of {clear:,} of {len(kinds):,} images"
    if moving := sum(kind.frames > 1 for kind in kinds):
        yield f"of {moving:,} images with several frames the first is taken"


def _image(file: Path, grey: bool) -> Any:
    with _opened(file) as image:
        try:
            return np.asarray(image.convert("L" if grey else "RGB"))
        except (OSError, ValueError, SyntaxError) as problem:  # cut short
            raise DataError(f"{file} cannot be read as an image", got=str(problem)[:200]) from None


def _opened(file: Path) -> Any:
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", Image.DecompressionBombWarning
            )  # from twice its size it is an error
            return Image.open(file)
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as problem:
        raise DataError(f"{file} cannot be read as an image", got=str(problem)[:200]) from None
