"""Tables from files: .npz with X and y, CSV and TSV, Parquet; images from idx files, CIFAR and folders."""

import math
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from mohs.data.arrow import read_parquet
from mohs.data.cifar_files import is_cifar, read_cifar
from mohs.data.columns import COMMON_LABEL, listed
from mohs.data.delimited import read_delimited
from mohs.data.files import SHEETS, check_regular, ending, scan
from mohs.data.idx_files import is_idx, read_idx
from mohs.data.image_folder import read_image_folder
from mohs.data.rows import Cells, Problem, Rows
from mohs.data.table import LARGEST_WHOLE, Array, Table, as_table, bad_cells
from mohs.data.values import as_integer, as_names, plain, short
from mohs.errors import DataError
from mohs.paths import AnyPath, as_path
from mohs.spec import did_you_mean

_Reader = Callable[[Path, tuple[float, float] | None], Table]

_BLOCK = 16_384
_LISTED = 10
_NAMES_OF_ROWS = ("id", "idx", "guid", "index", "")
_SUFFIXES = (".npz", ".csv", ".tsv", ".parquet")


def read_table(
    path: AnyPath,
    *,
    label: str | None = None,
    features: Sequence[str] | None = None,
    bounds: tuple[float, float] | None = None,
) -> Table:
    """Read a table.

    Args:
        path: An .npz with the arrays X and y (or x and y), a CSV or TSV with a header, or a Parquet file. Or
            images: a folder of one folder a label; an -images-idx3-ubyte file of MNIST's format beside its
            labels; CIFAR's own batches, or their folder.
        label: The column of the label; by default the only one with a usual name (label, class, target, ...).
        features: The columns of numbers; by default all but the label. Columns whose names say that they name
            rows (id, idx, index, guid, or no name at all) are left out then, which a note tells.
        bounds: As `as_table`.

    Raises:
        DataError: The file cannot be read, a column is not there, a value is no finite number (named by row
            and column), a label is missing, or there is one class only.
    """
    path = as_path(path)
    suffix = ending(path)
    reader = _without_columns(path, suffix)
    if reader is not None:
        if label is not None or features is not None:
            kind = "an .npz has arrays" if suffix == ".npz" else "images have pixels"
            raise DataError(f"{path}: {kind}, no columns", mend="leave out --label and --features")
        return reader(path, bounds)
    if suffix not in _SUFFIXES:
        check_regular(path)
        raise DataError(
            f"{path}: no table that mohs reads",
            got=f"a {suffix or 'name without an ending'}",
            expected=f"a file that ends in {', '.join(_SUFFIXES)} (.csv.gz, .tsv.gz), or images",
            mend="save the sheet as CSV" if suffix in SHEETS else None,
        )
    rows = read_parquet(path) if suffix == ".parquet" else read_delimited(path)
    return _read_columns(rows, label, features, bounds)


def _without_columns(path: Path, suffix: str) -> _Reader | None:
    """What reads a file or folder that has no columns."""
    if suffix == ".npz":
        return _read_npz
    if is_idx(path):
        return read_idx
    if is_cifar(path):
        return read_cifar
    return read_image_folder if path.is_dir() else None


def _read_npz(path: Path, bounds: tuple[float, float] | None) -> Table:
    looked = scan(path, text=False)
    try:
        with zipfile.ZipFile(path):  # numpy would take a .npy or a pickle by this name, too
            pass
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            names = {name.lower(): name for name in file.files}
            lacks = "x" not in names or "y" not in names
            if lacks or len(names) < len(file.files):
                raise DataError(
                    f"{path} {'lacks the arrays X and y' if lacks else 'has two arrays of one name'}",
                    got=f"arrays {', '.join(file.files) or '(none)'}",
                )
            X, y = file[names["x"]], file[names["y"]]
            others = [name for name in file.files if name.lower() not in ("x", "y")]
    except DataError:
        raise
    except Exception as problem:  # a damaged archive shows itself in many ways
        raise DataError(
            f"{path} is no readable .npz file",
            got=str(problem).splitlines()[0] if str(problem) else type(problem).__name__,
            expected="arrays of numbers saved by numpy.savez",
        ) from None
    notes = [f"arrays beside X and y are left out: {listed(others)}"] if others else []
    return as_table(X, y, bounds=bounds, name=str(path), sha256=looked.sha256, notes=notes)


def _read_columns(
    rows: Rows, label: str | None, features: Sequence[str] | None, bounds: tuple[float, float] | None
) -> Table:
    label = _label(rows, label)
    notes = []
    if features is None:
        skipped = [name for name in rows.columns if name.lower() in _NAMES_OF_ROWS and name != label]
        features = [name for name in rows.columns if name != label and name not in skipped]
        notes += [f"column {name!r} is left out: it names rows; --features takes it in" for name in skipped]
    features = as_names("features", features)
    for name in features:
        _check(rows, name)
    if twice := [name for name, times in Counter(features).items() if times > 1]:
        raise DataError(
            f"{rows.path}: column {twice[0]!r} is named twice", mend="name each once: distances depend on it"
        )
    if label in features:
        raise DataError(f"{rows.path}: column {label!r} is the label and cannot be a feature too")
    if not features:
        raise DataError(f"{rows.path}: no columns of numbers", got=f"columns {listed(rows.columns)}")
    X, y, first = _arrays(rows, features, label)
    if (y == y[0]).all():
        raise DataError(
            f"{rows.path}: column {label!r} has one class only",
            got=str(y[0]),
            expected="labels of at least two classes",
            mend="name the column of the label with --label",
        )
    named = rows.label_names.get(label)
    return as_table(
        X,
        y if named is None else _named(y, named, rows.path),
        bounds=bounds,
        columns=features,
        name=rows.path,
        sha256=rows.sha256,
        first=first,
        unit=rows.unit,
        notes=(*notes, *rows.notes),
    )


def _label(rows: Rows, label: str | None) -> str:
    if label is not None:
        _check(rows, label)
        return label
    if "label" in rows.columns:
        _check(rows, "label")
        return "label"
    common = [name for name in rows.columns if name.casefold() in COMMON_LABEL]
    if len(common) == 1:
        return common[0]
    raise DataError(
        f"{rows.path}: {'more than one column' if common else 'no column'} looks like the label",
        got=f"columns {listed(rows.columns)}",
        mend="name it with --label COLUMN",
    )


def _check(rows: Rows, column: str) -> None:
    if column not in rows.columns or list(rows.columns).count(column) > 1:
        twice = column in rows.columns
        raise DataError(
            f"{rows.path}: {f'column {column!r} is there twice' if twice else f'no column {column!r}'}",
            got=f"columns {listed(rows.columns)}",
            mend="rename one of them" if twice else did_you_mean(column, list(rows.columns)),
        )


def _arrays(rows: Rows, features: Sequence[str], label: str) -> tuple[Array, Array, int]:
    """X, y and what the first row is called; a block of rows at a time, so that text is never held whole."""
    blocks: list[Array] = []
    labels: list[Any] = []
    cells: list[str] = []
    unlabelled: list[int] = []
    bad_by_column, first = np.zeros(len(features), np.int64), None
    source = rows.read([*features, label])
    while block := list(islice(source, _BLOCK)):
        if problem := next((one for one in block if isinstance(one, Problem)), None):
            raise DataError(f"{problem.path}:{problem.line}: {problem.reason}", mend="mend the row")
        good = [one for one in block if not isinstance(one, Problem)]
        first = good[0][1] if first is None else first
        content = [list(map(plain, values)) for _, _, values in good]
        labels += [values[-1] for values in content]
        numbers = [values[:-1] for values in content]
        try:
            made = _all_numbers(numbers)
        except (ValueError, TypeError):
            made = np.array([[_number(value) for value in values] for values in numbers])
        blocks.append(made)
        unfit = ~np.isfinite(made)
        bad = np.argwhere(unfit)
        bad_by_column += unfit.sum(axis=0)
        _check_rounding(rows, features, good, made)
        for row, column in bad[: _LISTED - len(cells)].tolist():
            value = numbers[row][column]
            found = "nothing" if value in (None, "") else short(str(value))
            cells.append(f"{rows.unit} {good[row][1]}, column {features[column]!r}: {found}")
        for (_, line, _), values in zip(good, content, strict=True):
            if values[-1] is None or (isinstance(values[-1], str) and not values[-1].strip()):
                unlabelled.append(line)
    if bad_by_column.any():
        empty = bad_by_column == len(labels)
        texts = [f"column {name!r}" for name, none in zip(features, empty, strict=True) if none]
        if texts and not empty.all():
            kept = [name for name, none in zip(features, empty, strict=True) if not none]
            texts[-1] += f" (--features {','.join(kept)})"
        raise bad_cells(rows.path, cells, int(bad_by_column.sum()), texts)
    if unlabelled:
        more = f" and {len(unlabelled) - _LISTED:,} more" if len(unlabelled) > _LISTED else ""
        raise DataError(
            f"{rows.path}: {len(unlabelled):,} {'rows have' if len(unlabelled) > 1 else 'row has'} no label",
            got=f"{rows.unit} {', '.join(map(str, unlabelled[:_LISTED]))}{more}",
            mend="leave them out, or label them",
        )
    if not blocks:
        raise DataError(f"{rows.path} has no rows", expected="a header and at least two rows")
    return np.concatenate(blocks), _classes(labels), first or 0


def _check_rounding(rows: Rows, features: Sequence[str], block: Sequence[Cells], made: Array) -> None:
    """Check that no whole number became another one, as float64 holds not all beyond 2**53."""
    for row, column in np.argwhere(np.abs(made) >= LARGEST_WHOLE).tolist():
        _, line, values = block[row]
        whole = as_integer(plain(values[column]))
        if whole is not None and whole != int(made[row, column]):
            raise DataError(
                f"{rows.path}: a whole number is too large to be compared exactly",
                got=f"{rows.unit} {line}, column {features[column]!r}: {values[column]}",
                expected="at most 2**53",
                mend="leave the column out, or take away what all its numbers have in common",
            )


def _all_numbers(values: list[list[Any]]) -> Array:
    if any(isinstance(value, str) and "_" in value for row in values for value in row):
        raise ValueError("Python takes 1_000 for a number; in a table it is a name")
    return np.array(values, dtype=np.float64)


def _number(value: Any) -> float:
    """The number that is written there; NaN where none is."""
    try:
        return math.nan if isinstance(value, str) and "_" in value else float(value)
    except (ValueError, TypeError):
        return math.nan


def _classes(values: list[Any]) -> Array:
    """Labels as integers where all are integers, so that 10 comes after 9; else as they are written."""
    whole = [number for value in values if (number := as_integer(value)) is not None]
    if len(whole) == len(values) and all(abs(number) < 2**63 for number in whole):
        return np.array(whole, dtype=np.int64)
    return np.array(values, dtype=object)


def _named(y: Array, names: Sequence[str], path: str) -> Array:
    if y.dtype.kind != "i" or y.min() < 0 or y.max() >= len(names):
        raise DataError(f"{path}: a label is none of those that the file itself names", got=listed(names))
    return np.array(names, dtype=object)[y]
